package googlenews_test

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/googlenews"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// serving leads a client to a handler.
func serving(t *testing.T, serve http.HandlerFunc) *googlenews.Client {
	t.Helper()
	return googlenews.New(webclient.Upstream(t, googlenews.Name, "", serve))
}

// saying leads a client to one answer.
func saying(t *testing.T, body string) *googlenews.Client {
	t.Helper()
	return serving(t, webclient.Answer(http.StatusOK, body))
}

func feed(items string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>q</title>` + items + `</channel></rss>`
}

func entry(id, title, source, at string) string {
	return fmt.Sprintf(`<item><title>%s</title><link>https://news.google.com/rss/articles/%s?oc=5</link><guid isPermaLink="false">%s</guid><pubDate>%s</pubDate><source url="https://s.test">%s</source></item>`, title, id, id, at, source)
}

func TestArticles(t *testing.T) {
	t.Parallel()
	answer := webclient.Answer(http.StatusOK, feed(entry("a", "Tides - and ports - The  Post", "The Post", "Fri, 25 Sep 2026 13:53:48 GMT")+
		entry("b", "Fish &amp; chips", "", "Sat, 26 Sep 2026 13:53:48 GMT")+entry("a", "again", "", "Fri, 25 Sep 2026 13:53:48 GMT")+
		entry("c", "too old", "X", "Fri, 18 Sep 2026 23:59:59 GMT")+entry("d", "too new", "X", "Mon, 28 Sep 2026 00:00:01 GMT")+entry("e", "no time", "X", "soon")+
		entry("f", "a zone of many", "X", "Fri, 25 Sep 2026 13:53:48 IST")+entry("g", "a zone unknown", "X", "Fri, 25 Sep 2026 13:53:48 XYZ")+
		entry("h", "in Tokyo", "X", "Sat, 26 Sep 2026 01:00:00 JST")+entry("i", "of another form", "X", "Friday, 25-Sep-26 13:53:48 XYZ")))
	var asked url.Values
	c := serving(t, func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Query()
		answer(w, r)
	})
	q := googlenews.Query{Text: `"company.test"`, Since: time.Date(2026, 9, 19, 0, 0, 0, 0, time.UTC), Until: time.Date(2026, 9, 28, 0, 0, 0, 0, time.UTC)}
	got, err := c.Newest(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	want := googlenews.Page{Articles: []googlenews.Article{
		{ID: "b", URL: "https://news.google.com/rss/articles/b?oc=5", Title: "Fish & chips", PublisherURL: "https://s.test", PublishedAt: time.Date(2026, 9, 26, 13, 53, 48, 0, time.UTC)},
		{ID: "h", URL: "https://news.google.com/rss/articles/h?oc=5", Title: "in Tokyo", Publisher: "X", PublisherURL: "https://s.test", PublishedAt: time.Date(2026, 9, 25, 16, 0, 0, 0, time.UTC)},
		{ID: "a", URL: "https://news.google.com/rss/articles/a?oc=5", Title: "Tides - and ports", Publisher: "The Post", PublisherURL: "https://s.test", PublishedAt: time.Date(2026, 9, 25, 13, 53, 48, 0, time.UTC)},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Newest mismatch (-want +got):\n%s", diff)
	}
	if asked.Get("q") != `"company.test" after:2026-09-18 before:2026-09-30` || asked.Get("ceid") != "US:en" {
		t.Errorf("asked %s", asked)
	}
}

func TestFull(t *testing.T) {
	t.Parallel()
	var items strings.Builder
	for n := range googlenews.Most {
		items.WriteString(entry(fmt.Sprint(n), "Tide", "X", "Fri, 25 Sep 2026 13:53:48 GMT"))
	}
	got, err := saying(t, feed(items.String())).Newest(t.Context(), googlenews.Query{Text: "tide", Until: time.Unix(0, 0)})
	if err != nil || !got.Full || len(got.Articles) != 0 {
		t.Errorf("got error %v, page %+v; want no error, Full true, no Articles", err, got)
	}
	got, err = saying(t, feed("")).Newest(t.Context(), googlenews.Query{Text: "tide"})
	if err != nil || got.Full || got.Articles == nil {
		t.Errorf("nothing found: %v, %+v", err, got)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body string
		code errs.Code
	}{
		"consent":   {"<!DOCTYPE html><title>Before you continue</title><form>", errs.UpstreamBlocked},
		"page":      {" <HTML><br></HTML>", errs.UpstreamBlocked},
		"nothing":   {"", errs.ParseFailed},
		"cut":       {feed(entry("a", "b", "c", "d"))[:200], errs.ParseFailed},
		"Atom":      {`<feed xmlns="http://www.w3.org/2005/Atom"></feed>`, errs.ParseFailed},
		"no list":   {`<rss version="2.0"></rss>`, errs.ParseFailed},
		"an entity": {`<!DOCTYPE rss [<!ENTITY a "aaaa">]>` + feed(entry("a", "&a;", "c", "d")), errs.ParseFailed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := saying(t, c.body).Newest(t.Context(), googlenews.Query{Text: "tide"}); !errs.Is(err, c.code) {
				t.Errorf("got error %v, page %+v; want error %q", err, got, c.code)
			}
		})
	}
}

// TestSamples holds results to recorded feeds.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "mentions", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		switch {
		case strings.HasPrefix(name, "google_news_"):
			return sampleFeed(t, body)
		case !strings.HasPrefix(name, "gdelt_"): // which package gdelt reads
			sampletest.Other(t, name)
		}
		return nil
	})
}

func sampleFeed(t *testing.T, body []byte) any {
	t.Helper()
	var sample struct {
		Items []struct {
			Title  string `xml:"title"`
			Link   string `xml:"link"`
			GUID   string `xml:"guid"`
			At     string `xml:"pubDate"`
			Source struct {
				URL  string `xml:"url,attr"`
				Name string `xml:",chardata"`
			} `xml:"source"`
		} `xml:"channel>item"`
	}
	if err := xml.Unmarshal(body, &sample); err != nil {
		t.Fatal(err)
	}
	got, err := saying(t, string(body)).Newest(t.Context(), googlenews.Query{Text: "tide"})
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]googlenews.Article{}
	for _, a := range got.Articles {
		byID[a.ID] = a
	}
	if len(byID) != len(sample.Items) {
		t.Fatalf("%d of %d items", len(byID), len(sample.Items))
	}
	for _, s := range sample.Items {
		a := byID[s.GUID]
		want := []string{s.Title, s.Link, s.At, s.Source.URL, s.Source.Name}
		have := []string{a.Title + " - " + a.Publisher, a.URL, a.PublishedAt.Format(http.TimeFormat), a.PublisherURL, a.Publisher}
		if diff := cmp.Diff(want, have); diff != "" {
			t.Errorf("article mismatch (-want +got):\n%s", diff)
		}
	}
	return got
}
