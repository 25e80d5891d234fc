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
