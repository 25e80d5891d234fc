package youtube_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/youtube/wire"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded answers and looks for each fact of them in what comes of it.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "youtube", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		switch {
		case strings.HasPrefix(name, "innertube_browse_channel_videos"):
			return sampleVideos(t, body)
		case strings.HasPrefix(name, "innertube_browse_channel_shorts"):
			return sampleShorts(t, body)
		case strings.HasPrefix(name, "innertube_browse_terminated"):
			sampleTerminated(t, body)
		case strings.HasPrefix(name, "innertube_browse_age_restricted"):
			return sampleGated(t, body)
		case strings.HasPrefix(name, "innertube_resolve_url"):
			sampleResolve(t, strings.Contains(name, ".404."), body)
		case strings.HasPrefix(name, "feed_not_found"):
			c := setup(t, feeds(t, webclient.Answer(http.StatusNotFound, string(body))))
			if page := read(t, c, "@marrowfen", "", 5); !page.Items[2].PublishedAtApproximate {
				t.Errorf("got page.Items[2] %+v, want PostedAtApproximate true", page.Items[2])
			}
		case strings.HasPrefix(name, "meta/"):
			sampleRequest(t, body)
		default:
			sampletest.Other(t, name)
		}
		return nil
	})
}

// find returns every object below a key of a JSON value, in the order of lists.
func find(value any, key string) []map[string]any {
	var found []map[string]any
	switch v := value.(type) {
	case map[string]any:
		if object, ok := v[key].(map[string]any); ok {
			found = append(found, object)
		}
		for name, child := range v {
			if name != key {
				found = append(found, find(child, key)...)
			}
		}
	case []any:
		for _, child := range v {
			found = append(found, find(child, key)...)
		}
	}
	return found
}

// only is find for a key that is there once.
func only(t *testing.T, value any, key string) map[string]any {
	t.Helper()
	found := find(value, key)
	if len(found) == 0 {
		t.Fatalf("the sample has no %s", key)
	}
	return found[0]
}

func sample(t *testing.T, body []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func str(object map[string]any, key string) string {
	s, _ := object[key].(string)
	return s
}

func sampleVideos(t *testing.T, body []byte) any {
	t.Helper()
	s := sample(t, body)
	about := only(t, s, "channelMetadataRenderer")
	id := str(about, "externalId")
	page := read(t, setup(t, sampled(t, body)), id, "", 100)
	channel := page.Channel
	if channel.Name != str(about, "title") || channel.Bio != strings.TrimSpace(str(about, "description")) || channel.Username == "" ||
		channel.AvatarURL == "" || channel.BannerURL == "" || channel.Counts.Followers == nil || channel.Counts.Posts == nil {
		t.Errorf(`got channel %+v, want Name str(about, "title"), Bio strings.TrimSpace(str(about, "description")), a Handle, an AvatarURL, a BannerURL, Counts.Followers not nil, Counts.Posts not nil`, channel)
	}
	lockups := find(s, "lockupViewModel")
	if len(page.Items) != len(lockups) || len(lockups) == 0 {
		t.Fatalf("%d items of %d", len(page.Items), len(lockups))
	}
	for i, l := range lockups {
		item := page.Items[i]
		if item.ExternalID != str(l, "contentId") || !strings.Contains(str(only(t, l["metadata"], "title"), "content"), strings.Fields(item.Title)[0]) {
			t.Errorf(`%d: got item.ExternalID %s, item.Title %q; want item.ExternalID str(l, "contentId"), str(only(t, l["metadata"], "title"), "content") with strings.Fields(item.Title)[0]`, i, item.ExternalID, item.Title)
		}
		if item.PublishedAt == "" || !item.PublishedAtApproximate || item.Counts.Views == nil || item.DurationSeconds == nil || len(item.Media) != 1 || item.Author == nil {
			t.Errorf("got item %+v, want a PostedAt, PostedAtApproximate true, Counts.Views not nil, DurationSeconds not nil, 1 Media, Author not nil", item)
		}
	}
	return page
}

// sampled answers a browse by a sample, its continuation by an empty end, and other calls
// by nothing.
func sampled(t *testing.T, body []byte) http.HandlerFunc {
	t.Helper()
	return func(w http.ResponseWriter, r *http.Request) {
		q := sampleOf(r)
		switch {
		case r.URL.Path != "/youtubei/v1/browse":
			w.WriteHeader(http.StatusNotFound)
		case str(q, "continuation") != "":
			_, _ = w.Write([]byte(`{"onResponseReceivedActions":[{"appendContinuationItemsAction":{"continuationItems":[]}}]}`))
		case str(q, "params") == wire.Params(wire.Videos):
			_, _ = w.Write(body)
		default: // a tab that the sample does not have
			_, _ = w.Write([]byte(strings.Replace(string(body), `"selected"`, `"unselected"`, 1)))
		}
	}
}

func sampleShorts(t *testing.T, body []byte) any {
	t.Helper()
	var b wire.Browse
	if err := json.Unmarshal(body, &b); err != nil {
		t.Fatal(err)
	}
	list, known := b.More(today())
	shorts := find(sample(t, body), "shortsLockupViewModel")
	if !known || len(list.Items) != len(shorts) || len(shorts) == 0 || list.Next == "" {
		t.Fatalf("%d items of %d", len(list.Items), len(shorts))
	}
	for i, s := range shorts {
		item := list.Items[i]
		title := str(only(t, s["overlayMetadata"], "primaryText"), "content")
		if !strings.HasSuffix(str(s, "entityId"), item.ExternalID) || item.Title != strings.Join(strings.Fields(title), " ") || item.Type != wire.Short ||
			item.Counts.Views == nil || item.Media[0].ThumbnailURL == "" {
			t.Errorf(`got item %+v, want str(s, "entityId") ending with %q, Title %q, Type "short", Counts.Views not nil, Media[0].ThumbnailURL not empty`, item, item.ExternalID, strings.Join(strings.Fields(title), " "))
		}
	}
	return list
}

func sampleTerminated(t *testing.T, body []byte) {
	t.Helper()
	said := str(only(t, only(t, sample(t, body), "alertRenderer"), "text"), "simpleText")
	_, err := setup(t, webclient.Answer(http.StatusOK, string(body))).Channel(t.Context(), marrowfen, "", 5)
	if e := errs.As(err); e == nil || e.Code != errs.TargetError || !e.Permanent || !strings.Contains(e.Message, said) {
		t.Errorf(`got error %v, want an error, Code "target_error", Permanent true, Message with %q`, err, said)
	}
}

func sampleGated(t *testing.T, body []byte) any {
	t.Helper()
	c := setup(t, except(t, func(w http.ResponseWriter, r *http.Request) bool {
		browse := r.URL.Path == "/youtubei/v1/browse"
		if browse {
			_, _ = w.Write(body)
		}
		return browse
	}))
	page := read(t, c, marrowfen, "", 50)
	if page.Channel.Name != str(only(t, sample(t, body), "channelAgeGateRenderer"), "channelTitle") || page.Channel.AvatarURL == "" || len(page.Items) != 15 || !page.Items[0].Sensitive {
		t.Errorf("got page %+v, want the name of the recorded channel, an avatar, and 15 items that are marked as sensitive", page)
	}
	return page
}

func sampleResolve(t *testing.T, missing bool, body []byte) {
	t.Helper()
	status := http.StatusOK
	if missing {
		status = http.StatusNotFound
	}
	var asked string
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/resolve_url") {
			w.WriteHeader(status)
			_, _ = w.Write(body)
			return
		}
		if strings.HasSuffix(r.URL.Path, "/browse") {
			asked = str(sampleOf(r), "browseId")
		}
		_, _ = w.Write([]byte(`{}`))
	})
	_, err := c.Channel(t.Context(), "@someone", "", 5)
	if missing {
		if e := errs.As(err); e.Code != errs.TargetError || !e.Permanent {
			t.Errorf(`got error %v, want Code "target_error", Permanent true`, err)
		}
		return
	}
	if want := str(only(t, sample(t, body), "browseEndpoint"), "browseId"); asked != want || want == "" {
		t.Errorf("asked for %q of %q", asked, want)
	}
}

func sampleOf(r *http.Request) map[string]any {
	var v map[string]any
	_ = json.NewDecoder(r.Body).Decode(&v)
	return v
}

// sampleRequest holds our calls to recorded ones: headers, and names of what is sent.
func sampleRequest(t *testing.T, body []byte) {
	t.Helper()
	var recorded struct {
		Method string              `json:"method"`
		URL    string              `json:"url"`
		Body   string              `json:"request_body"`
		Header map[string][]string `json:"request_headers"`
	}
	if err := json.Unmarshal(body, &recorded); err != nil {
		t.Fatal(err)
	}
	if recorded.Method != http.MethodPost {
		return // feeds and pages have no body to compare
	}
	ref := marrowfen
	if strings.Contains(recorded.URL, "/resolve_url") {
		ref = "user/tidelog"
	}
	var sent map[string]any
	var header http.Header
	_, err := setup(t, func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(recorded.URL, r.URL.RequestURI()) {
			t.Errorf("asked for %s, recorded is %s", r.URL, recorded.URL)
		}
		sent, header = sampleOf(r), r.Header
		w.WriteHeader(http.StatusNotFound)
	}).Channel(t.Context(), ref, "", 5)
	if !errs.Is(err, errs.TargetError) {
		t.Fatalf(`got error %v, want error "target_error"`, err)
	}
	for name := range recorded.Header {
		if header.Get(name) == "" {
			t.Errorf("no header %s", name)
		}
	}
	want := sample(t, []byte(recorded.Body))
	if diff := cmp.Diff(keys(want["context"]), keys(sent["context"])); diff != "" {
		t.Errorf("keys mismatch (-want +got):\n%s", diff)
	}
}

// keys is a value with all its texts emptied.
func keys(v any) any {
	object, ok := v.(map[string]any)
	if !ok {
		return ""
	}
	out := map[string]any{}
	for name, child := range object {
		out[name] = keys(child)
	}
	return out
}
