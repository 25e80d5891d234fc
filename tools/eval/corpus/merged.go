package corpus

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

// older is a set whose pages and texts lie side by side, as a repository that gathers older sets
// keeps them: input/<id>.html and GoldStandard/<id>.txt.
type older struct {
	folder  string
	title   string
	measure Measure
	truth   func(text string) string // the main content of a file of GoldStandard
	below   func(text string) string // the comments in it; nil where there are none
}

var olders = map[string]older{
	Dragnet:   {folder: "dragnet_data", title: "Dragnet's set of 2012", measure: Bag, truth: beforeComments, below: afterArticle},
	CleanEval: {folder: "cleaneval-final", title: "CleanEval", measure: Sequence, truth: unmarked},
}

// loadOlder reads one half of such a set: the even one by its name, the other by its name with "-odd".
func loadOlder(folder, name string) (Set, error) {
	base, odd := strings.CutSuffix(name, oddHalf)
	o := olders[base]
	half := "even"
	if odd {
		half = "odd"
	}
	folder = filepath.Join(folder, "merged", o.folder)
	files, err := filepath.Glob(filepath.Join(folder, "input", "*.html"))
	if err != nil {
		return Set{}, err
	}
	if len(files) == 0 {
		return Set{}, fmt.Errorf("%s: %w", filepath.Join(folder, "input"), fs.ErrNotExist)
	}
	set := Set{Name: name, Title: o.title + ", " + half + " half", Measure: o.measure, HeldOut: odd}
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), ".html")
		gold := filepath.Join(folder, "GoldStandard", id+".txt")
		if _, err := os.Stat(gold); err != nil || isEven(id+".html") == odd {
			continue // of CleanEval's pages, not all were annotated
		}
		p, err := o.page(id, file, gold)
		if err != nil {
			return Set{}, err
		}
		set.Pages = append(set.Pages, p)
	}
	sortPages(set.Pages)
	return set, nil
}

func (o older) page(id, file, gold string) (Page, error) {
	text, err := os.ReadFile(gold)
	if err != nil {
		return Page{}, err
	}
	body, err := os.ReadFile(file)
	if err != nil {
		return Page{}, err
	}
	decoded, _ := charset.Decode(text, "text/plain")
	truth := Truth{Text: o.truth(string(decoded))}
	if o.below != nil {
		truth.Comments = o.below(string(decoded))
	}
	return Page{ID: id, URL: wrapped(body), Truth: truth, file: file}, nil
}

var wrapper = regexp.MustCompile(`^\s*<text id="(https?://[^"]+)"`)

// wrapped is the address that CleanEval's pages are wrapped with.
func wrapped(body []byte) *url.URL {
	if m := wrapper.FindSubmatch(body[:min(len(body), 4096)]); m != nil {
		return address(string(m[1]))
	}
	return address("")
}

var (
	firstAddress = regexp.MustCompile(`^\s*URL:[^\n]*`)
	marks        = regexp.MustCompile(`(?i)</?[hpl]\d?>`)
)

// unmarked drops what CleanEval's annotators added: the address, and marks of headings,
// paragraphs and items.
func unmarked(text string) string {
	return marks.ReplaceAllString(firstAddress.ReplaceAllString(text, ""), " ")
}

// comments stands between an article and its comments in Dragnet's texts.
var comments = regexp.MustCompile(`!@#\$%\^&\*\(\)\s*COMMENTS`)

func beforeComments(text string) string { return comments.Split(text, 2)[0] }

// afterArticle is empty where a page has no comments.
func afterArticle(text string) string {
	if parts := comments.Split(text, 2); len(parts) == 2 {
		return strings.TrimSpace(parts[1])
	}
	return ""
}
