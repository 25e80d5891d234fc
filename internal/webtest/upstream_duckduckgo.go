package webtest

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// duckduckgoUpstream stands for DuckDuckGo's page for browsers without scripts.
func duckduckgoUpstream() Site {
	return Site{
		Host:     "duckduckgo.upstream.test",
		Title:    "DuckDuckGo",
		About:    "A replay of DuckDuckGo's page for browsers without scripts, which knows people of the firm of company.test. Queries with the word `throttled` meet the captcha with status 202, with `walled` another page, with `broken` status 503.",
		Upstream: "duckduckgo",
		Assets:   map[string]http.HandlerFunc{"/html/": serveDuckDuckGo},
		Rest:     text(htmlUTF8, `<!DOCTYPE html><title>DuckDuckGo</title><form action="/html/"><input name="q"></form>`),
	}
}

func serveDuckDuckGo(w http.ResponseWriter, r *http.Request) {
	query := r.FormValue("q")
	has := func(word string) bool { return strings.Contains(strings.ToLower(query), word) }
	switch {
	case has("throttled"):
		send(w, http.StatusAccepted, htmlUTF8, []byte(`<!DOCTYPE html><form id="challenge-form" action="//duckduckgo.com/anomaly.js"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form>`))
	case has("walled"):
		redirect(http.StatusSeeOther, "/")(w, r)
	case has("broken"):
		send(w, http.StatusServiceUnavailable, htmlUTF8, nil)
	default:
		send(w, http.StatusOK, htmlUTF8, []byte(ddgPage(query)))
	}
}

// ddgHit is a page that the replay knows.
type ddgHit struct{ url, title, snippet string }

// ddgWeb is what the replay knows: profiles as search engines show them.
func ddgWeb() []ddgHit {
	return []ddgHit{
		{"https://uk.linkedin.com/in/hester-quill", "Hester Quill - Chief Executive and Founder - Marrowfen | LinkedIn", "Experience: Marrowfen · Location: Carrow · 500+ connections on LinkedIn."},
		{"https://uk.linkedin.com/in/tobias-rennick", "Tobias Rennick - Co-founder and Chief Engineer - Marrowfen | LinkedIn", "Experience: Marrowfen · Location: Carrow · 211 connections on LinkedIn."},
		{"https://www.linkedin.com/in/lowri-beck", "Lowri Beck – Firmware Engineer – Marrowfen | LinkedIn", "Experience: Marrowfen · Education: Carrow College"},
		{"https://uk.linkedin.com/in/lowri-beck?trk=people", "Lowri Beck - Marrowfen | LinkedIn", "The same profile under another address."},
		{"https://uk.linkedin.com/in/sunniva-hale", "Sunniva Hale - Field Technician - Marrowfen | LinkedIn", "Experience: Marrowfen · Location: Carrow"},
		{"https://uk.linkedin.com/in/odo-lanyard", "Odo Lanyard - Assistant to the CEO at Marrowfen | LinkedIn", "Keeps the calendar."},
		{"https://uk.linkedin.com/in/gareth-ode", "Gareth Ode - Hydrologist - formerly Marrowfen | LinkedIn", "Previously at Marrowfen."},
		{"https://uk.linkedin.com/in/milan-crey", "Milan Crey - CEO - Marrowfen Fisheries | LinkedIn", "Experience: Marrowfen Fisheries"},
		{"https://www.linkedin.com/company/marrowfen", "Marrowfen | LinkedIn", "4,812 followers on LinkedIn."},
		{"http://company.test/about", "About Marrowfen", "Hester Quill and Tobias Rennick founded Marrowfen in March 2014."},
	}
}

// ddgPage shows what holds every phrase and comes from the site that a query names. Words
// in parentheses, with OR between, are any.
func ddgPage(query string) string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html><body><div id="links" class="results">`)
	found := ddgFind(query)
	if len(found) == 0 {
		b.WriteString(`<div class="no-results">No results found for <b>` + html.EscapeString(query) + `</b></div>`)
	} else {
		b.WriteString(ddgResult("result results_links results_links_deep web-result result--ad", "https://duckduckgo.com/y.js?ad_domain=gauges.example&u3=x", ddgHit{title: "Buy gauges", snippet: "Ad"}))
	}
	for _, h := range found {
		b.WriteString(ddgResult("result results_links results_links_deep web-result", "//duckduckgo.com/l/?uddg="+url.QueryEscape(h.url)+"&rut=5f", h))
	}
	return b.String() + `</div></body></html>`
}

func ddgResult(class, href string, h ddgHit) string {
	return fmt.Sprintf(`<div class="%s"><div class="links_main result__body"><h2 class="result__title"><a rel="nofollow" class="result__a" href="%s">%s</a></h2><a class="result__snippet" href="%s">%s</a></div></div>`,
		class, html.EscapeString(href), html.EscapeString(h.title), html.EscapeString(href), strings.ReplaceAll(html.EscapeString(h.snippet), "Marrowfen", "<b>Marrowfen</b>"))
}

func ddgFind(query string) []ddgHit {
	plain, either, _ := strings.Cut(strings.ToLower(query), "(")
	either, _, _ = strings.Cut(either, ")")
	var needed []string
	site := ""
	for i, part := range strings.Split(plain, `"`) {
		if i%2 == 1 {
			needed = append(needed, part)
			continue
		}
		for word := range strings.FieldsSeq(part) {
			if s, ok := strings.CutPrefix(word, "site:"); ok {
				site = s
			} else {
				needed = append(needed, word)
			}
		}
	}
	return slices.DeleteFunc(ddgWeb(), func(h ddgHit) bool {
		all := strings.ToLower(h.url + " " + h.title + " " + h.snippet)
		lacks := slices.ContainsFunc(needed, func(word string) bool { return !strings.Contains(all, word) })
		choices := strings.Split(either, " or ")
		none := either != "" && !slices.ContainsFunc(choices, func(c string) bool { return strings.Contains(all, strings.Trim(c, `" `)) })
		return lacks || none || !strings.Contains(h.url, site)
	})
}
