package graphql

import (
	"cmp"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/legacy"
)

// user is an account. Until the middle of 2026 most of it stood under legacy; since
// then it stands in parts of its own. Both are read, the parts first.
type user struct {
	Typename string `json:"__typename"`
	RestID   string `json:"rest_id"`
	// Of what is no User: why.
	Reason      string `json:"reason"`
	Unavailable string `json:"unavailable_reason"`

	Legacy legacy.User `json:"legacy"`
	Core   struct {
		CreatedAt string `json:"created_at"`
		Name      string `json:"name"`
		Handle    string `json:"screen_name"`
	} `json:"core"`
	Avatar   image `json:"avatar"`
	Banner   image `json:"banner"`
	Location legacy.Maybe[struct {
		Location string `json:"location"`
	}] `json:"location"`
	Bio struct {
		Description string                            `json:"description"`
		Entities    legacy.Maybe[legacy.UserEntities] `json:"entities"`
	} `json:"profile_bio"`
	Relations struct {
		Followers *int64 `json:"followers"`
		Following *int64 `json:"following"`
	} `json:"relationship_counts"`
	Tweets struct {
		Tweets *int64 `json:"tweets"`
	} `json:"tweet_counts"`
	Website struct {
		URL string `json:"url"`
	} `json:"website"`
	Blue         *bool `json:"is_blue_verified"`
	Verification struct {
		Verified *bool  `json:"verified"`
		Blue     *bool  `json:"is_blue_verified"`
		As       string `json:"verified_type"`
	} `json:"verification"`
	Privacy struct {
		Protected *bool `json:"protected"`
	} `json:"privacy"`
}

type image struct {
	URL string `json:"image_url"`
}

// there reports whether it is an account and not a note that it cannot be shown.
func (u *user) there() bool {
	return u != nil && (u.Typename == "User" || u.Typename == "") && u.RestID != ""
}

// whole is the account in the form of the first API.
func (u *user) whole() *legacy.User {
	w := u.Legacy
	w.ID = u.RestID
	w.CreatedAt = cmp.Or(u.Core.CreatedAt, w.CreatedAt)
	w.Name = cmp.Or(u.Core.Name, w.Name)
	w.Handle = cmp.Or(u.Core.Handle, w.Handle)
	w.AvatarURL = cmp.Or(u.Avatar.URL, w.AvatarURL)
	w.BannerURL = cmp.Or(u.Banner.URL, w.BannerURL)
	w.Location = cmp.Or(u.Location.Value.Location, w.Location)
	w.Description = cmp.Or(u.Bio.Description, w.Description)
	w.URL = cmp.Or(u.Website.URL, w.URL)
	w.Followers = cmp.Or(u.Relations.Followers, w.Followers)
	w.Following = cmp.Or(u.Relations.Following, w.Following)
	w.Posts = cmp.Or(u.Tweets.Tweets, w.Posts)
	w.Verified = cmp.Or(u.Verification.Verified, w.Verified)
	w.Blue = cmp.Or(u.Blue, u.Verification.Blue, w.Blue)
	w.VerifiedAs = cmp.Or(u.Verification.As, w.VerifiedAs)
	w.Protected = cmp.Or(u.Privacy.Protected, w.Protected)
	if parts := u.Bio.Entities.Value; len(parts.URL.Value.URLs)+len(parts.Description.Value.URLs) > 0 {
		w.Entities.Value = parts
	}
	return &w
}

func (u *user) author() *social.Author {
	if !u.there() {
		return nil
	}
	return u.whole().Author()
}
