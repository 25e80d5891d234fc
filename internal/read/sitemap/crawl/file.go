package crawl

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/sitemap"
	"github.com/quarryapi/quarry/internal/read/sitemap/listing"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/wall"
)

const (
	fileTime = 30 * time.Second
	// maxHTML is how much of an answer is looked at for a bot wall in it.
	maxHTML = 256 << 10
	// maxExpansion is more than XML can gain honestly; a reader that keeps little of
	// it can afford that.
	maxExpansion = 1000
)

// file is what came of one.
type file struct {
	node     node
	base     *url.URL // after redirects
	final    string   // base as a string
	source   listing.Source
	sitemap  bool // it is one, whatever is in it
	urls     []listing.URL
	have     map[string]bool // the pages in urls
	children []sitemap.Child
	counts   listing.Counts
	stop     listing.Stop
	err      error // of one that gives nothing, as a caller who named it learns it
}

func newFile(base *url.URL, s listing.Source) *file {
	return &file{base: base, final: base.String(), source: s, have: map[string]bool{}}
}

// read fetches a file and reads it as it comes.
func (w *walk) read(ctx context.Context, n node) *file {
	f := newFile(n.url, listing.Source{URL: n.url.String()})
	f.node = n
	stream, err := w.web.Open(ctx, fetch.Request{
		URL: f.source.URL, RespectRobots: w.request.RespectRobots, Timeout: fileTime,
		MaxBytes: sitemap.MaxBytes + 1, AllowTruncated: true, MaxExpansion: maxExpansion,
		Header: http.Header{"Accept": {"application/xml,text/xml,application/gzip,text/plain;q=0.9,*/*;q=0.5"}},
	})
	if err != nil {
		return f.failed(err)
	}
	defer func() { _ = stream.Close() }()
	f.base, f.final, f.source.Status = stream.URL, stream.URL.String(), stream.Status
	body, err := past(stream)
	if err != nil {
		return f.failed(err)
	}
	c := &collector{walk: w, file: f}
	report, err := sitemap.Read(body, sitemap.Handler{URL: c.url, Sitemap: c.sitemap})
	f.counts.Unusable += report.Unusable
	f.judge(report, err)
	return f
}

// past distinguishes walls and errors from files. It looks at the beginning of what may be
// HTML, and returns the whole.
func past(s *fetch.Stream) (io.Reader, error) {
	ok := s.Status >= 200 && s.Status < 300
	if ok && s.MediaType != "text/html" {
		return s, nil
	}
	head, err := io.ReadAll(io.LimitReader(s, maxHTML))
	if err != nil && ok {
		return nil, err
	}
	page := s.Response
	page.Body = head
	if err := wall.Usable(&page); err != nil {
		return nil, err
	}
	return io.MultiReader(bytes.NewReader(head), s), nil
}

// failed is the outcome of what could not be fetched.
func (f *file) failed(err error) *file {
	f.err = err
	f.source.Outcome, f.source.Reason = listing.Failed, reasonOf(err)
	switch {
	case f.source.Status == http.StatusNotFound || f.source.Status == http.StatusGone:
		f.source.Outcome, f.source.Reason = listing.NotFound, ""
	case errs.Is(err, errs.UpstreamBlocked) || errs.Is(err, errs.LoginRequired) || errs.Is(err, errs.UpstreamRateLimited):
		f.source.Outcome = listing.Blocked
	}
	return f
}

// judge is the outcome of what was read.
func (f *file) judge(r sitemap.Report, err error) {
	s := &f.source
	s.Type, s.URLs = listing.Type(r.Format), r.URLs
	if r.Sitemaps > 0 && r.URLs == 0 {
		s.URLs = r.Sitemaps
	}
	some := r.URLs+r.Sitemaps > 0
	f.sitemap = some || r.Format != "" && err == nil
	not, isOther := errors.AsType[*sitemap.NotSitemapError](err)
	switch {
	case isOther:
		s.Outcome, s.Reason = listing.NotSitemap, sentence(not.What)
		f.err = errs.Newf(errs.UnsupportedContent, "%s is not a sitemap: %s; check the URL", f.source.URL, not.What)
	case err != nil && !some:
		f.failed(err)
	case err != nil:
		s.Outcome, s.Reason = listing.Partial, "It is truncated. "+reasonOf(err)
	case r.Flaw != "" && !some:
		s.Outcome, s.Reason, f.sitemap = listing.Failed, "The file "+r.Flaw+", and nothing before that could be read.", false
		f.err = errs.Newf(errs.ParseFailed, "%s cannot be read: the file %s", f.source.URL, r.Flaw)
	case r.Flaw != "":
		s.Outcome, s.Reason = listing.Partial, "The file "+r.Flaw+"; what could be read is here."
	case r.Limit != "":
		s.Outcome, s.Reason = listing.Partial, "The file "+r.Limit+"; the rest was not read."
	case f.stop == listing.BySize:
		s.Outcome, s.Reason = listing.Partial, "The result would have become too large."
	case f.stop == listing.ByLimit:
		s.Outcome, s.Reason = listing.Partial, "The limit was reached."
	case !some:
		s.Outcome = listing.Empty
	default:
		s.Outcome = listing.Read
	}
}

// reasonOf is what callers may read of an error, as a sentence.
func reasonOf(err error) string {
	if errors.Is(err, errTime) {
		return "There was no time left to read it."
	}
	return sentence(errs.As(err).Message)
}

func sentence(message string) string {
	r, n := utf8.DecodeRuneInString(message)
	return string(unicode.ToUpper(r)) + strings.TrimSuffix(message[n:], ".") + "."
}
