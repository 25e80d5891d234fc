package reddit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

func TestDiscussions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*reddit.Client{
		"api": setup(t, key, nil), "feed": setup(t, "", nil), "archive": setup(t, "", handlers{reddit.Feeds: blocked}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.Discussion(t.Context(), "1kq0a1")
			if err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, "testdata/golden/discussion_"+name+".json", got)
		})
	}
}

func TestDiscussionFailures(t *testing.T) {
	t.Parallel()
	for _, key := range []string{key, ""} {
		for id, code := range map[string]errs.Code{"9zzzzz": errs.TargetError, "walled": errs.UpstreamBlocked, "throttled": errs.UpstreamRateLimited} {
			if got, err := setup(t, key, nil).Discussion(t.Context(), id); !errs.Is(err, code) || got != nil {
				t.Errorf("%s: got error %v, want error %q, nil", id, err, code)
			}
		}
	}
	none := handlers{reddit.ArcticShift: webclient.Answer(200, `{"data":[]}`)}
	for name, body := range map[string]string{"one list": `[{"data":{}}]`, "another": `[` + listing("null", "1b") + `,` + listing("null") + `]`, "object": `{}`} {
		own := granting(webclient.Answer(200, body))
		own[reddit.ArcticShift] = none[reddit.ArcticShift]
		if _, err := setup(t, key, own).Discussion(t.Context(), "1a"); !errs.Is(err, errs.ParseFailed) {
			t.Errorf(`%s: got error %v, want error "parse_failed"`, name, err)
		}
	}
}

// tree is a discussion in which each comment answers the one before.
func tree(depth int) string {
	var b strings.Builder
	for i := range depth {
		fmt.Fprintf(&b, `{"kind":"Listing","data":{"children":[{"kind":"t1","data":{"id":"c%d","author":"a","body":"x","replies":`, i)
	}
	return `[` + listing("null", "1a") + `,` + b.String() + `""` + strings.Repeat(`}}]}}`, depth) + `]`
}

func TestDeepAndCutTrees(t *testing.T) {
	t.Parallel()
	got, err := setup(t, key, granting(webclient.Answer(200, tree(300)))).Discussion(t.Context(), "1a")
	if err != nil || len(got.Comments) != 101 || got.Coverage.Complete || !strings.Contains(got.Coverage.Reason, "leaves out") {
		t.Errorf(`got error %v, discussion %+v; want no error, 101 Comments, Coverage.Complete false, Coverage.Reason with "leaves out"`, err, got)
	}
	cut := `[` + listing("null", "1a") + `,{"data":{"children":[{"kind":"t1","data":{"id":"c1","author":"a"}},{"kind":"more","data":{"count":12,"children":["x"]}},{"kind":"more","data":{"count":0}}]}}]`
	got, err = setup(t, key, granting(webclient.Answer(200, cut))).Discussion(t.Context(), "1a")
	if err != nil || len(got.Comments) != 1 || !strings.Contains(got.Coverage.Reason, "about 13") {
		t.Errorf(`got error %v, discussion %+v; want no error, 1 Comments, Coverage.Reason with "about 13"`, err, got)
	}
}

func TestCrossposts(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{key: social.Live, "": social.Archive} {
		page, err := setup(t, name, nil).Crossposts(t.Context(), "1kq0a1", "", 10)
		if err != nil || page.Origin != want || !page.Exhausted {
			t.Fatalf("got error %v, page %+v; want no error, Origin %q, Exhausted true", err, page, want)
		}
		if diff := cmp.Diff([]string{"t3_1kq0a3"}, ids(page.Items)); diff != "" || page.Items[0].Author.Username != "kelpline" {
			t.Errorf("got items %+v, want Handle \"kelpline\" of the author; ids mismatch (-want +got):\n%s", page.Items, diff)
		}
	}
}

// Galleries, videos and polls come in forms of their own.
func TestMedia(t *testing.T) {
	t.Parallel()
	body := `{"data":{"after":null,"children":[
	{"kind":"t3","data":{"id":"1a","url":"https://www.reddit.com/gallery/1a","created_utc":1700000000,"edited":1700000100.0,
	  "gallery_data":{"items":[{"media_id":"b","caption":"second"},{"media_id":"a"},{"media_id":"none"}]},
	  "media_metadata":{"a":{"e":"AnimatedImage","s":{"gif":"https://i.redd.it/a.gif?x=1&amp;y=2","x":3,"y":4}},"b":{"e":"Image","s":{"u":"https://preview.redd.it/b.jpg","x":10,"y":20}}}}},
	{"kind":"t3","data":{"id":"1b","url":"https://v.redd.it/q","media":{"reddit_video":{"fallback_url":"https://v.redd.it/q/DASH_720.mp4","width":1280,"height":720,"duration":31}},
	  "preview":{"images":[{"source":{"url":"https://external-preview.redd.it/q.png","width":1,"height":2}}]}}},
	{"kind":"t3","data":{"id":"1c","is_self":true,"poll_data":{"options":[{"id":"9","text":"Ebb","vote_count":7},{"id":"10","text":"Flow"}]},"thumbnail":"self"}},
	{"kind":"t3","data":{"id":"1d","url":"https://example.com/","thumbnail":"nsfw","over_18":true,"media":"","gallery_data":[],"media_metadata":7,"preview":{"images":[]},"poll_data":[1]}},
	{"kind":"t5","data":{"id":"2a"}}]}}`
	page, err := setup(t, key, granting(webclient.Answer(200, body))).Search(t.Context(), "a", reddit.Window{}, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	golden.JSON(t, "testdata/golden/media.json", page.Items)
}
