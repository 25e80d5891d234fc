package x

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/fxtwitter"
	"github.com/quarryapi/quarry/internal/sources/x/guest"
	"github.com/quarryapi/quarry/internal/sources/x/official"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
	"github.com/quarryapi/quarry/internal/sources/x/syndication"
	"github.com/quarryapi/quarry/internal/sources/x/web"
)

// Profile returns an account by its handle, also one whose posts are protected, and the
// surfaces that were asked in vain. What a surface does not know of it, such as whether it
// is verified, is taken from those behind it. Errors: target_error for an account that does not
// exist or is suspended, and those of upstream.Client.
func (c *Client) Profile(ctx context.Context, handle string) (*social.Profile, []social.Failure, error) {
	var tiers []tier[*social.Profile]
	add := func(source string, get func(ctx context.Context) (*social.Profile, error)) {
		tiers = append(tiers, tier[*social.Profile]{source, get})
	}
	if c.official != nil {
		add(official.Name, func(ctx context.Context) (*social.Profile, error) { return c.official.Profile(ctx, handle) })
	}
	add(fxtwitter.Name, func(ctx context.Context) (*social.Profile, error) { return c.fx.Profile(ctx, handle) })
	if c.guest != nil {
		add(guest.Name, func(ctx context.Context) (*social.Profile, error) { return c.guest.Profile(ctx, handle) })
	}
	add(web.Name, func(ctx context.Context) (*social.Profile, error) {
		profile, _, err := c.web.Profile(ctx, handle)
		return profile, err
	})
	add(syndication.Timelines, func(ctx context.Context) (*social.Profile, error) {
		profile, _, err := c.syndication.Timeline(ctx, handle)
		if err == nil && profile == nil {
			err = shape.EmptyWall(syndication.Timelines)
		}
		return profile, err
	})
	p, failed, err := first(ctx, tiers)
	if err != nil {
		return nil, failed, err
	}
	enrich(ctx, p, behind(tiers, p.Source))
	return p, failed, nil
}

// enrich asks further tiers until one knows whether an account is verified. One that fails
// takes nothing away.
func enrich(ctx context.Context, p *social.Profile, tiers []tier[*social.Profile]) {
	for _, t := range tiers {
		if p.Verified != nil || ctx.Err() != nil {
			return
		}
		if more, err := t.get(ctx); err == nil && strings.EqualFold(more.Username, p.Username) {
			merge(p, more)
		}
	}
}

// behind are the tiers behind that of a source.
func behind[T any](tiers []tier[T], source string) []tier[T] {
	i := slices.IndexFunc(tiers, func(t tier[T]) bool { return t.source == source })
	return tiers[i+1:]
}

// merge fills in what a profile lacks and another of the same account has.
func merge(p, more *social.Profile) {
	fill(&p.ExternalID, more.ExternalID)
	fill(&p.Name, more.Name)
	fill(&p.Bio, more.Bio)
	fill(&p.Location, more.Location)
	fill(&p.Website, more.Website)
	fill(&p.CreatedAt, more.CreatedAt)
	fill(&p.AvatarURL, more.AvatarURL)
	fill(&p.BannerURL, more.BannerURL)
	fill(&p.VerifiedAs, more.VerifiedAs)
	fill(&p.Verified, more.Verified)
	fill(&p.Protected, more.Protected)
	fill(&p.Counts.Followers, more.Counts.Followers)
	fill(&p.Counts.Following, more.Counts.Following)
	fill(&p.Counts.Posts, more.Counts.Posts)
}

// fill gives a field the value of another where it has none.
func fill[T comparable](field *T, more T) { *field = cmp.Or(*field, more) }

// Timeline returns posts and reposts of an account that Profile gave, the newest first
// where List.Chronological says so. Errors: login_required for a protected account,
// upstream_blocked when every surface shows nothing of an account that has posts,
// invalid_cursor for a position that its surface does not take any more, and those of
// upstream.Client.
func (c *Client) Timeline(ctx context.Context, p *social.Profile, w Walk) (Posts, error) {
	if p.Protected != nil && *p.Protected {
		return Posts{}, shape.ProtectedAccount(p.Username)
	}
	var pagers []pager[social.Item]
	if c.official != nil && p.ExternalID != "" {
		pagers = append(pagers, pages(official.Name, c.official.Timeline, p.ExternalID))
	}
	pagers = append(pagers, pages(fxtwitter.Name, c.fx.Timeline, p.Username))
	if c.guest != nil && p.ExternalID != "" {
		pagers = append(pagers, pages(guest.Name, c.guest.Timeline, p.ExternalID))
	}
	pagers = append(pagers,
		once(syndication.Timelines, func(ctx context.Context) (shape.Page[social.Item], error) {
			_, page, err := c.syndication.Timeline(ctx, p.Username)
			page.Ordered = true // as far as the times say so
			return page, err
		}),
		once(web.Name, func(ctx context.Context) (shape.Page[social.Item], error) {
			_, page, err := c.web.Profile(ctx, p.Username)
			page.Ordered = true
			return page, err
		}))
	for i := range pagers {
		pagers[i] = unwalled(pagers[i], p)
	}
	return posts(ctx, w, pagers)
}

// unwalled takes an empty beginning of a timeline for what it is when the account has
// posts: X answers guests so instead of refusing them.
func unwalled(list pager[social.Item], p *social.Profile) pager[social.Item] {
	return pager[social.Item]{list.source, func(ctx context.Context, token string, n int) (shape.Page[social.Item], error) {
		page, err := list.page(ctx, token, n)
		if err == nil && token == "" && len(page.Items) == 0 && !silent(p) {
			err = shape.EmptyWall(list.source)
		}
		return page, err
	}}
}

// posts walks through a list of posts.
func posts(ctx context.Context, w Walk, pagers []pager[social.Item]) (Posts, error) {
	list, err := walk(ctx, w, pagers, itemKey)
	list.Chronological = list.Chronological && falling(list.Items)
	return list, err
}

// silent reports whether an account is known to have no posts.
func silent(p *social.Profile) bool { return p.Counts.Posts != nil && *p.Counts.Posts == 0 }

// itemKey distinguishes items, the id first: a surface that does not know a repost's own
// id has it with that of the original, which may stand beside it.
func itemKey(item *social.Item) string {
	if item.RepostOf != nil && item.RepostOf.ExternalID == item.ExternalID && item.Author != nil {
		return item.ExternalID + " " + strings.ToLower(item.Author.Username)
	}
	return item.ExternalID
}

// falling reports whether no item is newer than the one before. Reposts whose own time
// is not known say nothing.
func falling(items []social.Item) bool {
	last := ""
	for _, item := range items {
		at := item.PublishedAt
		if item.RepostOf != nil && item.RepostOf.ExternalID == item.ExternalID {
			continue
		}
		if exact := shape.Posted(item.ExternalID); !exact.IsZero() {
			at = instant.Text(exact)
		}
		if at == "" || last != "" && at > last {
			return false
		}
		last = at
	}
	return true
}
