package extract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/extract"
)

// Pages that are no articles keep what they are visited for, and lose what is on
// every page of their site.
func TestPageTypes(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		how   page.Extraction
		holds []string
		lacks []string
	}{
		"home": {
			page.MainContent,
			[]string{"# Bookkeeping for boatyards", "Moorings by the foot", "exported every night", "unpaid moorings in October", "£49 a month", "The lift diary", "biscuits"},
			[]string{"Sign in", "one cookie", "Registered in Wales"},
		},
		"category": {
			page.CleanedBody,
			[]string{"# Teapots", "Thrown on the wheel", "Kestrel teapot", "£32.00", "Two left", "https://site.example/p/vase"},
			[]string{"Slate (4)", "Returns within"},
		},
		"board": {
			page.CleanedBody,
			[]string{"without a motor", "torno", "112", "https://site.example/t/3990"},
			[]string{"Register", "runs on tea"},
		},
		"question": {
			page.CleanedBody,
			[]string{"# ", "Why does my sundial run fast in November?", "Is my gnomon bent?", "equation of time", "9.87*sin", "Four minutes for each degree", "**Meridian_Joe** · 6 Nov", "on Christmas Day"},
			[]string{"Moon dials", "read in daylight"},
		},
		"product": {
			page.CleanedBody,
			[]string{"# Ash splitting maul", "£58.50", "HT-2270", "forged from one billet", "C45 steel", "one blister"},
			[]string{"Basket (0)"},
		},
		"manual": {
			page.CleanedBody,
			[]string{"# tidelog handbook", "On a Pi", "https://site.example/errors", "pip install tidelog", "sensor of 12 bits"},
			[]string{"Built on a rainy day"},
		},
		"front": {
			page.CleanedBody,
			[]string{"Ferry to run on Sundays", "second urn", "Peat cutting ends early", "lamp oil", "one left oar", "06:12"},
			[]string{"old net store"},
		},
		"search": {
			page.CleanedBody,
			[]string{"5 results", "https://site.example/o/118", "a drum that turns", "£1.20"},
			[]string{"Closed on Mondays"},
		},
		"contact": {
			page.CleanedBody,
			[]string{"# Kontakt", "Am Deich 4", "04651 0000", "8–17 Uhr"},
			[]string{"Impressum", "Netze"},
		},
		"app": {page.CleanedBody, []string{"Wanderer", "8.9 m", "Puffin"}, []string{"Please allow scripts"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := read(t, "text/html", string(saved(t, "types/"+name+".html")), extract.Options{Parts: all, OnlyMainContent: true})
			if p.Extraction != c.how {
				t.Errorf("the content was taken from %s", p.Extraction)
			}
			for _, s := range c.holds {
				if !strings.Contains(p.Markdown, s) {
					t.Errorf("the markdown lacks %q", s)
				}
			}
			for _, s := range c.lacks {
				if strings.Contains(p.Markdown, s) {
					t.Errorf("the markdown holds %q", s)
				}
			}
			golden.Text(t, "testdata/golden/types/"+name+".md", p.Markdown)
		})
	}
}

// days is a story of so many paragraphs, each of its own words.
func days(from, until int) string {
	var s strings.Builder
	for i := from; i < until; i++ {
		fmt.Fprintf(&s, "<p>On day %d the keeper wrote down the height of the tide, %d feet at noon, and on the next one did, too, because the book was there and the pen was in it.</p>", i, i*7%23)
	}
	return s.String()
}

func TestExtraction(t *testing.T) {
	t.Parallel()
	story := `<div class="story"><h1>Noon</h1>` + days(0, 9) + `</div>`
	posts := `<div class="post">` + days(0, 1) + `</div><div class="post">` + days(1, 2) + `</div><div class="post">` + days(2, 3) + `</div>`
	related := `<div class="grid"><div><h2>A</h2><p>More.</p></div><div><h2>B</h2><p>More.</p></div><div><h2>C</h2><p>More.</p></div><div><h2>D</h2><p>More.</p></div></div>`
	cases := map[string]struct {
		mediaType, body string
		o               extract.Options
		want            page.Extraction
	}{
		"an article":             {"text/html", story, extract.Options{OnlyMainContent: true}, page.MainContent},
		"an article, not much":   {"text/html", "<h1>Hi</h1><p>there", extract.Options{OnlyMainContent: true}, page.CleanedBody},
		"nothing":                {"text/html", "", extract.Options{OnlyMainContent: true}, page.CleanedBody},
		"all of it":              {"text/html", story, extract.Options{}, page.WholePage},
		"selectors":              {"text/html", story, extract.Options{OnlyMainContent: true, IncludeTags: []string{"h1"}}, page.Selected},
		"posts":                  {"text/html", posts, extract.Options{OnlyMainContent: true}, page.CleanedBody},
		"posts below a story":    {"text/html", story + strings.Repeat(`<div class="post"><p>Yes.</p></div>`, 5), extract.Options{OnlyMainContent: true}, page.MainContent},
		"posts, an article once": {"text/html", `<meta property="og:type" content="article">` + posts, extract.Options{OnlyMainContent: true}, page.MainContent},
		"a declared thread":      {"text/html", `<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>` + story, extract.Options{OnlyMainContent: true}, page.MainContent},
		"a thread by microdata":  {"text/html", `<body itemscope itemtype="https://schema.org/QAPage">` + story, extract.Options{OnlyMainContent: true}, page.MainContent},
		"a declared list":        {"text/html", `<script type="application/ld+json">{"@graph":[{"@type":"CollectionPage"}]}</script>` + story, extract.Options{OnlyMainContent: true}, page.MainContent},
		"a product":              {"text/html", `<meta property="og:type" content="product">` + story, extract.Options{OnlyMainContent: true}, page.MainContent},
		"a story that ends soon": {"text/html", story + related + `<div>` + strings.Repeat("<p>Short lines, one by one.</p>", 9) + `</div>`, extract.Options{OnlyMainContent: true}, page.MainContent},
		"a long story":           {"text/html", `<div class="story"><h1>Noon</h1>` + days(0, 40) + `</div>` + related, extract.Options{OnlyMainContent: true}, page.MainContent},
		"a feed":                 {"application/rss+xml", string(saved(t, "feed.xml")), extract.Options{OnlyMainContent: true}, page.FeedItems},
		"text":                   {"text/plain", "words", extract.Options{OnlyMainContent: true}, page.PlainText},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if p := read(t, c.mediaType, c.body, c.o); p.Extraction != "" {
				t.Errorf("no content was asked for, and it was taken from %s", p.Extraction)
			}
			c.o.Parts = extract.Markdown
			if p := read(t, c.mediaType, c.body, c.o); p.Extraction != c.want {
				t.Errorf("got %s, want %s:\n%s", p.Extraction, c.want, p.Markdown)
			}
		})
	}
}
