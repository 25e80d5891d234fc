package crawl

import (
	"context"
	"net/url"
	"strings"
	"sync"

	"golang.org/x/net/publicsuffix"

	"github.com/quarryapi/quarry/internal/read/sitemap"
	"github.com/quarryapi/quarry/internal/read/sitemap/listing"
)

// node is a file to read.
type node struct {
	url   *url.URL
	depth int // indexes above it
}

// tree reads files and what they name, a few at once. Pages come in the order of the
// files, those of an index before those of the files behind it. It reports whether
// any file was a sitemap, and the error of the first when none was.
func (w *walk) tree(ctx context.Context, roots []node) (found bool, err error) {
	queue := w.unseen(roots)
	dropped := false
	for len(queue) > 0 && w.Stop == "" && ctx.Err() == nil {
		wave := queue[:min(len(queue), atOnce)]
		queue = queue[len(wave):]
		var children []node
		for _, f := range w.readAll(ctx, wave) {
			if err == nil {
				err = f.err
			}
			found = w.merge(f) || found
			children = append(children, w.children(f)...)
		}
		queue = append(children, queue...)
		if most := maxFiles - w.files; len(queue) > most {
			queue, dropped = queue[:most], true
		}
		if w.Stop == "" && len(w.URLs) == w.request.Limit && len(queue) > 0 {
			w.Stop = listing.ByLimit
		}
	}
	if dropped && w.Stop == "" {
		w.Stop = listing.ByFiles
	}
	if found {
		err = nil
	}
	return found, err
}

// unseen leaves out what has been read.
func (w *walk) unseen(nodes []node) []node {
	var list []node
	for _, n := range nodes {
		if key := n.url.String(); !w.seen[key] {
			w.seen[key] = true
			list = append(list, n)
		}
	}
	return list
}

func (w *walk) readAll(ctx context.Context, wave []node) []*file {
	files := make([]*file, len(wave))
	var group sync.WaitGroup
	for i, n := range wave {
		group.Go(func() { files[i] = w.read(ctx, n) })
	}
	group.Wait()
	w.files += len(wave)
	return files
}

// merge takes over what a file gave and reports whether it was a sitemap.
func (w *walk) merge(f *file) bool {
	if f.final != f.source.URL {
		if w.seen[f.final] {
			f.source.Outcome, f.source.Reason = listing.Skipped, "It redirects to "+f.final+", which is also read."
			w.note(f.source)
			f.children = nil
			return f.sitemap
		}
		w.seen[f.final] = true
	}
	w.note(f.source)
	c, add := &w.Counts, f.counts
	c.Listed += add.Listed
	c.Duplicates += add.Duplicates
	c.SkippedOlder += add.SkippedOlder
	c.SkippedUndated += add.SkippedUndated
	c.SkippedByPath += add.SkippedByPath
	c.Unusable += add.Unusable
	w.take(f)
	if w.Stop == "" {
		w.Stop = f.stop
	}
	return f.sitemap
}

// take appends pages that no file read at the same time has given.
func (w *walk) take(f *file) {
	if len(w.URLs) == 0 && len(f.urls) > 0 { // most sites have one file, whose list need not be copied
		w.URLs, w.have = f.urls, f.have
		for i := range f.urls {
			w.size += sizeOf(&f.urls[i])
		}
		return
	}
	for _, u := range f.urls {
		switch {
		case w.have[u.URL]:
			w.Counts.Duplicates++
		case len(w.URLs) == w.request.Limit:
			w.Stop = listing.ByLimit
			return
		default:
			w.have[u.URL] = true
			w.size += sizeOf(&u)
			w.URLs = append(w.URLs, u)
		}
	}
}

// children are the files to read that an index names; why others are left out is
// noted.
func (w *walk) children(f *file) []node {
	var list []node
	for _, child := range f.children {
		u, reason := w.child(f, child)
		if reason != "" {
			w.note(listing.Source{URL: child.Loc, Outcome: listing.Skipped, Reason: reason})
			continue
		}
		w.seen[u.String()] = true
		list = append(list, node{u, f.node.depth + 1})
	}
	return list
}

// child judges a file that an index names. An index of one owner cannot send us to
// the site of another.
func (w *walk) child(f *file, c sitemap.Child) (u *url.URL, reason string) {
	u = resolve(f.base, c.Loc)
	if u == nil {
		return nil, "Its URL is not a web address."
	}
	u.Fragment, u.RawFragment = "", ""
	switch {
	case w.seen[u.String()]:
		return nil, "It is already read; an index may name a file only once, and never itself."
	case f.node.depth+1 > maxDepth:
		return nil, "It is nested in too many indexes; at most 5 are followed."
	case !w.request.Since.IsZero() && !c.LastMod.IsZero() && c.LastMod.Before(w.request.Since):
		return nil, "Its lastmod in the index is before since."
	case owner(u.Hostname()) != owner(f.base.Hostname()):
		return nil, "It is on the site of a different owner than its index."
	}
	return u, ""
}

// owner is the part of a host that somebody registered.
func owner(host string) string {
	host = strings.ToLower(host)
	name, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil {
		return host
	}
	return name
}
