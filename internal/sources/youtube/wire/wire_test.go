package wire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/youtube/wire"
)

var now = time.Date(2026, 6, 15, 10, 40, 30, 0, time.UTC)

// more reads the items of a list as it is continued.
func more(t *testing.T, items string) wire.List {
	t.Helper()
	var b wire.Browse
	body := `{"onResponseReceivedActions":[{"appendContinuationItemsAction":{"continuationItems":[` + items + `]}}]}`
	if err := json.Unmarshal([]byte(body), &b); err != nil {
		t.Fatal(err)
	}
	list, known := b.More(now)
	if !known {
		t.Fatal("the answer has no list")
	}
	return list
}

// one reads a lockup with some facts below its title and a badge on its picture.
func one(t *testing.T, badge string, facts ...string) social.Item {
	t.Helper()
	parts := make([]string, 0, len(facts))
	for _, fact := range facts {
		parts = append(parts, fmt.Sprintf(`{"text":{"content":%q}}`, fact))
	}
	list := more(t, fmt.Sprintf(`{"richItemRenderer":{"content":{"lockupViewModel":{"contentId":"aaaaaaaaaaa","contentType":"LOCKUP_CONTENT_TYPE_VIDEO",
		"contentImage":{"thumbnailViewModel":{"overlays":[{"thumbnailOverlayBadgeViewModel":{"thumbnailBadges":[{"thumbnailBadgeViewModel":{"text":%q}}]}}]}},
		"metadata":{"lockupMetadataViewModel":{"metadata":{"contentMetadataViewModel":{"metadataRows":[{"metadataParts":[%s]}]}}}}}}}}`, badge, strings.Join(parts, ",")))
	if len(list.Items) != 1 {
		t.Fatalf("%d items", len(list.Items))
	}
	return list.Items[0]
}

func TestWords(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		badge   string
		facts   []string
		views   int64
		rounded bool
		at      string
		seconds int64
		kind    string
		status  string
	}{
		"usual":       {"36:24", []string{"26k views", "17 hours ago"}, 26_000, true, "2026-06-14T17:00:00.000Z", 2184, "video", ""},
		"exact":       {"1:07:34", []string{"1,234 views", "1 day ago"}, 1234, false, "2026-06-14T00:00:00.000Z", 4054, "video", ""},
		"one":         {"0:05", []string{"1 view", "3 minutes ago"}, 1, false, "2026-06-15T10:37:00.000Z", 5, "video", ""},
		"none":        {"", []string{"No views", "20 seconds ago"}, 0, false, "2026-06-15T10:40:10.000Z", -1, "video", ""},
		"millions":    {"", []string{"5.04M views", "2 weeks ago"}, 5_040_000, true, "2026-06-01T00:00:00.000Z", -1, "video", ""},
		"billions":    {"", []string{"1.2B views", "11 years ago"}, 1_200_000_000, true, "2015-06-15T00:00:00.000Z", -1, "video", ""},
		"months":      {"", []string{"2K views", "3 months ago"}, 2000, true, "2026-03-15T00:00:00.000Z", -1, "video", ""},
		"only views":  {"", []string{"870 views"}, 870, false, "", -1, "video", ""},
		"only a time": {"", []string{"2 days ago"}, -1, false, "2026-06-13T00:00:00.000Z", -1, "video", ""},
		"streamed":    {"100:00:01", []string{"3.1K views", "Streamed 2 days ago"}, 3100, true, "2026-06-13T00:00:00.000Z", 360001, "live", "ended"},
		"runs":        {"LIVE", []string{"131 watching"}, -1, false, "", -1, "live", "live"},
		"to come":     {"UPCOMING", []string{"12 waiting", "Scheduled for 6/14/26, 8:00 PM"}, -1, false, "", -1, "video", "upcoming"},
		"premiere":    {"PREMIERE", []string{"Premieres 6/14/26, 8:00 PM"}, -1, false, "", -1, "video", "upcoming"},
		"unknown":     {"4K", []string{"members first", "many views", "9999 years ago", "99999999999999999999M views"}, -1, false, "", -1, "video", ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			item := one(t, tc.badge, tc.facts...)
			views, seconds := int64(-1), int64(-1)
			if item.Counts.Views != nil {
				views = *item.Counts.Views
			}
			if item.DurationSeconds != nil {
				seconds = *item.DurationSeconds
			}
			got := []any{views, len(item.Counts.Rounded) == 1, item.PublishedAt, item.PublishedAtApproximate, seconds, item.Type, item.LiveStatus}
			if diff := cmp.Diff([]any{tc.views, tc.rounded, tc.at, tc.at != "", tc.seconds, tc.kind, tc.status}, got); diff != "" {
				t.Errorf("words mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// What is no video is left out, and what is twice is there once.
func TestLists(t *testing.T) {
	t.Parallel()
	list := more(t, `
		{"richItemRenderer":{"content":{"lockupViewModel":{"contentId":"aaaaaaaaaaa","contentType":"LOCKUP_CONTENT_TYPE_VIDEO"}}}},
		{"richItemRenderer":{"content":{"lockupViewModel":{"contentId":"PLaaaaaaaaa","contentType":"LOCKUP_CONTENT_TYPE_PLAYLIST"}}}},
		{"richItemRenderer":{"content":{"lockupViewModel":{"contentId":"aaaaaaaaaaa","contentType":"LOCKUP_CONTENT_TYPE_VIDEO"}}}},
		{"videoRenderer":{"videoId":"bbbbbbbbbbb","title":{"runs":[{"text":"Two "},{"text":"parts"}]},"upcomingEventData":{"startTime":"1781467200"},"descriptionSnippet":{"runs":[{"text":"All of it."}]}}},
		{"richItemRenderer":{"content":{"shortsLockupViewModel":{"entityId":"other","onTap":{"innertubeCommand":{"reelWatchEndpoint":{"videoId":"ccccccccccc"}}}}}}},
		{"richItemRenderer":{"content":{"shortsLockupViewModel":{"entityId":"shorts-shelf-item-../../x"}}}},
		{"richSectionRenderer":{}}, null, {},
		{"continuationItemRenderer":{"continuationEndpoint":{"continuationCommand":{"token":"T"}}}}`)
	var got []string
	for _, item := range list.Items {
		got = append(got, item.Type+" "+item.ExternalID+" "+item.Title+item.LiveStatus)
	}
	if diff := cmp.Diff([]string{"video aaaaaaaaaaa ", "video bbbbbbbbbbb Two partsupcoming", "short ccccccccccc "}, got); diff != "" || list.Next != "T" {
		t.Errorf("got list.Next %q, want \"T\"; lists mismatch (-want +got):\n%s", list.Next, diff)
	}
	if cut := list.Items[1].TextTruncatedAtSource; cut == nil || *cut {
		t.Error("a whole description is said to be cut")
	}
}

func TestTabs(t *testing.T) {
	t.Parallel()
	var b wire.Browse
	if err := json.Unmarshal([]byte(`{"contents":{"twoColumnBrowseResultsRenderer":{"tabs":[
		{"tabRenderer":{"title":"Accueil","endpoint":{"browseEndpoint":{"params":"EghmZWF0dXJlZPIGBAoCMgA%3D"}}}},
		{"tabRenderer":{"title":"Vidéos","selected":true,"endpoint":{"browseEndpoint":{"params":"EgZ2aWRlb3PyBgQKAjoA"}}}},
		{"tabRenderer":{"title":"?","endpoint":{"browseEndpoint":{"params":"Ev92"},"commandMetadata":{"webCommandMetadata":{"url":"/@a/streams"}}}}},
		{"expandableTabRenderer":{"title":"Search"}}]}}}`), &b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"featured", wire.Videos, wire.Streams}, b.Tabs()); diff != "" || b.Selected() != wire.Videos {
		t.Errorf("got selected %q, want \"videos\"; Tabs mismatch (-want +got):\n%s", b.Selected(), diff)
	}
	for _, tab := range []string{wire.Videos, wire.Shorts, wire.Streams} {
		body := `{"contents":{"twoColumnBrowseResultsRenderer":{"tabs":[{"tabRenderer":{"selected":true,"endpoint":{"browseEndpoint":{"params":"` + wire.Params(tab) + `"}}}}]}}}`
		var own wire.Browse
		if err := json.Unmarshal([]byte(body), &own); err != nil || own.Selected() != tab {
			t.Errorf("%s: got selected %q, error %v; want no error, own.Selected() %q", tab, own.Selected(), err, tab)
		}
	}
}
