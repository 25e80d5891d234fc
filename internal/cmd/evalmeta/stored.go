package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/url"
	"os"
	"time"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/metadata"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

// readStored returns a stored page as UTF-8, packed with gzip or not.
func readStored(path string) ([]byte, error) {
	body, err := os.ReadFile(path) //nolint:gosec // of the folder that the user names
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if body, err = io.ReadAll(z); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	text, _ := charset.Decode(body, "")
	return text, nil
}

// pace is what reading costs beyond the parse.
type pace struct {
	pages, bytes int
	took         time.Duration
}

func (p pace) print(out io.Writer) {
	kilobytes := float64(p.bytes) / 1000
	fmt.Fprintf(out, "%d pages of %.0f kB on average, metadata in %.2f ms a page, %.2f ms for 100 kB\n",
		p.pages, kilobytes/float64(p.pages), p.took.Seconds()*1000/float64(p.pages), p.took.Seconds()*1e5/kilobytes)
}

// ours are the answers of Quarry's own reader.
func ours(golds []gold) (map[string]answer, pace, error) {
	answers := make(map[string]answer, len(golds))
	var p pace
	for _, g := range golds {
		text, err := readStored(g.Path)
		if err != nil {
			return nil, p, err
		}
		u, err := url.Parse(g.URL)
		if err != nil {
			u = &url.URL{}
		}
		doc := dom.Parse(text)
		base, objects := dom.Base(doc, u), structured.Objects(structured.JSONLD(doc))
		start := time.Now()
		m := metadata.Read(doc, u, base, objects)
		p.took += time.Since(start)
		p.pages++
		p.bytes += len(text)
		a := answer{Path: g.Path}
		a.Metadata.Title, a.Metadata.Author = m.Title, m.Author
		a.Metadata.Published, a.Metadata.Modified = m.PublishedAt, m.UpdatedAt
		answers[g.Path] = a
	}
	return answers, p, nil
}
