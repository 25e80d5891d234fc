package crawler

import (
	"context"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/internal/web/fetch/robots"
)

const (
	// mostDelay bounds a site's crawl-delay.
	mostDelay = 30 * time.Second
	// rulesAgain is after how long a robots.txt that could not be read is asked for again.
	rulesAgain = 30 * time.Second
	// mostNoRules is for how long the site's own is waited for.
	mostNoRules = 10 * time.Minute
)

func originOf(u *url.URL) string { return u.Scheme + "://" + u.Host }

// rules reads the robots.txt of a URL's origin.
func (d *draft) rules(ctx context.Context, u *url.URL) (*robots.File, error) {
	file, err := d.Rules.Robots(ctx, u)
	if err == nil && originOf(u) == d.next.Origin && !d.next.NoRules.IsZero() {
		d.next.NoRules, d.changed = time.Time{}, true
	}
	return file, err
}

// waitsForRules reports whether what is to be done with a URL waits, as the robots.txt of its origin cannot be read:
// for some minutes if that is the site's own, and for no other. A link to another scheme or host whose server is not there holds
// up nothing.
func (d *draft) waitsForRules(u *url.URL) bool {
	s := d.next
	if originOf(u) != s.Origin {
		return false
	}
	if s.NoRules.IsZero() {
		s.NoRules, d.changed = d.now, true
	}
	return d.now.Sub(s.NoRules) < mostNoRules
}

// allowed asks the robots.txt of a URL's host. What a host fails to serve is an error: it disallows everything
// (RFC 9309, section 2.3.1.4), but that of the site itself is asked for again while the crawl goes on. One that admits
// nothing more asks nobody, so that no host keeps it from its end: should it be resumed, the jobs of those pages ask.
func (d *draft) allowed(ctx context.Context, u *url.URL) (bool, error) {
	if !d.plan.Robots || d.next.Halt != "" {
		return true, nil
	}
	file, err := d.rules(ctx, u)
	if err != nil {
		return false, err
	}
	return file.Allowed(u), nil
}

// delay is what the site's robots.txt asks for between two pages of a host.
func (d *draft) delay(ctx context.Context, u *url.URL) (time.Duration, error) {
	if !d.plan.Robots {
		return 0, nil
	}
	file, err := d.rules(ctx, u)
	if err != nil {
		return 0, err
	}
	return min(file.CrawlDelay, mostDelay), nil
}
