package content_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// TestContents: a table of contents is whole or not at all, with the lists in it, and other lists are as they were.
func TestContents(t *testing.T) {
	t.Parallel()
	const inner = `<li><a href="#made">Where it was made</a><ul><li><a href="#who">Who made it first</a></li><li><a href="#use">How it was used</a></li></ul></li><li><a href="#glass">How to clean its glass</a></li>`
	for name, c := range map[string]struct {
		page       string
		kept, want []bool
	}{
		"most of it":       {`<ul>` + inner + `</ul>`, []bool{true, false, true, true}, []bool{true, true, true, true}},
		"little of it":     {`<ol>` + inner + `</ol>`, []bool{true, false, false, false}, []bool{false, false, false, false}},
		"of other pages":   {`<ul>` + inner + `<li><a href="/more">More of this sort</a></li></ul>`, []bool{true, false, true, true, false}, []bool{true, false, true, true, false}},
		"with other words": {`<ul>` + inner + `<li>None of these is a link that leads anywhere</li></ul>`, []bool{true, false, true, true, false}, []bool{true, false, true, true, false}},
		"two entries":      {`<ul><li><a href="#a">Where it was made</a></li><li><a href="#b">How to clean its glass</a></li></ul>`, []bool{true, false}, []bool{true, false}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := segment.Cut(dom.Body(dom.Parse([]byte(c.page))))
			content.Contents(page, c.kept)
			if diff := cmp.Diff(c.want, c.kept); diff != "" {
				t.Errorf("got other blocks kept than want (-want +got):\n%s", diff)
			}
		})
	}
}
