package producthunttest

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// undefined stands in objects for what a page's script writes as the bare word, which
// JSON has not.
const undefined = "\x00undefined"

// object is a product as pages hold it.
func (p *product) object(posts []post) map[string]any {
	edges := []any{}
	for _, post := range posts {
		edges = append(edges, map[string]any{"__typename": "PostEdge", "node": post.object(true)})
	}
	categories := []any{}
	for _, name := range p.Categories {
		categories = append(categories, map[string]any{"__typename": "ProductCategory", "id": slugOf(name), "name": name, "slug": slugOf(name)})
	}
	o := p.card()
	o["description"], o["websiteUrl"], o["reviewsRating"], o["isNoLongerOnline"] = p.About, p.Site, p.Rating, p.Gone
	o["postsCount"], o["categories"] = len(posts), categories
	o["posts"] = map[string]any{"__typename": "PostConnection", "edges": edges, "pageInfo": map[string]any{"hasNextPage": false, "endCursor": undefined}}
	return o
}

// card is a product as lists show it.
func (p *product) card() map[string]any {
	return map[string]any{
		"__typename": "Product", "id": p.ID, "slug": p.Slug, "name": p.Name, "tagline": p.Tagline, "logoUuid": p.Logo,
		"followersCount": p.Followers, "reviewsCount": p.Reviews, "isSubscribed": undefined,
	}
}

// object is a launch as pages hold it. Within its product's list it refers to that.
func (p *post) object(within bool) map[string]any {
	topics, makers := []any{}, []any{}
	for _, name := range p.Topics {
		topics = append(topics, map[string]any{"__typename": "TopicEdge", "node": map[string]any{"__typename": "Topic", "id": slugOf(name), "name": name, "slug": slugOf(name)}})
	}
	for _, name := range p.Makers {
		makers = append(makers, userOf(name).card())
	}
	product := productOf(p.Product)
	o := map[string]any{
		"__typename": "Post", "id": p.ID, "slug": p.Slug, "name": p.Name, "tagline": p.Tagline, "createdAt": p.At, "featuredAt": p.At,
		"latestScore": p.Votes, "launchDayScore": p.LaunchVotes, "commentsCount": p.Comments, "dailyRank": nil, "thumbnailImageUuid": product.Logo,
		"topics": map[string]any{"__typename": "TopicConnection", "edges": topics}, "makers": makers, "hasVoted": undefined,
		"product": map[string]any{"__ref": "Product:" + product.ID},
	}
	if p.Rank > 0 {
		o["dailyRank"] = fmt.Sprint(p.Rank)
	}
	if !within {
		o["product"] = map[string]any{"__typename": "Product", "id": product.ID, "slug": product.Slug, "name": product.Name}
	}
	return o
}

// card is a person as lists show them.
func (u *user) card() map[string]any {
	return map[string]any{
		"__typename": "User", "id": u.ID, "username": u.Username, "name": u.Name, "headline": u.Headline,
		"avatarUrl": "https://ph-avatars.imgix.net/" + u.ID + "/original.jpeg",
	}
}

func serveProduct(w http.ResponseWriter, slug, tab string) {
	p := productOf(slug)
	if p == nil || tab != "" && tab != "launches" && tab != "alternatives" {
		sendMissing(w)
		return
	}
	posts := postsWhere(func(post post) bool { return post.Product == slug })
	if tab == "" {
		posts = posts[:1] // the first page shows the newest only
	}
	o := p.object(posts)
	o["postsCount"] = len(postsWhere(func(post post) bool { return post.Product == slug }))
	if tab == "alternatives" {
		edges := []any{}
		for _, other := range p.Alternatives {
			edges = append(edges, map[string]any{"__typename": "ProductAlternativeAssociationEdge", "node": map[string]any{
				"__typename": "ProductAlternativeAssociation", "id": p.ID + other, "alternativeProduct": productOf(other).card(), "product": map[string]any{"__ref": "Product:" + p.ID},
			}})
		}
		o["alternativeAssociations"] = map[string]any{"edges": edges}
	}
	data := map[string]any{"product": o, "viewer": undefined}
	if p.Bare {
		data = nil
	}
	head := fmt.Sprintf(`<meta property="og:title" content="%s: %s | Product Hunt"><meta property="og:description" content="%s"><meta property="og:image" content="https://ph-files.imgix.net/%s">`,
		html.EscapeString(p.Name), html.EscapeString(p.Tagline), html.EscapeString(p.About), p.Logo)
	ld := map[string]any{"@context": "http://schema.org", "@type": "WebApplication", "name": p.Name, "description": p.About, "applicationCategory": "Hardware"}
	if p.Reviews > 0 {
		ld["aggregateRating"] = map[string]any{"@type": "AggregateRating", "ratingValue": fmt.Sprint(p.Rating), "ratingCount": p.Reviews}
	}
	sendPage(w, p.Name, head, []any{ld}, data, p.Older)
}

func serveUser(w http.ResponseWriter, name string) {
	u := userOf(name)
	if u == nil {
		sendMissing(w)
		return
	}
	made := []any{}
	for _, p := range postsWhere(func(p post) bool { return slices.Contains(p.Makers, u.Username) }) {
		made = append(made, map[string]any{"node": p.object(false)})
	}
	voted := posts()[4]
	o := u.card()
	o["websiteUrl"], o["followersCount"], o["followingsCount"], o["isMaker"], o["createdAt"] = u.Site, u.Followers, u.Following, len(made) > 0, "2020-02-03T10:00:00Z"
	o["madePosts"] = map[string]any{"__typename": "PostConnection", "edges": made}
	o["votedPosts"] = map[string]any{"__typename": "PostConnection", "edges": []any{map[string]any{"node": voted.object(false)}}}
	sendPage(w, u.Name, `<meta property="og:title" content="`+html.EscapeString(u.Name)+`'s profile on Product Hunt">`, nil, map[string]any{"profile": o}, false)
}

// sendPage writes a page whose data for scripts is of the present generation, in
// events, or of the former, as what is put into a cache again.
func sendPage(w http.ResponseWriter, title, head string, ld []any, data map[string]any, older bool) {
	var b strings.Builder
	fmt.Fprintf(&b, `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>%s | Product Hunt</title><meta property="og:site_name" content="Product Hunt">%s`, html.EscapeString(title), head)
	for _, o := range ld {
		fmt.Fprintf(&b, `<script type="application/ld+json">%s</script>`, script(o))
	}
	b.WriteString(`</head><body><div id="__next"></div>`)
	push := func(argument any) {
		fmt.Fprintf(&b, `<script>(window[Symbol.for("ApolloSSRDataTransport")] ??= []).push(%s)</script>`, script(argument))
	}
	switch {
	case data == nil:
	case older:
		push(map[string]any{"rehydrate": map[string]any{"_R_2l_": map[string]any{"data": data, "networkStatus": 7, "error": undefined}}})
		push(map[string]any{"rehydrate": map[string]any{}, "results": []any{}})
	default:
		push(map[string]any{"rehydrate": map[string]any{}, "events": []any{map[string]any{"type": "started", "id": "1", "options": map[string]any{"query": "query ProductPage { product { name } }", "errorPolicy": undefined}}}})
		push(map[string]any{"rehydrate": map[string]any{}, "events": []any{
			map[string]any{"type": "next", "id": "1", "value": map[string]any{"data": data, "errors": undefined}}, map[string]any{"type": "complete", "id": "1"},
		}})
	}
	site.Send(w, http.StatusOK, site.HTML, []byte(b.String()+`</body></html>`))
}

// script is a value as a script holds it.
func script(value any) string {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return strings.ReplaceAll(string(raw), `"\u0000undefined"`, "undefined")
}
