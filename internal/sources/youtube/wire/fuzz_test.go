package wire_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/youtube/permalink"
	"github.com/quarryapi/quarry/internal/sources/youtube/wire"
)

// tabbed is a page whose one tab has params of these bytes.
func tabbed(raw string) string {
	return `{"contents":{"twoColumnBrowseResultsRenderer":{"tabs":[{"tabRenderer":{"selected":true,"endpoint":{"browseEndpoint":{"params":"` +
		base64.URLEncoding.EncodeToString([]byte(raw)) + `"},"commandMetadata":{"webCommandMetadata":{"url":"/@a/streams"}}}}}]}}}`
}

// The length of a tab's name is one byte, and the place where the name ends may be more
// than a byte holds.
func TestTabWithLongName(t *testing.T) {
	t.Parallel()
	for _, length := range []int{1, 253, 254, 255} {
		name := strings.Repeat("v", length)
		for tail, want := range map[string]string{name: name, name + "more": name, name[1:]: "streams"} {
			var b wire.Browse
			if err := json.Unmarshal([]byte(tabbed("\x12"+string([]byte{byte(length)})+tail)), &b); err != nil {
				t.Fatal(err)
			}
			if got := b.Selected(); got != want {
				t.Errorf("a name of %d bytes of which %d are there: got %q, want %q", length, len(tail), got, want)
			}
		}
	}
}

// FuzzDecode reads answers of any form by everything that the package reads of them.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		tabbed("\x12\x06videos"), tabbed("\x12\xfe" + strings.Repeat("v", 254)), tabbed("\x12\xff"), `{"alerts":[{"alertRenderer":{"type":"ERROR","text":{"runs":[{"text":"a"}]}}}]}`,
		`{"endpoint":{"browseEndpoint":{"browseId":"UCaaaaaaaaaaaaaaaaaaaaaa"},"urlEndpoint":{"url":"/"}}}`,
		`{"onResponseReceivedActions":[{"appendContinuationItemsAction":{"continuationItems":[{"videoRenderer":{"videoId":"aaaaaaaaaaa","viewCountText":{"simpleText":"9.9B views"},
			"publishedTimeText":{"simpleText":"9999 years ago"},"lengthText":{"simpleText":"9999:59:59"},"upcomingEventData":{"startTime":"9223372036854775807"}}},
			{"shortsLockupViewModel":{"entityId":"shorts-shelf-item-aaaaaaaaaab","overlayMetadata":{"secondaryText":{"content":"No views"}}}}]}}]}`,
		`{"metadata":{"channelMetadataRenderer":{"externalId":"UC","vanityChannelUrl":"http://[/@a"}},"header":{"pageHeaderRenderer":{"content":{"pageHeaderViewModel":
			{"metadata":{"contentMetadataViewModel":{"metadataRows":[{"metadataParts":[{"text":{"content":"9.99B subscribers"}}]}]}}}}}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var r wire.Resolved
		if json.Unmarshal(body, &r) == nil && r.Channel() != "" && !strings.HasPrefix(r.Channel(), "UC") {
			t.Errorf("got the channel %q, want an id", r.Channel())
		}
		_ = r.Redirect()
		var b wire.Browse
		if json.Unmarshal(body, &b) != nil {
			return
		}
		if b.Refusal() != "" && b.Contents != nil {
			t.Error("got a refusal with a page, want one of the two")
		}
		_, _, _, _ = b.Tabs(), b.Selected(), b.Gated(), b.Channel("UC")
		first, _ := b.List(now)
		rest, _ := b.More(now)
		for _, item := range append(first.Items, rest.Items...) {
			valid(t, item)
		}
	})
}

// valid holds an item to what a kind needs of it, whatever it was read from.
func valid(t *testing.T, item social.Item) {
	t.Helper()
	for name, n := range map[string]*int64{"views": item.Counts.Views, "seconds": item.DurationSeconds} {
		if n != nil && *n < 0 {
			t.Errorf("%s: got %d %s, want none below 0", item.ExternalID, *n, name)
		}
	}
	if !permalink.VideoID(item.ExternalID) {
		t.Errorf("got an item with the id %q, want one of a video", item.ExternalID)
	}
}
