package browser

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// visit is a prepared shown.Visit.
type visit struct {
	shown.Visit
	url   *url.URL // the canonical form of URL
	proxy *url.URL // what Proxy says; nil for none
}

// ownHeader are the headers for the URL's own host alone.
func (v *visit) ownHeader() http.Header {
	own := v.Header.Clone()
	own.Del("User-Agent")
	own.Del("Accept-Language")
	return own
}

// languages are those of Accept-Language in their order; the browser weighs them itself.
func (v *visit) languages() string {
	var list []string
	for part := range strings.SplitSeq(v.Header.Get("Accept-Language"), ",") {
		language, _, _ := strings.Cut(part, ";")
		if language = strings.TrimSpace(language); language != "" && language != "*" {
			list = append(list, language)
		}
	}
	return cmp.Or(strings.Join(list, ","), "en")
}

// Most of what a screenshot may be.
const (
	maxWidth  = 3840
	maxHeight = 4320
	maxScale  = 4
)

// prepare fills the defaults, keeps numbers within what Chromium bears, and judges the URL.
func prepare(v shown.Visit) (visit, error) {
	u, err := egress.Parse(v.URL)
	if err != nil {
		return visit{}, errs.Wrap(err, errs.InvalidTarget, "the address "+errs.As(err).Message)
	}
	v.Viewport = shown.Viewport{
		Width:  min(max(cmp.Or(v.Viewport.Width, 1280), 1), maxWidth),
		Height: min(max(cmp.Or(v.Viewport.Height, 800), 1), maxHeight),
		Scale:  min(max(cmp.Or(v.Viewport.Scale, 1), 0.1), maxScale),
	}
	v.Wait.For = min(v.Wait.For, shown.MaxWait)
	v.Timeout = cmp.Or(v.Timeout, shown.Timeout)
	if v.Screenshot != nil {
		shot := *v.Screenshot
		shot.Format = cmp.Or(shot.Format, shown.FormatPNG)
		shot.Quality = min(max(cmp.Or(shot.Quality, 80), 1), 100)
		v.Screenshot = &shot
	}
	var way *url.URL
	if v.Proxy != "" {
		if way, err = egress.ParseProxy(v.Proxy); err != nil {
			return visit{}, err
		}
	}
	return visit{v, u, way}, nil
}
