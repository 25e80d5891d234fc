// Package collect turns sources into documents: those that earlier research of the
// organization has read are taken from a cache, the others are fetched, and of those
// that are gone the Internet Archive is asked. It must not know why a source was chosen.
package collect

import (
	"context"
	"encoding/json"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/sources/wayback"
)

// Reader is the part of reader.Reader that is needed.
type Reader interface {
	ReadAll(ctx context.Context, urls []string, o reader.Options) []reader.Outcome
}

// DocumentCache keeps what one research has read for later ones of the same organization.
// No organization MUST see another's.
type DocumentCache interface {
	// Find returns what was put under the URLs at most maxAge ago, by URL. Beside an error
	// of some of them it MUST return the others.
	Find(ctx context.Context, org string, urls []string, maxAge time.Duration) (map[string]json.RawMessage, error)
	// Put keeps a body under a URL, in place of an earlier one.
	Put(ctx context.Context, org, url string, body json.RawMessage) error
}

// Archive is the part of wayback.Client that is needed.
type Archive interface {
	Latest(ctx context.Context, page string) (wayback.Capture, bool, error)
}

// Collector reads sources. It is safe for concurrent use.
type Collector struct {
	reader  Reader
	cache   DocumentCache
	archive Archive
}

// New returns a Collector.
func New(r Reader, c DocumentCache, a Archive) *Collector {
	return &Collector{reader: r, cache: c, archive: a}
}

// Job is for whom sources are read, and how.
type Job struct {
	Org    string
	Run    string        // the research's id
	Robots bool          // leave unread what robots.txt disallows
	MaxAge time.Duration // of cached documents; 0 takes none
}

// Harvest is what came of some sources.
type Harvest struct {
	Documents []research.Document // one for each source, in their order
	Looked    int                 // captures that were asked for
	Captures  int                 // and found
	ArchiveBy error               // why the archive did not answer, the first time
	// CacheBy is why the cache failed, which costs time and no evidence.
	CacheBy error
}

const (
	perDocument = 12 * time.Second
	// maxChars is what is kept of a text, and returned.
	maxChars = 40_000
	// version is of what is put into the cache; another is not understood.
	version = 1
)

// stored is a document in the cache.
type stored struct {
	Version  int               `json:"version"`
	Document research.Document `json:"document"`
	// Regardless says that robots.txt was not looked at, which another job may want.
	Regardless bool `json:"regardless,omitempty"`
}

// Collect reads the sources, side by side. When ctx ends those that are not read yet say
// so; what was read is there.
func (c *Collector) Collect(ctx context.Context, j Job, sources []research.Candidate) Harvest {
	h := Harvest{Documents: make([]research.Document, len(sources))}
	var urls []string
	var at []int
	known := c.find(ctx, j, sources, &h)
	for i, s := range sources {
		if d, ok := known[s.Key]; ok {
			h.Documents[i] = revived(d, s, j.Run)
			continue
		}
		urls, at = append(urls, s.URL), append(at, i)
	}
	outcomes := c.reader.ReadAll(ctx, urls, reader.Options{Robots: j.Robots, Timeout: perDocument, MaxChars: maxChars})
	for n, o := range outcomes {
		s := sources[at[n]]
		d := document(s, o, j.Run)
		if gone(d, s) {
			d = c.fromArchive(ctx, d, s, j, &h)
		}
		h.Documents[at[n]] = orAbstract(d, s)
		if d.Text != "" {
			c.put(ctx, j, d, &h)
		}
	}
	return h
}

// find looks for what earlier research has read.
func (c *Collector) find(ctx context.Context, j Job, sources []research.Candidate, h *Harvest) map[string]research.Document {
	documents := map[string]research.Document{}
	if j.MaxAge <= 0 {
		return documents
	}
	keys := make([]string, len(sources))
	for i, s := range sources {
		keys[i] = s.Key
	}
	found, err := c.cache.Find(ctx, j.Org, keys, j.MaxAge)
	if err != nil && ctx.Err() == nil {
		h.CacheBy = err
	}
	for key, body := range found {
		var s stored
		if json.Unmarshal(body, &s) == nil && s.Version == version && s.Document.Text != "" && (!s.Regardless || !j.Robots) {
			documents[key] = s.Document
		}
	}
	return documents
}

// put offers a document to later research. Nothing hangs on it.
func (c *Collector) put(ctx context.Context, j Job, d research.Document, h *Harvest) {
	body, err := json.Marshal(stored{Version: version, Document: d, Regardless: !j.Robots})
	if err == nil {
		err = c.cache.Put(ctx, j.Org, d.Key, body)
	}
	if err != nil && ctx.Err() == nil && h.CacheBy == nil {
		h.CacheBy = err
	}
}

// revived is a document of the cache as this research has found it. What the same
// research read before its worker was lost is its own.
func revived(d research.Document, s research.Candidate, run string) research.Document {
	if d.Run != run {
		d.Status = research.Reused
	}
	d.ID, d.Key, d.Lane, d.Provider, d.Trusted, d.Duplicate = idOf(s.Key), s.Key, s.Lane, s.Provider, s.Trusted, ""
	return d
}

// gone matches a source that the caller vouches for and that does not exist any more. What
// refuses us is not looked for elsewhere.
func gone(d research.Document, s research.Candidate) bool {
	return d.Status == research.NotFound && (s.Lane.Named() || s.Trusted)
}

// fromArchive reads the archive's newest capture. The document stays as it is without one.
func (c *Collector) fromArchive(ctx context.Context, d research.Document, s research.Candidate, j Job, h *Harvest) research.Document {
	h.Looked++
	capture, found, err := c.archive.Latest(ctx, s.URL)
	if err != nil || !found {
		if err != nil && h.ArchiveBy == nil {
			h.ArchiveBy = err
		}
		return d
	}
	// The archive offers its captures to programs; the page's own robots.txt is gone.
	o := c.reader.ReadAll(ctx, []string{capture.Raw}, reader.Options{Timeout: perDocument, MaxChars: maxChars})[0]
	if o.Err != nil {
		if h.ArchiveBy == nil {
			h.ArchiveBy = o.Err
		}
		return d
	}
	if o.Document.CapturedAt.IsZero() {
		// Sites that the archive may not show have a page of its own in their place, with
		// status 200.
		return d
	}
	h.Captures++
	o.Document.FinalURL, o.Document.Domain = s.URL, reader.Domain(s.URL)
	old := document(s, o, j.Run)
	old.Content, old.CapturedAt, old.CaptureURL, old.Links, old.Outbound = research.Archived, o.Document.CapturedAt, capture.Page, nil, 0
	old.Reason = d.Reason
	return old
}

// orAbstract takes what the search engine has of a scholarly work where the page shows
// less.
func orAbstract(d research.Document, s research.Candidate) research.Document {
	if s.Abstract == "" || d.Text != "" && (d.Content != research.Teaser || len(d.Text) >= len(s.Abstract)) {
		return d
	}
	d.Text, d.Content = s.Abstract, research.Abstract
	return d
}

// StatusOf is how reading a source went, by its error.
func StatusOf(err error) research.Status {
	if errs.Is(err, errs.DNSFailed) {
		return research.NotFound
	}
	return research.Status(reader.StatusOf(err))
}
