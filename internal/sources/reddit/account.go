package reddit

import (
	"cmp"
	"context"
	"encoding/json"
	"html"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
)

// Account is what is known of one. Reddit has most of it in its API only: without
// that, Coverage says why and all but the name is absent.
type Account struct {
	social.Profile // with the handle in the account's own capitals where Reddit reports them
	PostKarma      *int64
	CommentKarma   *int64
	TotalKarma     *int64 // with the karma of awards, so it is no sum of the two
	Employee       *bool
	Moderator      *bool
	Premium        *bool
	VerifiedEmail  *bool
	Sensitive      *bool
	Coverage       social.Coverage // of these facts
}

// nameless is an account of which nothing is known but its name.
func nameless(name, reason string) *Account {
	return &Account{
		Profile:  social.Profile{Platform: social.Reddit, URL: permalink.User(name), Username: name},
		Coverage: social.Coverage{Reason: reason},
	}
}

// about is an account as the API reports it.
type about struct {
	Name         string  `json:"name"`
	ID           string  `json:"id"`
	Suspended    bool    `json:"is_suspended"`
	Created      number  `json:"created_utc"`
	LinkKarma    *number `json:"link_karma"`
	CommentKarma *number `json:"comment_karma"`
	TotalKarma   *number `json:"total_karma"`
	Gold         *bool   `json:"is_gold"`
	Mod          *bool   `json:"is_mod"`
	Employee     *bool   `json:"is_employee"`
	Verified     *bool   `json:"has_verified_email"`
	Icon         string  `json:"icon_img"`
	Snoovatar    string  `json:"snoovatar_img"`
	Page         *struct {
		Title       string  `json:"title"`
		Description string  `json:"public_description"`
		Banner      string  `json:"banner_img"`
		Subscribers *number `json:"subscribers"`
		Over18      *bool   `json:"over_18"`
	} `json:"subreddit"`
}

// unknownFacts is why an account has no facts without an app.
const unknownFacts = "Reddit discloses karma, the date of creation and similar facts only in its API, and this installation has no Reddit app configured."

// Account returns what the API has about an account, or an account with a name only where
// the API cannot be asked. Errors: target_error and permanent for one that does not
// exist or is suspended; parse_failed.
func (c *Client) Account(ctx context.Context, name string) (*Account, error) {
	if !c.Configured() {
		return nameless(name, unknownFacts), nil
	}
	var t struct {
		Data *about `json:"data"`
	}
	err := c.ask(ctx, "/user/"+url.PathEscape(name)+"/about", nil, "the account u/"+name, &t)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil && definite(err):
		return nil, err
	case err != nil:
		return nameless(name, "Reddit discloses karma, the date of creation and similar facts only in its API, which could not be read: "+errs.As(err).Message), nil
	case t.Data == nil || !strings.EqualFold(t.Data.Name, name):
		return nil, unreadable(API, "with another account")
	case t.Data.Suspended:
		return nil, gone("The account u/%s is suspended by Reddit.", t.Data.Name)
	}
	return t.Data.account(), nil
}

func (a *about) account() *Account {
	acc := nameless(a.Name, "")
	acc.Coverage.Complete, acc.Source = true, API
	acc.AvatarURL, acc.CreatedAt = html.UnescapeString(cmp.Or(a.Snoovatar, a.Icon)), stamp(a.Created)
	acc.PostKarma, acc.CommentKarma, acc.TotalKarma = count(a.LinkKarma), count(a.CommentKarma), count(a.TotalKarma)
	acc.Employee, acc.Moderator, acc.Premium, acc.VerifiedEmail = a.Employee, a.Mod, a.Gold, a.Verified
	if a.ID != "" {
		acc.ExternalID = permalink.UserPrefix + a.ID
	}
	if p := a.Page; p != nil {
		acc.Name, acc.Bio = strings.TrimSpace(p.Title), strings.TrimSpace(p.Description)
		acc.BannerURL, acc.Sensitive = html.UnescapeString(p.Banner), p.Over18
		if p.Subscribers != nil && *p.Subscribers > 0 { // 0 is what Reddit says of accounts that hide it, too
			acc.Counts.Followers = count(p.Subscribers)
		}
	}
	return acc
}

// Activity is what an archive counted of an account. Its counts are of what it saw,
// which is neither all nor only what is still there.
type Activity struct {
	Posts    *int64
	Comments *int64
	FirstAt  string // of the oldest that it has, RFC 3339; empty when unknown
	LastAt   string
	Source   string
}

// Activity returns what Arctic Shift counted of an account, or nil when it does not know
// the account.
func (c *Client) Activity(ctx context.Context, name string) (*Activity, error) {
	var found []struct {
		Author string          `json:"author"`
		Meta   json.RawMessage `json:"_meta"`
	}
	if err := consult(ctx, c.arctic, "/api/users/search", url.Values{"author": {name}, "limit": {"1"}}, &found); err != nil {
		return nil, err
	}
	for _, user := range found {
		if user.Author == "" {
			return nil, unreadable(ArcticShift, "with an account that has no name")
		}
		var m struct {
			Posts        *number `json:"num_posts"`
			Comments     *number `json:"num_comments"`
			FirstPost    number  `json:"earliest_post_at"`
			FirstComment number  `json:"earliest_comment_at"`
			LastPost     number  `json:"last_post_at"`
			LastComment  number  `json:"last_comment_at"`
		}
		if !strings.EqualFold(user.Author, name) || json.Unmarshal(user.Meta, &m) != nil || m.Posts == nil && m.Comments == nil {
			continue
		}
		oldest := m.FirstPost
		if oldest < 1 || m.FirstComment >= 1 && m.FirstComment < oldest {
			oldest = m.FirstComment
		}
		return &Activity{
			Posts: count(m.Posts), Comments: count(m.Comments), FirstAt: stamp(oldest),
			LastAt: stamp(max(m.LastPost, m.LastComment)), Source: ArcticShift,
		}, nil
	}
	return nil, nil //nolint:nilnil // nothing and no error is what the archive says
}

// Community returns what the API has about a subreddit, or nil where there is no app.
// Errors: target_error and permanent for one that does not exist or was banned;
// login_required for a private one; parse_failed; and those of upstream.Client.
func (c *Client) Community(ctx context.Context, name string) (*social.Profile, error) {
	if !c.Configured() {
		return nil, nil //nolint:nilnil // without an app there is nothing to return, and no failure
	}
	var t struct {
		Data *struct {
			Name        string  `json:"display_name"`
			ID          string  `json:"name"` // t5_x
			Title       string  `json:"title"`
			Description string  `json:"public_description"`
			Icon        string  `json:"icon_img"`
			NewIcon     string  `json:"community_icon"`
			Banner      string  `json:"banner_background_image"`
			Created     number  `json:"created_utc"`
			Subscribers *number `json:"subscribers"`
		} `json:"data"`
	}
	if err := c.ask(ctx, "/r/"+url.PathEscape(name)+"/about", nil, "the community r/"+name, &t); err != nil {
		return nil, err
	}
	d := t.Data
	if d == nil || !strings.EqualFold(d.Name, name) {
		// For names that are not taken Reddit answers with the result of a search.
		return nil, gone("Reddit has nothing for the community r/%s: it does not exist. Check the spelling.", name)
	}
	return &social.Profile{
		Platform: social.Reddit, ExternalID: d.ID, URL: permalink.Subreddit(d.Name), Username: d.Name, Name: d.Title, Bio: strings.TrimSpace(d.Description),
		CreatedAt: stamp(d.Created), AvatarURL: html.UnescapeString(cmp.Or(d.NewIcon, d.Icon)), BannerURL: html.UnescapeString(d.Banner),
		Counts: social.ProfileCounts{Followers: count(d.Subscribers)}, Source: API,
	}, nil
}
