package job

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Page is what a job has that is one page of a crawl.
type Page struct {
	CrawlID string
	Number  int64  // in the order in which the crawl found its URLs, from 1
	Try     int    // from 0: a page whose host asked for a pause is asked for again
	Free    int    // tries before this one that do not count: the host was not asked, or the crawl was cancelled
	Depth   int    // links between it and the crawl's first page
	Before  Before // what an earlier crawl had of it
	// Elsewhere says that its host is not that of the crawl's first page: it is a page that named it, and not the caller.
	Elsewhere bool
	// SiteDelay is the time between two pages that its site asks for, and OwnDelay the longer one that the caller does.
	SiteDelay, OwnDelay time.Duration
}

// Before is what an earlier crawl has seen of a page, for a conditional request.
type Before struct {
	Known        bool // there was such a page, and it succeeded
	ETag         string
	LastModified string
	Print        string // of its content
	Canonical    string // which URL it named as its own
}

// Asked reports whether a request for the page has a condition.
func (b Before) Asked() bool { return b.ETag != "" || b.LastModified != "" }

// Alike reports whether a content is the one that the earlier crawl has seen.
func (b Before) Alike(now string) bool { return b.Known && b.Print != "" && b.Print == now }

// Found is what a crawl goes on with after a page: not a part of the result.
type Found struct {
	Final        string   `json:"f,omitempty"` // where it was, after redirects; empty when that is its URL
	Canonical    string   `json:"c,omitempty"` // which URL it names as its own
	Links        []string `json:"l,omitempty"` // absolute, in reading order
	Dropped      int      `json:"d,omitempty"` // links that did not fit
	ETag         string   `json:"e,omitempty"`
	LastModified string   `json:"m,omitempty"`
	Print        string   `json:"p,omitempty"` // a digest of the content
	Gist         uint64   `json:"g,omitempty"` // a hash of the content without its dates; 0 where none is known
	Dates        uint64   `json:"t,omitempty"` // a hash of these; 0 where there is none
	Name         uint64   `json:"a,omitempty"` // a hash of the headlines, numbers and images without these
	Shape        uint64   `json:"s,omitempty"` // a simhash of the content: near pages have near shapes
	Same         bool     `json:"u,omitempty"` // it is as the earlier crawl has seen it
	Status       int      `json:"h,omitempty"` // of HTTP, of a page that failed by it
	Unasked      bool     `json:"n,omitempty"` // of a page that failed before its host was asked, which wants fewer requests
}

// Gone reports whether the site has said that there is no such page, by 404 or 410.
func (f Found) Gone() bool { return f.Status == http.StatusNotFound || f.Status == http.StatusGone }

// HTTPStatus is that of the answer by which a page of a crawl failed; 0 where there was none.
func (j *Job) HTTPStatus() int {
	if j.Status != Failed {
		return 0
	}
	found, err := UnpackFound(j.Found)
	if err != nil {
		return 0
	}
	return found.Status
}

const (
	// maxFound bounds what of a page lies packed in its job's row.
	maxFound = 48 << 10
	// maxUnpacked bounds what a packed one unpacks to.
	maxUnpacked = 16 << 20
)

// Pack is the form in which it is stored, of at most 48 KB: links at the end that do not fit are
// dropped, and counted.
func (f Found) Pack() ([]byte, error) {
	for {
		packed, err := f.pack()
		if err != nil || len(packed) <= maxFound || len(f.Links) == 0 {
			return packed, err
		}
		keep := len(f.Links) * maxFound / len(packed)
		keep = max(0, min(keep, len(f.Links)-1)*15/16) // the rest may pack worse
		f.Dropped += len(f.Links) - keep
		f.Links = f.Links[:keep]
	}
}

func (f Found) pack() ([]byte, error) {
	raw, err := json.Marshal(f)
	if err != nil {
		return nil, fmt.Errorf("found: %w", err)
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, fmt.Errorf("found: %w", err)
	}
	_, _ = w.Write(raw) // a Buffer takes everything
	_ = w.Close()
	return b.Bytes(), nil
}

// UnpackFound reads what Pack wrote. Nothing is an empty Found.
func UnpackFound(packed []byte) (Found, error) {
	var f Found
	if len(packed) == 0 {
		return f, nil
	}
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxUnpacked))
	if err == nil {
		err = json.Unmarshal(raw, &f)
	}
	if err != nil {
		return f, fmt.Errorf("found: %w", err)
	}
	return f, nil
}

// Tries is how often a crawl asks for a page: once, and again when its host asked for a pause, or when the installation
// failed it.
const Tries = 4

// FailedByUs reports whether a job failed although nothing is known to be wrong with what it was about: what performed
// it ended before it did, or what that needs was away.
func (j *Job) FailedByUs() bool {
	return j.Status == Failed && (j.Error.Code == errs.JobInterrupted || j.Error.Code == errs.ServiceUnavailable)
}

// Refused reports whether a job failed as its host asked for the page later: by 429, or by 503 with the time.
func (j *Job) Refused() bool {
	return j.Status == Failed && (j.Error.Code == errs.UpstreamRateLimited || j.Error.Code == errs.TargetError && j.Error.RetryAfter > 0)
}

// Marks is how many tries of a page have names: beside Tries those that are Free.
const Marks = 8 * Tries

// Mark names one try of a page in one number. The try MUST be below Marks.
func (p Page) Mark() int64 { return p.Number*Marks + int64(p.Try) }

// PageOf reads what Mark wrote.
func PageOf(crawl string, mark int64) Page {
	return Page{CrawlID: crawl, Number: mark / Marks, Try: int(mark % Marks)}
}
