package features_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/features"
)

// sentence has fifteen words, and two commas.
const sentence = "The keeper wrote down the height, and the next one did, because it was there. "

// TestVotes: which element others would take, as the block with the word "here" is told.
func TestVotes(t *testing.T) {
	t.Parallel()
	long, short := strings.Repeat("<p>"+sentence+sentence+"</p>", 6), strings.Repeat("<p>"+sentence+"</p>", 5)
	cases := map[string]struct {
		page, feature string
		want          float32
	}{
		"of two bodies the longer one":               {`<div><div class="entry-content">` + short + `</div><div class="entry-content">` + long + `<p>here</p></div></div>`, "body.side", 0},
		"not the shorter one":                        {`<div><div class="entry-content">` + short + `<p>here</p></div><div class="entry-content">` + long + `</div></div>`, "body.side", -1},
		"the surer name before the longer text":      {`<div><div class="entry-content">` + short + `<p>here</p></div><div class="content">` + long + `</div></div>`, "body.side", 0},
		"no body among comments":                     {`<div><div class="comments"><p>First!</p><article>` + long + `<p>here</p></article></div></div>`, "page.body_rank", 0},
		"no body of few words":                       {`<div><div class="entry-content"><p>` + sentence + `</p><p>here</p></div></div>`, "page.body_rank", 0},
		"a name for it saves from a name against it": {`<div><div class="content-with-sidebar">` + long + `<p>here</p></div><div><p>` + sentence + `</div></div>`, "candidate.levels", 1},
		"a name against it alone does not":           {`<div><div class="sidebar">` + long + `<p>here</p></div><div><p>` + sentence + `<p>` + sentence + `</div></div>`, "candidate.levels", 99},
		"no candidate of few words":                  {`<p>here</p>`, "candidate.levels", 99},
		"comments count to their outermost element":  {`<div><p>` + sentence + `</p><div class="comments"><p>First!</p><p>here</p></div></div>`, "comments.within", 1},
		"a link to comments is none":                 {`<div><p>` + sentence + `</p><div class="comments"><p>here</p></div></div>`, "comments.within", 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows, _ := describe(c.page)
			at := slices.Index(features.Names(), c.feature)
			if at < 0 {
				t.Fatalf("got no feature %s, want one", c.feature)
			}
			before, _, _ := strings.Cut(c.page, "here</p>")
			here := strings.Count(before, "<p>") - 1 // no other text is a block
			if got := rows[here][at]; got != c.want {
				t.Errorf("%s: got %v, want %v", c.feature, got, c.want)
			}
		})
	}
}
