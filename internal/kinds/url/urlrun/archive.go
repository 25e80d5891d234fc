package urlrun

import (
	"context"
	"net/http"
	"net/url"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	urlkind "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/kinds/url/urlread"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/sources/wayback"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

// Archive is the part of wayback.Client that a Worker needs.
type Archive interface {
	Latest(ctx context.Context, page string) (wayback.Capture, bool, error)
	Get(ctx context.Context, c wayback.Capture, page string) (*fetch.Response, wayback.Capture, error)
}

// lost matches failures to get a page for which a copy may stand in: it is gone, its site is away
// or broken, or lets us in no more than a robot (ADR 0051). What needs an account or money, what
// the law, robots.txt or the caller's own proxy keeps back, and what is no page are not among them.
// Resp is nil where there was no answer.
func lost(resp *fetch.Response, err error) bool {
	switch e := errs.As(err); e.Code {
	case errs.DNSFailed, errs.TLSFailed, errs.UpstreamTimeout, errs.UpstreamRateLimited:
		return true
	case errs.UpstreamBlocked:
		return resp != nil // without an answer it was robots.txt that refused
	case errs.TargetError:
		return resp == nil && !fetch.ByProxy(err) || resp != nil &&
			(resp.Status == http.StatusNotFound || resp.Status == http.StatusGone || resp.Status >= http.StatusInternalServerError)
	default:
		return false
	}
}

// instead is the archive's copy of a page that cannot be had, if the call wants one, and else the error, which names the option
// where a page is gone.
func (r *Worker) instead(ctx context.Context, args urlkind.Args, resp *fetch.Response, cause error) (*urlkind.Result, error) {
	if args.Options.Fallback == urlkind.FromArchive {
		return r.fromArchive(ctx, args, cause)
	}
	if resp == nil || resp.Status != http.StatusNotFound && resp.Status != http.StatusGone || !errs.Is(cause, errs.TargetError) {
		return nil, cause
	}
	told := *errs.As(cause)
	told.Message += ", or ask for the newest copy in the Internet Archive with options.fallback archive"
	return nil, &told
}

// fromArchive reads the archive's newest copy of a page that cannot be had. Without one that has
// content the error is cause, with what became of the archive in its message.
func (r *Worker) fromArchive(ctx context.Context, args urlkind.Args, cause error) (*urlkind.Result, error) {
	capture, found, err := r.archive.Latest(ctx, args.URL)
	switch {
	case err != nil:
		return nil, unarchived(cause, "the Internet Archive could not be asked: "+errs.As(err).Message, err)
	case !found:
		return nil, unarchived(cause, "the Internet Archive has no copy of the page", nil)
	}
	resp, capture, err := r.archive.Get(ctx, capture, args.URL)
	if err != nil {
		return nil, unarchived(cause, "the Internet Archive did not return its copy: "+errs.As(err).Message, err)
	}
	src, err := copied(resp, args.URL, capture.Of)
	if err != nil {
		return nil, unarchived(cause, "the copy in the Internet Archive is no page either", nil)
	}
	result := &urlkind.Result{URL: args.URL, FinalURL: capture.Of, Status: resp.Status, ContentType: resp.MediaType}
	shell, err := r.read(ctx, result, src, args)
	if errs.Is(err, errs.ServiceUnavailable) { // a part of ours, as what reads PDFs: the job is tried again
		return nil, err
	}
	if err != nil || shell || urlread.IsEmpty(result, args) {
		// A shell would have to be shown by scripts that are gone, or are not those of its time.
		return nil, unarchived(cause, "the copy in the Internet Archive has no content that can be read", err)
	}
	why := errs.As(cause)
	result.Archive = &urlkind.Archived{CapturedAt: instant.Of(capture.At), CaptureURL: capture.Page, Code: why.Code, Reason: why.Message}
	result.Warnings = append(result.Warnings, urlkind.ArchivedCopy)
	r.reader.Warn(ctx, result, src, args, false)
	urlread.Cut(result, &args.Options)
	return result, nil
}

// copied is a copy as a document of its site's address, to which its links are relative. Archives
// capture walls and logins, too.
func copied(resp *fetch.Response, asked, page string) (extract.Source, error) {
	from, err := url.Parse(asked)
	if err != nil {
		return extract.Source{}, err
	}
	u, err := url.Parse(page)
	if err != nil {
		return extract.Source{}, err
	}
	own := *resp
	own.URL, own.Redirects = u, nil
	if page != asked {
		own.Redirects = []fetch.Hop{{URL: from, Status: http.StatusFound}}
	}
	if err := wall.Usable(&own); err != nil {
		return extract.Source{}, err
	}
	return extract.Source{URL: u, MediaType: resp.MediaType, ContentType: resp.Header.Get("Content-Type"), Body: resp.Body}, nil
}

// unarchived is why a page cannot be had, with what became of the fallback. Where the archive may
// answer later the same call may succeed although the page is gone.
func unarchived(cause error, fallback string, err error) error {
	e := errs.As(cause)
	if e.Code == errs.InternalError {
		return cause
	}
	told := *e
	told.Message += "; " + fallback
	told.Permanent = e.Permanent && (err == nil || !errs.As(err).Retryable())
	return &told
}
