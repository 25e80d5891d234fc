package webtest

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"slices"
	"strings"
)

// phUndefined stands in objects for what a page's script writes as the bare word, which
// JSON has not.
const phUndefined = "\x00undefined"

// object is a product as pages hold it.
func (p *phProduct) object(posts []phPost) map[string]any {
	edges := []any{}
	for _, post := range posts {
		edges = append(edges, map[string]any{"__typename": "PostEdge", "node": post.object(true)})
	}
	categories := []any{}
	for _, name := range p.Categories {
		categories = append(categories, map[string]any{"__typename": "ProductCategory", "id": phSlugOf(name), "name": name, "slug": phSlugOf(name)})
	}
	o := p.card()
	o["description"], o["websiteUrl"], o["reviewsRating"], o["isNoLongerOnline"] = p.About, p.Site, p.Rating, p.Gone
	o["postsCount"], o["categories"] = len(posts), categories
	o["posts"] = map[string]any{"__typename": "PostConnection", "edges": edges, "pageInfo": map[string]any{"hasNextPage": false, "endCursor": phUndefined}}
	return o
}

// card is a product as lists show it.
func (p *phProduct) card() map[string]any {
	return map[string]any{
		"__typename": "Product", "id": p.ID, "slug": p.Slug, "name": p.Name, "tagline": p.Tagline, "logoUuid": p.Logo,
		"followersCount": p.Followers, "reviewsCount": p.Reviews, "isSubscribed": phUndefined,
	}
}

// object is a launch as pages hold it. Within its product's list it refers to that.
func (p *phPost) object(within bool) map[string]any {
	topics, makers := []any{}, []any{}
	for _, name := range p.Topics {
		topics = append(topics, map[string]any{"__typename": "TopicEdge", "node": map[string]any{"__typename": "Topic", "id": phSlugOf(name), "name": name, "slug": phSlugOf(name)}})
	}
	for _, name := range p.Makers {
		makers = append(makers, phUserOf(name).card())
	}
	product := phProductOf(p.Product)
	o := map[string]any{
		"__typename": "Post", "id": p.ID, "slug": p.Slug, "name": p.Name, "tagline": p.Tagline, "createdAt": p.At, "featuredAt": p.At,
		"latestScore": p.Votes, "launchDayScore": p.LaunchVotes, "commentsCount": p.Comments, "dailyRank": nil, "thumbnailImageUuid": product.Logo,
		"topics": map[string]any{"__typename": "TopicConnection", "edges": topics}, "makers": makers, "hasVoted": phUndefined,
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
func (u *phUser) card() map[string]any {
	return map[string]any{
		"__typename": "User", "id": u.ID, "username": u.Username, "name": u.Name, "headline": u.Headline,
		"avatarUrl": "https://ph-avatars.imgix.net/" + u.ID + "/original.jpeg",
	}
}

func servePHProduct(w http.ResponseWriter, slug, tab string) {
	p := phProductOf(slug)
	if p == nil || tab != "" && tab != "launches" && tab != "alternatives" {
		sendPHMissing(w)
		return
	}
	posts := phPostsWhere(func(post phPost) bool { return post.Product == slug })
	if tab == "" {
		posts = posts[:1] // the first page shows the newest only
	}
	o := p.object(posts)
	o["postsCount"] = len(phPostsWhere(func(post phPost) bool { return post.Product == slug }))
	if tab == "alternatives" {
		edges := []any{}
		for _, other := range p.Alternatives {
			edges = append(edges, map[string]any{"__typename": "ProductAlternativeAssociationEdge", "node": map[string]any{
				"__typename": "ProductAlternativeAssociation", "id": p.ID + other, "alternativeProduct": phProductOf(other).card(), "product": map[string]any{"__ref": "Product:" + p.ID},
			}})
		}
		o["alternativeAssociations"] = map[string]any{"edges": edges}
	}
	data := map[string]any{"product": o, "viewer": phUndefined}
	if p.Bare {
		data = nil
	}
	head := fmt.Sprintf(`<meta property="og:title" content="%s: %s | Product Hunt"><meta property="og:description" content="%s"><meta property="og:image" content="https://ph-files.imgix.net/%s">`,
		html.EscapeString(p.Name), html.EscapeString(p.Tagline), html.EscapeString(p.About), p.Logo)
	ld := map[string]any{"@context": "http://schema.org", "@type": "WebApplication", "name": p.Name, "description": p.About, "applicationCategory": "Hardware"}
	if p.Reviews > 0 {
		ld["aggregateRating"] = map[string]any{"@type": "AggregateRating", "ratingValue": fmt.Sprint(p.Rating), "ratingCount": p.Reviews}
	}
	sendPHPage(w, p.Name, head, []any{ld}, data, p.Older)
}

func servePHUser(w http.ResponseWriter, name string) {
	u := phUserOf(name)
	if u == nil {
		sendPHMissing(w)
		return
	}
	made := []any{}
	for _, p := range phPostsWhere(func(p phPost) bool { return slices.Contains(p.Makers, u.Username) }) {
		made = append(made, map[string]any{"node": p.object(false)})
	}
	voted := phPosts()[4]
	o := u.card()
	o["websiteUrl"], o["followersCount"], o["followingsCount"], o["isMaker"], o["createdAt"] = u.Site, u.Followers, u.Following, len(made) > 0, "2020-02-03T10:00:00Z"
	o["madePosts"] = map[string]any{"__typename": "PostConnection", "edges": made}
	o["votedPosts"] = map[string]any{"__typename": "PostConnection", "edges": []any{map[string]any{"node": voted.object(false)}}}
	sendPHPage(w, u.Name, `<meta property="og:title" content="`+html.EscapeString(u.Name)+`'s profile on Product Hunt">`, nil, map[string]any{"profile": o}, false)
}

// sendPHPage writes a page whose data for scripts is of the present generation, in
// events, or of the former, as what is put into a cache again.
func sendPHPage(w http.ResponseWriter, title, head string, ld []any, data map[string]any, older bool) {
	var b strings.Builder
	fmt.Fprintf(&b, `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>%s | Product Hunt</title><meta property="og:site_name" content="Product Hunt">%s`, html.EscapeString(title), head)
	for _, o := range ld {
		fmt.Fprintf(&b, `<script type="application/ld+json">%s</script>`, phScript(o))
	}
	b.WriteString(`</head><body><div id="__next"></div>`)
	push := func(argument any) {
		fmt.Fprintf(&b, `<script>(window[Symbol.for("ApolloSSRDataTransport")] ??= []).push(%s)</script>`, phScript(argument))
	}
	switch {
	case data == nil:
	case older:
		push(map[string]any{"rehydrate": map[string]any{"_R_2l_": map[string]any{"data": data, "networkStatus": 7, "error": phUndefined}}})
		push(map[string]any{"rehydrate": map[string]any{}, "results": []any{}})
	default:
		push(map[string]any{"rehydrate": map[string]any{}, "events": []any{map[string]any{"type": "started", "id": "1", "options": map[string]any{"query": "query ProductPage { product { name } }", "errorPolicy": phUndefined}}}})
		push(map[string]any{"rehydrate": map[string]any{}, "events": []any{
			map[string]any{"type": "next", "id": "1", "value": map[string]any{"data": data, "errors": phUndefined}}, map[string]any{"type": "complete", "id": "1"},
		}})
	}
	send(w, http.StatusOK, htmlUTF8, []byte(b.String()+`</body></html>`))
}

// phScript is a value as a script holds it.
func phScript(value any) string {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return strings.ReplaceAll(string(raw), `"\u0000undefined"`, "undefined")
}
