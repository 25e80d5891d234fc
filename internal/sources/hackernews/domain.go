package hackernews

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/social"
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
	page.Items = slices.DeleteFunc(page.Items, func(item social.Item) bool { return !names(item, domain) })
	page.Total, page.TotalExact = nil, false
	return page, nil
}

func names(item social.Item, domain string) bool {
	if u, err := url.Parse(item.LinkURL); err == nil {
		host := strings.ToLower(u.Hostname())
		if host == domain || strings.HasSuffix(host, "."+domain) {
			return true
		}
	}
	return writes(item.Title, domain) || writes(item.Text, domain)
}

// writes reports whether a text has the domain as a name of its own or as the end of a
// longer one: not within another word, and not as the beginning of another domain.
func writes(text, domain string) bool {
	text = strings.ToLower(text)
	for at := 0; ; at++ {
		i := strings.Index(text[at:], domain)
		if i < 0 {
			return false
		}
		at += i
		last, _ := utf8.DecodeLastRuneInString(text[:at])
		if !wordy(last) && !continues(text[at+len(domain):]) {
			return true
		}
	}
}

// continues reports whether a domain goes on: by a letter, or by a dot with one behind.
func continues(after string) bool {
	next, size := utf8.DecodeRuneInString(after)
	if next == '.' {
		next, _ = utf8.DecodeRuneInString(after[size:])
	}
	return wordy(next)
}

// wordy tells what can be part of the same word as a domain. Scripts that write domains
// between their words without a space cannot.
func wordy(r rune) bool {
	return r == '-' || r == '_' || r >= '0' && r <= '9' || unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
}
