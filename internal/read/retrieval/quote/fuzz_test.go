package quote_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/retrieval/quote"
)

// FuzzFind finds what a model quotes: what it finds stands in the document.
func FuzzFind(f *testing.F) {
	for _, seed := range []string{
		`The harbour opens at **six**.

It closes	at ten.`,
		`“Quoted” – text…`,
		`ÿ`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, document string) {
		for _, wanted := range []string{document, "harbour opens", strings.ToUpper(document[len(document)/2:])} {
			if exact, ok := quote.Find(document, wanted); ok && !strings.Contains(document, exact) {
				t.Errorf("%q in %q: got %q, which does not stand there", wanted, document, exact)
			}
		}
	})
}
