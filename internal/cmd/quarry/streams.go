package main

import (
	"fmt"
	"io"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
)

// streams are where a command reads and writes.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

func (s streams) terminal() terminal.Streams {
	return terminal.Streams{In: s.in, Out: s.out, Err: s.err}
}

// json prints a value as indented JSON.
func (s streams) json(v any) error { return s.terminal().JSON(v) }

// progress begins a line on the standard error that says how far something is.
func (s streams) progress(text string) *terminal.Progress {
	return s.terminal().Start(text, time.Now())
}

// page is where an answer is printed for people.
func (s streams) page(w io.Writer) people.Page {
	to := streams{s.in, w, s.err}.terminal()
	return people.Page{Out: w, Style: to.Style(), Width: to.Width(), Looked: terminal.IsTerminal(w)}
}

// goesOn says how the rest of a list is had.
func (s streams) goesOn(cursor string) {
	fmt.Fprintf(s.err, "There is more: --all, or --cursor %s\n", cursor)
}
