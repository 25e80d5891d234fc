package youtube_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

const marrowfen = "UCmarrowfen-------------"

func TestChannel(t *testing.T) {
	t.Parallel()
	c := setup(t, nil)
	for name, ref := range map[string]string{
		"videos": "@marrowfen", "streams_only": "@nightwatch", "former_form": "@fogbound", "adults": "@lastorders",
		"nothing": "@dryfen", "other_script": "@潮の記録", "by_page": "@sidedoor",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := read(t, c, ref, "", 25)
			golden.JSON(t, "testdata/golden/"+name+".json", page)
		})
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	c := setup(t, nil)
	for _, ref := range []string{marrowfen, "@marrowfen", "c/marrowfen", "user/tidelog"} {
		if page := read(t, c, ref, "", 1); page.Channel.ExternalID != marrowfen || len(page.Items) != 1 {
			t.Errorf(`%s: got page.Channel %+v, want ExternalID "UCmarrowfen-------------", 1 page.Items`, ref, page.Channel)
		}
	}
}

// All items are found by following positions, each once, and those with a time from the
// newest to the oldest.
func TestPaging(t *testing.T) {
	t.Parallel()
	c := setup(t, nil)
	for _, size := range []int{7, 30, 50} {
		var ids []string
		kinds := map[string]int{}
		at, before := "", "9999"
		for {
			page := read(t, c, "@marrowfen", at, size)
			for _, item := range page.Items {
				ids = append(ids, item.ExternalID)
				kinds[item.Type]++
				if item.PublishedAt == "" || item.PublishedAtApproximate {
					continue
				}
				if item.PublishedAt > before {
					t.Errorf("%s of %s after %s", item.ExternalID, item.PublishedAt, before)
				}
				before = item.PublishedAt
			}
			if page.Coverage.Complete != (page.Next == "") || page.Channel.Name != "Marrowfen" {
				t.Errorf(`got page.Coverage %+v, page.Next %q; want Complete %t, page.Channel.Name "Marrowfen"`, page.Coverage, page.Next, page.Next == "")
			}
			if at = page.Next; at == "" {
				break
			}
		}
		if kinds["video"] != 70 || kinds["short"] != 60 || kinds["live"] != 8 {
			t.Errorf("pages of %d: %v", size, kinds)
		}
		slices.Sort(ids)
		if len(slices.Compact(ids)) != 138 {
			t.Errorf("pages of %d: %d ids", size, len(slices.Compact(ids)))
		}
	}
}

// The feed of a good channel fails now and then: once it is asked again, and without it
// all is there but the exact times.
func TestFeedFails(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusNotFound, http.StatusInternalServerError} {
		asked := 0
		c := setup(t, feeds(t, func(w http.ResponseWriter, r *http.Request) {
			if asked++; asked == 1 {
				w.WriteHeader(status)
				return
			}
			replay(t).ServeHTTP(w, r)
		}))
		if page := read(t, c, "@marrowfen", "", 10); asked != 2 || page.Items[3].PublishedAt == "" || page.Items[3].PublishedAtApproximate {
			t.Errorf("asked %d times: %+v", asked, page.Items[3])
		}
	}
	for name, serve := range map[string]http.HandlerFunc{
		"missing": webclient.Answer(http.StatusNotFound, "<html>"), "broken": webclient.Answer(http.StatusInternalServerError, ""),
		"a page": webclient.Answer(http.StatusOK, "<!doctype html><title>x</title>"), "cut": webclient.Answer(http.StatusOK, `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry>`),
		"another": webclient.Answer(http.StatusOK, `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="alternate" href="https://www.youtube.com/channel/UCx"/></feed>`),
		"a bomb":  webclient.Answer(http.StatusOK, `<!DOCTYPE f [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><feed xmlns="http://www.w3.org/2005/Atom"><title>&b;</title></feed>`),
	} {
		page := read(t, setup(t, feeds(t, serve)), "@marrowfen", "", 50)
		if len(page.Items) != 50 || page.Items[2].PublishedAt == "" || !page.Items[2].PublishedAtApproximate || page.Channel.CreatedAt != "" {
			t.Errorf("%s: got page.Items[2] %+v, want 50 page.Items, a PostedAt, PostedAtApproximate true, empty page.Channel.CreatedAt", name, page.Items[2])
		}
	}
}

// Where the site's calls fail the feed has the newest videos.
func TestSiteFails(t *testing.T) {
	t.Parallel()
	c := setup(t, except(t, func(w http.ResponseWriter, r *http.Request) bool {
		down := r.URL.Path == "/youtubei/v1/browse"
		if down {
			w.WriteHeader(http.StatusForbidden)
		}
		return down
	}))
	page := read(t, c, "@marrowfen", "", 10)
	if len(page.Items) != 10 || page.Channel.Name != "Marrowfen" || page.Coverage.Complete || !strings.Contains(page.Coverage.Reason, "403") || page.Next != "" {
		t.Errorf(`got page.Coverage %+v, want 10 page.Items, page.Channel.Name "Marrowfen", Complete false, Reason with "403", empty page.Next`, page.Coverage)
	}
	if _, err := c.Channel(t.Context(), "@fogbound", "", 10); !errs.Is(err, errs.UpstreamBlocked) {
		t.Errorf("without a feed: %v", err)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	c := setup(t, nil)
	for ref, want := range map[string]errs.Error{
		"@unheard":                 {Code: errs.TargetError, Permanent: true, Message: "no channel"},
		"@silted":                  {Code: errs.TargetError, Permanent: true, Message: "terminated for a violation"},
		"UCunheard---------------": {Code: errs.TargetError, Permanent: true, Message: "does not exist"},
		"/watch":                   {Code: errs.TargetError, Permanent: true, Message: "no channel"},
		"@throttled":               {Code: errs.UpstreamRateLimited},
		"@walled":                  {Code: errs.UpstreamBlocked, Message: "consent"},
	} {
		_, err := c.Channel(t.Context(), ref, "", 10)
		e := errs.As(err)
		if e == nil || e.Code != want.Code || e.Permanent != want.Permanent || !strings.Contains(e.Message, want.Message) {
			t.Errorf("%s: got error %+v, want an error, Code %q, Permanent %t, Message with %q", ref, e, want.Code, want.Permanent, want.Message)
		}
	}
	gated := setup(t, feeds(t, webclient.Answer(http.StatusNotFound, "")))
	if _, err := gated.Channel(t.Context(), "@lastorders", "", 10); !errs.Is(err, errs.LoginRequired) {
		t.Errorf("for adults, and no feed: %v", err)
	}
}

// What is not understood is an error, and no empty channel.
func TestForeignAnswers(t *testing.T) {
	t.Parallel()
	tab := func(content string) string {
		return `{"contents":{"twoColumnBrowseResultsRenderer":{"tabs":[{"tabRenderer":{"selected":true,"endpoint":{"browseEndpoint":{"params":"EgZ2aWRlb3PyBgQKAjoA"}},"content":` +
			content + `}}]}},"metadata":{"channelMetadataRenderer":{"externalId":"` + marrowfen + `","title":"M"}}}`
	}
	for name, tc := range map[string]struct {
		body string
		code errs.Code
	}{
		"a page":          {`<!doctype html><title>x</title>`, errs.UpstreamBlocked},
		"nothing":         {`{}`, errs.ParseFailed},
		"null":            {`null`, errs.ParseFailed},
		"a list":          {`[]`, errs.ParseFailed},
		"cut off":         {`{"contents":{"twoColumn`, errs.ParseFailed},
		"deep":            {strings.Repeat(`{"a":`, 20000), errs.ParseFailed},
		"no tabs":         {`{"contents":{"twoColumnBrowseResultsRenderer":{"tabs":[]}}}`, errs.ParseFailed},
		"another channel": {strings.Replace(tab(`{}`), marrowfen, "UCanother---------------", 1), errs.ParseFailed},
		"a new form":      {tab(`{"someNewGridRenderer":{}}`), errs.ParseFailed},
		"new sections":    {tab(`{"sectionListRenderer":{"contents":[{"itemSectionRenderer":{"contents":[{"newRenderer":{}}]}}]}}`), errs.ParseFailed},
	} {
		c := setup(t, except(t, func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path == "/feeds/videos.xml" {
				w.WriteHeader(http.StatusNotFound)
				return true
			}
			_, _ = w.Write([]byte(tc.body))
			return true
		}))
		if page, err := c.Channel(t.Context(), marrowfen, "", 5); !errs.Is(err, tc.code) {
			t.Errorf("%s: got error %v, page %+v; want error %q", name, err, page, tc.code)
		}
	}
	empty := setup(t, webclient.Answer(http.StatusOK, tab(`{"sectionListRenderer":{"contents":[{"itemSectionRenderer":{"contents":[{"messageRenderer":{"text":{"simpleText":"This channel has no videos."}}}]}}]}}`)))
	if page := read(t, empty, marrowfen, "", 5); len(page.Items) != 0 || !page.Coverage.Complete {
		t.Errorf("a tab that says that it is empty: %+v", page)
	}
}

func TestPositions(t *testing.T) {
	t.Parallel()
	c := setup(t, nil)
	for name, at := range map[string]string{
		"no position":     `x`,
		"no channel":      `{"p":[{"t":"videos"}]}`,
		"no lane":         `{"i":"` + marrowfen + `"}`,
		"an old token":    `{"i":"` + marrowfen + `","p":[{"t":"videos","c":"b2xk"}]}`,
		"a removed video": `{"i":"` + marrowfen + `","p":[{"t":"videos","l":"nowhere----"}]}`,
	} {
		if _, err := c.Channel(t.Context(), marrowfen, at, 5); !errs.Is(err, errs.InvalidCursor) {
			t.Errorf(`%s: got error %v, want error "invalid_cursor"`, name, err)
		}
	}
}

// A list that continues with itself ends, and says so.
func TestRepeatingToken(t *testing.T) {
	t.Parallel()
	calls := 0
	c := setup(t, except(t, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/youtubei/v1/browse" {
			return false
		}
		if calls++; calls > 30 {
			t.Error("it goes on and on")
		}
		next := `{"continuationItemRenderer":{"continuationEndpoint":{"continuationCommand":{"token":"again"}}}}`
		item := `{"richItemRenderer":{"content":{"videoRenderer":{"videoId":"aaaaaaaaaaa","title":{"simpleText":"A"}}}}},`
		_, _ = w.Write([]byte(`{"contents":{"twoColumnBrowseResultsRenderer":{"tabs":[{"tabRenderer":{"selected":true,"endpoint":{"browseEndpoint":{"params":"EgZ2aWRlb3PyBgQKAjoA"}},"content":{"richGridRenderer":{"contents":[` +
			item + next + `]}}}}]}},"metadata":{"channelMetadataRenderer":{"externalId":"` + marrowfen + `"}},` +
			`"onResponseReceivedActions":[{"appendContinuationItemsAction":{"continuationItems":[` + item + next + `]}}]}`))
		return true
	}))
	page := read(t, c, marrowfen, "", 50)
	own := slices.DeleteFunc(page.Items, func(i social.Item) bool { return i.ExternalID != "aaaaaaaaaaa" })
	if len(own) != 1 || page.Next != "" || page.Coverage.Complete || !strings.Contains(page.Coverage.Reason, "did not come to an end") {
		t.Errorf("%d items, %+v", len(own), page.Coverage)
	}
}
