package producthunt

import (
	"context"
	"strings"

	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
	"github.com/quarryapi/quarry/internal/sources/producthunt/shape"
	"github.com/quarryapi/quarry/internal/sources/producthunt/ssr"
)

// ProfilePage is what a person's page has.
type ProfilePage struct {
	Profile shape.Person
	// Launches are those which the page shows that the person made or posted, the newest
	// first.
	Launches []shape.Launch
}

// Profile reads a person's page. Errors: as of Product.
func (c *Client) Profile(ctx context.Context, username string) (*ProfilePage, error) {
	of := `account "@` + username + `"`
	d, err := c.open(ctx, strings.TrimPrefix(permalink.User(username), permalink.Site), of)
	if err != nil {
		return nil, err
	}
	for _, o := range d.state.All("User") {
		if strings.EqualFold(o.Text("username"), username) && o.Text("name") != "" {
			return &ProfilePage{Profile: d.person(o), Launches: d.launches(d.madeBy(o))}, nil
		}
	}
	if d.place.User == "" {
		return nil, gone(of)
	}
	return nil, d.lacks(of)
}

// madeBy are the posts on a person's own lists that are not those of votes, and those
// that name the person among their makers.
func (d *document) madeBy(who ssr.Object) []ssr.Object {
	own := ssr.Object{}
	for field, value := range who {
		if name := strings.ToLower(field); !strings.Contains(name, "vote") && !strings.Contains(name, "collect") {
			own[field] = value
		}
	}
	all := d.state.Within(own, "Post")
	for _, post := range d.state.All("Post") {
		makers, _ := d.state.List(post["makers"])
		for _, maker := range makers {
			if maker.Text("id") == who.Text("id") {
				all = append(all, post)
			}
		}
	}
	return all
}
