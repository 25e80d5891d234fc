// Package graphql reads queries of GraphQL, as far as clients of this repository write
// them: one operation with variables, fields with aliases, arguments and fields of their
// own; neither fragments nor directives. It is for replays and tests and knows no schema.
package graphql

import (
	"fmt"
	"strings"
	"text/scanner"
)

// Field is one that a query selects.
type Field struct {
	Alias  string            // under which it is answered; its name unless the query says another
	Name   string            // in the schema
	Args   map[string]string // as written: $variable, 10, "text", VALUE
	Fields []Field           // that it selects; none of a scalar
}

// maxDepth is how deep selections may nest.
const maxDepth = 30

// Parse returns the fields that a query's operation selects.
func Parse(query string) ([]Field, error) {
	p := &parser{}
	p.s.Init(strings.NewReader(query))
	p.s.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanFloats | scanner.ScanStrings
	p.s.Error = func(_ *scanner.Scanner, message string) { p.fail(message) }
	p.next()
	for p.tok != "{" && p.tok != "" { // the operation's type, name and variables
		p.next()
	}
	fields := p.selection(0)
	if p.err == nil && p.tok != "" {
		p.fail("there is more behind the operation")
	}
	return fields, p.err
}

type parser struct {
	s   scanner.Scanner
	tok string // the one to be read; empty at the end
	err error
}

func (p *parser) fail(message string) {
	if p.err == nil {
		p.err = fmt.Errorf("%s: %s, near %q", p.s.Pos(), message, p.tok)
	}
}

// next moves to the next token; commas mean nothing in GraphQL.
func (p *parser) next() {
	p.tok = ""
	for r := p.s.Scan(); r != scanner.EOF; r = p.s.Scan() {
		if p.tok = p.s.TokenText(); p.tok != "," {
			return
		}
	}
	p.tok = ""
}

// take moves on and returns what was there.
func (p *parser) take() string {
	tok := p.tok
	p.next()
	return tok
}

func (p *parser) expect(tok string) {
	if p.tok != tok {
		p.fail("expected " + tok)
	}
	p.next()
}

// selection reads {fields}.
func (p *parser) selection(depth int) []Field {
	if depth > maxDepth {
		p.fail("too deep")
	}
	p.expect("{")
	var all []Field
	for p.err == nil && p.tok != "}" && p.tok != "" {
		all = append(all, p.field(depth))
	}
	p.expect("}")
	return all
}

func (p *parser) field(depth int) Field {
	f := Field{Alias: p.name()}
	f.Name = f.Alias
	if p.tok == ":" {
		p.next()
		f.Name = p.name()
	}
	if p.tok == "(" {
		f.Args = p.arguments()
	}
	if p.tok == "{" {
		f.Fields = p.selection(depth + 1)
	}
	return f
}

func (p *parser) arguments() map[string]string {
	all := map[string]string{}
	p.expect("(")
	for p.err == nil && p.tok != ")" && p.tok != "" {
		name := p.name()
		p.expect(":")
		value := p.take()
		if value == "$" {
			value += p.name()
		}
		all[name] = value
	}
	p.expect(")")
	return all
}

func (p *parser) name() string {
	if p.tok == "" || !strings.ContainsAny(p.tok[:1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") {
		p.fail("expected a name")
	}
	return p.take()
}
