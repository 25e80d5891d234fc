package infrarun

import (
	"context"
	"fmt"
	"net/http"

	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/infra/webheader"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// gatherHeaders reads the page's headers. Those of a bot wall are the wall's, so nothing
// of them is reported.
func (s *snapshot) gatherHeaders(ctx context.Context) infra.Headers {
	h := infra.Headers{Missing: []string{}}
	site := s.site.get(ctx)
	if outcome, nowhere := site.nowhere(); nowhere && s.pageURL == "" {
		h.Outcome = outcome
		return h
	}
	upgrade := start(ctx, func(ctx context.Context) *bool { return s.upgrades(ctx, site.host) })
	v := s.page.get(ctx)
	if v.page == nil {
		h.Outcome = signal.Of(siteSource, failure(ctx, v.err))
		h.HTTPSRedirect = upgrade.get(ctx)
		return h
	}
	h.Outcome = signal.Of(siteSource, v.wall)
	if v.wall == nil {
		s.readHeaders(ctx, &h, v.page)
	}
	h.HTTPSRedirect = upgrade.get(ctx)
	return h
}

// readHeaders describes an error's headers, too: servers mostly send the same ones, and
// the reason says so.
func (s *snapshot) readHeaders(ctx context.Context, h *infra.Headers, page *fetch.Response) {
	h.URL, h.HTTPStatus, h.HTTPVersion = page.URL.String(), page.Status, page.Proto
	webheader.Read(h, page.Header, page.URL.Scheme == "https")
	h.SecurityTxt = s.securityTxt(ctx, page)
	switch host := page.URL.Hostname(); {
	case subject.Registrable(host) != s.registrable:
		h.Reason = fmt.Sprintf("These are headers of %s, to which the page redirects.", host)
	case page.Status >= http.StatusBadRequest:
		h.Reason = fmt.Sprintf("The page returned %d; these are the headers of that response.", page.Status)
	}
}

// upgrades reports whether http leads to https; nil when http does not answer.
func (s *snapshot) upgrades(ctx context.Context, host string) *bool {
	if host == "" {
		return nil
	}
	resp, err := s.web.Do(ctx, fetch.Request{URL: "http://" + host + "/", Timeout: fileTimeout, HeadersOnly: true, NoRetry: true})
	if err != nil {
		return nil
	}
	return new(resp.URL.Scheme == "https")
}

// securityTxt asks where the page ended: sites keep the file behind their redirect.
func (s *snapshot) securityTxt(ctx context.Context, page *fetch.Response) *infra.SecurityTxt {
	resp, err := s.web.Do(ctx, fetch.Request{
		URL: page.URL.Scheme + "://" + page.URL.Host + "/.well-known/security.txt", Timeout: fileTimeout, MaxBytes: 64 << 10, AllowTruncated: true, NoRetry: true,
	})
	if err != nil || resp.Status != http.StatusOK {
		return nil
	}
	return webheader.SecurityTxt(resp.URL.String(), resp.MediaType, resp.Body, s.now())
}

// failure is an error, or the end of the time when there was none.
func failure(ctx context.Context, err error) error {
	if err == nil {
		return context.Cause(ctx)
	}
	return err
}
