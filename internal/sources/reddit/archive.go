package reddit

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// answer is how both archives answer.
type answer struct {
	Data  json.RawMessage `json:"data"`
	Error any             `json:"error"`
}

// archiveTime is how long an archive may take: searches of all Reddit are slow.
const archiveTime = 25 * time.Second

// consult asks an archive. What it says is no statement of Reddit's, so nothing of it
// is definite but what was found.
func consult(ctx context.Context, archive *upstream.Client, path string, query url.Values, v any) error {
	resp, err := archive.Do(ctx, upstream.Call{
		Path: path, Query: query, Timeout: archiveTime,
		Final: []int{http.StatusBadRequest, http.StatusRequestTimeout, http.StatusUnprocessableEntity},
	})
	if err != nil {
		return err
	}
	var a answer
	if err := archive.Decode(resp, &a); err != nil {
		return err
	}
	if said, _ := a.Error.(string); resp.Status >= http.StatusBadRequest || said != "" {
		return errs.Newf(errs.ProviderUnavailable, "%s could not search (%s); narrow the time, or try again later.", archive.Name, cmp.Or(clip(said), http.StatusText(resp.Status)))
	}
	if len(a.Data) == 0 || string(a.Data) == "null" || json.Unmarshal(a.Data, v) != nil {
		return unreadable(archive.Name, "without data")
	}
	return nil
}

// clip keeps what an archive says short.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.ToValidUTF8(s[:min(len(s), 120)], "")
}

// query is what an archive is asked for; all results of its variants count.
type query struct {
	path     string
	variants []url.Values
	size     string // the name of its parameter for a number of results
	window   Window
}

// archived is the list of an archive.
func archived(archive *upstream.Client, q query) list {
	s := source{archive.Name, social.Archive}
	read := func(ctx context.Context, mark string, n int) (batch, error) {
		m := parseMoment(mark)
		b, err := s.before(ctx, archive, q, m, min(n+len(m.given), most))
		if err == nil && len(b.records) == 0 && b.more {
			// A second with more than a page of posts: the rest of it is left.
			b, err = s.before(ctx, archive, q, moment{second: m.second - 1}, n)
		}
		if err == nil && len(b.records) == 0 && b.more {
			err = unreadable(archive.Name, "with newer posts than it was asked for")
		}
		return b, err
	}
	return list{source: s, read: read, mark: markMoment, valid: validMoment}
}

// before reads what is not newer than a moment, without what was given before.
func (s source) before(ctx context.Context, archive *upstream.Client, q query, m moment, n int) (batch, error) {
	all := batch{records: []record{}}
	seen := map[string]bool{}
	for _, id := range m.given {
		seen[id] = true
	}
	for _, variant := range q.variants {
		var found []*link
		if err := consult(ctx, archive, q.path, q.values(variant, m, n), &found); err != nil {
			return batch{}, err
		}
		all.more = all.more || len(found) >= n
		for _, l := range found {
			if l == nil || !permalink.ID(l.ID) || l.Created < 1 {
				return batch{}, unreadable(archive.Name, "with a post that has no id or time")
			}
			if r := s.post(l); !seen[l.ID] && (m.second == 0 || r.at <= m.second) {
				seen[l.ID] = true
				all.records = append(all.records, r)
			}
		}
	}
	slices.SortStableFunc(all.records, func(a, b record) int { return cmp.Compare(b.at, a.at) })
	if len(all.records) > n {
		all.records, all.more = all.records[:n], true
	}
	return all, nil
}

func (q query) values(variant url.Values, m moment, n int) url.Values {
	v := url.Values{"sort": {"desc"}, q.size: {strconv.Itoa(n)}}
	maps.Copy(v, variant)
	until := q.window.Until
	if m.second > 0 && (until == 0 || m.second < until) {
		until = m.second
	}
	if until > 0 {
		v.Set("before", strconv.FormatInt(until+1, 10)) // it excludes its own second
	}
	if q.window.Since > 1 {
		v.Set("after", strconv.FormatInt(q.window.Since-1, 10))
	}
	return v
}

// moment is how far a walk by time has come: a second, and the ids of it that were given.
type moment struct {
	second int64
	given  []string
}

// maxTies is how many posts of one second a mark remembers.
const maxTies = 99

func markMoment(before string, given []record) string {
	last := given[len(given)-1]
	next := moment{second: last.at}
	if m := parseMoment(before); m.second == last.at {
		next.given = m.given
	}
	for _, r := range given {
		if r.at == last.at {
			next.given = append(next.given, strings.TrimPrefix(r.ExternalID, permalink.PostPrefix))
		}
	}
	if len(next.given) > maxTies {
		next = moment{second: last.at - 1}
	}
	return strings.Join(append([]string{strconv.FormatInt(next.second, 10)}, next.given...), " ")
}

// parseMoment reads a mark that validMoment takes.
func parseMoment(mark string) moment {
	parts := strings.Fields(mark)
	if len(parts) == 0 {
		return moment{}
	}
	second, _ := strconv.ParseInt(parts[0], 10, 64)
	return moment{second, parts[1:]}
}

func validMoment(mark string) bool {
	m := parseMoment(mark)
	return m.second > 0 && len(m.given) <= maxTies && !slices.ContainsFunc(m.given, func(id string) bool { return !permalink.ID(id) })
}

// The paths of posts.
const (
	arcticPosts   = "/api/posts/search"
	pullpushPosts = "/reddit/search/submission/"
)

// archives are the lists of both archives that one parameter of the same name selects.
func (c *Client) archives(name, value string) []list {
	variants := []url.Values{{name: {value}}}
	return []list{
		archived(c.arctic, query{path: arcticPosts, variants: variants, size: "limit"}),
		archived(c.pullpush, query{path: pullpushPosts, variants: variants, size: "size"}),
	}
}

// linked are the ways in which an address begins that leads to a domain.
func linked(domain string) []url.Values {
	var all []url.Values
	for _, scheme := range []string{"https", "http"} {
		for _, host := range []string{domain, "www." + domain} {
			all = append(all, url.Values{"url": {fmt.Sprintf("%s://%s/", scheme, host)}})
		}
	}
	return all
}
