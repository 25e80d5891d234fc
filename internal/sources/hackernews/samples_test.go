package hackernews_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded answers and looks for each fact of them in what comes of it.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "hackernews", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		switch {
		case strings.HasPrefix(name, "algolia_search"):
			return sampleSearch(t, body)
		case strings.HasPrefix(name, "algolia_item"):
			return sampleThread(t, body)
		case strings.HasPrefix(name, "firebase_item"):
			return samplePost(t, body)
		case strings.HasPrefix(name, "firebase_maxitem"), strings.HasPrefix(name, "firebase_user"):
			if !json.Valid(body) {
				t.Error("this is no JSON") // these two surfaces are not read
			}
		default:
			sampletest.Other(t, name)
		}
		return nil
	})
}

// raw is a fact of a sample as text; an absent one, a null and an empty one are "".
func raw(object map[string]any, name string) string {
	switch v := object[name].(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

func sampleSearch(t *testing.T, body []byte) any {
	t.Helper()
	var sample struct {
		Hits  []map[string]any `json:"hits"`
		Total int64            `json:"nbHits"`
	}
	if err := json.Unmarshal(body, &sample); err != nil {
		t.Fatal(err)
	}
	page, err := setup(t, webclient.Answer(200, string(body)), nil).Relevant(t.Context(), hackernews.Query{}, "", len(sample.Hits))
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Items) != len(sample.Hits) || *page.Total != sample.Total {
		t.Fatalf("%d of %d hits, total %d", len(page.Items), len(sample.Hits), *page.Total)
	}
	for i, hit := range sample.Hits {
		facts(t, hit, page.Items[i], "objectID", raw(hit, "story_text")+raw(hit, "comment_text"))
	}
	return page
}

// facts holds an item to its sample.
func facts(t *testing.T, sample map[string]any, item social.Item, id, markup string) {
	t.Helper()
	number := func(n *int64) string {
		if n == nil {
			return ""
		}
		return strconv.FormatInt(*n, 10)
	}
	handle := ""
	if item.Author != nil {
		handle = item.Author.Username
	}
	at, err := time.Parse(time.RFC3339, item.PublishedAt)
	if err != nil {
		t.Error(err)
	}
	want := []string{raw(sample, id), raw(sample, "title"), raw(sample, "url"), raw(sample, "points") + raw(sample, "score")}
	got := []string{item.ExternalID, item.Title, item.LinkURL, number(item.Counts.Score)}
	want = append(want, raw(sample, "author")+raw(sample, "by"), raw(sample, "created_at_i")+raw(sample, "time"), raw(sample, "num_comments")+raw(sample, "descendants"))
	got = append(got, handle, strconv.FormatInt(at.Unix(), 10), number(item.Counts.Comments))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("facts mismatch (-want +got):\n%s", diff)
	}
	// Words survive the way from HTML to text.
	for word := range strings.FieldsSeq(markup) {
		if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && !strings.Contains(item.Text, word) {
			t.Errorf("%s lacks %q", item.ExternalID, word)
		}
	}
	if strings.ContainsAny(item.Text, "<>") || strings.Contains(item.Text, "&#") {
		t.Errorf("%s has markup: %s", item.ExternalID, item.Text)
	}
}

func sampleThread(t *testing.T, body []byte) any {
	t.Helper()
	var sample map[string]any
	if err := json.Unmarshal(body, &sample); err != nil {
		t.Fatal(err)
	}
	got := read(t, setup(t, webclient.Answer(200, string(body)), webclient.Answer(http.StatusServiceUnavailable, "")), raw(sample, "id"), 500)
	facts(t, sample, got.Post, "id", raw(sample, "text"))
	compared := 0
	var compare func(parent map[string]any, replies []social.Item)
	compare = func(parent map[string]any, replies []social.Item) {
		children, _ := parent["children"].([]any)
		if len(children) != len(replies) {
			t.Fatalf("%s has %d children and %d replies", raw(parent, "id"), len(children), len(replies))
		}
		for i, child := range children {
			object, _ := child.(map[string]any)
			facts(t, object, replies[i], "id", raw(object, "text"))
			if replies[i].InReplyTo.ExternalID != raw(object, "parent_id") {
				t.Errorf("%s answers %s", raw(object, "id"), replies[i].InReplyTo.ExternalID)
			}
			compared++
			compare(object, replies[i].Replies)
		}
	}
	compare(sample, got.Replies)
	if compared != got.Known || !got.Coverage.Complete {
		t.Errorf("%d comments compared of %d, %+v", compared, got.Known, got.Coverage)
	}
	return got
}

func samplePost(t *testing.T, body []byte) any {
	t.Helper()
	var sample map[string]any
	if err := json.Unmarshal(body, &sample); err != nil {
		t.Fatal(err)
	}
	post, err := setup(t, nil, webclient.Answer(200, string(body))).Post(t.Context(), raw(sample, "id"))
	if err != nil {
		t.Fatal(err)
	}
	facts(t, sample, *post, "id", raw(sample, "text"))
	return post
}
