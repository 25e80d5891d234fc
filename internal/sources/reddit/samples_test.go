package reddit_test

import (
	"encoding/json"
	"encoding/xml"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded answers and looks for each fact of them in what comes of it.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "reddit", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		switch {
		case strings.HasSuffix(name, ".xml"):
			return sampleFeed(t, body)
		case strings.HasSuffix(name, ".html"):
			samplePage(t, body)
		case strings.HasPrefix(name, "comments_"):
			return sampleDiscussion(t, body)
		case strings.HasPrefix(name, "oauth_search"), strings.HasPrefix(name, "user_overview"):
			return sampleListing(t, body)
		case strings.HasPrefix(name, "oauth_access_token"):
			sampleToken(t, body)
		case strings.HasPrefix(name, "oauth_user_not_exist"):
			sampleMissing(t, body)
		case strings.HasPrefix(name, "pushshift_submissions"):
			return sampleArchive(t, body)
		case strings.HasPrefix(name, "subreddit_about"):
			return sampleCommunity(t, body)
		case strings.HasPrefix(name, "user_about"):
			return sampleAccount(t, body)
		case strings.HasPrefix(name, "user_trophies"):
			if !json.Valid(body) {
				t.Error("this is no JSON") // this surface is not read
			}
		default:
			sampletest.Other(t, name)
		}
		return nil
	})
}

// object is a part of a sample.
type object map[string]any

func (o object) at(names ...string) object {
	for _, name := range names {
		o, _ = o[name].(map[string]any)
	}
	return o
}

// raw is a fact as text; an absent one, a null, a false and an empty one are "".
func (o object) raw(name string) string {
	switch v := o[name].(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

func (o object) children() []object {
	list, _ := o.at("data")["children"].([]any)
	var all []object
	for _, child := range list {
		wrapped, _ := child.(map[string]any)
		all = append(all, wrapped)
	}
	return all
}

func decoded(t *testing.T, body []byte) object {
	t.Helper()
	var o object
	if err := json.Unmarshal(body, &o); err != nil {
		t.Fatal(err)
	}
	return o
}

func number(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

func unix(t *testing.T, posted string) string {
	t.Helper()
	if posted == "" {
		return ""
	}
	at, err := time.Parse(time.RFC3339, posted)
	if err != nil {
		t.Fatal(err)
	}
	return strconv.FormatInt(at.Unix(), 10)
}

// facts holds an item to its sample.
func facts(t *testing.T, sample object, item social.Item) {
	t.Helper()
	handle, authorID := "", ""
	if item.Author != nil {
		handle, authorID = item.Author.Username, item.Author.ExternalID
	}
	link := sample.raw("url")
	if sample["is_self"] == true || item.Type == "comment" {
		link = ""
	}
	replies := sample.raw("num_comments")
	if item.Type == "comment" {
		replies = "" // those of the post
	}
	got := []string{
		item.ExternalID, item.Title, item.LinkURL, item.Community, handle, authorID, number(item.Counts.Score),
		number(item.Counts.Comments), unix(t, item.PublishedAt), unix(t, item.UpdatedAt),
	}
	want := []string{
		sample.raw("name"), strings.Join(strings.Fields(sample.raw("title")), " "), link, sample.raw("subreddit"), sample.raw("author"), sample.raw("author_fullname"), sample.raw("score"),
		replies, sample.raw("created_utc"), sample.raw("edited"),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("facts mismatch (-want +got):\n%s", diff)
	}
	if path, _, _ := strings.Cut(sample.raw("permalink"), "?"); !strings.HasSuffix(unescaped(t, item.URL), path) {
		t.Errorf("%s is at %s", item.ExternalID, item.URL)
	}
	if ratio := sample["upvote_ratio"]; ratio != nil && (item.Counts.UpvoteRatio == nil || ratio != *item.Counts.UpvoteRatio) {
		t.Errorf("%s has %v of upvotes", item.ExternalID, item.Counts.UpvoteRatio)
	}
	markdown := sample.raw("selftext") + sample.raw("body")
	for word := range strings.FieldsSeq(markdown) {
		if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && !strings.Contains(item.Text, word) {
			t.Errorf("%s lacks %q", item.ExternalID, word)
		}
	}
	for _, markup := range []string{"SC_OFF", "</p>", "&#39;"} { // unless somebody writes about it
		if strings.Contains(item.Text, markup) && !strings.Contains(markdown, markup) {
			t.Errorf("%s has markup: %s", item.ExternalID, item.Text)
		}
	}
}

func sampleListing(t *testing.T, body []byte) any {
	t.Helper()
	calls := 0
	page, err := setup(t, key, granting(func(w http.ResponseWriter, r *http.Request) {
		if calls++; calls > 1 { // what lies behind was not recorded
			webclient.Answer(200, `{"data":{"after":null,"children":[]}}`)(w, r)
			return
		}
		webclient.Answer(200, string(body))(w, r)
	})).Search(t.Context(), "a", reddit.Window{}, "", 100)
	if err != nil {
		t.Fatal(err)
	}
	sample := decoded(t, body).children()
	if len(page.Items) != len(sample) || len(sample) == 0 {
		t.Fatalf("%d of %d items", len(page.Items), len(sample))
	}
	for i, child := range sample {
		facts(t, child.at("data"), page.Items[i])
	}
	return page
}

// sampleArchive reads what an archive has, which is objects of Reddit's API as they were
// when it saw them. Others do not answer.
func sampleArchive(t *testing.T, body []byte) any {
	t.Helper()
	away := webclient.Answer(http.StatusServiceUnavailable, "")
	page, err := setup(t, "", handlers{
		reddit.Feeds: away, reddit.ArcticShift: away, reddit.PullPush: webclient.Answer(http.StatusOK, string(body)),
	}).Mentions(t.Context(), "marrowfen.example", reddit.Window{}, "", 100)
	if err != nil {
		t.Fatal(err)
	}
	var sample struct {
		Data []object `json:"data"`
	}
	if err := json.Unmarshal(body, &sample); err != nil || len(page.Items) != len(sample.Data) || len(sample.Data) == 0 {
		t.Fatalf("got %d of %d items, %v", len(page.Items), len(sample.Data), err)
	}
	items := map[string]social.Item{}
	for _, item := range page.Items {
		items[item.ExternalID] = item
	}
	for _, post := range sample.Data {
		post["name"] = "t3_" + post.raw("id") // which is newer than some objects
		const settled = 36 * 60 * 60
		captured, _ := post["retrieved_on"].(float64)
		if again, ok := post["retrieved_utc"].(float64); ok {
			captured = again
		}
		if created, _ := post["created_utc"].(float64); captured-created < settled {
			for _, count := range []string{"score", "num_comments", "upvote_ratio"} {
				delete(post, count) // an archive has them as they were in the first minutes
			}
		}
		facts(t, post, items[post.raw("name")])
	}
	return page
}

func sampleDiscussion(t *testing.T, body []byte) any {
	t.Helper()
	var pair []object
	if err := json.Unmarshal(body, &pair); err != nil {
		t.Fatal(err)
	}
	post := pair[0].children()[0].at("data")
	got, err := setup(t, key, granting(webclient.Answer(200, string(body)))).Discussion(t.Context(), post.raw("id"))
	if err != nil {
		t.Fatal(err)
	}
	facts(t, post, got.Post)
	compared := 0
	var compare func([]object)
	compare = func(children []object) {
		for _, child := range children {
			data := child.at("data")
			facts(t, data, got.Comments[compared])
			if got.Comments[compared].InReplyTo.ExternalID != data.raw("parent_id") {
				t.Errorf("%s answers %+v", data.raw("id"), got.Comments[compared].InReplyTo)
			}
			compared++
			compare(data.at("replies").children())
		}
	}
	compare(pair[1].children())
	if compared != len(got.Comments) || strconv.Itoa(compared) != post.raw("num_comments") || !got.Coverage.Complete {
		t.Errorf("%d of %d comments, %+v", compared, len(got.Comments), got.Coverage)
	}
	return got
}

func sampleAccount(t *testing.T, body []byte) any {
	t.Helper()
	sample := decoded(t, body).at("data")
	got, err := setup(t, key, granting(webclient.Answer(200, string(body)))).Account(t.Context(), sample.raw("name"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{sample.raw("name"), "t2_" + sample.raw("id"), sample.raw("created_utc"), sample.raw("link_karma"), sample.raw("comment_karma"), sample.raw("total_karma"), sample.raw("icon_img"), strings.TrimPrefix(sample.at("subreddit").raw("subscribers"), "0")}
	facts := []string{got.Username, got.ExternalID, unix(t, got.CreatedAt), number(got.PostKarma), number(got.CommentKarma), number(got.TotalKarma), got.AvatarURL, number(got.Counts.Followers)}
	if diff := cmp.Diff(want, facts); diff != "" {
		t.Errorf("facts mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]any{sample["is_employee"], sample["is_mod"], sample["is_gold"], sample["has_verified_email"]}, []any{*got.Employee, *got.Moderator, *got.Premium, *got.VerifiedEmail}); diff != "" {
		t.Errorf("sample account mismatch (-want +got):\n%s", diff)
	}
	return got
}

func sampleCommunity(t *testing.T, body []byte) any {
	t.Helper()
	sample := decoded(t, body).at("data")
	got, err := setup(t, key, granting(webclient.Answer(200, string(body)))).Community(t.Context(), sample.raw("display_name"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{sample.raw("name"), sample.raw("title"), sample.raw("public_description"), sample.raw("subscribers"), sample.raw("created_utc")}
	if diff := cmp.Diff(want, []string{got.ExternalID, got.Name, got.Bio, number(got.Counts.Followers), unix(t, got.CreatedAt)}); diff != "" {
		t.Errorf("sample community mismatch (-want +got):\n%s", diff)
	}
	return got
}

func sampleToken(t *testing.T, body []byte) {
	t.Helper()
	token := ""
	c := setup(t, key, handlers{reddit.Feeds: webclient.Answer(200, string(body)), reddit.API: func(w http.ResponseWriter, r *http.Request) {
		token = r.Header.Get("Authorization")
		webclient.Answer(200, listing("null", "1a"))(w, r)
	}})
	if _, err := c.Search(t.Context(), "a", reddit.Window{}, "", 1); err != nil || token != "bearer "+decoded(t, body).raw("access_token") {
		t.Errorf(`got error %v, token %q; want no error, token "bearer " + decoded(t, body).raw("access_token")`, err, token)
	}
}

func sampleMissing(t *testing.T, body []byte) {
	t.Helper()
	if _, err := setup(t, key, granting(webclient.Answer(400, string(body)))).Account(t.Context(), "a"); !errs.Is(err, errs.TargetError) || errs.As(err).Retryable() {
		t.Errorf(`got error %v, want error "target_error", Retryable() false`, err)
	}
}

// samplePage: a page in place of data is a block, never an empty list.
func samplePage(t *testing.T, body []byte) {
	t.Helper()
	own := handlers{
		reddit.Feeds: webclient.Answer(200, string(body)), reddit.ArcticShift: webclient.Answer(200, string(body)), reddit.PullPush: webclient.Answer(200, string(body)),
	}
	for _, key := range []string{key, ""} {
		if _, err := setup(t, key, own).Posts(t.Context(), permalink.Place{User: "a"}, "", 5); !errs.Is(err, errs.UpstreamBlocked) {
			t.Errorf(`got error %v, want error "upstream_blocked"`, err)
		}
	}
}

func sampleFeed(t *testing.T, body []byte) any {
	t.Helper()
	var sample struct {
		Entries []struct {
			ID        string `xml:"id"`
			Title     string `xml:"title"`
			Name      string `xml:"author>name"`
			Published string `xml:"published"`
			Content   string `xml:"content"`
			Link      struct {
				Href string `xml:"href,attr"`
			} `xml:"link"`
			Category struct {
				Term string `xml:"term,attr"`
			} `xml:"category"`
			Thumbnail struct {
				URL string `xml:"url,attr"`
			} `xml:"thumbnail"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal(body, &sample); err != nil {
		t.Fatal(err)
	}
	page, err := setup(t, "", handlers{reddit.Feeds: webclient.Answer(200, string(body))}).Posts(t.Context(), permalink.Place{Subreddit: "aa"}, "", 100)
	if err != nil || len(page.Items) != len(sample.Entries) || len(page.Items) == 0 {
		t.Fatalf("got error %v, %v page.Items; want no error, %d page.Items, some page.Items", err, len(page.Items), len(sample.Entries))
	}
	for i, e := range sample.Entries {
		item := page.Items[i]
		want := []string{e.ID, e.Title, strings.TrimPrefix(e.Name, "/u/"), e.Link.Href, e.Category.Term}
		if diff := cmp.Diff(want, []string{item.ExternalID, item.Title, item.Author.Username, item.URL, item.Community}); diff != "" {
			t.Errorf("sample feed mismatch (-want +got):\n%s", diff)
		}
		if at, err := time.Parse(time.RFC3339, e.Published); err != nil || strconv.FormatInt(at.Unix(), 10) != unix(t, item.PublishedAt) {
			t.Errorf("got error %v, item.PostedAt %q; want no error, strconv.FormatInt(at.Unix(), 10) unix(t, item.PostedAt)", err, item.PublishedAt)
		}
		if e.Thumbnail.URL != "" && (len(item.Media) != 1 || item.Media[0].ThumbnailURL != e.Thumbnail.URL) {
			t.Errorf("%s: got item.Media %+v, want (length 1, [0].ThumbnailURL %q if Thumbnail.URL is given)", e.ID, item.Media, e.Thumbnail.URL)
		}
		if self := strings.Contains(e.Content, `class="md"`); self != (item.Text != "") || self == (item.LinkURL != "") {
			t.Errorf("%s: got item.Text %q, item.LinkURL %q; want self %t, self other than %t", e.ID, item.Text, item.LinkURL, item.Text != "", item.LinkURL != "")
		}
		if strings.Contains(item.Text, "submitted by") {
			t.Errorf("%s has what Reddit writes below: %s", e.ID, item.Text)
		}
	}
	return page
}

func unescaped(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Path
}
