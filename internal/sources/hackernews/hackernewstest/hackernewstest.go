// Package hackernewstest stands for Algolia's search of Hacker News and for its official API.
package hackernewstest

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

//go:embed content
var content embed.FS

// item is an item of the replay, in the form of the official API.
type item struct {
	ID          int    `json:"id"`
	Type        string `json:"type,omitempty"`
	By          string `json:"by,omitempty"`
	Time        int64  `json:"time,omitempty"`
	Title       string `json:"title,omitempty"`
	URL         string `json:"url,omitempty"`
	Text        string `json:"text,omitempty"`
	Score       *int   `json:"score,omitempty"`
	Descendants *int   `json:"descendants,omitempty"`
	Parent      int    `json:"parent,omitempty"`
	Poll        int    `json:"poll,omitempty"`
	Kids        []int  `json:"kids,omitempty"`
	Parts       []int  `json:"parts,omitempty"`
	Deleted     bool   `json:"deleted,omitempty"`
	Dead        bool   `json:"dead,omitempty"`

	story int // the post at the top, itself for a post
}

func (i *item) live() bool { return !i.Deleted && !i.Dead }

// world are all items by their ids, and those ids in order.
type world struct {
	items map[int]*item
	ids   []int
}

// readings is how many comments a gauge posted below item 9000, three a second.
const readings = 1200

// hackerNews reads the items once, when they are first asked for.
var hackerNews = sync.OnceValue(func() *world {
	var list []*item
	body, err := content.ReadFile("content/items.json")
	if err == nil {
		err = json.Unmarshal(body, &list)
	}
	if err != nil {
		panic(fmt.Sprintf("hackernewstest: the items of Hacker News: %v", err))
	}
	for n := range readings {
		list = append(list, &item{
			ID: 9001 + n, Type: "comment", By: "lockgauge", Time: 1744016400 + int64(n/3), Parent: 9000,
			Text: fmt.Sprintf("Reading %d: %.2f m above datum.", n+1, 2+float64(n%200)/100),
		})
	}
	return newWorld(list)
})

// newWorld fills in what follows from the items: children, posts and counts.
func newWorld(list []*item) *world {
	w := &world{items: map[int]*item{}}
	for _, i := range list {
		w.items[i.ID] = i
		w.ids = append(w.ids, i.ID)
		if i.Type == "story" && i.live() || i.Type == "poll" {
			i.Descendants = new(int)
		}
		i.story = cmp.Or(i.Poll, i.ID)
		if parent := w.items[i.Parent]; parent != nil {
			i.story = parent.story
			parent.Kids = append(parent.Kids, i.ID)
		}
		if post := w.items[i.story]; i.Type == "comment" && i.live() && post.Descendants != nil {
			*post.Descendants++
		}
	}
	return w
}

// Official stands for the official API.
func Official() site.Site {
	return site.Site{
		Host:     "hackernewsapi.upstream.test",
		Title:    "Hacker News, official API",
		About:    "A replay of the official API of Hacker News, with the same items as the search. An unknown item is `null`; 8942 is dead, 8943 deleted.",
		Upstream: "hackernewsapi",
		Rest: func(w http.ResponseWriter, r *http.Request) {
			id, isItem := strings.CutPrefix(r.URL.Path, "/item/")
			number, err := strconv.Atoi(strings.TrimSuffix(id, ".json"))
			if !isItem || err != nil {
				site.Send(w, http.StatusNotFound, "application/json", []byte(`{"error":"404 Not Found"}`))
				return
			}
			body, _ := json.MarshalIndent(hackerNews().items[number], "", " ")
			site.Send(w, http.StatusOK, "application/json; charset=utf-8", body)
		},
	}
}

// Search stands for Algolia's search.
func Search() site.Site {
	return site.Site{
		Host:     "hackernews.upstream.test",
		Title:    "Hacker News, search",
		About:    "A replay of Algolia's search of Hacker News: stories, comments, a poll and a job about tide gauges. Item 9000 has 1200 comments, three a second. The queries `throttled`, `broken` and `walled` answer with the failure of their names.",
		Upstream: "hackernews",
		Assets:   map[string]http.HandlerFunc{"/search": serveSearch, "/search_by_date": serveSearch},
		Rest: func(w http.ResponseWriter, r *http.Request) {
			id, _ := strings.CutPrefix(r.URL.Path, "/items/")
			number, _ := strconv.Atoi(id)
			item := hackerNews().items[number]
			if item == nil || !item.live() {
				site.Send(w, http.StatusNotFound, "application/json; charset=utf-8", []byte(`{"status":404,"error":"Not Found"}`))
				return
			}
			body, _ := json.Marshal(hackerNews().tree(item))
			site.Send(w, http.StatusOK, "application/json; charset=utf-8", body)
		},
	}
}

// tree is an item as the search shows it with all below it. It orders by points, which
// comments do not have; here the newest comes first, which the page does not do.
func (w *world) tree(i *item) map[string]any {
	children := []any{}
	for _, id := range slices.Backward(i.Kids) {
		children = append(children, w.tree(w.items[id]))
	}
	if !i.live() {
		return map[string]any{"id": i.ID, "children": children}
	}
	options := []any{}
	for _, id := range slices.Sorted(slices.Values(i.Parts)) {
		o := w.items[id]
		options = append(options, map[string]any{
			"id": o.ID, "created_at_i": o.Time, "type": o.Type, "text": o.Text, "points": o.Score, "parent_id": o.Poll, "story_id": nil,
		})
	}
	node := map[string]any{
		"id": i.ID, "created_at": stamp(i.Time) + ".000Z", "created_at_i": i.Time, "type": i.Type, "author": i.By, "points": i.Score,
		"title": site.Null(i.Title), "url": site.Null(i.URL), "text": site.Null(i.Text), "parent_id": nil, "story_id": i.story,
		"children": children, "options": options,
	}
	if i.Parent != 0 {
		node["parent_id"] = i.Parent
	}
	if i.Text != "" {
		node["text"] = "<p>" + strings.ReplaceAll(i.Text, "<p>", "</p><p>") + "</p>"
	}
	return node
}
