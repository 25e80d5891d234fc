package infrarun

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// visit is the page, or why there is none.
type visit struct {
	page *fetch.Response
	wall error // what stands before the page; its headers are true all the same
	err  error
}

const (
	// pageTimeout is for each try at the page.
	pageTimeout = 15 * time.Second
	// pageBytes is the most of a page that is read: what shows technologies comes early.
	pageBytes = 2 << 20
	// fileTimeout is for small files beside it.
	fileTimeout = 10 * time.Second
)

// visitPage fetches the page that was asked for, or the home page: by https, and when
// that fails, as it does for many small sites, by http.
func (s *snapshot) visitPage(ctx context.Context) visit {
	addresses := []string{s.pageURL}
	if s.pageURL == "" {
		site := s.site.get(ctx)
		if site.host == "" {
			return visit{err: errs.New(errs.DNSFailed, site.why)}
		}
		addresses = []string{"https://" + site.host + "/", "http://" + site.host + "/"}
	}
	var v visit
	for _, address := range addresses {
		v.page, v.err = s.web.Do(ctx, fetch.Request{URL: address, Timeout: pageTimeout, MaxBytes: pageBytes, AllowTruncated: true})
		if v.err == nil {
			v.wall = wall.Detect(v.page)
			return v
		}
		if ctx.Err() != nil || errs.Is(v.err, errs.InvalidTarget) || errs.Is(v.err, errs.DNSFailed) {
			return v
		}
	}
	return v
}
