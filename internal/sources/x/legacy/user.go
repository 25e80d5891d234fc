package legacy

import (
	"cmp"
	"html"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/permalink"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// User is an account.
type User struct {
	ID          string `json:"id_str"`
	Name        string `json:"name"`
	Handle      string `json:"screen_name"`
	Description string `json:"description"`
	Location    string `json:"location"`
	URL         string `json:"url"` // a short link
	CreatedAt   string `json:"created_at"`
	AvatarURL   string `json:"profile_image_url_https"`
	BannerURL   string `json:"profile_banner_url"`

	Followers *int64 `json:"followers_count"`
	Following *int64 `json:"friends_count"`
	Posts     *int64 `json:"statuses_count"`

	Verified   *bool  `json:"verified"`
	Blue       *bool  `json:"is_blue_verified"`
	VerifiedAs string `json:"verified_type"`
	Protected  *bool  `json:"protected"`

	Entities Maybe[UserEntities] `json:"entities"`
}

// UserEntities are the links of an account's description and of its site.
type UserEntities struct {
	Description Maybe[Entities] `json:"description"`
	URL         Maybe[Entities] `json:"url"`
}

// Author is the account as the author of an item; nil when nothing is known of it.
func (u *User) Author() *social.Author {
	if u.ID == "" && u.Handle == "" {
		return nil
	}
	author := &social.Author{
		ExternalID: u.ID, Username: u.Handle, Name: html.UnescapeString(u.Name), AvatarURL: shape.Avatar(u.AvatarURL),
		Headline: u.bio(), Verified: u.verified(), Counts: social.ProfileCounts{Followers: u.Followers},
	}
	if author.URL = permalink.User(u.Handle); u.Handle == "" {
		author.URL = permalink.UserID(u.ID)
	}
	return author
}

// Profile is the account with all that is known of it.
func (u *User) Profile(source string) *social.Profile {
	p := &social.Profile{
		Platform: social.X, ExternalID: u.ID, URL: permalink.User(u.Handle), Username: u.Handle, Name: html.UnescapeString(u.Name), Bio: u.bio(),
		Location: html.UnescapeString(u.Location), Website: u.website(), CreatedAt: shape.Time(u.CreatedAt),
		AvatarURL: shape.Avatar(u.AvatarURL), BannerURL: u.BannerURL, Verified: u.verified(), Protected: u.Protected,
		Counts: social.ProfileCounts{Followers: u.Followers, Following: u.Following, Posts: u.Posts}, Source: source,
	}
	if p.Verified != nil && *p.Verified {
		p.VerifiedAs = VerifiedAs(u.VerifiedAs)
	}
	return p
}

func (u *User) bio() string {
	return Text(u.Description, u.Entities.Value.Description.Value.URLs, nil)
}

// website is where the account's short link leads, or that itself.
func (u *User) website() string {
	for _, l := range u.Entities.Value.URL.Value.URLs {
		if l.Short == u.URL || u.URL == "" {
			return cmp.Or(l.Expanded, l.Short)
		}
	}
	return u.URL
}

// verified is true for each of X's marks; those of organizations and governments are
// shown by verified_type only.
func (u *User) verified() *bool {
	if u.Verified == nil && u.Blue == nil && u.VerifiedAs == "" {
		return nil
	}
	yes := u.VerifiedAs != "" || u.Verified != nil && *u.Verified || u.Blue != nil && *u.Blue
	return &yes
}

// VerifiedAs says whom a mark is for, in the words of profiles.
func VerifiedAs(mark string) string {
	switch mark {
	case "Business", "business", "organization":
		return "organization"
	case "Government", "government":
		return "government"
	case "none":
		return ""
	}
	return "individual"
}
