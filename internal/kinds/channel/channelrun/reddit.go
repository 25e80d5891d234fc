package channelrun

import (
	"cmp"
	"context"

	channelkind "github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
)

// Reddit reads communities and accounts of Reddit.
type Reddit struct{ Client *reddit.Client }

// Channel implements Platform.
func (p Reddit) Channel(ctx context.Context, r Request) (Page, error) {
	place, _ := permalink.Handle(r.Handle) // Prepare made it
	read := p.community
	if place.User != "" {
		read = p.account
	}
	channel, err := read(ctx, cmp.Or(place.User, place.Subreddit))
	if err != nil {
		return Page{}, err
	}
	posts, err := p.Client.Posts(ctx, place, r.Position, r.Limit)
	if err != nil {
		return Page{}, err
	}
	spell(&channel.Profile, posts)
	return Page{Channel: channel, Items: posts.Items, Next: posts.Next, Source: posts.Source, Coverage: redditCoverage(posts)}, nil
}

func (p Reddit) account(ctx context.Context, name string) (channelkind.Channel, error) {
	a, err := p.Client.Account(ctx, name)
	if err != nil {
		return channelkind.Channel{}, err
	}
	c := channelkind.Channel{Profile: a.Profile}
	if !a.Coverage.Complete {
		c.Facts = &a.Coverage
	}
	return c, nil
}

func (p Reddit) community(ctx context.Context, name string) (channelkind.Channel, error) {
	about, err := p.Client.Community(ctx, name)
	if err != nil {
		return channelkind.Channel{}, err
	}
	if about == nil {
		return channelkind.Channel{
			Profile: social.Profile{Platform: social.Reddit, URL: permalink.Subreddit(name), Username: name},
			Facts:   &social.Coverage{Reason: "Reddit describes a community only in its API, and this installation has no Reddit app configured."},
		}, nil
	}
	return channelkind.Channel{Profile: *about}, nil
}

// spell writes a name of which nothing is known but a caller's spelling as items do.
func spell(p *social.Profile, posts reddit.Page) {
	if p.Source != "" {
		return
	}
	p.Source = posts.Source
	if len(posts.Items) == 0 {
		return
	}
	first := posts.Items[0]
	switch {
	case p.URL == permalink.Subreddit(p.Username) && first.Community != "":
		p.Username, p.URL = first.Community, permalink.Subreddit(first.Community)
	case p.URL == permalink.User(p.Username) && first.Author != nil:
		p.Username, p.URL, p.ExternalID = first.Author.Username, first.Author.URL, first.Author.ExternalID
	}
}

func redditCoverage(posts reddit.Page) social.Coverage {
	switch {
	case posts.Reason != "":
		return social.Coverage{Reason: posts.Reason}
	case posts.Next != "":
		return social.Coverage{Reason: behind}
	case !posts.Exhausted:
		return social.Coverage{Reason: "Reddit returns no more of this list."}
	}
	return social.Coverage{Complete: true}
}
