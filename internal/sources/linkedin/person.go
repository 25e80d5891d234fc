package linkedin

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
)

// Person is a member's profile as a guest sees it, where it is served.
type Person struct {
	social.Profile
	Headline  string
	Positions []Position // with what the profile has about them, the page's order
}

// Position is a place at which somebody works or worked.
type Position struct {
	Organization string
	Page         string // of the organization, as permalink.Place has it; empty when not linked
	Title        string // empty when the profile masks it
	// Current and Past are both false when the profile does not say.
	Current, Past bool
}

// Person reads a profile by its slug. Errors: target_error and permanent for one that
// does not exist or is not public, login_required, upstream_blocked, which is common,
// parse_failed and those of upstream.Client.
func (c *Client) Person(ctx context.Context, slug string) (*Person, error) {
	d, err := c.get(ctx, "/in/"+url.PathEscape(slug), "")
	switch {
	case err != nil:
		return nil, err
	case d.status == http.StatusNotFound || d.status == http.StatusGone:
		return nil, missing("profile of the name " + slug)
	case d.status != http.StatusOK:
		return nil, unreadable("a profile")
	}
	return person(d, slug)
}

const (
	topHeadline = `.top-card-layout__headline`
	experience  = `.experience-item`
	expTitle    = `.experience-item__title`
	expCompany  = `.experience-item__subtitle`
	expDates    = `.date-range, .experience-item__duration`
	topCurrent  = `[data-section="currentPositionsDetails"] a, a[data-section="currentPositionsDetails"]`
	topCompany  = `[data-section="currentPositionsDetails"]`
)

func person(d *document, slug string) (*Person, error) {
	page := d.page
	data := member(structured.Objects(structured.JSONLD(page.Nodes[0])))
	name := line(page, topTitle)
	if name == "" {
		name = said(data["name"])
	}
	if name == "" || masked(name) {
		return nil, unreadable("a profile")
	}
	if p, _ := permalink.Path(d.path); p.Person != "" {
		slug = p.Person
	}
	p := &Person{Headline: line(page, topHeadline), Positions: positions(page, data)}
	p.Profile = social.Profile{
		Platform: social.LinkedIn, URL: permalink.Person(slug), Username: slug, Name: name, Source: Name,
		AvatarURL: said(object(data["image"])["contentUrl"]), Location: said(object(data["address"])["addressLocality"]),
	}
	if p.AvatarURL == "" {
		p.AvatarURL = picture(lookup.First(page, topImage))
	}
	p.Counts.Followers = interactions(data["interactionStatistic"], "FollowAction")
	return p, nil
}

// member is the person whom a page is about.
func member(data []structured.Object) structured.Object {
	for _, o := range data {
		if o.Is("Person") {
			return o
		}
	}
	for _, o := range data {
		if o.Is("ProfilePage") {
			return object(o["mainEntity"])
		}
	}
	return nil
}

// masked matches text that LinkedIn hides behind asterisks.
func masked(s string) bool { return strings.Contains(s, "***") }

// positions are those of the experience, which has dates, then those that stand
// elsewhere on the page.
func positions(page *goquery.Selection, data structured.Object) []Position {
	var all []Position
	add := func(p Position) {
		if p.Organization == "" || masked(p.Organization) {
			return
		}
		if masked(p.Title) {
			p.Title = ""
		}
		for _, known := range all {
			if strings.EqualFold(known.Organization, p.Organization) && (p.Title == "" || strings.EqualFold(known.Title, p.Title)) {
				return
			}
		}
		all = append(all, p)
	}
	for _, item := range page.Find(experience).EachIter() {
		add(worked(item))
	}
	titles := structured.Strings(data["jobTitle"])
	for i, o := range objects(data["worksFor"]) {
		p := employer(o)
		if len(titles) == len(objects(data["worksFor"])) {
			p.Title = titles[i]
		}
		add(p)
	}
	if a := lookup.First(page, topCurrent); a.Length() > 0 {
		add(Position{Organization: lookup.Text(a), Page: pageOf(lookup.Attr(a, "href")), Current: true})
	} else {
		add(Position{Organization: line(page, topCompany), Current: true})
	}
	return all
}

// worked is a position of the experience.
func worked(item *goquery.Selection) Position {
	p := Position{Title: line(item, expTitle), Organization: line(item, expCompany)}
	for _, a := range item.Find(anyLink).EachIter() {
		if p.Page = pageOf(lookup.Attr(a, "href")); p.Page != "" {
			break
		}
	}
	if dates := line(item, expDates); strings.Contains(dates, "Present") {
		p.Current = true
	} else if strings.ContainsAny(dates, "-–") {
		p.Past = true
	}
	return p
}

// employer is one of the structured data, which has past ones with their ends.
func employer(o structured.Object) Position {
	role := object(o["member"])
	end := role["endDate"] != nil
	return Position{Organization: said(o["name"]), Page: pageOf(said(o["url"])), Current: !end, Past: end}
}

// pageOf is the company's page that an address leads to; empty for others.
func pageOf(href string) string {
	_, path, ok := strings.Cut(href, "linkedin.com/")
	if !ok {
		path = strings.TrimPrefix(href, "/")
	}
	path, _, _ = strings.Cut(path, "?")
	p, _ := permalink.Path(path)
	return p.Company
}
