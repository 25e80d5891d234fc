package metadata_test

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/metadata"
)

// What is read of one page after the other in one memory is what is read of each alone.
func TestScratch(t *testing.T) {
	t.Parallel()
	u := &url.URL{Scheme: "https", Host: "site.example", Path: "/a/b"}
	pages := []string{
		`<html lang=de><title>A wet day | Site</title><meta name=author content="Ada Lane"><meta property=og:type content=article><link rel=canonical href=/c>
			<h1 class=title>A wet day</h1><p class=byline>by Bo Reed</p><time datetime=2020-10-07>7 October</time><b itemprop=datePublished content=2020-10-08></b>`,
		`<p>Nothing of all this.</p>`,
		`<title>Another</title><h2>Another</h2><div class="post-date">2021-01-02</div>`,
		"",
	}
	var s metadata.Scratch
	for round := range 2 {
		for i, page := range pages {
			doc := dom.Parse([]byte(page))
			got := s.Read(doc, u, u, nil)
			s.Free()
			if diff := cmp.Diff(metadata.Read(doc, u, u, nil), got); diff != "" {
				t.Errorf("round %d, page %d (-alone +after others):\n%s", round, i, diff)
			}
		}
	}
}
