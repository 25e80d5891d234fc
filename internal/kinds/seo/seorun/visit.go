package seorun

import (
	"context"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

const (
	pageTimeout = 15 * time.Second
	// patience is how long signals that only want the page's address wait for it.
	patience = 12 * time.Second
)

// visit is the one fetch of the page, which several signals share.
type visit struct {
	web        Fetcher
	candidates []string
	given      bool // the caller named the page

	once sync.Once
	done chan struct{} // closed when the rest is set
	url  string        // the candidate that answered
	resp *fetch.Response
	err  error
}

func newVisit(web Fetcher, args seo.Args) *visit {
	v := &visit{web: web, done: make(chan struct{}), given: args.URL != ""}
	if v.given {
		v.candidates = []string{args.URL}
	} else {
		v.candidates = []string{"https://" + args.Domain + "/", "http://" + args.Domain + "/", "https://www." + args.Domain + "/", "http://www." + args.Domain + "/"}
	}
	return v
}

// first is the address that is asked first.
func (v *visit) first() string { return v.candidates[0] }

// start fetches the page, once for all who ask.
func (v *visit) start(ctx context.Context) {
	v.once.Do(func() {
		go func() {
			defer close(v.done)
			v.url, v.resp, v.err = v.fetch(ctx)
		}()
	})
}

// load waits for the page.
func (v *visit) load(ctx context.Context) (*fetch.Response, error) {
	v.start(ctx)
	select {
	case <-v.done:
		return v.resp, v.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// fetch goes on to the next candidate where no page answers, and to the names with
// www. only where the bare one does not exist. The error is that of the first.
func (v *visit) fetch(ctx context.Context) (address string, resp *fetch.Response, err error) {
	for i, candidate := range v.candidates {
		if i >= 2 && !errs.Is(err, errs.DNSFailed) {
			break
		}
		resp, failed := v.web.Do(ctx, fetch.Request{URL: candidate, Timeout: pageTimeout})
		if failed == nil {
			return candidate, resp, nil
		}
		if err == nil {
			err = failed
		}
		if ctx.Err() != nil || !isAway(failed) {
			break
		}
	}
	return "", nil, err
}

// isAway reports whether another address of the site may answer.
func isAway(err error) bool {
	for _, code := range []errs.Code{errs.DNSFailed, errs.TLSFailed, errs.UpstreamTimeout, errs.TargetError} {
		if errs.Is(err, code) {
			return true
		}
	}
	return false
}

// address is where the page is: what the caller named, or what answered, or else what
// would be asked first. It waits for the page, but not for long.
func (v *visit) address(ctx context.Context) string {
	if v.given {
		return v.first()
	}
	v.wait(ctx)
	if asked, _ := v.outcome(); asked != "" {
		return asked
	}
	return v.first()
}

// final is where the page is after redirects, or "" when it has not answered.
func (v *visit) final(ctx context.Context) string {
	v.wait(ctx)
	if _, resp := v.outcome(); resp != nil {
		return resp.URL.String()
	}
	return ""
}

func (v *visit) wait(ctx context.Context) {
	v.start(ctx)
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-v.done:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// outcome is what has answered so far, without waiting.
func (v *visit) outcome() (asked string, resp *fetch.Response) {
	select {
	case <-v.done:
		return v.url, v.resp
	default:
		return "", nil
	}
}
