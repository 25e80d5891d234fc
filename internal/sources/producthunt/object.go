package producthunt

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
	"github.com/quarryapi/quarry/internal/sources/producthunt/ssr"
)

// pictures is where the images are that pages name by an id.
const pictures = "https://ph-files.imgix.net/"

// product is an object of a page as a Product.
func (d *document) product(o ssr.Object) shape.Product {
	p := shape.Product{
		ID: o.Text("id"), Slug: o.Text("slug"), Name: o.Text("name"), Tagline: o.Text("tagline"), Description: o.Text("description"),
		LogoURL:       d.picture(o, "logoUuid", "logoUrl", "logo", "thumbnailImageUuid"),
		ReviewsRating: positive(o.Float("reviewsRating")),
		Counts:        shape.ProductCounts{Followers: o.Int("followersCount"), Reviews: o.Int("reviewsCount"), Launches: o.Int("postsCount", "launchesCount")},
		Categories:    d.topics(o, "categories"), Topics: d.topics(o, "topics"), Makers: d.people(o, "makers"),
		Offline: o.Bool("isNoLongerOnline"), Source: shape.Page,
	}
	p.URL = permalink.Product(p.Slug)
	p.WebsiteURL, p.TrackingURL = destination(o.Text("websiteUrl", "cleanUrl", "website"))
	return p
}

// launch is an object of a page as a Launch.
func (d *document) launch(o ssr.Object) shape.Launch {
	l := shape.Launch{
		ID: o.Text("id"), Slug: o.Text("slug"), Name: o.Text("name"), Tagline: o.Text("tagline"), Description: o.Text("description"),
		CreatedAt: o.Time("createdAt"), FeaturedAt: o.Time("featuredAt"),
		Counts:     shape.LaunchCounts{Score: o.Int("votesCount", "latestScore"), LaunchDayScore: o.Int("launchDayScore"), Comments: o.Int("commentsCount")},
		DailyRank:  rank(o, "dailyRank"),
		WeeklyRank: rank(o, "weeklyRank"), MonthlyRank: rank(o, "monthlyRank"), ThumbnailURL: d.picture(o, "thumbnailImageUuid", "thumbnailUrl", "thumbnail"),
		Topics: d.topics(o, "topics"), Makers: d.people(o, "makers"), Source: shape.Page,
	}
	l.ProductSlug = d.state.Of(o["product"]).Text("slug")
	l.URL = permalink.Post(l.Slug)
	if permalink.ID(l.ID) {
		l.TrackingURL = permalink.Link(l.ID)
	}
	for _, name := range []string{"hunter", "user"} {
		if who := d.state.Of(o[name]); who.Text("username") != "" && l.PostedBy == nil {
			l.PostedBy = new(d.person(who))
		}
	}
	return l
}

// person is an object of a page as a Person.
func (d *document) person(o ssr.Object) shape.Person {
	p := shape.Person{
		ID: o.Text("id"), Username: o.Text("username"), Name: o.Text("name"), Headline: o.Text("headline"), About: o.Text("about"),
		AvatarURL: d.picture(o, "avatarUrl", "avatar"), XUsername: o.Text("twitterUsername"),
		Counts: shape.PersonCounts{Followers: o.Int("followersCount"), Following: o.Int("followingsCount", "followingCount")}, IsMaker: o.Bool("isMaker"), CreatedAt: o.Time("createdAt"),
	}
	p.URL = permalink.User(p.Username)
	p.WebsiteURL, _ = destination(o.Text("websiteUrl"))
	return p
}

func (d *document) topics(o ssr.Object, field string) []shape.Topic {
	list, known := d.state.List(o[field])
	if !known {
		return nil
	}
	all := []shape.Topic{}
	for _, t := range list {
		if name := t.Text("name"); name != "" {
			all = append(all, shape.Topic{Slug: t.Text("slug"), Name: name})
		}
	}
	return all
}

func (d *document) people(o ssr.Object, field string) []shape.Person {
	list, known := d.state.List(o[field])
	if !known {
		return nil
	}
	all := []shape.Person{}
	for _, who := range list {
		if who.Text("username") != "" {
			all = append(all, d.person(who))
		}
	}
	return all
}

// picture is the first image that an object names: by an id, an address or an object with
// one.
func (d *document) picture(o ssr.Object, names ...string) string {
	for _, name := range names {
		s := cmp.Or(o.Text(name), d.state.Of(o[name]).Text("url", "imageUuid"))
		switch {
		case strings.HasPrefix(s, "https://"):
			return s
		case s != "" && !strings.ContainsAny(s, "/:?# "):
			return pictures + s
		}
	}
	return ""
}

// destination distinguishes a site from a link that leads to one.
func destination(raw string) (site, tracking string) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return "", ""
	}
	address := permalink.Untracked(u).String()
	if permalink.Host(u.Hostname()) {
		return "", address
	}
	return address, ""
}

func positive(f *float64) *float64 {
	if f == nil || *f <= 0 {
		return nil
	}
	return f
}

func rank(o ssr.Object, name string) *int64 {
	if n := o.Int(name); n != nil && *n > 0 {
		return n
	}
	return nil
}

// launches are posts as Launches, the newest first, each once.
func (d *document) launches(posts []ssr.Object) []shape.Launch {
	all := []shape.Launch{}
	for _, o := range posts {
		l := d.launch(o)
		same := func(other shape.Launch) bool { return other.Slug == l.Slug }
		if l.Slug != "" && l.Name != "" && !slices.ContainsFunc(all, same) {
			all = append(all, l)
		}
	}
	slices.SortStableFunc(all, func(a, b shape.Launch) int {
		return cmp.Compare(cmp.Or(b.CreatedAt, b.FeaturedAt), cmp.Or(a.CreatedAt, a.FeaturedAt))
	})
	return all
}
