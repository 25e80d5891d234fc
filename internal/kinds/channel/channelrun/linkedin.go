package channelrun

import (
	"cmp"
	"context"

	"github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin"
)

// LinkedIn reads pages of companies on LinkedIn.
type LinkedIn struct{ Client *linkedin.Client }

// resumeMost is how many posts a job that goes on reads: a call gives ten, calls are
// seven seconds apart, and the page is read before them, perhaps twice. What does not fit
// a minute is behind the next cursor.
const resumeMost = 50

// Channel implements Platform.
func (p LinkedIn) Channel(ctx context.Context, r Request) (Page, error) {
	company, err := p.Client.Company(ctx, r.Handle)
	if err != nil {
		return Page{}, err
	}
	var posts linkedin.Posts
	if r.Position == "" {
		posts, err = p.Client.PostsOf(ctx, company, r.Limit)
	} else {
		posts, err = p.Client.PostsAfter(ctx, company.Path, r.Position, min(r.Limit, resumeMost))
	}
	if err != nil {
		return Page{}, err
	}
	page := Page{
		Channel: channel.Channel{Profile: company.Profile, Organization: &company.Organization},
		Items:   posts.Items, Next: posts.Next, Source: linkedin.Name, Coverage: linkedinCoverage(posts),
	}
	if r.Employees {
		page.Employees = append([]social.Author{}, company.People...)
		page.EmployeesCoverage = &social.Coverage{Reason: "LinkedIn shows visitors without an account a few of a company's people; POST /v1/public/scrape/linkedin/employees finds more."}
	}
	return page, nil
}

func linkedinCoverage(posts linkedin.Posts) social.Coverage {
	if posts.Next != "" {
		return social.Coverage{Reason: cmp.Or(posts.Reason, behind)}
	}
	return social.Coverage{Complete: posts.Exhausted && posts.Reason == "", Reason: posts.Reason}
}
