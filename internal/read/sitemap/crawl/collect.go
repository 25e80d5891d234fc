package crawl

import (
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/sitemap"
	"github.com/quarryapi/quarry/internal/read/sitemap/listing"
)

// collector keeps what is wanted of one file.
type collector struct {
	walk *walk
	file *file
	size int
}

// sitemap takes a file that an index names.
func (c *collector) sitemap(child sitemap.Child) bool {
	c.file.children = append(c.file.children, child)
	return true
}

// url takes a page, if it is wanted. It reports whether to go on: not when the page
// would be one too many.
func (c *collector) url(e sitemap.Entry) bool {
	counts, q := &c.file.counts, &c.walk.request
	counts.Listed++
	u := resolve(c.file.base, e.Loc)
	switch {
	case u == nil:
		counts.Unusable++
		return true
	case !q.Since.IsZero() && e.LastMod.IsZero():
		counts.SkippedUndated++
		return true
	case !q.Since.IsZero() && e.LastMod.Before(q.Since):
		counts.SkippedOlder++
		return true
	case !c.hasPath(u):
		counts.SkippedByPath++
		return true
	}
	loc := spell(u, e.Loc)
	if c.file.have[loc] || c.walk.have[loc] {
		counts.Duplicates++
		return true
	}
	return c.keep(listing.URL{
		URL: loc, UpdatedAt: e.LastMod.String(), ChangeFrequency: e.ChangeFreq, Priority: e.Priority,
		Source: c.file.final, OtherHost: hostOf(u.Hostname()) != hostOf(c.walk.request.Domain), Alternates: c.alternates(e.Alternates),
	})
}

func (c *collector) keep(u listing.URL) bool {
	c.size += sizeOf(&u)
	switch {
	case len(c.walk.URLs)+len(c.file.urls) >= c.walk.request.Limit:
		c.file.stop = listing.ByLimit
	case c.walk.size+c.size > maxSize:
		c.file.stop = listing.BySize
	default:
		c.file.have[u.URL] = true
		c.file.urls = append(c.file.urls, u)
		return true
	}
	return false
}

func (c *collector) hasPath(u *url.URL) bool {
	parts := c.walk.request.PathContains
	if len(parts) == 0 {
		return true
	}
	plain, escaped := u.Path, u.EscapedPath()
	return slices.ContainsFunc(parts, func(part string) bool {
		return strings.Contains(plain, part) || strings.Contains(escaped, part)
	})
}

func (c *collector) alternates(list []sitemap.Alternate) []listing.Alternate {
	var all []listing.Alternate
	for _, a := range list {
		if u := resolve(c.file.base, a.Href); u != nil {
			all = append(all, listing.Alternate{Language: a.HrefLang, URL: spell(u, a.Href)})
		}
	}
	return all
}

// resolve returns nil for what is not on the web. Relative addresses are against the
// protocol and clear all the same.
func resolve(base *url.URL, loc string) *url.URL {
	u, err := base.Parse(loc)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return nil
	}
	return u
}

// spell writes an address as the sitemap does, unless it is not one of ASCII.
func spell(u *url.URL, loc string) string {
	if strings.HasPrefix(loc, "http") && strings.IndexFunc(loc, isOdd) < 0 {
		return loc
	}
	return u.String()
}

func isOdd(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"<>\\^`{|}", r) }

// hostOf is a host's name without a leading www.
func hostOf(name string) string { return strings.TrimPrefix(strings.ToLower(name), "www.") }

// sizeOf is about how many bytes a page takes.
func sizeOf(u *listing.URL) int {
	size := 150 + len(u.URL)
	for _, a := range u.Alternates {
		size += 50 + len(a.Language) + len(a.URL)
	}
	return size
}
