// Package duckduckgo searches by DuckDuckGo's pages for browsers without scripts, which
// need no key. It knows no other engine.
package duckduckgo

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Name is the upstream's in package sources.
const Name = "duckduckgo"

const (
	// longest is how many characters of a query DuckDuckGo reads.
	longest = 499
	// rest is for how long it blocks who asked too often: 25 to 50 minutes were measured.
	rest = 30 * time.Minute
	// most is how many pages are read; the first has ten results, others fifteen.
	most = 4
	// remedy is what an operator can do against the limit.
	remedy = "The operator can lift the limit with a SearXNG of their own, or a key of Brave, Tavily or Programmable Search."
)

// Engine asks DuckDuckGo. It is safe for concurrent use.
type Engine struct {
	up  *upstream.Client
	now func() time.Time
}

// New returns an Engine.
func New(up *upstream.Client) *Engine { return &Engine{up: up, now: time.Now} }

// Name implements websearch.Engine.
func (*Engine) Name() string { return Name }

// Search implements websearch.Engine. Each page behind the first is asked for with what
// the one before it says, and only if its turn comes before ctx ends.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	if len([]rune(q.Text)) > longest {
		return nil, errs.Newf(errs.TargetError, "DuckDuckGo reads at most %d characters of a query; shorten it.", longest)
	}
	form := url.Values{"q": {q.Text}, "b": {""}, "kl": {region(q)}}
	if r := q.Range(); r != websearch.Any {
		form.Set("df", string(r[0]))
	}
	return websearch.Pages(ctx, q, most, func(ctx context.Context, number int) (websearch.Page, error) {
		if number > 0 && !e.inTime(ctx) {
			late := errs.Newf(errs.UpstreamRateLimited, "DuckDuckGo is called at most once in %s, and there is not enough time left.", e.up.Pace)
			late.RetryAfter = e.up.Pace
			return websearch.Page{}, late
		}
		resp, err := e.ask(ctx, form)
		if err != nil {
			return websearch.Page{}, err
		}
		p, next, err := read(resp)
		form = next
		return p, err
	})
}

// Regions implements websearch.Regional. DuckDuckGo's regions are a country with a language; it
// knows no language of all countries.
func (*Engine) Regions() (country, language bool) { return true, false }

// Pace implements websearch.Paced.
func (e *Engine) Pace() string {
	if e.up.Pace <= 0 {
		return ""
	}
	return "one call in " + e.up.Pace.String()
}

// region is DuckDuckGo's name of a country: "at-de"; "wt-wt" is all of them.
func region(q websearch.Query) string {
	if q.Country == "" {
		return "wt-wt"
	}
	country := strings.ToLower(q.Country)
	if language, known := languages[country]; known {
		return country + "-" + language
	}
	return country + "-en"
}

// languages are those of the countries whose regions have another one than English.
var languages = map[string]string{
	"ar": "es", "at": "de", "be": "nl", "br": "pt", "ch": "de", "cl": "es", "cn": "zh", "co": "es", "cz": "cs", "de": "de", "dk": "da", "es": "es",
	"fi": "fi", "fr": "fr", "gr": "el", "hu": "hu", "id": "id", "il": "he", "it": "it", "jp": "jp", "kr": "kr", "mx": "es", "nl": "nl", "no": "no",
	"pe": "es", "pl": "pl", "pt": "pt", "ro": "ro", "ru": "ru", "se": "sv", "th": "th", "tr": "tr", "tw": "tzh", "ua": "uk", "vn": "vi",
}

// inTime reports whether another page can be read before ctx ends.
func (e *Engine) inTime(ctx context.Context) bool {
	end, bound := ctx.Deadline()
	return !bound || end.Sub(e.now()) > e.up.Pace+time.Second
}

func (e *Engine) ask(ctx context.Context, form url.Values) (*fetch.Response, error) {
	resp, err := e.up.Do(ctx, upstream.Call{
		Method: http.MethodPost, Path: "/html/", Form: form,
		Header: http.Header{"Accept": {"text/html"}, "Accept-Language": {"en-US,en;q=0.8"}, "Referer": {e.up.BaseURL + "/"}},
	})
	if limit, ok := errors.AsType[*errs.Error](err); ok && limit.Code == errs.UpstreamRateLimited {
		remedied := *limit
		remedied.Message += " " + remedy
		return nil, &remedied
	}
	return resp, err
}
