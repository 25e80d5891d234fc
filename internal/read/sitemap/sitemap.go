// Package sitemap reads what sites list of their pages: sitemaps, indexes of them,
// plain lists, RSS and Atom, gzipped or not, in constant memory. Of what is damaged it
// gives what can be read and says so. It must not fetch nor decide what to read next;
// package crawl does.
package sitemap

import (
	"errors"
	"fmt"
	"io"

	"github.com/quarryapi/quarry/internal/read/sitemap/lastmod"
)

// Limits of one file. The protocol sets both; what is beyond is not read.
const (
	MaxURLs  = 50_000
	MaxBytes = 50 << 20 // after decompression
)

// Format is what a file turned out to be.
type Format string

// The formats. RSS includes RDF.
const (
	URLSet Format = "urlset"
	Index  Format = "sitemap_index"
	Text   Format = "text"
	RSS    Format = "rss"
	Atom   Format = "atom"
)

// Entry is a URL that a sitemap lists. Of its other namespaces (images, videos, news)
// nothing is kept.
type Entry struct {
	Loc        string // as written, without white space around it; never empty
	LastMod    lastmod.Stamp
	ChangeFreq string   // one of the protocol's seven words, or ""
	Priority   *float64 // 0 to 1; nil when there is none or it is none
	Alternates []Alternate
}

// Alternate is the same page in another language.
type Alternate struct {
	HrefLang string
	Href     string // as written
}

// Child is a sitemap that an index lists.
type Child struct {
	Loc     string
	LastMod lastmod.Stamp
}

// Handler takes what a file lists, in its order. A function that returns false ends
// the reading.
type Handler struct {
	URL     func(Entry) bool
	Sitemap func(Child) bool
}

// Report is what reading a file came to.
type Report struct {
	Format   Format
	URLs     int    // given to the handler
	Sitemaps int    // given to the handler
	Unusable int    // entries without an address
	Stopped  bool   // by the handler
	Limit    string // that the file exceeds: "lists more than 50000 URLs, …"; "" for none
	Flaw     string // the first fault: "has a broken tag at byte 712"; "" for none
}

// NotSitemapError says what a file is instead of a sitemap.
type NotSitemapError struct{ What string }

func (e *NotSitemapError) Error() string { return "not a sitemap: " + e.What }

// Read reads a file to its end, a limit or the handler's. Its error is a
// *NotSitemapError, before anything was given to the handler, or that of r, when
// the report holds for what came before.
func Read(r io.Reader, h Handler) (Report, error) {
	content, err := open(r)
	if err != nil {
		return Report{}, err
	}
	rd := &reader{handler: h}
	isXML, err := rd.begin(content)
	switch {
	case err != nil:
	case isXML:
		err = rd.readXML(content)
	default:
		err = rd.readText(content)
	}
	content.tell(&rd.report, err)
	if errors.Is(err, errDamaged) {
		err = nil
	}
	if rd.report.Format == "" && err == nil {
		err = &NotSitemapError{"it is empty"}
	}
	return rd.report, err
}

// reader gives entries to the handler and counts them.
type reader struct {
	handler Handler
	report  Report
}

// url reports whether to go on.
func (rd *reader) url(e Entry) bool {
	if e.Loc == "" {
		rd.report.Unusable++
		return true
	}
	if rd.report.URLs == MaxURLs {
		rd.report.Limit = fmt.Sprintf("lists more than %d URLs, the most that a sitemap may", MaxURLs)
		return false
	}
	rd.report.URLs++
	return rd.goOn(rd.handler.URL(e))
}

func (rd *reader) sitemap(c Child) bool {
	if c.Loc == "" {
		rd.report.Unusable++
		return true
	}
	if rd.report.Sitemaps == MaxURLs {
		rd.report.Limit = fmt.Sprintf("lists more than %d sitemaps, the most that an index may", MaxURLs)
		return false
	}
	rd.report.Sitemaps++
	return rd.goOn(rd.handler.Sitemap(c))
}

func (rd *reader) goOn(wanted bool) bool {
	rd.report.Stopped = !wanted
	return wanted
}

// flaw keeps the first fault.
func (rd *reader) flaw(what string) {
	if rd.report.Flaw == "" {
		rd.report.Flaw = what
	}
}
