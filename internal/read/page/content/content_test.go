package content_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// story is the content of most pages here.
const story = `<h1>The barrier held</h1>
<p>The tide barrier at the mouth of the harbour held on Tuesday night, when the highest water in forty years came up the estuary, and the town behind it stayed dry.</p>
<p>The keepers had closed it at noon. By nine in the evening the sea stood three metres above the quay, and the wind, which had been from the west all day, went round to the north.</p>
<h2>What it cost</h2>
<p>Nobody in the council has said so in public, but the money for the barrier was voted against twice, and the third time it was carried by a single vote, which was the chairman's own.</p>
<table><tr><th>Gate</th><th>Closed</th><th></th></tr><tr><td>North</td><td>12:04</td><td></td></tr><tr><td>South</td><td>12:11</td><td></td></tr></table>
<pre><code>level<span> </span>3.02</code></pre>
<p>It will be opened again on Thursday, when the water is expected to be back where it belongs, and the boats that have waited outside can come in.</p>`

const around = `<nav class="main-menu"><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li><li><a href="/sport">Sport</a></li><li><a href="/log-in">Log in</a></li></ul></nav>`

const below = `<aside class="related"><h3>More from the harbour</h3><ul><li><a href="/1">Ferry sold</a></li><li><a href="/2">Gulls again</a></li><li><a href="/3">Fish market moves</a></li></ul></aside>
<footer class="site-footer"><p>Copyright 2026 The Harbour Herald. All rights reserved.</p><ul><li><a href="/privacy">Privacy</a></li><li><a href="/terms">Terms of use</a></li></ul></footer>`

func page(inside string) string {
	return `<html><head><title>The barrier held - Harbour Herald</title><meta property="og:type" content="article"></head><body>` + around + `<main><article>` + inside + `</article></main>` + below + `</body></html>`
}

func find(t *testing.T, page string, least int) (main, doc *html.Node) {
	t.Helper()
	doc = dom.Parse([]byte(page))
	main, err := content.New().Main(t.Context(), doc, content.Options{Least: least})
	if err != nil {
		t.Fatal(err)
	}
	return main, doc
}

func TestArticle(t *testing.T) {
	t.Parallel()
	main, _ := find(t, page(story), 100)
	if main == nil {
		t.Fatal("nothing was found")
	}
	text := dom.Text(main)
	for _, s := range []string{"held on Tuesday night", "What it cost", "12:04", "level 3.02", "boats that have waited"} {
		if !strings.Contains(text, s) {
			t.Errorf("the content lacks %q", s)
		}
	}
	for _, s := range []string{"Log in", "Gulls again", "All rights reserved", "Privacy"} {
		if strings.Contains(text, s) {
			t.Errorf("the content holds %q", s)
		}
	}
	if cells := len(dom.Collect(main, atom.Td, atom.Th)); cells != 9 {
		t.Errorf("the table has %d cells", cells)
	}
}

func TestImages(t *testing.T) {
	t.Parallel()
	const logo, photo = `<div class="logo-bar"><a href="/"><img src="logo.png"></a></div>`, `<figure><img src="barrier.jpg"></figure>`
	main, _ := find(t, strings.Replace(page(story+photo), "<main>", logo+"<main>", 1), 100)
	if main == nil {
		t.Fatal("nothing was found")
	}
	var kept []string
	for _, n := range dom.Collect(main, atom.Img) {
		kept = append(kept, dom.Attr(n, "src"))
	}
	if !strings.Contains(strings.Join(kept, " "), "barrier.jpg") {
		t.Errorf("the photograph is gone: %v", kept)
	}
}

// TestOnce: what a page shows twice, for wide and for narrow screens, is told once.
func TestOnce(t *testing.T) {
	t.Parallel()
	main, _ := find(t, page(story+`<div class="mobile-only">`+story+`</div>`), 100)
	if main == nil {
		t.Fatal("nothing was found")
	}
	if n := strings.Count(dom.Text(main), "held on Tuesday night"); n != 1 {
		t.Errorf("it is told %d times", n)
	}
}

// TestChorus: what stands twice side by side is meant to.
func TestChorus(t *testing.T) {
	t.Parallel()
	const chorus = `<p>And the tide comes up, and the tide goes down, and the gate stands where it stood.</p>`
	main, _ := find(t, page(story+chorus+`<p>They built it of iron, they built it of stone, and they paid for it all in the end.</p>`+chorus), 100)
	if main == nil {
		t.Fatal("nothing was found")
	}
	if n := strings.Count(dom.Text(main), "the tide comes up"); n != 2 {
		t.Errorf("it is told %d times", n)
	}
}

// TestRepeatsRightly: code, data and quotations say again what was said.
func TestRepeatsRightly(t *testing.T) {
	t.Parallel()
	const said = "the north gate is closed at noon"
	for name, markup := range map[string]string{
		"code":        `<div><pre>` + said + `</pre></div><p>And then, when the tide has turned and the boats are in, the south one:</p><div><pre>` + said + `</pre></div>`,
		"data":        `<table><tr><th>Day</th><th>Gate</th></tr><tr><td>Monday</td><td>` + said + `</td></tr><tr><td>Tuesday</td><td>` + said + `</td></tr></table>`,
		"a refrain":   `<div><p>The keeper came down to the gate with his lamp, and he sang as he walked in the wind:</p><p>` + said + `</p></div><div><p>The ferry went out to the sea in the night, and they sang on the deck in the rain:</p><p>` + said + `</p></div>`,
		"a quotation": `<div><p>` + said + `</p></div><p>To which the keeper, who had read it in the paper that evening, had an answer at once:</p><blockquote><p>` + said + `</p></blockquote>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			main, _ := find(t, page(story+markup+`<p>Nobody has asked him since, and he has not offered to explain it, which is how things are in the harbour.</p>`), 100)
			if main == nil {
				t.Fatal("got no content, want the story")
			}
			if n := strings.Count(dom.Text(main), said); n != 2 {
				t.Errorf("got it %d times, want 2: %s", n, dom.Text(main))
			}
		})
	}
}

// TestFoldedAway: content that a script shows when it is asked for is content, and
// what writes it down later must see it.
func TestFoldedAway(t *testing.T) {
	t.Parallel()
	folded := strings.NewReplacer(`<h2>What it cost</h2>`, `<h2><button aria-expanded="false">What it cost</button></h2><div class="panel" style="display: none" aria-hidden="true">`, `<table>`, `</div><table>`).Replace(story)
	main, _ := find(t, page(folded), 100)
	if main == nil {
		t.Fatal("nothing was found")
	}
	if !strings.Contains(dom.Text(main), "carried by a single vote") {
		t.Error("what is folded away is gone")
	}
	for n := range dom.Descendants(main) {
		if clean.IsHidden(n) {
			t.Errorf("%s is hidden", n.Data)
		}
	}
}

func TestNoContent(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page  string
		least int
	}{
		"nothing":         {"", 0},
		"a small page":    {"<p>Closed on Mondays.", 0},
		"less than asked": {page(story), 100_000},
		"a menu":          {around + strings.Repeat(below, 3), 500},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := dom.Text(dom.Parse([]byte(c.page)))
			main, doc := find(t, c.page, c.least)
			if main != nil {
				t.Errorf("got %q", dom.Text(main))
			}
			if after := dom.Text(doc); after != before {
				t.Errorf("the page was changed to %q", after)
			}
		})
	}
}

func TestHostilePages(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]string{
		"deep":          strings.Repeat("<div>", 50_000) + page(story),
		"many words":    "<p>" + strings.Repeat("the tide is high, ", 200_000),
		"many links":    strings.Repeat("<a href=x>y</a> ", 100_000),
		"many cells":    "<table><tr>" + strings.Repeat("<td>1", 100_000),
		"nested tables": strings.Repeat("<table><tr><td>x", 3_000) + page(story),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			find(t, p, 0)
		})
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := content.New().Main(ctx, dom.Parse([]byte(page(story))), content.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
