package hackernews

import (
	"context"
	"slices"

	"github.com/quarryapi/quarry/internal/read/mention"
	"github.com/quarryapi/quarry/internal/read/social"
)

// Mentions is Newest for what links to a domain or to a name below it, or writes such a
// name in its title or text; of the query it takes the tags and the bounds of time. A
// page may have fewer than n items, or none, and another page behind it: the search
// also finds the parts of a domain, and those are left out here.
func (c *Client) Mentions(ctx context.Context, domain string, q Query, position string, n int) (Page, error) {
	q.Text, q.Exact = `"`+domain+`"`, true
	q.In = []string{"url", "title", "story_text", "comment_text"}
	page, err := c.Newest(ctx, q, position, n)
	if err != nil {
		return Page{}, err
	}
	d := mention.Domain(domain)
	page.Items = slices.DeleteFunc(page.Items, func(item social.Item) bool {
		return !d.Linked(item.LinkURL) && !d.Written(item.Title) && !d.Written(item.Text)
	})
	page.Total, page.TotalExact = nil, false
	return page, nil
}
