// Package way has the ways from a page to its main content that can be compared:
// Quarry's own, and those of others in Go. It must not know what they are judged by.
package way

import (
	"bytes"
	"context"
	"fmt"
	"net/url"

	"golang.org/x/net/html"
)

// Page is a page in memory, as valid UTF-8.
type Page struct {
	Body []byte
	URL  *url.URL // where it was
}

// Func reads a page.
type Func func(ctx context.Context, p Page) (string, error)

// Way is one extractor with what writes its content.
type Way struct {
	Name     string
	Text     Func // the main content as plain text, blocks apart by line ends; nil where there is none
	Markdown Func // the main content as markdown; nil where another way stands for it
}

// Go are the ways that run in this process, Quarry's first.
func Go() []Way {
	return append(own(), readeck(), trafilatura(false), trafilatura(true), converted())
}

// Voters are extractors in Go by others, of two schools: where they agree they are nearly always right.
func Voters() []Way { return []Way{readeck(), trafilatura(true)} }

// Floor parses pages and does nothing else: what no way in Go over the same parser
// can beat.
func Floor() Way {
	return Way{Name: "parsing alone (x/net/html)", Markdown: func(_ context.Context, p Page) (string, error) {
		_, err := html.Parse(bytes.NewReader(p.Body))
		return "", err
	}}
}

// Safely calls f and turns a panic into an error, since a way that breaks on a page
// has found nothing there, and the other pages go on.
func (f Func) Safely(ctx context.Context, p Page) (text string, err error) {
	defer func() {
		if v := recover(); v != nil {
			text, err = "", fmt.Errorf("panic: %v", v)
		}
	}()
	return f(ctx, p)
}
