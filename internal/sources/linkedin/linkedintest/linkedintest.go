// Package linkedintest stands for the pages that LinkedIn shows to everybody.
package linkedintest

import (
	"bytes"
	"embed"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

//go:embed content
var content embed.FS

// Site stands for LinkedIn as visitors without an account see it.
func Site() site.Site {
	return site.Site{
		Host:  "linkedin.upstream.test",
		Title: "LinkedIn",
		About: "A replay of LinkedIn's pages for visitors without an account: the firm of company.test as `/company/marrowfen`, with posts, comments and people. " +
			"`/company/sallow-weir` hides its posts, `/company/carrow-harbour` has more than guests see, `/company/echo-sluice` shows the same posts again and again, " +
			"`/company/closed-lock` leads to the login wall, `/company/denied` answers 999, `/company/throttled` 429.",
		Upstream: "linkedin",
		Rest:     serve,
	}
}

// Whom the replay's cookies name, and the token of its pages: LinkedIn takes the one
// with the other only.
const (
	visitor = "bcookie=v2.guest"
	token   = "0-sample/token==" //nolint:gosec // opens nothing
)

// end is how many posts LinkedIn shows guests of a page.
const end = 70

func serve(w http.ResponseWriter, r *http.Request) {
	first, rest, _ := strings.Cut(strings.Trim(r.URL.Path, "/"), "/")
	switch first {
	case "company":
		serveCompany(w, r, rest)
	case "in":
		servePerson(w, r, rest)
	case "organization-guest":
		serveFeed(w, r)
	case "feed", "embed":
		servePost(w, r)
	case "authwall", "uas":
		site.Send(w, http.StatusOK, site.HTML, []byte(`<!DOCTYPE html><html><head><meta name="pageKey" content="d_authwall"><title>Sign Up | LinkedIn</title></head><body><form><input type="password"></form></body></html>`))
	default:
		site.Send(w, http.StatusNotFound, site.HTML, []byte(`<!DOCTYPE html><title>LinkedIn</title><h1>Page not found</h1>`))
	}
}

// wall answers for the names that stand for LinkedIn's refusals.
func wall(w http.ResponseWriter, r *http.Request, name string) bool {
	switch name {
	case "denied":
		w.WriteHeader(999)
	case "throttled":
		site.Send(w, http.StatusTooManyRequests, site.HTML, nil)
	case "checked":
		site.Redirect(http.StatusFound, "/checkpoint/challenge/x")(w, r)
	case "closed-lock":
		site.Redirect(http.StatusFound, "/authwall?trk=gf&sessionRedirect=x")(w, r)
	case "scripted":
		site.Send(w, http.StatusOK, site.HTML, []byte(`<html><head><script>window.location.href = "https://" + window.location.host + "/authwall?trk=" + trk;</script></head></html>`))
	default:
		return false
	}
	return true
}

func serveCompany(w http.ResponseWriter, r *http.Request, slug string) {
	switch {
	case wall(w, r, slug):
		return
	case slug == "old-marrowfen":
		site.Redirect(http.StatusMovedPermanently, "/company/marrowfen")(w, r)
		return
	case strings.Trim(slug, "0123456789") == "" || strings.Contains(slug, "/"):
		site.Redirect(http.StatusFound, "/uas/login?session_redirect=x")(w, r)
		return
	}
	c, ok := companies()[slug]
	if !ok {
		site.Send(w, http.StatusNotFound, site.HTML, []byte(`<!DOCTYPE html><title>LinkedIn</title><h1>Page not found</h1>`))
		return
	}
	v := c
	v.Posts = v.batch(0)
	if !c.Hidden && len(c.Posts) >= 10 {
		v.Token = token
	}
	w.Header().Add("Set-Cookie", visitor+"; Path=/; Secure; HttpOnly")
	send(w, "company.html", v)
}

// serveFeed answers a batch of posts.
func serveFeed(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	start, err := strconv.Atoi(q.Get("paginationStart"))
	number := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	for _, c := range companies() {
		if c.Number != number {
			continue
		}
		posts := c.batch(start)
		if err != nil || q.Get("paginationToken") != token || !strings.Contains(r.Header.Get("Cookie"), visitor) || len(posts) == 0 {
			break
		}
		var b bytes.Buffer
		for _, p := range posts {
			b.Write(render("card", p))
		}
		site.Send(w, http.StatusOK, site.HTML, b.Bytes())
		return
	}
	site.Send(w, http.StatusBadRequest, site.HTML, nil)
}

// batch is what the page and each answer behind it show: ten posts. The last of one
// stands first in the next, as when something was posted in between.
func (c company) batch(start int) []post {
	if c.Slug == "echo-sluice" {
		start = 0
	}
	if start < 0 || start >= min(len(c.Posts), end) {
		return nil
	}
	batch := c.Posts[start:min(start+10, len(c.Posts))]
	if start > 0 && len(batch) == 10 {
		batch = append([]post{c.Posts[start-1]}, batch[:9]...)
		batch = append(batch, c.Posts[start+9])
	}
	return batch
}

func servePost(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	urn := parts[len(parts)-1]
	id := urn[strings.LastIndexByte(urn, ':')+1:]
	firm := companies()["marrowfen"]
	for i, p := range firm.Posts {
		switch {
		case p.ID != id:
			continue
		case i == 2 && parts[0] == "feed": // shown to other sites only
			site.Redirect(http.StatusFound, "/authwall?trk=gf")(w, r)
		case parts[0] == "embed":
			send(w, "post.html", page{Post: p, Related: firm.Posts[len(firm.Posts)-1], Graph: graphPost(p)})
		default:
			send(w, "post.html", page{Post: p, Related: firm.Posts[len(firm.Posts)-1], Graph: graphPost(p), Remarks: remarks(p)})
		}
		return
	}
	site.Send(w, http.StatusNotFound, site.HTML, []byte(`<!DOCTYPE html><title>LinkedIn</title><h1>This post cannot be displayed</h1>`))
}

func servePerson(w http.ResponseWriter, r *http.Request, slug string) {
	if wall(w, r, slug) {
		return
	}
	p, ok := people()[slug]
	switch {
	case !ok:
		site.Send(w, http.StatusNotFound, site.HTML, []byte(`<!DOCTYPE html><title>LinkedIn</title>`))
	case p.Walled:
		site.Redirect(http.StatusFound, "/authwall?trk=gf")(w, r)
	default:
		send(w, "person.html", p)
	}
}

func send(w http.ResponseWriter, name string, v any) {
	site.Send(w, http.StatusOK, site.HTML, render(name, v))
}

// templates are of text, since html/template drops comments, in which LinkedIn keeps
// what its scripts read.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"h": html.EscapeString, "q": url.QueryEscape}).ParseFS(content, "content/*.html"))
})

func render(name string, v any) []byte {
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, name, v); err != nil {
		panic(fmt.Sprintf("linkedintest: %v", err))
	}
	return b.Bytes()
}
