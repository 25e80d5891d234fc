package official

import (
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
)

// redacted stands where the API withholds who somebody is.
const redacted = "[REDACTED]"

type connection[T any] struct {
	Total *int64 `json:"totalCount"`
	Edges []struct {
		Node T `json:"node"`
	} `json:"edges"`
}

type post struct {
	ID            string   `json:"id"`
	Name          string   `json:"name"`
	Slug          string   `json:"slug"`
	Tagline       string   `json:"tagline"`
	Description   string   `json:"description"`
	URL           string   `json:"url"`
	Website       string   `json:"website"` // mostly a tracking link
	Votes         *int64   `json:"votesCount"`
	Comments      *int64   `json:"commentsCount"`
	ReviewsRating *float64 `json:"reviewsRating"` // 0 without reviews
	CreatedAt     string   `json:"createdAt"`
	FeaturedAt    string   `json:"featuredAt"`
	Thumbnail     struct {
		URL string `json:"url"`
	} `json:"thumbnail"`
	Media []struct {
		URL      string `json:"url"`
		VideoURL string `json:"videoUrl"`
	} `json:"media"`
	Topics *connection[shape.Topic] `json:"topics"`
	User   *user                    `json:"user"`
	Makers []user                   `json:"makers"`
}

type user struct {
	ID        string           `json:"id"`
	Name      string           `json:"name"`
	Username  string           `json:"username"`
	Headline  string           `json:"headline"`
	Image     string           `json:"profileImage"`
	Website   string           `json:"websiteUrl"`
	Twitter   string           `json:"twitterUsername"`
	CreatedAt string           `json:"createdAt"`
	IsMaker   *bool            `json:"isMaker"`
	Followers connection[any]  `json:"followers"`
	Following connection[any]  `json:"following"`
	MadePosts connection[post] `json:"madePosts"`
}

// launch is a post as a Launch, of the API.
func (p *post) launch() Post {
	l := Post{Launch: shape.Launch{
		ID: p.ID, Slug: p.Slug, Name: p.Name, Tagline: p.Tagline, Description: p.Description, URL: permalink.Post(p.Slug),
		Counts: shape.LaunchCounts{Score: p.Votes, Comments: p.Comments}, CreatedAt: stamp(p.CreatedAt), FeaturedAt: stamp(p.FeaturedAt),
		ThumbnailURL: p.Thumbnail.URL, Source: shape.API,
	}}
	if u, err := url.Parse(p.URL); err == nil {
		place, _ := permalink.Parse(u)
		l.ProductSlug = place.Product
	}
	if p.ReviewsRating != nil && *p.ReviewsRating > 0 {
		l.ReviewsRating = p.ReviewsRating
	}
	l.WebsiteURL, l.TrackingURL = destination(p.Website)
	for _, m := range p.Media {
		l.MediaURLs = append(l.MediaURLs, m.URL)
		if m.VideoURL != "" {
			l.MediaURLs[len(l.MediaURLs)-1] = m.VideoURL
		}
	}
	if p.Topics != nil {
		l.Topics = []shape.Topic{}
		for _, e := range p.Topics.Edges {
			l.Topics = append(l.Topics, e.Node)
		}
	}
	l.PostedBy = p.User.person()
	for i := range p.Makers {
		if m := p.Makers[i].person(); m != nil {
			l.Makers = append(l.Makers, *m)
		}
	}
	return l
}

// destination distinguishes a site from a link that leads to one.
func destination(website string) (site, tracking string) {
	u, err := url.Parse(website)
	if err != nil || u.Host == "" {
		return "", ""
	}
	address := permalink.Untracked(u).String()
	if permalink.Host(u.Hostname()) {
		return "", address
	}
	return address, ""
}

// person is somebody whom the API names; nil for others.
func (u *user) person() *shape.Person {
	if u == nil {
		return nil
	}
	p := &shape.Person{
		ID: u.ID, Username: told(u.Username), Name: told(u.Name), Headline: told(u.Headline), AvatarURL: told(u.Image),
		WebsiteURL: told(u.Website), XUsername: told(u.Twitter), CreatedAt: stamp(u.CreatedAt), IsMaker: u.IsMaker,
		Counts: shape.PersonCounts{Followers: u.Followers.Total, Following: u.Following.Total},
	}
	if p.Username == "" && p.Name == "" {
		return nil
	}
	if p.Username != "" {
		p.URL = permalink.User(p.Username)
	}
	return p
}

// told returns a text unless it is withheld.
func told(s string) string {
	if strings.Contains(s, redacted) {
		return ""
	}
	return s
}

func stamp(s string) string {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return ""
	}
	return instant.Text(t)
}
