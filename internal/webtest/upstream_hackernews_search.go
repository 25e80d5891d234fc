package webtest

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
)

// hnReach is how many hits of one query Algolia gives.
const hnReach = 1000

func serveHNSearch(w http.ResponseWriter, r *http.Request) {
	const jsonType = "application/json; charset=utf-8"
	q := r.URL.Query()
	switch q.Get("query") {
	case "throttled":
		send(w, http.StatusTooManyRequests, jsonType, []byte(`{"message":"Too many requests"}`))
		return
	case "broken":
		send(w, http.StatusServiceUnavailable, jsonType, []byte(`{"message":"Cannot reach any hosts"}`))
		return
	case "walled":
		send(w, http.StatusOK, htmlUTF8, []byte(`<!doctype html><title>HN Search</title><p>You need to enable JavaScript to run this app.`))
		return
	}
	found, err := hackerNews().find(q)
	if err != nil {
		body, _ := json.Marshal(map[string]any{"message": err.Error()})
		send(w, http.StatusBadRequest, jsonType, body)
		return
	}
	if r.URL.Path == "/search" {
		slices.SortStableFunc(found, func(a, b *hnItem) int { return cmp.Compare(hnCount(b.Score), hnCount(a.Score)) })
	} else {
		slices.SortStableFunc(found, func(a, b *hnItem) int { return cmp.Compare(b.Time, a.Time) })
	}
	body, _ := json.Marshal(hackerNews().answer(q, found))
	send(w, http.StatusOK, jsonType, body)
}

// answer is one page in the form of 2024: what an item lacks is left out.
func (w *hnWorld) answer(q url.Values, found []*hnItem) map[string]any {
	size, err := strconv.Atoi(q.Get("hitsPerPage"))
	if err != nil || size < 1 {
		size = 20
	}
	size = min(size, hnReach)
	page, _ := strconv.Atoi(q.Get("page"))
	page = max(page, 0)
	reachable := found[:min(len(found), hnReach)]
	hits := []any{}
	for _, i := range reachable[min(page*size, len(reachable)):min((page+1)*size, len(reachable))] {
		hits = append(hits, w.hit(i))
	}
	answer := map[string]any{
		"hits": hits, "nbHits": len(found), "page": page, "nbPages": (len(reachable) + size - 1) / size, "hitsPerPage": size,
		"exhaustiveNbHits": true, "exhaustiveTypo": true, "exhaustive": map[string]any{"nbHits": true, "typo": true},
		"query": q.Get("query"), "params": q.Encode(), "processingTimeMS": 4, "serverTimeMS": 5,
	}
	if page*size >= hnReach {
		answer["message"] = "you can only fetch the 1000 hits for this query"
	}
	return answer
}

func (w *hnWorld) hit(i *hnItem) map[string]any {
	hit := map[string]any{
		"objectID": strconv.Itoa(i.ID), "created_at": hnTime(i.Time) + "Z", "created_at_i": i.Time, "author": i.By, "story_id": i.story,
		"updated_at": "2025-06-01T00:00:00Z", "_tags": w.tags(i),
		"_highlightResult": map[string]any{"author": map[string]any{"value": i.By, "matchLevel": "none", "matchedWords": []string{}}},
	}
	for name, value := range hnAttributes(i) {
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

// hnAttributes are the searchable texts that an item has.
func hnAttributes(i *hnItem) map[string]string {
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

func (w *hnWorld) tags(i *hnItem) []string {
	tags := []string{i.Type, "author_" + i.By, "story_" + strconv.Itoa(i.story)}
	for prefix, tag := range map[string]string{"Show HN": "show_hn", "Ask HN": "ask_hn", "Launch HN": "launch_hn"} {
		if strings.HasPrefix(i.Title, prefix) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// find returns the items that a query finds, in the order of their ids.
func (w *hnWorld) find(q url.Values) ([]*hnItem, error) {
	filters, err := hnFilters(q.Get("numericFilters"))
	if err != nil {
		return nil, err
	}
	var found []*hnItem
	for _, id := range w.ids {
		i := w.items[id]
		if i.live() && hnTagged(q.Get("tags"), w.tags(i)) && hnMatches(q, i) && filters(i) {
			found = append(found, i)
		}
	}
	return found, nil
}

var hnTerm = regexp.MustCompile(`\(([^)]*)\)|[^,()]+`)

// hnTagged: a comma is and, within parentheses it is or.
func hnTagged(expression string, tags []string) bool {
	for _, term := range hnTerm.FindAllStringSubmatch(expression, -1) {
		choices := strings.Split(cmp.Or(term[1], term[0]), ",")
		if !slices.ContainsFunc(choices, func(c string) bool { return slices.Contains(tags, strings.TrimSpace(c)) }) {
			return false
		}
	}
	return true
}

// hnMatches: every word or phrase stands in some attribute, and none behind a minus.
func hnMatches(q url.Values, i *hnItem) bool {
	var texts []string
	for name, value := range hnAttributes(i) {
		if in := q.Get("restrictSearchableAttributes"); in == "" || slices.Contains(strings.Split(in, ","), name) {
			texts = append(texts, hnTokens(value))
		}
	}
	for _, word := range hnWord.FindAllStringSubmatch(q.Get("query"), -1) {
		term := hnTokens(word[2] + word[3])
		within := slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, term) })
		if within == (word[1] == "-") {
			return false
		}
	}
	return true
}

var hnFilter = regexp.MustCompile(`^(created_at_i|points|num_comments)(<=|>=|<|>|=)(-?\d+)$`)

func hnFilters(expression string) (func(*hnItem) bool, error) {
	var all []func(*hnItem) bool
	for part := range strings.SplitSeq(expression, ",") {
		m := hnFilter.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil && part != "" {
			return nil, fmt.Errorf("invalid numeric attribute filter: %s", part)
		}
		if m == nil {
			continue
		}
		want, _ := strconv.ParseInt(m[3], 10, 64)
		all = append(all, func(i *hnItem) bool {
			value := map[string]int64{"created_at_i": i.Time, "points": hnCount(i.Score), "num_comments": hnCount(i.Descendants)}[m[1]]
			order := cmp.Compare(value, want)
			return order == 0 && strings.Contains(m[2], "=") || order < 0 && strings.Contains(m[2], "<") || order > 0 && strings.Contains(m[2], ">")
		})
	}
	return func(i *hnItem) bool {
		return !slices.ContainsFunc(all, func(holds func(*hnItem) bool) bool { return !holds(i) })
	}, nil
}

func hnCount(n *int) int64 {
	if n == nil {
		return 0
	}
	return int64(*n)
}

func hnTime(unix int64) string { return time.Unix(unix, 0).UTC().Format("2006-01-02T15:04:05") }
