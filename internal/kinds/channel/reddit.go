package channel

import (
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
)

// reddit has communities, r/name, and accounts, u/name; names ignore capitals.
func reddit() platform {
	return platform{
		name: social.Reddit, hosts: []string{"reddit.com", "redd.it"},
		handle: func(s string) (string, bool) {
			p, ok := permalink.Handle(s)
			return redditName(p), ok
		},
		address: func(u *url.URL) (string, bool) {
			p, ok := permalink.Parse(u)
			return redditName(p), ok && p.Post == ""
		},
		page: func(handle string) string {
			p, _ := permalink.Handle(handle) // was one of its own
			if p.User != "" {
				return permalink.User(p.User)
			}
			return permalink.Subreddit(p.Subreddit)
		},
		forms: "r/name for a community, u/name for an account", example: "https://www.reddit.com/r/tides/",
	}
}

func redditName(p permalink.Place) string {
	if p.User != "" {
		return "u/" + strings.ToLower(p.User)
	}
	return "r/" + strings.ToLower(p.Subreddit)
}
