package producthunttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/webtest/graphql"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// The developer token that the replay of Product Hunt's API knows, which it gives to an
// application, too.
const (
	token = "sample-developer-token"
	app   = "sample-app:sample-secret"
)

// API stands for api.producthunt.com.
func API() site.Site {
	return site.Site{
		Host:     "producthuntapi.upstream.test",
		Title:    "Product Hunt, API",
		About:    "A replay of version 2 of Product Hunt's API, which reads the queries that it is asked and withholds people's names. It takes the developer token `" + token + "`, and gives it to the application `" + app + "`. Slugs that begin with `quota` or `down` meet the failure of that name; it knows `walled-garden-log`, whose page is behind a wall.",
		Upstream: "producthuntapi",
		Key:      token,
		Assets:   map[string]http.HandlerFunc{"/v2/oauth/token": serveToken, "/v2/api/graphql": serveQuery},
	}
}

func serveToken(w http.ResponseWriter, r *http.Request) {
	var body struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
		Grant  string `json:"grant_type"`
	}
	err := json.NewDecoder(r.Body).Decode(&body)
	if err != nil || body.ID+":"+body.Secret != app || body.Grant != "client_credentials" {
		site.SendJSON(w, http.StatusUnauthorized, map[string]any{"error": "invalid_client", "error_description": "Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method."})
		return
	}
	site.SendJSON(w, http.StatusOK, map[string]any{"access_token": token, "token_type": "Bearer", "scope": "public", "created_at": 1780000000})
}

// query is one query in work.
type query struct {
	variables map[string]any
	fault     string // what is wrong with it; empty for nothing
}

func serveQuery(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer "+token {
		sendFault(w, http.StatusUnauthorized, "invalid_oauth_token", "Please supply a valid access token. Refer to our api documentation about how to authorize an api request. Please also make sure you require the correct scopes.", nil)
		return
	}
	var body struct {
		Query     string         `json:"query"`
		Variables map[string]any `json:"variables"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		site.SendJSON(w, http.StatusBadRequest, map[string]any{"errors": []any{map[string]any{"message": err.Error()}}})
		return
	}
	for _, value := range body.Variables {
		name, _ := value.(string)
		if site.IsDown(name) {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		if site.IsOver(name) {
			w.Header().Set("X-Rate-Limit-Reset", "102")
			sendFault(w, http.StatusTooManyRequests, "rate_limit_reached", "Sorry. You have exceeded the API rate limit, please try again later.", map[string]any{"limit": 6250, "remaining": -50, "reset_in": 102})
			return
		}
	}
	w.Header().Set("X-Rate-Limit-Limit", "6250")
	w.Header().Set("X-Rate-Limit-Remaining", "6120")
	w.Header().Set("X-Rate-Limit-Reset", "811")
	fields, err := graphql.Parse(body.Query)
	q := &query{variables: body.Variables}
	if err != nil {
		q.fault = err.Error()
	}
	if cost := q.cost(fields); cost > 1000 {
		q.fault = fmt.Sprintf("Query has complexity of %d, which exceeds max complexity of 1000", cost)
	}
	data := map[string]any{}
	for _, f := range fields {
		if q.fault == "" {
			data[f.Alias] = q.pick(f, q.root(f))
		}
	}
	if q.fault != "" {
		site.SendJSON(w, http.StatusOK, map[string]any{"errors": []any{map[string]any{"message": q.fault, "locations": []any{}, "path": []any{"query"}}}})
		return
	}
	site.SendJSON(w, http.StatusOK, map[string]any{"data": data})
}

func sendFault(w http.ResponseWriter, status int, code, about string, details map[string]any) {
	fault := map[string]any{"error": code, "error_description": about}
	if details != nil {
		fault["details"] = details
	}
	site.SendJSON(w, status, map[string]any{"data": nil, "errors": []any{fault}})
}

// cost counts a point for each field, and those within a list for each of its members.
func (q *query) cost(fields []graphql.Field) int {
	sum := 0
	for _, f := range fields {
		n := max(q.number(f.Args["first"]), 1)
		sum += 1 + n*q.cost(f.Fields)
	}
	return sum
}

// value is an argument's, whether it stands in the query or in a variable.
func (q *query) value(arg string) string {
	if name, ok := strings.CutPrefix(arg, "$"); ok {
		if q.variables[name] == nil {
			return ""
		}
		return fmt.Sprint(q.variables[name])
	}
	return strings.Trim(arg, `"`)
}

func (q *query) number(arg string) int {
	n, _ := strconv.Atoi(q.value(arg)) // 0 of what is no number
	return n
}

// root answers the fields of the query itself; an argument that a field does not take is
// a fault.
func (q *query) root(f graphql.Field) any {
	takes := map[string][]string{
		"post": {"id", "slug"}, "posts": {"first", "order", "topic", "url"}, "user": {"username"}, "topics": {"first", "query", "order"},
	}
	for name := range f.Args {
		if !slices.Contains(takes[f.Name], name) {
			q.fault = fmt.Sprintf("Field '%s' doesn't accept argument '%s'", f.Name, name)
		}
	}
	switch f.Name {
	case "post":
		id, slug := q.value(f.Args["id"]), q.value(f.Args["slug"])
		if found := postsWhere(func(p post) bool { return p.ID == id || p.Slug == slug }); len(found) > 0 {
			return found[0].official()
		}
		return nil
	case "posts":
		return q.posts(f)
	case "user":
		if u := userOf(q.value(f.Args["username"])); u != nil {
			return u.official(true)
		}
		return nil
	case "topics":
		return topics(q.value(f.Args["query"]))
	}
	q.fault = fmt.Sprintf("Field '%s' doesn't exist on type 'Query'", f.Name)
	return nil
}

func (q *query) posts(f graphql.Field) any {
	topic, site := q.value(f.Args["topic"]), strings.TrimSuffix(q.value(f.Args["url"]), "/")
	found := postsWhere(func(p post) bool {
		ofSite := f.Args["url"] == "" || strings.TrimSuffix(productOf(p.Product).Site, "/") == site
		ofTopic := topic == "" || slices.ContainsFunc(p.Topics, func(name string) bool { return slugOf(name) == topic })
		return ofSite && ofTopic
	})
	nodes := []any{}
	for i := range found[:min(len(found), max(q.number(f.Args["first"]), 1))] {
		nodes = append(nodes, found[i].official())
	}
	return connection("Post", nodes)
}

func topics(text string) any {
	nodes, seen := []any{}, map[string]bool{}
	for _, p := range posts() {
		for _, name := range p.Topics {
			if strings.Contains(strings.ToLower(name), strings.ToLower(text)) && !seen[name] {
				seen[name] = true
				nodes = append(nodes, topic(name))
			}
		}
	}
	return connection("Topic", nodes)
}

func topic(name string) map[string]any {
	return map[string]any{"__typename": "Topic", "id": slugOf(name), "name": name, "slug": slugOf(name)}
}

func connection(typename string, nodes []any) map[string]any {
	edges := []any{}
	for _, n := range nodes {
		edges = append(edges, map[string]any{"__typename": typename + "Edge", "node": n, "cursor": "Mg"})
	}
	return map[string]any{
		"__typename": typename + "Connection", "edges": edges, "totalCount": len(nodes),
		"pageInfo": map[string]any{"__typename": "PageInfo", "endCursor": nil, "hasNextPage": false},
	}
}

// official is a launch as the API tells it.
func (p *post) official() map[string]any {
	product := productOf(p.Product)
	topics, makers := []any{}, []any{}
	for _, name := range p.Topics {
		topics = append(topics, topic(name))
	}
	for _, name := range p.Makers {
		makers = append(makers, userOf(name).official(false))
	}
	picture, media := any(nil), []any{}
	if product.Logo != "" {
		picture = map[string]any{"__typename": "Media", "type": "image", "url": "https://ph-files.imgix.net/" + product.Logo + ".png?auto=format", "videoUrl": nil}
		media = append(media, picture)
	}
	return map[string]any{
		"__typename": "Post", "id": p.ID, "slug": p.Slug, "name": p.Name, "tagline": p.Tagline, "description": product.About,
		"url":        "https://www.producthunt.com/products/" + p.Product + "?utm_campaign=producthunt-api&utm_medium=api-v2&utm_source=Application%3A+sample",
		"website":    "https://www.producthunt.com/r/p/" + p.ID + "?utm_campaign=producthunt-api&utm_medium=api-v2",
		"votesCount": p.Votes, "commentsCount": p.Comments, "reviewsRating": product.Rating, "createdAt": utc(p.At), "featuredAt": utc(p.At),
		"thumbnail": picture, "media": media, "topics": connection("Topic", topics), "user": makers[0], "makers": makers,
	}
}

// official is a person as the API tells them: without a name, unless they are asked for
// by it.
func (u *user) official(named bool) map[string]any {
	made := []any{}
	if named {
		for _, p := range postsWhere(func(p post) bool { return slices.Contains(p.Makers, u.Username) }) {
			made = append(made, p.official())
		}
	}
	o := map[string]any{
		"__typename": "User", "id": "0", "name": "[REDACTED]", "username": "[REDACTED]", "headline": "[REDACTED]", "url": "https://www.producthunt.com/@[REDACTED]",
		"profileImage": nil, "websiteUrl": nil, "twitterUsername": nil, "createdAt": "2020-02-03T10:00:00Z", "isMaker": len(made) > 0,
		"followers": connection("User", nil), "following": connection("User", nil), "madePosts": connection("Post", made),
	}
	return o
}

// pick answers the fields that a query selects of a value.
func (q *query) pick(f graphql.Field, value any) any {
	switch v := value.(type) {
	case []any:
		all := []any{}
		for _, one := range v {
			all = append(all, q.pick(f, one))
		}
		return all
	case map[string]any:
		typename, _ := v["__typename"].(string)
		if len(f.Fields) == 0 {
			q.fault = fmt.Sprintf("Field must have selections (field '%s' returns %s but has no selections)", f.Name, typename)
		}
		picked := map[string]any{}
		for _, inner := range f.Fields {
			own, known := v[inner.Name]
			if !known {
				q.fault = fmt.Sprintf("Field '%s' doesn't exist on type '%s'", inner.Name, typename)
				return nil
			}
			picked[inner.Alias] = q.pick(inner, own)
		}
		return picked
	}
	return value
}
