package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/htmlpage"
)

// seen stands where the service looks for main content, and keeps what the model would be
// asked about.
type seen struct {
	texts []string
	rows  []float32
}

func (s *seen) Main(_ context.Context, doc *html.Node, _ content.Options) (*html.Node, error) {
	page, _, rows := content.Describe(doc, nil)
	for i := range page.Blocks {
		s.texts = append(s.texts, textOf(page, &page.Blocks[i]))
		s.rows = append(s.rows, rows.Row(i)...)
	}
	return nil, nil
}

// trained is what the model learns from a page.
func trained(t *testing.T, page string) (texts []string, rows []float32) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	var matrix, lines bytes.Buffer
	if err := describe(strings.NewReader(path+"\n"), described{&matrix, &lines, io.Discard, io.Discard}); err != nil {
		t.Fatalf("got error %v describing the page, want none", err)
	}
	var l line
	if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
		t.Fatalf("got error %v reading %q, want none", err, lines.String())
	}
	rows = make([]float32, matrix.Len()/4)
	if err := binary.Read(&matrix, binary.LittleEndian, rows); err != nil {
		t.Fatal(err)
	}
	return l.Texts, rows
}

// TestSameAsTheService: the model is trained with the blocks and numbers that the service
// asks it about, of pages with all that is changed before they are cut into blocks.
func TestSameAsTheService(t *testing.T) {
	t.Parallel()
	for name, page := range map[string]string{
		"code":          `<h1>a</h1><div class="expressive-code"><pre><code><div class="ec-line"><div class="gutter"><div class="ln">1</div></div>a b</div><div class="ec-line">c</div></code></pre><button>Copy</button></div>`,
		"code in cells": `<table><tr><td class=gutter><pre>1</pre><td class=code><pre>a b c</pre></table>`,
		"tasks":         `<ul><li><input type=checkbox checked> done<li><input type=checkbox> not yet</ul>`,
		"callouts":      `<aside class="starlight-aside starlight-aside--note"><p class="starlight-aside__title">Note</p>a b`,
		"oddments":      `<a href="#main">Skip to content</a><p>[caption id="x"]a[/caption]`,
		"hidden":        `<style>.unseen{display:none}</style><p>what a reader sees of the page<p class=unseen>c d<p style="visibility:hidden">e f`,
		"scripts":       `<script>var a = "<p>b"</script><style>p{}</style><p>c`,
		"no scripts":    `<p>x</p><noscript><p>` + strings.Repeat("what is shown to those without scripts ", 20) + `</noscript>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want seen
			o := htmlpage.Options{Parts: htmlpage.Text, OnlyMainContent: true}
			if _, err := htmlpage.New(&want).Read(t.Context(), []byte(page), &url.URL{}, o); err != nil {
				t.Fatal(err)
			}
			texts, rows := trained(t, page)
			if diff := cmp.Diff(want.texts, texts); diff != "" {
				t.Errorf("the blocks differ (-service +training):\n%s", diff)
			}
			if len(rows) != len(want.rows) {
				t.Fatalf("got %d numbers, want the %d of the service", len(rows), len(want.rows))
			}
			for i := range rows {
				if math.Float32bits(rows[i]) != math.Float32bits(want.rows[i]) {
					t.Fatalf("got %v for number %d, want the service's %v", rows[i], i, want.rows[i])
				}
			}
		})
	}
}
