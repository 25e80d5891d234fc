package webtest

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"text/template"
)

// linkedinUpstream stands for LinkedIn as visitors without an account see it.
func linkedinUpstream() Site {
	return Site{
		Host:  "linkedin.upstream.test",
		Title: "LinkedIn",
		About: "A replay of LinkedIn's pages for visitors without an account: the firm of company.test as `/company/marrowfen`, with posts, comments and people. " +
			"`/company/sallow-weir` hides its posts, `/company/carrow-harbour` has more than guests see, `/company/echo-sluice` shows the same posts again and again, " +
			"`/company/closed-lock` leads to the login wall, `/company/denied` answers 999, `/company/throttled` 429.",
		Upstream: "linkedin",
		Rest:     serveLinkedIn,
	}
}

// Whom the replay's cookies name, and the token of its pages: LinkedIn takes the one
// with the other only.
const (
	liVisitor = "bcookie=v2.guest"
	liToken   = "0-sample/token==" //nolint:gosec // opens nothing
)

// liEnd is how many posts LinkedIn shows guests of a page.
const liEnd = 70

func serveLinkedIn(w http.ResponseWriter, r *http.Request) {
	first, rest, _ := strings.Cut(strings.Trim(r.URL.Path, "/"), "/")
	switch first {
	case "company":
		serveLICompany(w, r, rest)
	case "in":
		serveLIPerson(w, r, rest)
	case "organization-guest":
		serveLIFeed(w, r)
	case "feed", "embed":
		serveLIPost(w, r)
	case "authwall", "uas":
		send(w, http.StatusOK, htmlUTF8, []byte(`<!DOCTYPE html><html><head><meta name="pageKey" content="d_authwall"><title>Sign Up | LinkedIn</title></head><body><form><input type="password"></form></body></html>`))
	default:
		send(w, http.StatusNotFound, htmlUTF8, []byte(`<!DOCTYPE html><title>LinkedIn</title><h1>Page not found</h1>`))
	}
}

// wallLI answers for the names that stand for LinkedIn's refusals.
func wallLI(w http.ResponseWriter, r *http.Request, name string) bool {
	switch name {
	case "denied":
		w.WriteHeader(999)
	case "throttled":
		send(w, http.StatusTooManyRequests, htmlUTF8, nil)
	case "checked":
		redirect(http.StatusFound, "/checkpoint/challenge/x")(w, r)
	case "closed-lock":
		redirect(http.StatusFound, "/authwall?trk=gf&sessionRedirect=x")(w, r)
	case "scripted":
		send(w, http.StatusOK, htmlUTF8, []byte(`<html><head><script>window.location.href = "https://" + window.location.host + "/authwall?trk=" + trk;</script></head></html>`))
	default:
		return false
	}
	return true
}

func serveLICompany(w http.ResponseWriter, r *http.Request, slug string) {
	switch {
	case wallLI(w, r, slug):
		return
	case slug == "old-marrowfen":
		redirect(http.StatusMovedPermanently, "/company/marrowfen")(w, r)
		return
	case strings.Trim(slug, "0123456789") == "" || strings.Contains(slug, "/"):
		redirect(http.StatusFound, "/uas/login?session_redirect=x")(w, r)
		return
	}
	c, ok := liCompanies()[slug]
	if !ok {
		send(w, http.StatusNotFound, htmlUTF8, []byte(`<!DOCTYPE html><title>LinkedIn</title><h1>Page not found</h1>`))
		return
	}
	v := c
	v.Posts = v.batch(0)
	if !c.Hidden && len(c.Posts) >= 10 {
		v.Token = liToken
	}
	w.Header().Add("Set-Cookie", liVisitor+"; Path=/; Secure; HttpOnly")
	sendLI(w, "company.html", v)
}

// serveLIFeed answers a batch of posts.
func serveLIFeed(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	start, err := strconv.Atoi(q.Get("paginationStart"))
	number := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	for _, c := range liCompanies() {
		if c.Number != number {
			continue
		}
		posts := c.batch(start)
		if err != nil || q.Get("paginationToken") != liToken || !strings.Contains(r.Header.Get("Cookie"), liVisitor) || len(posts) == 0 {
			break
		}
		var b bytes.Buffer
		for _, p := range posts {
			b.Write(renderLI("card", p))
		}
		send(w, http.StatusOK, htmlUTF8, b.Bytes())
		return
	}
	send(w, http.StatusBadRequest, htmlUTF8, nil)
}

// batch is what the page and each answer behind it show: ten posts. The last of one
// stands first in the next, as when something was posted in between.
func (c liCompany) batch(start int) []liPost {
	if c.Slug == "echo-sluice" {
		start = 0
	}
	if start < 0 || start >= min(len(c.Posts), liEnd) {
		return nil
	}
	batch := c.Posts[start:min(start+10, len(c.Posts))]
	if start > 0 && len(batch) == 10 {
		batch = append([]liPost{c.Posts[start-1]}, batch[:9]...)
		batch = append(batch, c.Posts[start+9])
	}
	return batch
}

func serveLIPost(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	urn := parts[len(parts)-1]
	id := urn[strings.LastIndexByte(urn, ':')+1:]
	firm := liCompanies()["marrowfen"]
	for i, p := range firm.Posts {
		switch {
		case p.ID != id:
			continue
		case i == 2 && parts[0] == "feed": // shown to other sites only
			redirect(http.StatusFound, "/authwall?trk=gf")(w, r)
		case parts[0] == "embed":
			sendLI(w, "post.html", liPage{Post: p, Related: firm.Posts[len(firm.Posts)-1], Graph: liGraphPost(p)})
		default:
			sendLI(w, "post.html", liPage{Post: p, Related: firm.Posts[len(firm.Posts)-1], Graph: liGraphPost(p), Remarks: liRemarks(p)})
		}
		return
	}
	send(w, http.StatusNotFound, htmlUTF8, []byte(`<!DOCTYPE html><title>LinkedIn</title><h1>This post cannot be displayed</h1>`))
}

func serveLIPerson(w http.ResponseWriter, r *http.Request, slug string) {
	if wallLI(w, r, slug) {
		return
	}
	p, ok := liPeople()[slug]
	switch {
	case !ok:
		send(w, http.StatusNotFound, htmlUTF8, []byte(`<!DOCTYPE html><title>LinkedIn</title>`))
	case p.Walled:
		redirect(http.StatusFound, "/authwall?trk=gf")(w, r)
	default:
		sendLI(w, "person.html", p)
	}
}

func sendLI(w http.ResponseWriter, name string, v any) {
	send(w, http.StatusOK, htmlUTF8, renderLI(name, v))
}

// liTemplates are of text, since html/template drops comments, in which LinkedIn keeps
// what its scripts read.
var liTemplates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"h": html.EscapeString, "q": url.QueryEscape}).ParseFS(content, "content/linkedin/*.html"))
})

func renderLI(name string, v any) []byte {
	var b bytes.Buffer
	if err := liTemplates().ExecuteTemplate(&b, name, v); err != nil {
		panic(fmt.Sprintf("webtest: %v", err))
	}
	return b.Bytes()
}
