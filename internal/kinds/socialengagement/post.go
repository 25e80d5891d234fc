package socialengagement

import (
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/subject"
	hackernews "github.com/quarryapi/quarry/internal/sources/hackernews/permalink"
	linkedin "github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
	reddit "github.com/quarryapi/quarry/internal/sources/reddit/permalink"
	x "github.com/quarryapi/quarry/internal/sources/x/permalink"
)

// identify fills in the platform and the id, in the form of Args.ID after Prepare:
// digits on X and Hacker News, base 36 without t3_ on Reddit, activity:DIGITS and the
// like on LinkedIn.
func (a *Args) identify() error {
	a.ID, a.URL = strings.TrimSpace(a.ID), strings.TrimSpace(a.URL)
	switch {
	case a.ID == "" && a.URL == "":
		return errs.Field(errs.InvalidRequest, "url", "is missing, and so is id; send one of them")
	case a.ID != "" && a.URL != "":
		return errs.Field(errs.InvalidRequest, "url", "must not be sent together with id")
	case a.URL != "":
		return a.fromURL()
	case a.Platform == "":
		return errs.Field(errs.InvalidRequest, "platform", "is missing; it is required with id")
	}
	id, form, ok := a.ID, "digits", false
	switch a.Platform {
	case X:
		ok = x.ID(id)
	case HackerNews:
		ok = hackernews.ID(id)
	case Reddit:
		id, form = strings.ToLower(strings.TrimPrefix(id, reddit.PostPrefix)), "a post's, such as 1kq0a1 or t3_1kq0a1"
		ok = reddit.ID(id)
	case LinkedIn:
		id, ok = linkedin.PostID(id)
		form = "digits or an URN such as urn:li:activity:7312345678901234567"
	}
	if !ok {
		return errs.Field(errs.InvalidRequest, "id", "must be "+form+" on "+string(a.Platform))
	}
	a.ID = id
	return nil
}

func (a *Args) fromURL() error {
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return err
	}
	platform, id, ok := posted(u)
	if !ok {
		return errs.Field(errs.InvalidURL, "url", "must be the address of a post on X, Reddit, Hacker News or LinkedIn")
	}
	if a.Platform != "" && a.Platform != platform {
		return errs.Field(errs.InvalidRequest, "platform", "is "+string(a.Platform)+", but url is of "+string(platform)+"; leave one of them out")
	}
	a.Platform, a.ID, a.URL = platform, id, ""
	return nil
}

// posted reads the address of a post. Those of Reddit's comments are not of a post.
func posted(u *url.URL) (p Platform, id string, ok bool) {
	if id, ok := x.IDOf(u); ok {
		return X, id, true
	}
	if id, ok := hackernews.IDOf(u); ok {
		return HackerNews, id, true
	}
	if place, ok := reddit.Parse(u); ok {
		return Reddit, place.Post, place.Post != "" && place.Comment == ""
	}
	if place, ok := linkedin.Parse(u); ok {
		return LinkedIn, place.Post, place.Post != ""
	}
	return "", "", false
}
