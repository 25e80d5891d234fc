package merge_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/lane"
	"github.com/quarryapi/quarry/internal/read/research/merge"
	"github.com/quarryapi/quarry/internal/web/weburl"
)

func found(l research.Lane, urls ...string) lane.List {
	list := lane.List{Query: research.Query{Lane: l, Text: "q"}}
	for i, u := range urls {
		list.Found = append(list.Found, research.Candidate{Key: weburl.Key(u), URL: u, Lane: l, Provider: "e", Query: "q", Rank: i + 1})
	}
	return list
}

// seen writes candidates as "lane url".
func seen(all []research.Candidate) []string {
	var list []string
	for _, c := range all {
		list = append(list, string(c.Lane)+" "+c.URL)
	}
	return list
}

func TestNamed(t *testing.T) {
	t.Parallel()
	topic := research.Topic{
		Seeds: []string{"https://a.example/", "https://t.example/x"}, TrustedPages: []string{"https://b.example/p", "http://www.a.example"}, TrustedDomains: []string{"t.example"},
		Messages: []research.Message{{Title: "No address"}, {Title: "M", URL: "https://c.example/", Snippet: "S"}, {URL: "https://b.example/p?utm_source=x"}},
	}
	got := merge.Named(&topic)
	if diff := cmp.Diff([]string{"seed https://a.example/", "seed https://t.example/x", "trusted https://b.example/p", "key_message https://c.example/"}, seen(got)); diff != "" {
		t.Errorf("seen mismatch (-want +got):\n%s", diff)
	}
	for i, want := range []bool{true, true, true, false} {
		if got[i].Trusted != want || got[i].Score != 1 || got[i].Provider != research.Caller {
			t.Errorf(`got %+v, want Trusted %t, Score 1, Provider "caller"`, got[i], want)
		}
	}
	if got[3].Title != "M" || got[3].Snippet != "S" {
		t.Errorf(`got %+v, want Title "M", Snippet "S"`, got[3])
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	topic := research.Topic{Seeds: []string{"https://seed.example/"}, TrustedDomains: []string{"known.example", "quiet.example"}}
	scholarly := found(research.Scholarly, "https://both.example/", "https://late.example/")
	scholarly.Found[0].Abstract, scholarly.Found[0].DOI = "An abstract.", "10.1/x"
	lists := []lane.List{
		found(research.Web, "http://www.seed.example", "https://one.example/", "https://both.example/", "https://news.google.com/rss/articles/x"),
		found(research.News, "https://news.google.com/rss/articles/y", "https://docs.known.example/"),
		scholarly,
	}
	got := merge.Merge(&topic, merge.Named(&topic), lists, 5)
	// The opaque ones come after all that can be read.
	want := []string{
		"seed https://seed.example/", "web https://both.example/", "web https://one.example/", "news https://docs.known.example/",
		"scholarly https://late.example/", "news https://news.google.com/rss/articles/y", "trusted https://quiet.example/",
	}
	if diff := cmp.Diff(want, seen(got)); diff != "" {
		t.Errorf("seen mismatch (-want +got):\n%s", diff)
	}
	if got[0].Rank != 1 || got[0].Query != "q" || got[0].Score != 1 {
		t.Errorf("what a search says of a seed is lost: %+v", got[0])
	}
	if got[1].Abstract == "" || got[1].DOI == "" || got[1].Score != 1 || got[2].Score >= 1 || !got[3].Trusted || !got[6].Trusted {
		t.Errorf("got %+v, want [1].Abstract not empty, [1].DOI not empty, [1].Score 1, [2].Score under 1, [3].Trusted true, [6].Trusted true", got)
	}
}

func TestPrintVersions(t *testing.T) {
	t.Parallel()
	l := found(research.Web, "https://a.example/x", "https://www.a.example/print?id=x", "https://b.example/x", "https://a.example/y", "https://a.example/z")
	for i, title := range []string{"The six gates of the harbour open", "The Six Gates of the Harbour: open", "The six gates of the harbour open", "Home", "Home"} {
		l.Found[i].Title = title
	}
	got := merge.Merge(&research.Topic{}, nil, []lane.List{l}, 9)
	if diff := cmp.Diff([]string{"web https://a.example/x", "web https://b.example/x", "web https://a.example/y", "web https://a.example/z"}, seen(got)); diff != "" {
		t.Errorf("seen mismatch (-want +got):\n%s", diff)
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	topic := research.Topic{
		Seeds: []string{"https://many.example/s"}, TrustedPages: []string{"https://many.example/t"}, TrustedDomains: []string{"known.example"},
		Messages: []research.Message{{URL: "https://many.example/m"}},
	}
	var urls []string
	for i := range 4 {
		urls = append(urls, fmt.Sprintf("https://many.example/%d", i), fmt.Sprintf("https://few.example/%d", i))
	}
	urls = append(urls, "https://news.google.com/rss/articles/x", "https://known.example/a")
	all := merge.Merge(&topic, merge.Named(&topic), []lane.List{found(research.Web, urls...)}, 20)
	got := merge.Choose(all, 6, 2, nil)
	want := []string{
		"seed https://many.example/s", "trusted https://many.example/t", "web https://known.example/a", "key_message https://many.example/m",
		"web https://few.example/0", "web https://few.example/1",
	}
	if diff := cmp.Diff(want, seen(got)); diff != "" {
		t.Errorf("seen mismatch (-want +got):\n%s", diff)
	}
	if again := merge.Choose(all, 6, 3, got); len(again) != 1 || again[0].URL != "https://few.example/2" {
		t.Errorf("beside what is chosen: %v", seen(again))
	}
	if none := merge.Choose(all, 0, 2, nil); none != nil {
		t.Errorf("got none %v, want nil", none)
	}
}
