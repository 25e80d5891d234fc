package hackernewstest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// reach is how many hits of one query Algolia gives.
const reach = 1000

func serveSearch(w http.ResponseWriter, r *http.Request) {
	const jsonType = "application/json; charset=utf-8"
	q := r.URL.Query()
	switch q.Get("query") {
	case "throttled":
		site.Send(w, http.StatusTooManyRequests, jsonType, []byte(`{"message":"Too many requests"}`))
		return
	case "broken":
		site.Send(w, http.StatusServiceUnavailable, jsonType, []byte(`{"message":"Cannot reach any hosts"}`))
		return
	case "walled":
		site.Send(w, http.StatusOK, site.HTML, []byte(`<!doctype html><title>HN Search</title><p>You need to enable JavaScript to run this app.`))
		return
	}
	found, err := hackerNews().find(q)
	if err != nil {
		body, _ := json.Marshal(map[string]any{"message": err.Error()})
		site.Send(w, http.StatusBadRequest, jsonType, body)
		return
	}
	if r.URL.Path == "/search" {
		slices.SortStableFunc(found, func(a, b *item) int { return cmp.Compare(count(b.Score), count(a.Score)) })
	} else {
		slices.SortStableFunc(found, func(a, b *item) int { return cmp.Compare(b.Time, a.Time) })
	}
	body, _ := json.Marshal(hackerNews().answer(q, found))
	site.Send(w, http.StatusOK, jsonType, body)
}

// answer is one page in the form of 2024: what an item lacks is left out.
func (w *world) answer(q url.Values, found []*item) map[string]any {
	size, err := strconv.Atoi(q.Get("hitsPerPage"))
	if err != nil || size < 1 {
		size = 20
	}
	size = min(size, reach)
	page, _ := strconv.Atoi(q.Get("page"))
	page = max(page, 0)
	reachable := found[:min(len(found), reach)]
	hits := []any{}
	for _, i := range reachable[min(page*size, len(reachable)):min((page+1)*size, len(reachable))] {
		hits = append(hits, w.hit(i))
	}
	answer := map[string]any{
		"hits": hits, "nbHits": len(found), "page": page, "nbPages": (len(reachable) + size - 1) / size, "hitsPerPage": size,
		"exhaustiveNbHits": true, "exhaustiveTypo": true, "exhaustive": map[string]any{"nbHits": true, "typo": true},
		"query": q.Get("query"), "params": q.Encode(), "processingTimeMS": 4, "serverTimeMS": 5,
	}
	if page*size >= reach {
		answer["message"] = "you can only fetch the 1000 hits for this query"
	}
	return answer
}

func (w *world) hit(i *item) map[string]any {
	hit := map[string]any{
		"objectID": strconv.Itoa(i.ID), "created_at": stamp(i.Time) + "Z", "created_at_i": i.Time, "author": i.By, "story_id": i.story,
		"updated_at": "2025-06-01T00:00:00Z", "_tags": w.tags(i),
		"_highlightResult": map[string]any{"author": map[string]any{"value": i.By, "matchLevel": "none", "matchedWords": []string{}}},
	}
	for name, value := range attributes(i) {
		hit[name] = value
	}
	if i.Score != nil {
		hit["points"] = *i.Score
	}
	if i.Descendants != nil {
		hit["num_comments"] = *i.Descendants
	}
	if len(i.Kids) > 0 {
		hit["children"] = i.Kids
	}
	if i.Parent != 0 {
		hit["parent_id"] = i.Parent
	}
	if post := w.items[i.story]; i.Type == "comment" && post != nil {
		hit["story_title"] = post.Title
		if post.URL != "" {
			hit["story_url"] = post.URL
		}
	}
	return hit
}

// attributes are the searchable texts that an item has.
func attributes(i *item) map[string]string {
	all := map[string]string{"title": i.Title, "url": i.URL, "author": i.By, "story_text": i.Text}
	if i.Type == "comment" {
		delete(all, "story_text")
		all["comment_text"] = i.Text
	}
	for name, value := range all {
		if value == "" {
			delete(all, name)
		}
	}
	return all
}

func (w *world) tags(i *item) []string {
	tags := []string{i.Type, "author_" + i.By, "story_" + strconv.Itoa(i.story)}
	for prefix, tag := range map[string]string{"Show HN": "show_hn", "Ask HN": "ask_hn", "Launch HN": "launch_hn"} {
		if strings.HasPrefix(i.Title, prefix) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// find returns the items that a query finds, in the order of their ids.
func (w *world) find(q url.Values) ([]*item, error) {
	filters, err := filters(q.Get("numericFilters"))
	if err != nil {
		return nil, err
	}
	var found []*item
	for _, id := range w.ids {
		i := w.items[id]
		if i.live() && tagged(q.Get("tags"), w.tags(i)) && matches(q, i) && filters(i) {
			found = append(found, i)
		}
	}
	return found, nil
}

var term = regexp.MustCompile(`\(([^)]*)\)|[^,()]+`)

// tagged: a comma is and, within parentheses it is or.
func tagged(expression string, tags []string) bool {
	for _, term := range term.FindAllStringSubmatch(expression, -1) {
		choices := strings.Split(cmp.Or(term[1], term[0]), ",")
		if !slices.ContainsFunc(choices, func(c string) bool { return slices.Contains(tags, strings.TrimSpace(c)) }) {
			return false
		}
	}
	return true
}

// matches: every word or phrase stands in some attribute, and none behind a minus.
func matches(q url.Values, i *item) bool {
	var texts []string
	for name, value := range attributes(i) {
		if in := q.Get("restrictSearchableAttributes"); in == "" || slices.Contains(strings.Split(in, ","), name) {
			texts = append(texts, site.Tokens(value))
		}
	}
	for _, word := range site.Word.FindAllStringSubmatch(q.Get("query"), -1) {
		term := site.Tokens(word[2] + word[3])
		within := slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, term) })
		if within == (word[1] == "-") {
			return false
		}
	}
	return true
}

var filter = regexp.MustCompile(`^(created_at_i|points|num_comments)(<=|>=|<|>|=)(-?\d+)$`)

func filters(expression string) (func(*item) bool, error) {
	var all []func(*item) bool
	for part := range strings.SplitSeq(expression, ",") {
		m := filter.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil && part != "" {
			return nil, fmt.Errorf("invalid numeric attribute filter: %s", part)
		}
		if m == nil {
			continue
		}
		want, _ := strconv.ParseInt(m[3], 10, 64)
		all = append(all, func(i *item) bool {
			value := map[string]int64{"created_at_i": i.Time, "points": count(i.Score), "num_comments": count(i.Descendants)}[m[1]]
			order := cmp.Compare(value, want)
			return order == 0 && strings.Contains(m[2], "=") || order < 0 && strings.Contains(m[2], "<") || order > 0 && strings.Contains(m[2], ">")
		})
	}
	return func(i *item) bool {
		return !slices.ContainsFunc(all, func(holds func(*item) bool) bool { return !holds(i) })
	}, nil
}

func count(n *int) int64 {
	if n == nil {
		return 0
	}
	return int64(*n)
}

func stamp(unix int64) string { return time.Unix(unix, 0).UTC().Format("2006-01-02T15:04:05") }
