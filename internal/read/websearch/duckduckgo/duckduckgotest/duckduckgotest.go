// Package duckduckgotest stands for DuckDuckGo's page for browsers without scripts.
package duckduckgotest

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/read/websearch/enginetest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for DuckDuckGo's page for browsers without scripts.
func Site(index enginetest.Index) site.Site {
	return site.Site{
		Host:  "duckduckgo.upstream.test",
		Title: "DuckDuckGo",
		About: "A replay of DuckDuckGo's page for browsers without scripts, with ten results a page, which finds the pages of the sample web that are meant to be found. " +
			"A first word of `quota` meets the captcha with status 202, `walled` another page, `down` status 503, and `empty` finds nothing. With an engine's name behind it, as `down-duckduckgo`, only that engine fails; all replays of search engines do so.",
		Upstream: "duckduckgo",
		Assets:   map[string]http.HandlerFunc{"/html/": replay{index}.serve},
		Rest:     site.Text(site.HTML, `<!DOCTYPE html><title>DuckDuckGo</title><form action="/html/"><input name="q"></form>`),
	}
}

// token is what a form to the next page has to send back.
const token = "4-2041"

// replay answers from an index.
type replay struct{ index enginetest.Index }

func (x replay) serve(w http.ResponseWriter, r *http.Request) {
	fault, rest := enginetest.FaultOf(r.FormValue("q"), "duckduckgo")
	switch fault {
	case "quota":
		site.Send(w, http.StatusAccepted, site.HTML, []byte(`<!DOCTYPE html><form id="challenge-form" action="//duckduckgo.com/anomaly.js"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form>`))
		return
	case "walled":
		site.Redirect(http.StatusSeeOther, "/")(w, r)
		return
	case "down":
		site.Send(w, http.StatusServiceUnavailable, site.HTML, nil)
		return
	case "empty":
		rest = ""
	}
	begin, _ := strconv.Atoi(r.FormValue("s")) // the first page has none
	if begin > 0 && r.FormValue("vqd") != token {
		site.Send(w, http.StatusForbidden, site.HTML, nil)
		return
	}
	site.Send(w, http.StatusOK, site.HTML, []byte(x.page(r.FormValue("q"), rest, begin, enginetest.Days(r.FormValue("df")))))
}

// page is a page of what is looked for: ten results on the first, fifteen on others.
func (x replay) page(asked, looked string, begin, days int) string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html><body><div id="links" class="results">`)
	q := enginetest.Read(looked)
	size := 15
	if begin == 0 {
		size = 10
	}
	found, more := enginetest.PageOf(enginetest.Since(x.index.Find(q), days), begin, size)
	if len(found) == 0 {
		b.WriteString(`<div class="no-results">No results found for <b>` + html.EscapeString(asked) + `</b></div>`)
	} else {
		b.WriteString(result("result results_links results_links_deep web-result result--ad", "https://duckduckgo.com/y.js?ad_domain=gauges.example&u3=x", enginetest.Page{Title: "Buy gauges"}, "Ad"))
	}
	for _, p := range found {
		b.WriteString(result("result results_links results_links_deep web-result", "//duckduckgo.com/l/?uddg="+url.QueryEscape(p.URL)+"&rut=5f", p, q.Snippet(p)))
	}
	if begin > 0 {
		b.WriteString(form("Previous", asked, begin-size))
	}
	if more {
		b.WriteString(form("Next", asked, begin+size))
	}
	return b.String() + `</div></body></html>`
}

func result(class, href string, p enginetest.Page, snippet string) string {
	when := ""
	if p.Published != "" {
		day, _, _ := strings.Cut(p.Published, "T")
		when = `<span>&nbsp; &nbsp; ` + html.EscapeString(day) + `T00:00:00.0000000</span>`
	}
	href = html.EscapeString(href)
	return fmt.Sprintf(`<div class="%s"><div class="links_main links_deep result__body"><h2 class="result__title"><a rel="nofollow" class="result__a" href="%s">%s</a></h2>`+
		`<div class="result__extras"><div class="result__extras__url"><a class="result__url" href="%s"> %s </a>%s</div></div><a class="result__snippet" href="%s">%s</a></div></div>`,
		class, href, html.EscapeString(p.Title), href, html.EscapeString(p.Display()), when, href, strings.ReplaceAll(html.EscapeString(snippet), "Marrowfen", "<b>Marrowfen</b>"))
}

func form(label, query string, begin int) string {
	return fmt.Sprintf(`<div class="nav-link"><form action="/html/" method="post"><input type="submit" class="btn btn--alt" value="%s"><input type="hidden" name="q" value="%s"><input type="hidden" name="s" value="%d">`+
		`<input type="hidden" name="nextParams" value=""><input type="hidden" name="v" value="l"><input type="hidden" name="o" value="json"><input type="hidden" name="dc" value="%d"><input type="hidden" name="api" value="d.js"><input type="hidden" name="vqd" value="%s"><input name="kl" value="wt-wt" type="hidden"></form></div>`,
		label, html.EscapeString(query), begin, begin+1, token)
}
