package clean_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// left is what of a page is left beside its text.
func left(t *testing.T, markup string) string {
	t.Helper()
	const text = "The content of this page, long enough to be most of it, whatever stands beside it."
	body := dom.Body(dom.Parse([]byte("<p>" + text + "</p>" + markup)))
	clean.Hidden(body)
	clean.Boilerplate(body)
	return strings.TrimSpace(strings.TrimPrefix(dom.Text(body), text))
}

// TestWhatSurroundsTheContent has every name, role and element by which a part of a page
// is known to be no content.
func TestWhatSurroundsTheContent(t *testing.T) {
	t.Parallel()
	for word := range strings.FieldsSeq(`ad ads advert advertisement advertising sponsored adsbygoogle nav navbar navigation menubar breadcrumb breadcrumbs pagination pager
sidebar cookie cookies consent gdpr modal popup overlay toolbar newsletter subscribe subscription share sharing sharebar social footer masthead skiplink related recommended recommendations outbrain taboola`) {
		for _, attr := range []string{`class="` + word + `"`, `class="a b-` + word + ` c"`, `id="` + strings.ToUpper(word) + `_1"`} {
			if got := left(t, "<div "+attr+">x</div>"); got != "" {
				t.Errorf("%s: got %q left, want nothing", attr, got)
			}
		}
		if got := left(t, `<div class="q`+word+`">x</div>`); got != "x" {
			t.Errorf("q%s: got %q left, want x", word, got)
		}
	}
	for _, attr := range []string{`class="a-skip-to-b"`, `class="xskip-link"`, `id="header"`, `class="site-header"`, `class="top-bar"`, `class="topbar"`} {
		if got := left(t, "<div "+attr+">x</div>"); got != "" {
			t.Errorf("%s: got %q left, want nothing", attr, got)
		}
	}
	for role := range strings.FieldsSeq("navigation banner contentinfo search complementary dialog alertdialog menu menubar toolbar") {
		if got := left(t, `<div role="`+role+`">x</div>`); got != "" {
			t.Errorf("role %s: got %q left, want nothing", role, got)
		}
	}
	if got := left(t, `<div class="ad `+strings.Repeat("x", 500)+`">x</div>`); got != "x" {
		t.Errorf("got %q left of an element with a name that is generated, want x", got)
	}
}

func TestWhatIsNeverSeen(t *testing.T) {
	t.Parallel()
	for _, markup := range []string{
		"<script>x</script>", "<style>x</style>", "<template>x</template>", "<noscript>x</noscript>", "<svg><text>x</text></svg>", "<canvas>x</canvas>", "<object>x</object>",
		"<iframe>x</iframe>", "<select><option>x</select>", "<textarea>x</textarea>", "<button>x</button>", "<dialog open>x</dialog>", "<label>x<textarea></textarea></label>",
		"<p hidden>x", "<p aria-hidden=' true '>x", "<p style='visibility : hidden'>x", "<!-- x -->",
	} {
		if got := left(t, markup); got != "" {
			t.Errorf("%s: got %q left, want nothing", markup, got)
		}
	}
	for _, markup := range []string{
		"<p aria-hidden=false>x", "<main aria-hidden=true>x</main>", "<p style='visibility:visible'>x", "<p style='display:none;" + strings.Repeat(" ", 4096) + "'>x", "<label>x<input></label>",
	} {
		if got := left(t, markup); got != "x" {
			t.Errorf("%.40s: got %q left, want x", markup, got)
		}
	}
}
