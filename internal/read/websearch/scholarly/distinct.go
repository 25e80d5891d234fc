package scholarly

import (
	"cmp"
	"context"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/quarryapi/quarry/internal/read/websearch"
)

// Distinct is an engine whose results are each a work of their own: one of the same DOI
// or title as one before it, such as its preprint, only adds what that lacks.
func Distinct(e websearch.Engine) websearch.Engine { return distinct{e} }

type distinct struct{ websearch.Engine }

// Search implements websearch.Engine. As some results fall away, more are asked for.
func (d distinct) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	wanted := q.Count
	q.Count += wanted / 2
	found, err := d.Engine.Search(ctx, q)
	found = Merge(found)
	if wanted > 0 && len(found) > wanted {
		found = found[:wanted]
	}
	return found, err
}

// Regions implements websearch.Regional.
func (d distinct) Regions() (country, language bool) {
	if r, ok := d.Engine.(websearch.Regional); ok {
		return r.Regions()
	}
	return false, false
}

// Merge joins results that are one work, in the order of the first of each.
func Merge(all []websearch.Result) []websearch.Result {
	kept := make([]websearch.Result, 0, len(all))
	at := map[string]int{}
	for _, r := range all {
		keys := keys(r)
		first := len(kept)
		for _, key := range keys {
			if i, known := at[key]; known {
				first = min(first, i)
			}
		}
		if first == len(kept) {
			kept = append(kept, r)
		} else {
			kept[first] = merged(kept[first], r)
		}
		for _, key := range keys {
			if _, known := at[key]; !known {
				at[key] = first
			}
		}
	}
	return kept
}

// keys are what a work is known by. A title that is short may be that of many works:
// "Introduction".
func keys(r websearch.Result) []string {
	const shortest = 20
	var all []string
	if doi := DOI(r.DOI); doi != "" {
		all = append(all, "doi:"+doi)
	}
	if title := Title(r.Title); len(title) >= shortest {
		all = append(all, "title:"+title)
	}
	return all
}

// Title is a title by which the records of a work are alike: letters and digits only, in
// lower case, without accents.
func Title(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKD.String(s))
}

// merged adds what a record lacks. Its own address stays.
func merged(r, more websearch.Result) websearch.Result {
	r.DisplayURL = cmp.Or(r.DisplayURL, more.DisplayURL)
	r.Snippet, r.Abstract = cmp.Or(r.Snippet, more.Snippet), cmp.Or(r.Abstract, more.Abstract)
	r.Published, r.Source, r.DOI = cmp.Or(r.Published, more.Published), cmp.Or(r.Source, more.Source), cmp.Or(r.DOI, more.DOI)
	if len(r.Authors) == 0 {
		r.Authors = more.Authors
	}
	return r
}
