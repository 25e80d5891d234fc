// Package option reads the "options" of calls, and what else several calls take alike. It
// knows no kind.
package option

// None are the options of a call that has none yet.
type None struct{}
