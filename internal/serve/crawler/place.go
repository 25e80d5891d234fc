package crawler

import (
	"context"
	"net/url"
	"slices"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/web/frontier"
)

// takePlace is for a page that was elsewhere, which needs no page any more, or names another URL as its own. It reports false when the page's links are not the site's.
func (d *draft) takePlace(ctx context.Context, p job.Page, j *job.Job, found job.Found) (follow bool, err error) {
	if found.Final != "" {
		u, ok := d.plan.Normal(found.Final)
		if ok && p.Number == 1 {
			d.next.Origin = originOf(u)
		}
		switch {
		case !ok:
			return false, nil
		case d.plan.Belongs(d.next.Host, u.Hostname()):
			if why := d.plan.Judge(u, 0); p.Number > 1 && why != frontier.In {
				d.skip(why, found.Final, 1)
				return false, nil
			}
			return true, d.alias(ctx, p, j, u)
		case p.Number > 1:
			d.skip(frontier.Offsite, j.Target, 1)
			return false, nil
		}
		d.next.Host = u.Hostname() // the site is where its first page leads, once
		return true, d.alias(ctx, p, j, u)
	}
	if u := d.normal(found.Canonical); u != nil {
		return true, d.claim(ctx, p, j, u)
	}
	return true, nil
}

// alias gives another URL of a page its number, unless it is a page of its own. The links are followed all the same: the other page may fail, or be
// deeper than a redirect to it is.
func (d *draft) alias(ctx context.Context, p job.Page, j *job.Job, u *url.URL) error {
	name := u.String()
	if own := d.normal(j.Target); own != nil && own.String() == name {
		return nil
	}
	rows, err := d.rowsOf(ctx, []string{name})
	if err != nil {
		return err
	}
	number, known := rows[name]
	switch {
	case !known:
		d.see(name, p.Number, "")
		return d.countClaim(ctx, rows[store.Canonical(name)], p.Number)
	case number > 0 && number != p.Number:
		d.skip(frontier.Duplicate, j.Target, 1)
	}
	return nil
}

// claim is for a page that names another URL as its own. That URL is a page all the same if a link leads to it, before or after: who says that
// two pages are one may be wrong. Of all pages that name it, and itself, each but one is a duplicate.
func (d *draft) claim(ctx context.Context, p job.Page, j *job.Job, u *url.URL) error {
	name := u.String()
	if own := d.normal(j.Target); own != nil && own.String() == name {
		return nil
	}
	rows, err := d.rowsOf(ctx, []string{name})
	if err != nil {
		return err
	}
	number, first := rows[name], rows[store.Canonical(name)]
	switch {
	case number == p.Number:
	case number > 0 || first > 0:
		d.skip(frontier.Duplicate, j.Target, 1)
	default:
		d.next.Named = true
		d.see(store.Canonical(name), p.Number, "")
	}
	return nil
}

// countClaim counts the page that was the first to name a URL as its own, now that the URL is another page; 0 is none.
func (d *draft) countClaim(ctx context.Context, first, number int64) error {
	if first == 0 || first == number {
		return nil
	}
	pages, err := d.Store.PagesNumbered(ctx, d.crawl, []int64{first})
	for _, j := range pages {
		d.skip(frontier.Duplicate, j.Target, 1)
	}
	return err
}

// rowsOf are the numbers of those of some URLs that have a row, or get one with this step: of their own, and as what pages name.
func (d *draft) rowsOf(ctx context.Context, names []string) (map[string]int64, error) {
	if d.next.Named {
		for _, name := range slices.Clone(names) {
			names = append(names, store.Canonical(name))
		}
	}
	rows, unknown := map[string]int64{}, []string{}
	for _, name := range names {
		if number, known := d.numberOf(name); known {
			rows[name] = number
		} else {
			unknown = append(unknown, name)
		}
	}
	seen, err := d.seen(ctx, unknown)
	for name, s := range seen {
		rows[name] = s.Number
	}
	return rows, err
}
