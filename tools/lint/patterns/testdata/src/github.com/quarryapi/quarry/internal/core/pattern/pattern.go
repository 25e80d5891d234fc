// Package pattern stands for the one of that name.
package pattern

// Pattern stands for the type.
type Pattern struct{ expression string }

// Of stands for the function.
func Of(expression string) *Pattern { return &Pattern{expression} }
