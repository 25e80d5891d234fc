// Package pdf is what the text of a PDF document is. It must not know who reads it;
// package pdfium below it does.
package pdf

import (
	"errors"
	"strings"
)

// Why a document gives no text.
var (
	ErrEncrypted = errors.New("pdf is encrypted")
	ErrUnusable  = errors.New("pdf cannot be read")
)

// The most that is read of a document; what is beyond is left out.
const (
	MaxPages = 1000
	MaxText  = 8 << 20 // bytes of all pages
)

// Document is what a PDF gives.
type Document struct {
	Title   string // from the document's information; often empty or a file name
	Author  string
	Created string   // RFC 3339; empty when not given
	Pages   []string // text of each page, lines as set; one that could not be read is empty
	Total   int      // pages of the document
	Read    int      // those of which all text is in Pages: fewer than Total where it was cut, or a page could not be read
	Empty   int      // those of Read without text: blank, or of pictures alone
}

// Add adds the text of a page that was read, and reports whether there is room for another. What is beyond MaxText is cut off.
func (d *Document) Add(text string) bool {
	left := MaxText
	for _, page := range d.Pages {
		left -= len(page)
	}
	if len(text) > left {
		d.Pages = append(d.Pages, strings.ToValidUTF8(text[:left], ""))
		return false
	}
	d.Pages = append(d.Pages, text)
	d.Read++
	if text == "" {
		d.Empty++
	}
	return true
}

// Markdown writes the pages under the document's title, a rule between two pages. The title is not said again by the
// line with which the first page begins.
func (d *Document) Markdown() string {
	var b strings.Builder
	text := strings.Join(d.Pages, "\n\n---\n\n")
	if d.Title != "" {
		b.WriteString("# " + d.Title + "\n\n")
		if line, rest, _ := strings.Cut(text, "\n"); strings.EqualFold(strings.TrimSpace(line), d.Title) {
			text = strings.TrimLeft(rest, "\r\n")
		}
	}
	b.WriteString(text)
	b.WriteByte('\n')
	return b.String()
}

// Text is the text of all pages, apart by an empty line.
func (d *Document) Text() string {
	return strings.TrimSpace(strings.Join(d.Pages, "\n\n"))
}
