package xtest

import (
	"bytes"
	"html/template"
	"net/http"
	"strings"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Pages stands for the pages of x.com that everybody sees.
func Pages() site.Site {
	return site.Site{
		Host:     "xweb.upstream.test",
		Title:    "X, public pages",
		About:    "A replay of the pages that x.com shows to everybody, with their microdata: a post with three replies, an account with five posts. @fogwall and @fogbank lead to a page without them.",
		Upstream: "xweb",
		Rest:     servePage,
	}
}

// pageData is what a page shows.
type pageData struct {
	User  *pageUser
	Posts []pagePost
}

type pageUser struct {
	ID, Handle, Name, Bio, Site, Created, Avatar string
	Followers, Following, Posts                  int
}

type pagePost struct {
	ID, URL, Text, Body, At, Parent, Image, Based string
	By                                            pageUser
	Focal                                         bool
	Quote                                         *pagePost
	Counts                                        []pageCount
	Replies                                       int
}

type pageCount struct {
	Name  string
	Count int
}

var pageTemplate = template.Must(template.New("x").Parse(`<!DOCTYPE html><html lang="en"><head><title>X</title></head><body>
{{with .User}}<div itemScope="" itemType="https://schema.org/ProfilePage"><meta itemProp="url" content="https://x.com/{{.Handle}}"/><meta itemProp="dateCreated" content="{{.Created}}"/>
<div itemProp="mainEntity" itemScope="" itemType="https://schema.org/Person"><meta itemProp="identifier" content="{{.ID}}"/><meta itemProp="name" content="{{.Name}}"/><meta itemProp="additionalName" content="{{.Handle}}"/><meta itemProp="description" content="{{.Bio}}"/>{{if .Site}}<meta itemProp="sameAs" content="{{.Site}}"/>{{end}}
<div itemProp="image" itemScope="" itemType="https://schema.org/ImageObject"><meta itemProp="contentUrl" content="{{.Avatar}}"/></div>{{template "stats" .}}</div></div>{{end}}
<div itemScope="" itemType="https://schema.org/Collection" {{if .User}}itemProp="owns"{{end}}><meta content="Posts" itemProp="name"/>
{{range .Posts}}{{template "post" .}}{{end}}</div></body></html>
{{define "stats"}}<div itemProp="agentInteractionStatistic" itemScope="" itemType="https://schema.org/InteractionCounter"><meta content="Tweets" itemProp="name"/><meta content="{{.Posts}}" itemProp="userInteractionCount"/></div><div itemProp="agentInteractionStatistic" itemScope="" itemType="https://schema.org/InteractionCounter"><meta content="Following" itemProp="name"/><meta content="{{.Following}}" itemProp="userInteractionCount"/></div><div itemProp="interactionStatistic" itemScope="" itemType="https://schema.org/InteractionCounter"><meta content="Follows" itemProp="name"/><meta content="{{.Followers}}" itemProp="userInteractionCount"/></div>{{end}}
{{define "inner"}}<meta content="{{.ID}}" itemProp="identifier"/><meta content="{{.Replies}}" itemProp="commentCount"/><meta content="{{.At}}" itemProp="dateCreated"/><meta content="{{.URL}}" itemProp="url"/>{{if .Focal}}<meta content="{{.URL}}" itemProp="mainEntityOfPage"/>{{end}}<meta content="{{.Body}}" itemProp="articleBody"/><meta content="{{.Text}}" itemProp="text"/>{{if .Image}}<meta content="{{.Image}}" itemProp="image"/>{{end}}
<div itemProp="author" itemScope="" itemType="https://schema.org/Person"><meta content="{{.By.ID}}" itemProp="identifier"/><meta content="{{.By.Handle}}" itemProp="alternateName"/><meta content="https://x.com/{{.By.Handle}}" itemProp="url"/><meta content="{{.By.Name}}" itemProp="name"/><meta content="{{.By.Avatar}}" itemProp="image"/>{{template "stats" .By}}</div>
{{if .Parent}}<meta content="{{.Parent}}" itemProp="isPartOf"/>{{end}}{{if .Based}}<meta content="{{.Based}}" itemProp="isBasedOn"/>{{end}}{{range .Counts}}<div itemProp="interactionStatistic" itemScope="" itemType="https://schema.org/InteractionCounter"><meta content="{{.Name}}" itemProp="name"/><meta content="{{.Count}}" itemProp="userInteractionCount"/></div>{{end}}
{{with .Quote}}<article data-tweet-id="{{.ID}}" itemProp="citation" itemScope="" itemType="https://schema.org/SocialMediaPosting">{{template "inner" .}}</article>{{end}}{{end}}
{{define "post"}}<article data-tweet-id="{{.ID}}" itemScope="" {{if not .Focal}}itemProp="hasPart"{{end}} itemType="https://schema.org/SocialMediaPosting">{{template "inner" .}}</article>
{{end}}`))

func servePage(w http.ResponseWriter, r *http.Request) {
	world, data := all(), pageData{}
	if id, ok := strings.CutPrefix(r.URL.Path, "/i/status/"); ok {
		p := world.byID[id]
		if p == nil || p.gone != "" {
			site.Send(w, http.StatusNotFound, "text/html; charset=utf-8", []byte("<!doctype html><title>X</title>"))
			return
		}
		focal := pageOf(p)
		focal.Focal = true
		data.Posts = append(data.Posts, focal)
		replies := world.replies(id)
		for _, reply := range replies[:min(3, len(replies))] {
			data.Posts = append(data.Posts, pageOf(reply))
		}
	} else {
		u := world.user(strings.Trim(r.URL.Path, "/"))
		if u == nil || u.suspended {
			site.Send(w, http.StatusNotFound, "text/html; charset=utf-8", []byte("<!doctype html><title>X</title>"))
			return
		}
		if u.handle == "fogwall" || u.handle == "fogbank" {
			site.Send(w, http.StatusOK, "text/html; charset=utf-8", []byte("<!doctype html><title>X</title><p>JavaScript is not available."))
			return
		}
		user := pageUserOf(u)
		data.User = &user
		posts := world.timeline(u)
		for _, p := range posts[:min(5, len(posts))] {
			data.Posts = append(data.Posts, pageOf(p))
		}
	}
	var page bytes.Buffer
	if err := pageTemplate.Execute(&page, data); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	site.Send(w, http.StatusOK, "text/html; charset=utf-8", page.Bytes())
}

func pageUserOf(u *account) pageUser {
	return pageUser{
		ID: u.id, Handle: u.handle, Name: u.name, Bio: u.bio, Site: u.site, Created: u.created.Format("2006-01-02T15:04:05.000Z"),
		Avatar: "https://pbs.twimg.com/profile_images/" + u.id + "/sample_400x400.jpg", Followers: u.followers, Following: u.following, Posts: u.posts,
	}
}

func pageOf(p *post) pagePost {
	if original := all().byID[p.repeats]; original != nil {
		p = original
	}
	post := pagePost{
		ID: p.id, URL: p.url(), Text: p.text, Body: p.text, At: p.at().Format("2006-01-02T15:04:05.000Z"), By: pageUserOf(p.by), Replies: p.replies,
		Counts: []pageCount{{"Likes", p.likes}, {"Retweets", p.reposts}, {"Quotes", p.quoted}, {"Replies", p.replies}},
	}
	if p.views > 0 {
		post.Counts = append(post.Counts, pageCount{"Views", p.views})
	}
	if p.photo || p.video {
		post.Image, post.Body = p.fileURL()+":large", p.text+" "+mediaLink
	}
	if above := all().byID[p.replyTo]; above != nil {
		post.Parent = above.url()
	}
	if q := all().byID[p.quotes]; q != nil && q.gone == "" {
		quote := pageOf(q)
		post.Quote, post.Based = &quote, "https://x.com/i/status/"+q.id
	}
	return post
}
