package plan

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
	"github.com/quarryapi/quarry/internal/web/weburl"
)

// SiteLinks is the provider of sources that documents link to on their own host.
const SiteLinks = "site_links"

// leastShared is how many of the topic's words a link must have in its text or address.
const leastShared = 2

// Links are pages that documents link to on their own hosts and whose link has words of
// the topic: those with most of them first, then in the order of the documents. Known
// ones, by key, are left out.
func Links(t *research.Topic, documents []research.Document, known map[string]bool, most int) []research.Candidate {
	type scored struct {
		research.Candidate
		shared int
	}
	about := tokens.Stems(t.Title)
	for _, k := range t.Keywords {
		about = append(about, tokens.Stems(k)...)
	}
	slices.Sort(about)
	about = slices.Compact(about)
	var all []scored
	seen := map[string]bool{}
	for _, d := range documents {
		if !d.Readable() {
			continue
		}
		for _, l := range d.Links {
			key := weburl.Key(l.URL)
			shared := sharing(about, l.Text+" "+folders(l.URL))
			if key == "" || known[key] || seen[key] || shared < leastShared {
				continue
			}
			seen[key] = true
			all = append(all, scored{research.Candidate{
				Key: key, URL: weburl.Clean(l.URL), Title: l.Text, Lane: research.Site, Provider: SiteLinks, Source: d.Site,
				Score: float64(shared) / float64(len(about)), Trusted: d.Trusted,
			}, shared})
		}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.shared, a.shared) })
	var links []research.Candidate
	for _, s := range all[:min(len(all), most)] {
		links = append(links, s.Candidate)
	}
	return links
}

// folders are the words of an address without its host, which all pages of a site share.
func folders(address string) string {
	_, path, _ := strings.Cut(weburl.Display(address), " › ")
	return path
}

// sharing counts the different words of a text that are among the sorted ones.
func sharing(about []string, text string) int {
	stems := tokens.Stems(text)
	slices.Sort(stems)
	n := 0
	for _, s := range slices.Compact(stems) {
		if _, found := slices.BinarySearch(about, s); found {
			n++
		}
	}
	return n
}
