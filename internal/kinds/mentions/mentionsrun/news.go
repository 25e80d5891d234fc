package mentionsrun

import (
	"context"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kinds/mentions"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/gdelt"
	"github.com/quarryapi/quarry/internal/sources/googlenews"
)

// News finds articles that others published, by two searches. Neither gives the text of
// an article, so that where a title does not write the domain the search is believed.
type News struct {
	GDELT  *gdelt.Client
	Google *googlenews.Client
	Now    func() time.Time
}

// Find implements Finder.
func (n News) Find(ctx context.Context, q Query) (Found, error) {
	archive, live := search{source: gdelt.Name}, search{source: googlenews.Name}
	var both sync.WaitGroup
	both.Go(func() { archive.found, archive.err = gather(ctx, q, n.gdelt(q)) })
	both.Go(func() { live.found, live.err = gather(ctx, q, n.google(q)) })
	both.Wait()
	return join(mentions.News, archive, live)
}

// window is what is left of a query's time from a position on, which is the time of the
// oldest article before it.
func (q Query) window(position string) (since, until time.Time, err error) {
	if q.Since > 0 {
		since = time.Unix(q.Since, 0).UTC()
	}
	end := q.Until
	if position != "" {
		if end, err = strconv.ParseInt(position, 10, 64); err != nil {
			return since, until, errs.Internal(err)
		}
	}
	if end > 0 {
		until = time.Unix(end, 0).UTC()
	}
	return since, until, nil
}

// behind is the position behind a full page: its oldest article's second, which may have
// more, or the one before when a whole page was of that second.
func behind(position string, oldest time.Time) string {
	if next := strconv.FormatInt(oldest.Unix(), 10); next != position {
		return next
	}
	return strconv.FormatInt(oldest.Unix()-1, 10)
}

func (n News) gdelt(q Query) func(ctx context.Context, position string) (page, error) {
	return func(ctx context.Context, position string) (page, error) {
		since, until, err := q.window(position)
		if err != nil {
			return page{}, err
		}
		articles, err := n.GDELT.Newest(ctx, gdelt.Query{Text: `"` + string(q.Domain) + `" -domain:` + string(q.Domain), Since: since, Until: until}, gdelt.Most)
		p := page{exhausted: true}
		if since.Before(n.Now().Add(-gdelt.Depth)) {
			p.reason = "GDELT covers about three months."
		}
		for _, a := range articles {
			item := social.Item{
				ExternalID: a.URL, URL: a.URL, Title: a.Title, PublishedAt: instant.Text(a.SeenAt), PublishedAtApproximate: true,
				Source: gdelt.Name, Origin: social.Archive,
			}
			if a.ImageURL != "" {
				item.Media = []social.Media{{Type: "image", URL: a.ImageURL}}
			}
			p.add(q, item, mentions.Publisher{Domain: a.Domain, Country: a.Country})
		}
		if len(articles) == gdelt.Most {
			p.next, p.exhausted = behind(position, articles[len(articles)-1].SeenAt), false
		}
		return p, err
	}
}

func (n News) google(q Query) func(ctx context.Context, position string) (page, error) {
	return func(ctx context.Context, position string) (page, error) {
		since, until, err := q.window(position)
		if err != nil {
			return page{}, err
		}
		got, err := n.Google.Newest(ctx, googlenews.Query{Text: `"` + string(q.Domain) + `" -site:` + string(q.Domain), Since: since, Until: until})
		p := page{exhausted: true}
		for _, a := range got.Articles {
			publisher := mentions.Publisher{Name: a.Publisher}
			if u, err := url.Parse(a.PublisherURL); err == nil {
				publisher.Domain = u.Hostname()
			}
			p.add(q, social.Item{
				ExternalID: a.ID, URL: a.URL, Title: a.Title, PublishedAt: instant.Text(a.PublishedAt), Source: googlenews.Name, Origin: social.Live,
			}, publisher)
		}
		switch count := len(got.Articles); {
		case got.Full && count > 0:
			p.next, p.exhausted = behind(position, got.Articles[count-1].PublishedAt), false
		case got.Full:
			p.exhausted, p.reason = false, "Google News returned only articles of other days."
		}
		return p, err
	}
}

// add adds an article, unless the domain published it itself.
func (p *page) add(q Query, item social.Item, publisher mentions.Publisher) {
	item.Platform, item.Type = social.News, "article"
	if q.Domain.Has(publisher.Domain) || q.Domain.Linked(item.URL) {
		return
	}
	m := mentions.Mention{Item: item, MatchedIn: []mentions.Place{mentions.Article}, Publisher: &publisher}
	if q.Domain.Written(item.Title) {
		m.MatchedIn = []mentions.Place{mentions.Title}
	}
	p.mentions = append(p.mentions, m)
}
