// Package corpus reads the sets of pages with known main content from a folder that
// the caller got from their authors. It must not know extractors or how they are
// judged, and fetches nothing.
package corpus

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

// Measure names how the authors of a set judge what was found.
type Measure string

// The measures, one a set.
const (
	Shingles Measure = "shingles" // article-extraction-benchmark: runs of four words
	Words    Measure = "words"    // WCXB: words as a bag
	Snippets Measure = "snippets" // trafilatura: phrases that belong to it, and that do not
	Bag      Measure = "bag"      // Dragnet: words as a bag, as WCXB, without phrases
	Sequence Measure = "sequence" // CleanEval: words in their order
)

// Set is a set of pages, or the part of one that may be looked at.
type Set struct {
	Name    string // as the flag names it
	Title   string // as a table names it
	Measure Measure
	HeldOut bool // not for selection: to be looked at once, at the end
	Pages   []Page
}

// Page is a saved page and what belongs to it.
type Page struct {
	ID     string
	URL    *url.URL // where it was; a name that cannot exist where the set has none
	Groups []string // parts of the set that it counts in, beside the whole
	Repeat bool     // also in the set that others are trained on; counts only in its group
	Truth  Truth
	file   string
}

// Truth is what the authors of a set say about a page's main content.
type Truth struct {
	Text     string
	With     []string // phrases of it
	Without  []string // phrases of the rest of the page
	Comments string   // below it, where a set has them apart
}

// The sets by the names of their flags, those for selection first.
const (
	Dev  = "dev"
	Even = "even"
	Traf = "traf"
	Test = "test"
	Odd  = "odd"

	Dragnet      = "dragnet"
	CleanEval    = "cleaneval"
	oddHalf      = "-odd"
	DragnetOdd   = Dragnet + oddHalf
	CleanEvalOdd = CleanEval + oddHalf
)

// Names are all sets in the order of their tables.
func Names() []string {
	return []string{Even, Odd, Dev, Test, Traf, Dragnet, DragnetOdd, CleanEval, CleanEvalOdd}
}

// Selection are the sets that an extractor may be chosen and tuned on.
func Selection() []string { return []string{Even, Dev, Traf, Dragnet, CleanEval} }

// Load returns the named set of the folder. Of one that is held out, pages whose host no set has that models learn
// from are in the group Unseen.
func Load(folder, name string) (Set, error) {
	set, err := load(folder, name)
	if err != nil || !set.HeldOut {
		return set, err
	}
	return set, groupUnseen(folder, set.Pages)
}

func load(folder, name string) (Set, error) {
	switch name {
	case Even, Odd:
		return loadAEB(folder, name)
	case Dev, Test:
		return loadWCXB(folder, name)
	case Traf:
		return loadTraf(folder)
	case Dragnet, DragnetOdd, CleanEval, CleanEvalOdd:
		return loadOlder(folder, name)
	}
	return Set{}, fmt.Errorf("there is no set %q: name some of %s", name, strings.Join(Names(), ", "))
}

// HTML returns the page as valid UTF-8. Every extractor is given this, so that none
// is judged by how it reads charsets.
func (p Page) HTML() ([]byte, error) {
	body, err := os.ReadFile(p.file)
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(p.file, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.file, err)
		}
		if body, err = io.ReadAll(z); err != nil {
			return nil, fmt.Errorf("%s: %w", p.file, err)
		}
	}
	text, _ := charset.Decode(body, "")
	return text, nil
}

// address parses raw, or gives an address that leads nowhere.
func address(raw string) *url.URL {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return &url.URL{Scheme: "https", Host: "page.invalid", Path: "/"}
	}
	return u
}

func sortPages(pages []Page) {
	slices.SortFunc(pages, func(a, b Page) int { return strings.Compare(a.ID, b.ID) })
}
