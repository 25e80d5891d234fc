// Package showing has pages shown by a function that does nothing else: its client, for the
// workers that need a page, and what the function does with a call. Whoever breaks out of the
// browser there finds no key, no table, no queue and no bucket. It must not know jobs, nor
// link the browser.
package showing

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// Request is one call of the function.
type Request struct {
	Visit shown.Visit `json:"visit"`
	// Named are the hosts that the caller names itself; see egress.Naming.
	Named []string `json:"named,omitempty"`
	// Upload is a link by which one object can be written: an answer that is too large for
	// the response.
	Upload string `json:"upload,omitempty"`
}

// answer has either a page or why there is none.
type answer struct {
	Page    *page    `json:"page,omitempty"`
	Failure *failure `json:"failure,omitempty"`
}

// page is a shown.Page with its URLs as text.
type page struct {
	shown.Page
	URL       string
	Redirects []hop
}

type hop struct {
	URL    string
	Status int
}

// failure is an errs.Error without its cause, which the function logs.
type failure struct {
	Code       errs.Code
	Message    string
	Permanent  bool
	Passing    bool
	RetryAfter time.Duration
	Acts       []shown.Act // of a visit that failed after its actions had begun
}

// codes are those that a visit may fail with; what else a function says that a page has
// broken out into is not believed.
var codes = []errs.Code{
	errs.InvalidTarget, errs.DNSFailed, errs.TLSFailed, errs.UpstreamTimeout, errs.TooManyRedirects, errs.UnsupportedContent,
	errs.TargetError, errs.BrowserUnavailable, errs.ProviderUnavailable,
}

func encode(p *shown.Page, err error) []byte {
	var a answer
	if err != nil {
		e := errs.As(err)
		a.Failure = &failure{e.Code, e.Message, e.Permanent, e.Passing, e.RetryAfter, nil}
		if act, ok := errors.AsType[*shown.ActionError](err); ok {
			a.Failure.Acts = act.Acts
		}
	} else {
		a.Page = &page{Page: *p, URL: p.URL.String(), Redirects: []hop{}}
		for _, h := range p.Redirects {
			a.Page.Redirects = append(a.Page.Redirects, hop{h.URL.String(), h.Status})
		}
	}
	raw, err := json.Marshal(a) //nolint:musttag // both ends are ours, and a test holds that every field travels
	if err != nil {             // a value of a script that is no JSON
		return encode(nil, errs.Wrap(err, errs.ProviderUnavailable, "the browser gave a value that is no JSON; try again later"))
	}
	return blob.Pack(raw)
}

// Decode reads an answer. Its error is that of the visit, or has no code when the answer is
// none of ours.
func Decode(packed []byte) (*shown.Page, error) {
	raw, err := blob.Unpack(packed)
	if err != nil {
		return nil, err
	}
	var a answer
	if err := json.Unmarshal(raw, &a); err != nil { //nolint:musttag // both ends are ours, and a test holds that every field travels
		return nil, fmt.Errorf("answer: %w", err)
	}
	if f := a.Failure; f != nil {
		if !slices.Contains(codes, f.Code) {
			return nil, fmt.Errorf("answer with the code %q", f.Code)
		}
		return nil, f.error()
	}
	if a.Page == nil {
		return nil, errors.New("answer without a page")
	}
	return a.Page.shown()
}

func (f *failure) error() error {
	e := &errs.Error{Code: f.Code, Message: f.Message, Permanent: f.Permanent, Passing: f.Passing, RetryAfter: f.RetryAfter}
	if f.Acts != nil {
		return &shown.ActionError{Acts: f.Acts, Err: e}
	}
	return e
}

func (p *page) shown() (*shown.Page, error) {
	made := p.Page
	var err error
	if made.URL, err = url.Parse(p.URL); err != nil {
		return nil, fmt.Errorf("the page's address: %w", err)
	}
	made.Redirects = nil
	for _, h := range p.Redirects {
		u, err := url.Parse(h.URL)
		if err != nil {
			return nil, fmt.Errorf("the address of a redirect: %w", err)
		}
		made.Redirects = append(made.Redirects, fetch.Hop{URL: u, Status: h.Status})
	}
	return &made, nil
}
