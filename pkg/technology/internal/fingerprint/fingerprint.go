// Package fingerprint reads the evidence of technologies from the data that wappalyzergo
// carries. It must not know how pages are matched.
package fingerprint

import (
	"errors"
	"iter"

	wappalyzer "github.com/projectdiscovery/wappalyzergo"
	"github.com/tidwall/gjson"
)

// Field is the part of a page that a pattern is for.
type Field uint8

// The parts of a page. Expressions for running scripts and for elements are left out, as
// the library's own matcher leaves them: a fetched page runs nothing.
const (
	Header Field = iota // of the answer, by name
	Cookie              // by name
	HTML                // the whole page
	Script              // the address of a script
	Meta                // the content of a meta element, by name
	Fields              // how many there are
)

// Pattern is one expression of a technology.
type Pattern struct {
	App    int
	Field  Field
	Key    string // the name of the header, cookie or meta element
	Source string // the expression with its notes; see package pattern
}

// App is a technology.
type App struct {
	Name string
	raw  string // its fingerprint in JSON
}

// Set is all technologies by name, and their patterns in the same order.
type Set struct {
	Apps     []App
	Patterns []Pattern
}

// Read reads the data: 4 MB, in 15 ms. What it returns refers to the data where it lies
// in the program and takes 1 MB.
func Read() (Set, error) {
	var s Set
	for name, raw := range each(gjson.Get(wappalyzer.GetFingerprints(), "apps")) {
		app := len(s.Apps)
		s.Apps = append(s.Apps, App{Name: name.String(), raw: raw.Raw})
		for field, value := range each(raw) {
			s.add(app, field.Str, value)
		}
	}
	if len(s.Patterns) == 0 {
		return Set{}, errors.New("wappalyzergo's data has no patterns")
	}
	return s, nil
}

// add keeps a field of a fingerprint if it is for a part of a page.
func (s *Set) add(app int, name string, value gjson.Result) {
	var field Field
	switch name {
	case "headers":
		field = Header
	case "cookies":
		field = Cookie
	case "html":
		field = HTML
	case "scriptSrc":
		field = Script
	case "meta":
		field = Meta
	default:
		return
	}
	for key, v := range each(value) {
		for _, p := range v.Array() { // one, or several of a meta element
			s.Patterns = append(s.Patterns, Pattern{App: app, Field: field, Key: key.Str, Source: p.String()})
		}
	}
}

// Website is the technology's own, or empty.
func (a App) Website() string { return gjson.Get(a.raw, "website").String() }

// Implies lists the names of technologies that come with this one, with their notes.
func (a App) Implies() []string {
	var names []string
	for _, name := range gjson.Get(a.raw, "implies").Array() {
		names = append(names, name.String())
	}
	return names
}

// Categories lists the names of what the technology is for; it is never nil.
func (a App) Categories() []string {
	names := []string{}
	mapping := wappalyzer.GetCategoriesMapping()
	for _, id := range gjson.Get(a.raw, "cats").Array() {
		if category, ok := mapping[int(id.Int())]; ok {
			names = append(names, category.Name)
		}
	}
	return names
}

// each iterates over the members of an object or the elements of a list.
func each(r gjson.Result) iter.Seq2[gjson.Result, gjson.Result] {
	return func(yield func(key, value gjson.Result) bool) { r.ForEach(yield) }
}
