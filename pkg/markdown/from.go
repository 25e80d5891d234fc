package markdown

import (
	"context"
	"errors"
	"fmt"
	"io"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// MaxBytes is the largest page that FromHTML reads.
const MaxBytes = 10 << 20

// ErrTooLarge is returned for a page of more than MaxBytes.
var ErrTooLarge = errors.New("markdown: the page is too large")

// FromHTML reads a page or a fragment of HTML in UTF-8 and returns the markdown of all that
// it shows, with one line end behind it, or nothing when nothing is visible. Scripts, forms
// and what is hidden by attribute or inline style are left out. Any HTML can be read, however
// broken it is: the errors are ErrTooLarge and what r returns.
func FromHTML(r io.Reader, o Options) (string, error) {
	page, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("markdown: reading the page: %w", err)
	case len(page) > MaxBytes:
		return "", ErrTooLarge
	}
	doc := dom.Parse(page)
	clean.Prepare(doc)
	body := dom.Body(doc)
	clean.Hidden(body)
	return FromNode(body, o), nil
}

// FromNode returns the markdown of what is below root, as [Converter.Convert] writes it. It
// leaves nothing out by attributes or style, and may make the tree's table spans smaller.
func FromNode(root *html.Node, o Options) string {
	text, _ := New().Convert(context.Background(), root, o) // it fails with its context alone
	return text
}
