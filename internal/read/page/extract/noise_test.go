package extract_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/extract"
)

// TestNoise: the markdown of a page begins with its headline, and what only operates the page,
// or is there twice, is not in it.
func TestNoise(t *testing.T) {
	t.Parallel()
	const first, second = `<p>The gate in the harbour is closed when the water outside stands higher than three metres, and the keeper reads its level from a gauge that was put there in spring.</p>`,
		`<p>This is measured every minute, and shown on a board above the quay. Whoever wants to know why it is three metres has to read the minutes of the council, where it was carried in a quarter of an hour.</p>`
	const want = "# Reading the gate\n\n![gate](https://site.example/gate.jpg)\n\n" +
		"The gate in the harbour is closed when the water outside stands higher than three metres, and the keeper reads its level from a gauge that was put there in spring.\n\n## Why\n\n" +
		"This is measured every minute, and shown on a board above the quay. Whoever wants to know why it is three metres has to read the minutes of the council, where it was carried in a quarter of an hour.\n\n" +
		"> [!WARNING]\n> Do not open it by hand.\n\n- one of the keepers, who has the key to the hut in which it stands, and\n"
	body := `<title>Reading the gate - Harbour</title><meta property="og:type" content="article"><a href="#c">Skip to content</a><main id="c"><article>` +
		`<nav class="breadcrumbs"><a href="/">Home</a> › <a href="/gates">Gates</a></nav><figure><img src="/gate.jpg" alt="gate"></figure><h1>Reading the gate<a class="hash" href="#reading">#</a></h1>` +
		first + `<h2><a href="/dir/page?x=1#why">Why</a> <a href="#why" aria-label="Permalink">¶</a></h2><img src="/gate.jpg" alt="the gate again">` + second +
		`[caption id="attachment_3" width="300"][/caption]<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">Warning</p><p>Do not open it by hand.</p></div><ul><li>one of the keepers, who has the key to the hut in which it stands, and</li><li><span></span></li></ul>` + days(0, 3) + `</article></main>`
	p := read(t, "text/html", body, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
	got, _, _ := strings.Cut(p.Markdown, "\nOn day 0")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the markdown differs (-want +got):\n%s", diff)
	}
}

// TestSaidTwice: what is there for the eye and once more for those who have pages read to them is said once.
func TestSaidTwice(t *testing.T) {
	t.Parallel()
	body := `<title>A lamp</title><meta property="og:type" content="article"><main><article><h1>A lamp of brass</h1>` +
		`<p><span>Condition: <span><!-- 1 --><span>Used lamp</span><!-- 2 --></span></span><span class="clipped">Condition: Used lamp</span></p>` +
		`<p>It is as it was left. <a href="/more"><span>See all details<span class="clipped">See all details on coverage</span></span></a></p>` +
		`<p><span>ha</span><span>ha</span> was said of the <span>gate</span><span>keeper</span>, and never, never again.</p>` + days(0, 6) + `</article></main>`
	p := read(t, "text/html", body, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
	got, _, _ := strings.Cut(p.Markdown, "\nOn day 0")
	const want = "# A lamp of brass\n\nCondition: Used lamp\n\nIt is as it was left. [See all details on coverage](https://site.example/more)\n\nhaha was said of the gatekeeper, and never, never again.\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the markdown differs (-want +got):\n%s", diff)
	}
}

// TestLinesThatPartNothing: lines across a page stand between parts of it, and a heading above a table of contents above one.
func TestLinesThatPartNothing(t *testing.T) {
	t.Parallel()
	body := `<title>A lamp</title><meta property="og:type" content="article"><main><article><hr><h1>A lamp of brass</h1><p>It hangs at the gate.</p><hr><div></div><hr><h3>Table of contents</h3>` +
		`<p>It has hung there since the spring of that year.</p><h2>Contents</h2><ul><li>A lamp of brass, which is the lamp at the gate of the harbour</li></ul>` + days(0, 6) + `<hr><p></p><hr></article></main>`
	p := read(t, "text/html", body, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
	got, rest, _ := strings.Cut(p.Markdown, "\nOn day 0")
	const want = "# A lamp of brass\n\nIt hangs at the gate.\n\n---\n\nIt has hung there since the spring of that year.\n\n## Contents\n\n- A lamp of brass, which is the lamp at the gate of the harbour\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the markdown differs (-want +got):\n%s", diff)
	}
	if strings.HasSuffix(rest, "---\n") {
		t.Errorf("got a line behind all of the content, want none:\n%s", rest)
	}
}

// TestPartsOfALine: parts that only styles keep apart have a space between them, parts of a word and of a price have none.
func TestPartsOfALine(t *testing.T) {
	t.Parallel()
	body := `<title>A lamp</title><meta property="og:type" content="article"><main><article><h1>A lamp of brass</h1>` +
		`<p><span class="brand">Harbour Works</span><span class="name">Lamp of brass</span><span class="price">48 euros</span> for <a class="by" href="/keeper">a keeper</a><time>2026</time>.</p>` +
		`<p><span class="drop">A</span><span>ll of the</span> <span class="light">lamp</span><span>lighters</span> paid <span class="whole">1919</span><span class="cents">99</span> for ` +
		`<code><span class="k">brass</span><span class="n">Lamp</span></code>.</p>` + days(0, 6) + `</article></main>`
	p := read(t, "text/html", body, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
	got, _, _ := strings.Cut(p.Markdown, "\nOn day 0")
	const want = "# A lamp of brass\n\nHarbour Works Lamp of brass 48 euros for [a keeper](https://site.example/keeper) 2026.\n\nAll of the lamplighters paid 191999 for `brassLamp`.\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the markdown differs (-want +got):\n%s", diff)
	}
}

// TestMenuInALine: links with bars between are a menu, numbers of pages a pager, and images a pixel high keep others apart. Links with words between are a text.
func TestMenuInALine(t *testing.T) {
	t.Parallel()
	body := `<title>Gates</title><meta property="og:type" content="article"><article><h1>Reading the gate</h1><p><img src="/s.gif" width="14" height="1"></p>` +
		`<p><a href="/a">new</a> | <a href="/b">past</a> | <a href="/c">ask</a> | <a href="/d">show</a> | <a href="/e">jobs</a></p>` + `<div class="pagination">Page <a href="?p=41">41</a> <a href="?p=42">42</a> <a href="?p=43">Next ›</a></div>` + days(0, 3) +
		`<p>See <a href="/1">one</a>, <a href="/2">two</a>, <a href="/3">three</a>, <a href="/4">four</a> and <a href="/5">five</a> of the gates that were read by the keeper on these days.</p>` + days(3, 6) + `</article>`
	p := read(t, "text/html", body, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
	for _, s := range []string{"past", "s.gif", "jobs", "41", "Next"} {
		if strings.Contains(p.Markdown, s) {
			t.Errorf("got %q, want it left out:\n%s", s, p.Markdown)
		}
	}
	if !strings.Contains(p.Markdown, "[three]") {
		t.Errorf("got no sentence with links, want it:\n%s", p.Markdown)
	}
}

// TestTerms: a definition that is kept has its term.
func TestTerms(t *testing.T) {
	t.Parallel()
	body := `<title>Events</title><meta property="og:type" content="article"><article><h1>Events of the gate</h1>` + days(0, 4) + `<dl>`
	for _, term := range []string{"open", "<a href=\"/shut\"><code>shut</code></a>", "tide <span class=\"badge label\">Read more</span>"} {
		body += `<dt>` + term + `</dt><dd>Fired when the keeper has ` + days(7, 8) + `</dd>`
	}
	p := read(t, "text/html", body+`</dl>`+days(4, 8)+`</article>`, extract.Options{Parts: extract.Text, OnlyMainContent: true})
	for _, term := range []string{"open", "shut", "tide"} {
		if !strings.Contains(p.Text, "\n"+term) {
			t.Errorf("got no term %q, want it:\n%s", term, p.Text)
		}
	}
}

// TestClones: what runs in a circle is there once; what only looks alike stays.
func TestClones(t *testing.T) {
	t.Parallel()
	band := `<div class="stat"><p>30 million keepers</p><p>read the gauge</p></div>`
	body := `<title>Gates</title><meta property="og:type" content="article"><article><h1>Reading the gate</h1>` + days(0, 4) +
		`<div class="band">` + strings.Repeat(band, 4) + `<div class="stat"><p>20 million keepers</p><p>read the gauge</p></div><div class="other"><p>20 million keepers</p><p>read the gauge</p></div></div>` + days(4, 9) + `</article>`
	p := read(t, "text/html", body, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
	for s, want := range map[string]int{"30 million": 1, "20 million": 2} {
		if got := strings.Count(p.Markdown, s); got != want {
			t.Errorf("got %q %d times, want %d:\n%s", s, got, want, p.Markdown)
		}
	}
}

// TestRefrain: a few words that are said again between other things stay, and what runs in a circle as a whole is there once.
func TestRefrain(t *testing.T) {
	t.Parallel()
	part := func(class, s string) string { return `<div class="` + class + `"><p>` + s + `</p></div>` }
	refrain := part("verse", "Gatekeepers everlasting")
	song := part("verse", "The water stood below the wall") + refrain + part("verse", "The moon was full above the quay") + refrain
	quotes := part("quote", "It never missed a single tide") + part("quote", "We would not go to sea without")
	body := `<title>Gates</title><meta property="og:type" content="article"><article><h1>Reading the gate</h1>` + days(0, 4) +
		`<div>` + song + `</div>` + `<div class="band">` + quotes + quotes + quotes + `</div>` + days(4, 9) + `</article>`
	p := read(t, "text/html", body, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
	for s, want := range map[string]int{"Gatekeepers": 2, "never missed": 1, "without": 1} {
		if got := strings.Count(p.Markdown, s); got != want {
			t.Errorf("got %q %d times, want %d:\n%s", s, got, want, p.Markdown)
		}
	}
}

// TestGallery: of a gallery before the text of an article one picture is kept, of two pictures both, and of a product all are.
func TestGallery(t *testing.T) {
	t.Parallel()
	const a, b, c = `<img src="/a.jpg" alt="a">`, `<div><img src="/b.jpg" alt="b"></div>`, `<a href="/c"><img src="/c.jpg" alt="c"></a>`
	text := `<p>It hangs at the gate, and is lit at night. <img src="/d.jpg" alt="d"></p><img src="/e.jpg" alt="e">` + days(0, 6)
	const headline, rest = "# A lamp of brass\n\n", "It hangs at the gate, and is lit at night. ![d](https://site.example/d.jpg)\n\n![e](https://site.example/e.jpg)\n"
	const first, second, third = "![a](https://site.example/a.jpg)\n\n", "![b](https://site.example/b.jpg)\n\n", "[![c](https://site.example/c.jpg)](https://site.example/c)\n\n"
	for name, c := range map[string]struct{ kind, pictures, want string }{
		"three of an article": {"article", a + b + c, first},
		"two of an article":   {"article", a + b, first + second},
		"three of a product":  {"product", a + b + c, first + second + third},
	} {
		body := `<title>A lamp</title><meta property="og:type" content="` + c.kind + `"><main><article><h1>A lamp of brass</h1><div class="images">` + c.pictures + `</div>` + text + `</article></main>`
		p := read(t, "text/html", body, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
		got, _, _ := strings.Cut(p.Markdown, "\nOn day 0")
		if diff := cmp.Diff(headline+c.want+rest, got); diff != "" {
			t.Errorf("%s: the markdown differs (-want +got):\n%s", name, diff)
		}
	}
}
