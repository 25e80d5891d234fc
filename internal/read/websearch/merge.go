package websearch

import (
	"cmp"
	"strings"

	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/weburl"
)

// distinct takes off redirects, leaves out advertisements and what is not on the public web, merges what is one document
// and cuts what is too much. A repetition adds to its first what that lacks.
func distinct(all []Result, most int) []Result {
	kept, at := []Result{}, map[string]int{}
	for _, r := range all {
		key := weburl.Key(r.URL)
		if key == "" || weburl.IsAd(r.URL) || weburl.IsAd(weburl.Unwrap(r.URL)) || inside(r.URL) {
			continue
		}
		r.URL, r.Snippet = weburl.Clean(r.URL), clip(r.Snippet)
		first, again := at[key]
		if doi := strings.ToLower(r.DOI); doi != "" && !again {
			first, again = at["doi:"+doi]
		}
		if !again {
			first = len(kept)
			kept = append(kept, r)
		} else {
			kept[first].fill(r)
		}
		at[key] = first
		if r.DOI != "" {
			at["doi:"+strings.ToLower(r.DOI)] = first
		}
	}
	if most > 0 && len(kept) > most {
		kept = kept[:most]
	}
	return kept
}

// inside matches results that lead to a machine of a private network: whoever follows them
// may be in one.
func inside(found string) bool { return egress.Inside(found) || egress.Inside(weburl.Clean(found)) }

// fill adds what is not known yet.
func (r *Result) fill(other Result) {
	r.DisplayURL = cmp.Or(r.DisplayURL, other.DisplayURL)
	r.Title = cmp.Or(r.Title, other.Title)
	r.Snippet = cmp.Or(r.Snippet, other.Snippet)
	r.Published = cmp.Or(r.Published, other.Published)
	r.Source = cmp.Or(r.Source, other.Source)
	r.Abstract = cmp.Or(r.Abstract, other.Abstract)
	r.DOI = cmp.Or(r.DOI, other.DOI)
	if len(r.Authors) == 0 {
		r.Authors = other.Authors
	}
}
