// Package breaks reads a list of deliberate breaks: texts of the source, what stands there
// instead, and whose tests are to notice. It neither writes files nor runs tests.
package breaks

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/quarryapi/quarry/tools/mutants/mutate"
)

// Break is one replacement of a text by another.
type Break struct {
	Number int // its place in the list, from 1
	Name   string
	File   string // below the module's root
	By     []string
	Why    string // no test has to notice it

	after    string
	from, to []string
}

// Read reads a list. Its breaks are apart by empty lines; lines that begin with # are for
// people.
func Read(name string) ([]Break, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read the breaks: %w", err)
	}
	var all []Break
	var at *Break
	for i, line := range strings.Split(string(raw), "\n") {
		switch word, rest, _ := strings.Cut(line, " "); {
		case strings.HasPrefix(line, "#"):
		case line == "":
			at = nil
		case at == nil:
			all = append(all, Break{Number: len(all) + 1, Name: line})
			at = &all[len(all)-1]
		case word == "in":
			at.File = rest
		case word == "after":
			at.after = rest
		case word == "by":
			at.By = strings.Fields(rest)
		case word == "survives":
			at.Why = rest
		case word == "-":
			at.from = append(at.from, rest)
		case word == "+":
			at.to = append(at.to, rest)
		default:
			return nil, fmt.Errorf("%s:%d: %q begins with none of in, after, -, +, by and survives", name, i+1, line)
		}
	}
	for _, b := range all {
		if b.File == "" || len(b.from) == 0 || len(b.to) == 0 {
			return nil, fmt.Errorf("%s: break %d, %q, lacks a file, a text or what replaces it", name, b.Number, b.Name)
		}
	}
	return all, nil
}

// Mutant finds the break's text in the module that lies in dir. A text that is not there
// is an error: the break would seem to be noticed by nobody, or by everybody.
func (b *Break) Mutant(dir, module string) (mutate.Mutant, error) {
	file := filepath.Join(dir, b.File)
	raw, err := os.ReadFile(file)
	if err != nil {
		return mutate.Mutant{}, fmt.Errorf("break %d, %q: %w", b.Number, b.Name, err)
	}
	src, from := string(raw), strings.Join(b.from, "\n")
	start := strings.Index(src, b.after)
	if start < 0 {
		return mutate.Mutant{}, fmt.Errorf("break %d, %q: %s has no text %q any more", b.Number, b.Name, b.File, b.after)
	}
	at := strings.Index(src[start:], from)
	if at < 0 {
		return mutate.Mutant{}, fmt.Errorf("break %d, %q: %s has no text %q any more after %q", b.Number, b.Name, b.File, from, b.after)
	}
	at += start
	m := mutate.Replacement(file, at, at+len(from), strings.Join(b.to, "\n"))
	m.Package, m.Line, m.What = path.Join(module, path.Dir(b.File)), 1+strings.Count(src[:at], "\n"), b.Name
	return m, nil
}
