// Package markdown writes HTML as CommonMark with the tables, task lists, strikethrough and
// footnotes of GitHub, in one pass over the tree and in time and memory that grow with its
// size alone.
//
// [FromHTML] converts a page or a fragment, [FromNode] a tree that is parsed already, and a
// [Converter] many of them, with a context. All of what a page shows is converted; which part
// of it is worth reading is a question for [github.com/quarryapi/quarry/pkg/extract].
package markdown

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// For readers of the code.
//
// A writer walks the tree (flow.go). Blocks go out as they come, each line behind the
// prefix of the containers that it stands in (frame.go). What stands in one line of
// text is gathered as tokens first (inline.go), because whether a character needs an
// escape and which delimiter marks emphasis depend on what follows (render.go,
// escape.go, emphasis.go).
//
// The package must not choose what is content, and must not fetch.

// Converter writes trees as markdown and keeps its buffers between them. It is safe for
// concurrent use.
type Converter struct {
	writers sync.Pool // of *writer, for their buffers
}

// New returns a Converter.
func New() *Converter {
	return &Converter{writers: sync.Pool{New: func() any { return new(writer) }}}
}

// Options say how a tree is written.
type Options struct {
	// Base is what relative addresses are relative to. Without it addresses are written
	// as they stand.
	Base *url.URL
	// Title is written as the first heading when the tree has no h1. A heading that
	// repeats it becomes that heading instead. A title alone is no text.
	Title string
	// EachImageOnce leaves out images whose address was written before: pages repeat the first
	// one, and one in several sizes.
	EachImageOnce bool
	// LinksUntitled leaves out the titles of links, which a page does not show until somebody points at one.
	LinksUntitled bool
}

// kept is the largest buffer, in bytes, that waits for the next tree.
const kept = 1 << 20

// Convert writes the children of root, with one line end behind them, or nothing when
// nothing in there is visible. It may make the tree's table spans smaller, and leaves it
// alone otherwise. It ends with the context's error soon after the context does.
func (c *Converter) Convert(ctx context.Context, root *html.Node, o Options) (string, error) {
	w, ok := c.writers.Get().(*writer)
	if !ok {
		w = new(writer)
	}
	w.reset(root, ctx.Err, o)
	text := w.document()
	err := w.err
	if cap(w.out) <= kept && cap(w.in.buf) <= kept {
		w.reset(nil, nil, Options{}) // lets go of the tree
		c.writers.Put(w)
	}
	if err != nil {
		return "", err
	}
	return text, nil
}

// document writes all there is.
func (w *writer) document() string {
	if w.err = w.ended(); w.err != nil {
		return ""
	}
	w.children(w.root)
	w.flush()
	w.writeNotes()
	if len(w.out) == 0 || w.err != nil {
		return ""
	}
	w.entitle()
	w.out = append(w.out, '\n')
	if !utf8.Valid(w.out) {
		return strings.ToValidUTF8(string(w.out), "\ufffd")
	}
	return string(w.out)
}
