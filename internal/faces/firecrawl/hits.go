package firecrawl

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl/document"
	"github.com/quarryapi/quarry/internal/faces/form"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/url"
)

// contents says how the pages of results are read, where a format of theirs is asked for. The main content alone is read
// by the search itself, in one job for the same price; how is nil then, too.
func (b *searchBody) contents(args *search.Args) (how *reading, warnings []string, err error) {
	if len(b.ScrapeOptions) == 0 || string(b.ScrapeOptions) == "null" {
		return nil, nil, nil
	}
	how, warnings, err = optionsOf(b.ScrapeOptions)
	if err != nil {
		return nil, nil, err
	}
	var said struct {
		Formats []json.RawMessage `json:"formats"`
	}
	if err := unmarshal(scrapePrefix, b.ScrapeOptions, &said); err != nil || len(said.Formats) == 0 {
		return nil, warnings, err
	}
	if err := how.check(); err != nil {
		return nil, nil, err
	}
	warnings = append(warnings, how.warnings...)
	if how.plain() {
		args.Contents = true
		return nil, warnings, nil
	}
	return how, warnings, nil
}

// scrapePrefix is of the names of members of scrapeOptions.
const scrapePrefix = "scrapeOptions."

// plain reports whether nothing is asked for but the main content, read in the usual way.
func (h *reading) plain() bool {
	own := h.Options
	if own.OnlyMainContent != nil && *own.OnlyMainContent {
		own.OnlyMainContent = nil
	}
	options, err := json.Marshal(own)
	fresh := h.CacheTTLSec == nil || *h.CacheTTLSec == 0
	return err == nil && string(options) == "{}" && fresh && !slices.ContainsFunc(h.Formats, func(f url.Format) bool { return f != url.Markdown && f != url.Metadata })
}

// mostTags is how many selectors the API takes in a list.
const mostTags = 50

// check refuses what the API would refuse of pages when their search is charged. Error: *invalid.
func (h *reading) check() error {
	for name, list := range map[string][]string{"includeTags": h.Options.IncludeTags, "excludeTags": h.Options.ExcludeTags} {
		if len(list) > mostTags {
			return &invalid{scrapePrefix + name, fmt.Sprintf("must have at most %d selectors", mostTags)}
		}
	}
	page := url.BatchArgs{URLs: []string{"https://example.com/"}, Formats: h.Formats, Options: h.Options}
	_, err := page.Entries()[0].Args.Prepare(kind.Caller{})
	if err == nil {
		return nil
	}
	if e := errs.As(err); len(e.Details) > 0 {
		return &invalid{scrapePrefix + theirs(e.Details[0].Field), e.Details[0].Issue}
	}
	return err
}

// readHits has each result have its page, of which all are one batch of the API. What was found is charged, so it is
// answered also where pages are not to be had, and warnings say so. Errors: that of a caller who has left, and
// *asked.RefusedError where another call has used the key.
func (f *face) readHits(w http.ResponseWriter, r *http.Request, hits []*hit, how *reading, left time.Duration) (warnings []string, err error) {
	var list []string
	for _, h := range hits {
		if !slices.Contains(list, h.URL) {
			list = append(list, h.URL)
		}
	}
	if len(list) > partSize {
		warnings = append(warnings, fmt.Sprintf("the first %d pages are read; scrape the others", partSize))
		list = list[:partSize]
	}
	if left < shortest {
		return append(warnings, pageless(hits, "no page was read, and none charged: the search has taken the time of this call")), nil
	}
	before := w.Header().Get(charged)
	own := r.Clone(r.Context())
	own.Header.Set("Idempotency-Key", keyFor("pages", keyOf(r)))
	desk := form.Desk{API: f.api, Longest: f.longest, Bounded: f.bounded}
	pages, id, err := desk.Pages(w, own, "results", list, &form.Reading{Formats: how.Formats, Options: how.Options, CacheTTLSec: how.CacheTTLSec, Batch: true}, left)
	refused, _ := errors.AsType[*asked.RefusedError](err)
	switch {
	case r.Context().Err() != nil:
		return nil, r.Context().Err()
	case refused != nil && refused.Code == errs.InvalidIdempotencyKey:
		w.Header().Set(charged, "0") // the search was made by the call that has used the key, too
		return nil, err
	case id == "":
		w.Header().Set(charged, before)
	}
	if len(pages) == 0 {
		why := "no page could be read: " + reasonOf(err)
		if id != "" {
			why += "; GET " + asked.Base + "/batches/" + id + "?results=true has what was read"
		}
		return append(warnings, pageless(hits, why)), nil
	}
	return append(warnings, merge(hits, pages)...), nil
}

// charged is the header with the credits that a call was charged.
const charged = "X-Credits-Charged"

// pageless says of all results why they have no page.
func pageless(hits []*hit, why string) string {
	for _, h := range hits {
		h.lacks(why)
	}
	return why
}

// shortest is the time that reading pages is begun for.
const shortest = 2 * time.Second

// merge gives each result its page, or why it has none.
func merge(hits []*hit, pages []*form.Page) (warnings []string) {
	lost, late, running, large := 0, 0, 0, 0
	for _, h := range hits {
		i := slices.IndexFunc(pages, func(p *form.Page) bool { return p.URL == h.URL })
		if i < 0 {
			h.lacks("it is not among the pages that are read; scrape it")
			continue
		}
		p := pages[i]
		if p.Result != nil {
			h.has(document.From(p.Result, p.Job))
			continue
		}
		h.lacks(string(p.Failure.Code) + ": " + p.Failure.Message)
		if p.Job == nil {
			lost++
			continue
		}
		h.Metadata.ScrapeID = p.Job.JobID
		switch {
		case p.Job.Status == job.Failed:
			lost++
		case p.Job.Status == job.Cancelled:
			late++
		case !p.Job.Status.Terminal():
			running++
		default:
			large++
		}
	}
	for _, said := range []struct {
		n    int
		text string
	}{
		{lost, "could not be read, each has metadata.error, and cost nothing"},
		{late, "were not read in the time of this call; they were cancelled and cost nothing"},
		{running, "were not read in the time of this call and could not be cancelled; they go on as the jobs in metadata.scrapeId"},
		{large, "are larger than this answer can be; metadata.error says where each is"},
	} {
		if said.n > 0 {
			warnings = append(warnings, fmt.Sprintf("%d of %d pages %s", said.n, len(hits), said.text))
		}
	}
	return warnings
}

// has gives a result its page, which has of the result what it does not say itself.
func (h *hit) has(d *document.Document) {
	m := &d.Metadata
	m.SourceURL, m.URL = h.URL, cmp.Or(m.URL, h.URL)
	m.Title, m.Description = cmp.Or(m.Title, h.Title), cmp.Or(m.Description, h.Description, h.Snippet)
	h.Document = d
}

// lacks says why a result has no page.
func (h *hit) lacks(why string) {
	h.has(&document.Document{Metadata: document.Metadata{Error: strings.TrimSuffix(why, ".")}})
}
