package wall

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Usable returns nil for the page that was asked for: no wall, and a status of 200
// to 299. Beside the codes of Detect an error has target_error, permanent when
// asking again will not help.
func Usable(resp *fetch.Response) error {
	if err := Detect(resp); err != nil {
		return err
	}
	host, status := resp.URL.Hostname(), resp.Status
	text := http.StatusText(status)
	switch {
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusUnauthorized:
		return errs.Newf(errs.LoginRequired, "%s returned %d %s, which requires a login; choose a public page", host, status, text)
	case status == http.StatusForbidden: // mostly said to visitors that are taken for machines
		return errs.Newf(errs.UpstreamBlocked, "%s returned %d %s and blocks access; try another source", host, status, text)
	case status >= 500:
		err := errs.Newf(errs.TargetError, "%s returned %d %s; try again later", host, status, text)
		err.RetryAfter = resp.RetryAfter()
		return err
	}
	err := errs.Newf(errs.TargetError, "%s returned %d %s; check the URL, or find its final URL with POST /v1/public/scrape and format resolve", host, status, text)
	err.Permanent = true
	return err
}
