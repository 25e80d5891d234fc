//nolint:misspell // names in several languages
package metadata_test

import (
	"strings"
	"testing"
)

// TestNamesOfAuthors has every name by which an element shows its author, and those of
// what surrounds an article, where authors are of other texts.
func TestNamesOfAuthors(t *testing.T) {
	t.Parallel()
	const text = `<p>The tide stood high that day, and the keel was wet.</p>`
	of := func(markup string) string { return author(read(t, `<h1>A wet day</h1>`+markup+text)) }
	for name := range strings.FieldsSeq(`author authors byline bylines autor autoren auteur auteurs autore autori autorin verfasser writer contributor contributors creator
redakteur journalist reporter signature authorname authorlink postauthor entryauthor articleauthor nickname username poster firma redactor authored dateauthor`) {
		for _, class := range []string{name, "post-" + name, "post_" + strings.ToUpper(name[:1]) + name[1:], "the" + strings.ToUpper(name[:1]) + name[1:] + "2"} {
			if got := of(`<p class="` + class + `">Ada Lane</p>`); got != "Ada Lane" {
				t.Errorf("%s: got author %q, want Ada Lane", class, got)
			}
		}
		for _, class := range []string{"x" + name, "has-" + name, "no-" + name, "with-" + name, "without-" + name} {
			if got := of(`<p class="` + class + `">Ada Lane</p>`); got != "" {
				t.Errorf("%s: got author %q, want none", class, got)
			}
		}
	}
	if got := of(`<div class="part"><p class=author>Bo Reed</p></div><p class=author>Ada Lane</p>`); got == "Ada Lane" {
		t.Errorf("got author %q, want the first one, too, where nothing speaks against it", got)
	}
	for name := range strings.FieldsSeq(`comment comments commentlist disqus reply replies respond kommentare kommentar commentaires comentarios responses
sidebar related recommended popular recent latest teaser teasers nav menu breadcrumb breadcrumbs trending similar carousel slider calendar navigation ticker newsletter event events termine`) {
		if got := of(`<div class="` + name + `"><p class=author>Bo Reed</p></div><p class=author>Ada Lane</p>`); got != "Ada Lane" {
			t.Errorf("%s: got author %q, want Ada Lane", name, got)
		}
	}
}
