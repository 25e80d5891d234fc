package browser

import (
	"encoding/json"
	"fmt"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// MaxHTML is the longest document that is returned, in UTF-16 units as the browser
// counts them.
const MaxHTML = 10 << 20

// attempts is how often a page is read that moves on while it is.
const attempts = 3

// snapshot is what the document says of itself. Forms and images can be named so that
// they hide the document's properties, hence the getters of the prototypes.
const snapshot = `(() => {
	const get = (kind, name, of) => Object.getOwnPropertyDescriptor(kind.prototype, name).get.call(of);
	const root = get(Document, "documentElement", document);
	const type = get(Document, "doctype", document);
	const html = root ? get(Element, "outerHTML", root) : "";
	const out = {title: get(Document, "title", document)};
	if (html.length <= %d) out.html = (type ? new XMLSerializer().serializeToString(type) + "\n" : "") + html;
	return out;
})()`

// read takes the page once it is ready, and again when it moves on meanwhile.
func (t *tab) read() (*shown.Page, error) {
	for attempt := 1; ; attempt++ {
		page, err := t.readOnce()
		switch {
		case err == nil:
			return page, nil
		case !isPassing(err):
			return nil, err
		case attempt == attempts:
			return nil, errs.Wrap(err, errs.TargetError, t.log.host()+" never comes to rest: one document follows the other")
		}
	}
}

func (t *tab) readOnce() (*shown.Page, error) {
	if err := t.ready(); err != nil {
		return nil, err
	}
	if err := t.reveal(); err != nil {
		return nil, err
	}
	if err := t.rest(t.v.Delay); err != nil {
		return nil, err
	}
	if err := t.act(); err != nil {
		return nil, err
	}
	d, hops, failed := t.log.shown()
	page, err := t.describe(d, failed)
	if err != nil {
		return nil, err
	}
	page.Redirects, page.Actions = hops, t.acts
	if !d.bare {
		if err := t.content(page); err != nil {
			return nil, err
		}
		if now, _, _ := t.log.shown(); now.loader != d.loader {
			return nil, errMoved
		}
	}
	t.measure(page)
	return page, nil
}

// content fills in what the document holds and looks like.
func (t *tab) content(page *shown.Page) (err error) {
	if err := t.source(page); err != nil {
		return err
	}
	if page.Values, err = t.values(t.ctx); err != nil {
		return err
	}
	if t.v.Screenshot != nil {
		page.Screenshot, err = t.picture()
	}
	return err
}

// describe says which document it is. One that is none of the web's is refused: the
// page has led to something of the browser's own.
func (t *tab) describe(d document, failed string) (*shown.Page, error) {
	if !d.bare && (d.url.Scheme == "chrome-error" || failed != "" && failed != "net::ERR_ABORTED") {
		return nil, t.netError(failed) // it has left for what is not there
	}
	u, err := egress.Parse(d.url.String())
	if err != nil {
		return nil, &errs.Error{
			Code: errs.TargetError, Permanent: true, Err: err,
			Message: t.log.host() + " leads to an address that is not on the web; ask for another page",
		}
	}
	return &shown.Page{URL: u, Status: d.status, Header: d.header, MediaType: d.mediaType, Values: map[string]json.RawMessage{}}, nil
}

// source fills in what the document holds.
func (t *tab) source(page *shown.Page) error {
	raw, err := t.evaluate(fmt.Sprintf(snapshot, MaxHTML))
	if err != nil {
		return err
	}
	var document struct {
		Title string  `json:"title"`
		HTML  *string `json:"html"` // absent when it is too large
	}
	if err := json.Unmarshal(raw, &document); err != nil {
		return err
	}
	if document.HTML == nil {
		return tooLarge(page.URL.Host)
	}
	page.HTML, page.Title = *document.HTML, document.Title
	return nil
}

func tooLarge(host string) error {
	return errs.Newf(errs.UnsupportedContent, "the page of %s has grown beyond %d MB; ask for a smaller page", host, MaxHTML>>20)
}

// measure fills in the figures.
func (t *tab) measure(page *shown.Page) {
	stats := t.way.Stats()
	t.log.mu.Lock()
	defer t.log.mu.Unlock()
	page.Requests, page.BlockedRequests = t.log.requests, t.log.blocked+stats.Denied
	page.Bytes, page.Limited = stats.Bytes, stats.Limited
	d := t.log.current
	page.Timings = shown.Timings{
		ResponseMs: t.since(d.answered), ReadyMs: t.since(d.ready), LoadMs: t.since(d.loaded),
		TotalMs: t.since(t.browser.cfg.Now()),
	}
}
