// Package visit shows pages in the browser for runners, by the options that callers
// give, and refuses what is not the page. It links the browser, so only workers that
// have one may import it; it knows no kind.
package visit

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/view"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// Browser is the part of browser.Browser that runners need.
type Browser interface {
	Visit(ctx context.Context, v shown.Visit) (*shown.Page, error)
}

// Request is a page to show.
type Request struct {
	URL     string
	Headers map[string]string // as the caller gave them
	Access  option.Access     // prepared
	View    view.Options      // prepared
	Timeout time.Duration

	BlockMedia bool
	Scripts    map[string]string
	// Format is that of the screenshot: "png", "jpeg" or "webp"; empty for none.
	Format string
}

// Open shows the page and returns what came of it, a page with a status of 200 to 299
// and no wall. The headers are checked again, since the request comes from storage.
// Errors are those of browser.Browser.Visit and wall.Usable; with the latter, the page is returned, too.
func Open(ctx context.Context, b Browser, r Request) (*shown.Page, error) {
	headers, err := egress.SafeHeaders(r.Access.Sent(r.Headers))
	if err != nil {
		return nil, err
	}
	css, after := r.View.Wait()
	v := shown.Visit{
		URL: r.URL, Header: headers, Proxy: r.Access.Proxy, Dark: r.View.Dark, BlockMedia: r.BlockMedia, Scripts: r.Scripts,
		Viewport: shown.Viewport{Scale: r.View.DeviceScaleFactor},
		Wait:     shown.Wait{Selector: css, For: after},
		Delay:    time.Duration(r.View.Delay) * time.Millisecond,
		Timeout:  r.Timeout,
		Mobile:   r.View.Mobile,
		Actions:  actions(r.View.Actions),
	}
	if css == "" {
		// The rest is for reading what was shown; and the browser, stopping first, tells
		// more of why. What a selector waits for, Within tells.
		v.Timeout -= min(r.Timeout/10, 2*time.Second)
	}
	if size := r.View.Viewport; size != nil {
		v.Viewport.Width, v.Viewport.Height = int(size.Width), int(size.Height)
	}
	if r.Format != "" {
		v.Screenshot = &shown.Screenshot{FullPage: r.View.FullPage, Format: r.Format, Quality: int(r.View.Quality)}
	}
	page, err := b.Visit(ctx, v)
	if err != nil {
		return nil, option.Advise(err)
	}
	return page, option.Advise(wall.Usable(page.Response()))
}

// Within bounds ctx by the time that the caller allows and names the options that may
// be the reason for its end.
func Within(ctx context.Context, timeout time.Duration, o view.Options) (context.Context, context.CancelFunc) {
	advice := "allow more by options.timeoutMs"
	if css, _ := o.Wait(); css != "" {
		advice = "correct the selector of options.waitFor, or " + advice
	}
	return context.WithTimeoutCause(ctx, timeout,
		errs.Newf(errs.UpstreamTimeout, "The page was not rendered and read within %s; %s.", timeout, advice))
}
