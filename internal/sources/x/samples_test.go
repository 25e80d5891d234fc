package x_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/sources/x/fxtwitter"
	"github.com/quarryapi/quarry/internal/sources/x/graphql"
	"github.com/quarryapi/quarry/internal/sources/x/official"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
	"github.com/quarryapi/quarry/internal/sources/x/syndication"
	"github.com/quarryapi/quarry/internal/sources/x/web"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// TestSamples reads recorded answers and looks for each fact of them in what comes of it.
func TestSamples(t *testing.T) {
	t.Parallel()
	sampletest.Each(t, "x", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		base := path.Base(name)
		switch {
		case strings.HasPrefix(name, "apiv2/"):
			return sampleOfficial(t, base, body)
		case strings.HasSuffix(base, "_error.json"):
			if _, err := graphql.Read(body, "s"); !errs.Is(err, errs.TargetError) {
				t.Errorf("got %v", err)
			}
		case base == "fxtwitter-openapi.json":
			sampleDefinition(t, body)
		case slices.Contains([]string{"graphql__meta.json", "s3_oembed_20.json"}, base):
			if !json.Valid(body) {
				t.Error("this is no JSON") // names of operations, and a surface that is not read
			}
		case strings.Contains(base, "UserByScreenName"), strings.Contains(base, "UserResultByScreenName"), strings.Contains(base, "_user_by_login"),
			strings.Contains(base, "user_about"), strings.HasPrefix(base, "s4_user"):
			return sampleUser(t, body)
		case strings.Contains(base, "TweetResult"):
			return sampleTweet(t, base, body)
		case strings.HasPrefix(base, "fx_"), strings.HasPrefix(base, "graphql_"):
			return sampleTimeline(t, base, body)
		case strings.HasPrefix(base, "s1_"):
			return sampleEmbedded(t, body)
		case strings.HasPrefix(base, "s2_"):
			return sampleEmbeddedTimeline(t, body)
		case strings.HasPrefix(base, "status_"), strings.HasPrefix(base, "profile_"):
			return samplePage(t, strings.HasPrefix(base, "status_"), body)
		default:
			sampletest.Other(t, name)
		}
		return nil
	})
}

// object is a part of a sample.
type object map[string]any

// at goes down by names; a missing step is nil.
func (o object) at(names ...string) any {
	var v any = map[string]any(o)
	for _, name := range names {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

// raw is a fact as text; a missing one, a null and an empty one are "".
func (o object) raw(names ...string) string {
	switch v := o.at(names...).(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

func parse(t *testing.T, body []byte) object {
	t.Helper()
	var o object
	if err := json.Unmarshal(body, &o); err != nil {
		t.Fatal(err)
	}
	return o
}

// each visits all objects of a sample.
func each(v any, visit func(object)) {
	switch v := v.(type) {
	case object:
		each(map[string]any(v), visit)
	case map[string]any:
		visit(v)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			each(v[name], visit)
		}
	case []any:
		for _, in := range v {
			each(in, visit)
		}
	}
}

func number(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

// same holds facts to what was read of them. An empty fact holds nothing.
func same(t *testing.T, about string, facts map[string][2]string) {
	t.Helper()
	for name, f := range facts {
		if f[0] != f[1] {
			t.Errorf("%s: %s is %q, read as %q", about, name, f[0], f[1])
		}
	}
}

var link = regexp.MustCompile(`https://t\.co/\w+`)

// words holds a text to its sample: every word of it is there but for short links.
func words(t *testing.T, about, raw, got string) {
	t.Helper()
	for word := range strings.FieldsSeq(html.UnescapeString(link.ReplaceAllString(raw, " "))) {
		if !strings.Contains(got, word) {
			t.Errorf("%s lacks %q: %s", about, word, got)
		}
	}
	if strings.Contains(got, "&amp;") {
		t.Errorf("%s has references: %s", about, got)
	}
}

// v11 holds an item to the object of the first API that it came from.
func v11(t *testing.T, o object, item social.Item) {
	t.Helper()
	about := item.ExternalID
	same(t, about, map[string][2]string{
		"likes": {o.raw("favorite_count"), number(item.Counts.Likes)}, "reposts": {o.raw("retweet_count"), number(item.Counts.Reposts)},
		"replies": {o.raw("reply_count") + o.raw("conversation_count"), number(item.Counts.Comments)}, "quotes": {o.raw("quote_count"), number(item.Counts.Quotes)},
		"bookmarks": {o.raw("bookmark_count"), number(item.Counts.Bookmarks)}, "time": {shape.Time(o.raw("created_at")), item.PublishedAt},
	})
	if reply := o.raw("in_reply_to_status_id_str"); reply != "" && (item.InReplyTo == nil || item.InReplyTo.ExternalID != reply) {
		t.Errorf("%s answers %s", about, reply)
	}
	files, _ := o.at("extended_entities", "media").([]any)
	if len(files) != 0 && len(files) != len(item.Media) {
		t.Errorf("%s has %d media, read %d", about, len(files), len(item.Media))
	}
	if item.RepostOf == nil && item.TextTruncatedAtSource == nil && item.Title == "" {
		words(t, about, o.raw("full_text")+fallback(o.raw("full_text"), o.raw("text")), item.Text)
	}
}

// tweets holds all posts of a GraphQL sample to items.
func tweets(t *testing.T, sample object, items []social.Item) {
	t.Helper()
	all, compared := byID(items), 0
	each(sample, func(o object) {
		id := o.raw("rest_id")
		legacy, _ := o.at("legacy").(map[string]any)
		if legacy["full_text"] == nil || id == "" {
			return
		}
		item, ok := all[id]
		if !ok {
			t.Errorf("post %s is lost", id)
			return
		}
		compared++
		v11(t, legacy, item)
		user := object{"u": o.at("core", "user_results", "result")}
		same(t, id, map[string][2]string{
			"views": {o.raw("views", "count"), number(item.Counts.Views)}, "author": {user.raw("u", "rest_id"), item.Author.ExternalID},
			"handle": {user.raw("u", "core", "screen_name") + fallback(user.raw("u", "core", "screen_name"), user.raw("u", "legacy", "screen_name")), item.Author.Username},
		})
		if note := o.raw("note_tweet", "note_tweet_results", "result", "text"); note != "" && item.RepostOf == nil {
			words(t, id, note, item.Text)
			if item.TextTruncatedAtSource == nil || *item.TextTruncatedAtSource {
				t.Errorf("%s is told to be cut off", id)
			}
		}
		if legacy["retweeted_status_result"] != nil && item.RepostOf == nil || o["quoted_status_result"] != nil && item.RepostOf == nil && item.QuoteOf == nil {
			t.Errorf("%s lost what it repeats or quotes", id)
		}
		if strings.HasPrefix(o.raw("card", "legacy", "name"), "poll") && len(item.PollOptions) < 2 {
			t.Errorf("%s lost its poll", id)
		}
	})
	if compared == 0 && len(items) > 0 {
		t.Error("nothing was compared")
	}
}

func fallback(have, other string) string {
	if have != "" {
		return ""
	}
	return other
}

func sampleTimeline(t *testing.T, name string, body []byte) any {
	t.Helper()
	sample := parse(t, body)
	if sample["entryId"] != nil { // one entry
		body = fmt.Appendf(nil, `{"data":{"threaded_conversation_with_injections_v2":{"instructions":[{"type":"TimelineAddEntries","entries":[%s]}]}}}`, body)
	}
	got, err := graphql.Read(body, "s")
	if err != nil {
		t.Fatal(err)
	}
	posts := append(slices.Clone(got.Posts), got.Replies...)
	if got.Pinned != nil {
		posts = append(posts, *got.Pinned)
	}
	tweets(t, sample, posts)
	people, bottom := 0, ""
	each(sample, func(o object) {
		switch id := o.raw("entryId"); {
		case strings.HasPrefix(id, "user-") && o.raw("content", "itemContent", "user_results", "result", "__typename") == "User":
			people++
		case strings.HasPrefix(id, "cursor-bottom"):
			bottom = o.raw("content", "value") + o.raw("content", "itemContent", "value")
		}
	})
	if people != len(got.People) || bottom != got.Bottom || len(got.Posts)+len(got.Replies)+len(got.People)+len(got.Hidden) == 0 {
		t.Errorf("%s: %d people, read %d; cursor %q, read %q", name, people, len(got.People), bottom, got.Bottom)
	}
	for _, p := range got.People {
		if p.ExternalID == "" || p.Username == "" || p.Name == "" || p.AvatarURL == "" || p.Counts.Followers == nil {
			t.Errorf("got author %+v, want an ExternalID, a Username, a Name, an AvatarURL, Followers not nil", p)
		}
	}
	return got
}

func sampleTweet(t *testing.T, name string, body []byte) any {
	t.Helper()
	id := strings.TrimSuffix(name[strings.LastIndexByte(name, '_')+1:], ".json")
	post, err := graphql.Post(body, id, "s")
	if bytes.Contains(body, []byte("TweetUnavailable")) {
		if e := errs.As(err); e == nil || !e.Permanent || !strings.Contains(e.Message, "suspended") {
			t.Errorf("got %v", err)
		}
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	tweets(t, parse(t, body), []social.Item{*post})
	return post
}

func sampleUser(t *testing.T, body []byte) any {
	t.Helper()
	got, err := graphql.User(body, "h", "s")
	if err != nil {
		t.Fatal(err)
	}
	var u object
	each(parse(t, body), func(o object) {
		if o.raw("__typename") == "User" && u == nil {
			u = o
		}
	})
	either := func(old string, path ...string) string {
		return u.raw(path...) + fallback(u.raw(path...), u.raw("legacy", old))
	}
	same(t, u.raw("rest_id"), map[string][2]string{
		"id": {u.raw("rest_id"), got.ExternalID}, "handle": {either("screen_name", "core", "screen_name"), got.Username},
		"name": {either("name", "core", "name"), got.Name}, "bio": {either("description", "profile_bio", "description"), got.Bio},
		"location":  {either("location", "location", "location"), got.Location},
		"followers": {either("followers_count", "relationship_counts", "followers"), number(got.Counts.Followers)},
		"following": {either("friends_count", "relationship_counts", "following"), number(got.Counts.Following)},
		"posts":     {either("statuses_count", "tweet_counts", "tweets"), number(got.Counts.Posts)},
		"banner":    {either("profile_banner_url", "banner", "image_url"), got.BannerURL},
		"since":     {shape.Time(either("created_at", "core", "created_at")), got.CreatedAt},
	})
	if got.AvatarURL == "" || got.Verified == nil || !*got.Verified || got.VerifiedAs == "" || u.raw("legacy", "url")+u.raw("website", "url") != "" && strings.Contains(got.Website, "t.co") {
		t.Errorf(`got %+v, want an AvatarURL, Verified not nil, Verified true, a VerifiedAs, (empty raw("legacy", "url") + u.raw("website", "url") or Website without "t.co")`, got)
	}
	return got
}

func sampleEmbedded(t *testing.T, body []byte) any {
	t.Helper()
	sample := parse(t, body)
	set := setup(t, handlers{"xsyndication": webclient.Answer(200, string(body))}, nil)
	got, err := syndication.New(set(syndication.Posts), set(syndication.Timelines)).Post(t.Context(), sample.raw("id_str"))
	if err != nil {
		t.Fatal(err)
	}
	v11(t, sample, *got)
	same(t, got.ExternalID, map[string][2]string{
		"handle": {sample.raw("user", "screen_name"), got.Author.Username}, "author": {sample.raw("user", "id_str"), got.Author.ExternalID},
		"parent": {sample.raw("parent", "id_str"), got.InReplyTo.ExternalID}, "parent's author": {sample.raw("parent", "user", "screen_name"), got.InReplyTo.Author},
	})
	return got
}

func sampleEmbeddedTimeline(t *testing.T, body []byte) any {
	t.Helper()
	_, data, _ := bytes.Cut(body, []byte(`<script id="__NEXT_DATA__" type="application/json">`))
	data, _, _ = bytes.Cut(data, []byte("</script>"))
	sample := parse(t, data)
	handle := sample.raw("props", "pageProps", "headerProps", "screenName")
	set := setup(t, handlers{"xtimeline": webclient.Answer(200, string(body))}, nil)
	profile, page, err := syndication.New(set(syndication.Posts), set(syndication.Timelines)).Timeline(t.Context(), handle)
	if err != nil {
		t.Fatal(err)
	}
	all, posts := byID(page.Items), 0
	each(sample, func(o object) {
		if o["full_text"] != nil {
			v11(t, o, all[o.raw("id_str")])
			posts++
		}
	})
	if posts == 0 || profile.Username != handle || *profile.Counts.Followers == 0 || profile.Bio == "" || profile.Website == "" || profile.CreatedAt == "" {
		t.Errorf("%d posts of %+v", len(page.Items), profile)
	}
	return []any{profile, page}
}

// contents finds the contents of a property in a page's source.
func contents(body []byte, name string) []string {
	var all []string
	for _, m := range regexp.MustCompile(`<meta (?:content="([^"]*)" itemProp="`+name+`"|itemProp="`+name+`" content="([^"]*)")/?>`).FindAllSubmatch(body, -1) {
		all = append(all, html.UnescapeString(string(m[1])+string(m[2])))
	}
	return all
}

func samplePage(t *testing.T, status bool, body []byte) any {
	t.Helper()
	client := web.New(setup(t, handlers{"xweb": webclient.Answer(200, string(body))}, nil)(web.Name))
	read := sampleProfilePage
	if status {
		read = sampleStatusPage
	}
	items := read(t, client, body)
	bodies := contents(body, "articleBody")
	for id, item := range byID(items) {
		if item.Author == nil && item.Text == "" && slices.ContainsFunc(contents(body, "isBasedOn"), func(based string) bool { return path.Base(based) == id }) {
			continue // of a post that a quoted one quotes, the page tells the address only
		}
		if item.PublishedAt == "" || item.Author == nil || item.Author.Username == "" || item.Author.ExternalID == "" || item.Author.Counts.Followers == nil || item.Text == "" ||
			!slices.ContainsFunc(bodies, func(raw string) bool { return strings.HasPrefix(raw, item.Text) }) {
			t.Errorf("%s: got item %+v, want a time, an author with handle, id and followers, and a text from the page", id, item)
		}
	}
	return items
}

func sampleStatusPage(t *testing.T, client *web.Client, body []byte) []social.Item {
	t.Helper()
	post, replies, err := client.Post(t.Context(), path.Base(contents(body, "mainEntityOfPage")[0]))
	if err != nil {
		t.Fatal(err)
	}
	if len(replies) == 0 || post.Counts.Likes == nil || post.Counts.Reposts == nil || post.Counts.Quotes == nil || post.Counts.Comments == nil {
		t.Errorf("%d replies to %+v", len(replies), post)
	}
	return append(slices.Clip(replies), *post)
}

func sampleProfilePage(t *testing.T, client *web.Client, body []byte) []social.Item {
	t.Helper()
	profile, page, err := client.Profile(t.Context(), contents(body, "additionalName")[0])
	if err != nil {
		t.Fatal(err)
	}
	if profile.ExternalID != contents(body, "identifier")[0] || profile.Counts.Followers == nil || profile.Counts.Following == nil || profile.Counts.Posts == nil ||
		profile.Bio == "" || profile.Website == "" || profile.CreatedAt == "" || profile.AvatarURL == "" || len(page.Items) < 2 ||
		!slices.ContainsFunc(page.Items, func(i social.Item) bool { return i.QuoteOf != nil && i.QuoteOf.Text != "" }) {
		t.Errorf("%d posts of %+v", len(page.Items), profile)
	}
	return page.Items
}

func sampleOfficial(t *testing.T, name string, body []byte) any {
	t.Helper()
	sample := parse(t, body)
	client := official.New(setup(t, handlers{"xapi": webclient.Answer(http.StatusOK, string(body))}, keysOf("xapi"))(official.Name))
	list, _ := sample["data"].([]any)
	next := sample.raw("meta", "next_token")
	switch {
	case strings.Contains(name, "get_user_0"):
		got, err := client.Profile(t.Context(), "h")
		if err != nil || got.ExternalID != sample.raw("data", "id") || got.Username != sample.raw("data", "username") || got.Name != sample.raw("data", "name") {
			t.Errorf(`got profile %+v, error %v; want no error, ExternalID sample.raw("data", "id"), Handle sample.raw("data", "username"), Name sample.raw("data", "name")`, got, err)
		}
		return got
	case strings.Contains(name, "get_tweet_0"):
		got, err := client.Post(t.Context(), sample.raw("data", "id"))
		if err != nil {
			t.Fatal(err)
		}
		words(t, got.ExternalID, sample.raw("data", "text"), got.Text)
		return got
	case strings.Contains(name, "retweeters"), strings.Contains(name, "liking_users"), strings.Contains(name, "followers"):
		got, err := client.Reposters(t.Context(), "1", "", 100)
		if err != nil || len(got.Items) != len(list) || got.Next != next {
			t.Fatalf("%d of %d, %q, %v", len(got.Items), len(list), got.Next, err)
		}
		for i, a := range got.Items {
			o := object{"u": list[i]}
			same(t, a.Username, map[string][2]string{
				"id": {o.raw("u", "id"), a.ExternalID}, "handle": {o.raw("u", "username"), a.Username}, "name": {html.UnescapeString(o.raw("u", "name")), a.Name},
			})
		}
		return got
	default:
		got, err := client.Search(t.Context(), "q", "", 100)
		if err != nil || len(got.Items) != len(list) || got.Next != next {
			t.Fatalf("%d of %d, %q, %v", len(got.Items), len(list), got.Next, err)
		}
		for i, item := range got.Items {
			o := object{"p": list[i]}
			if item.ExternalID != o.raw("p", "id") {
				t.Errorf("%s is read as %s", o.raw("p", "id"), item.ExternalID)
			}
			words(t, item.ExternalID, o.raw("p", "text"), item.Text)
		}
		return got
	}
}

// sampleDefinition looks in the published definition for the calls that are made.
func sampleDefinition(t *testing.T, body []byte) {
	t.Helper()
	var definition struct {
		Paths map[string]any `json:"paths"`
	}
	if err := json.Unmarshal(body, &definition); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"/2/profile/{handle}", "/2/profile/{handle}/statuses", "/2/status/{id}", "/2/conversation/{id}", "/2/search", "/2/status/{id}/quotes", "/2/status/{id}/reposts",
	} {
		if definition.Paths[path] == nil {
			t.Errorf("%s does not define %s any more", fxtwitter.Name, path)
		}
	}
}
