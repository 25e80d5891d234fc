package linkedin

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
)

// Company is the page of a company, a showcase or a school as a guest sees it.
type Company struct {
	social.Profile
	social.Organization
	// Path is where the page is now, as permalink.Place has it.
	Path string
	// People are the few members that the page shows among its employees.
	People []social.Author
	// Posts are the newest, at most ten; nil when the page hides them from guests.
	Posts []social.Item
	// Hidden is true when the page has no section of posts: they are hidden, not missing.
	Hidden bool

	feed feed
}

// companyKey begins the names of pages of companies, showcases and schools.
const companyKey = "d_org_guest"

// Company reads a page; path is as permalink.Place has it. Errors: target_error and
// permanent for one that does not exist, login_required, upstream_blocked, parse_failed
// and those of upstream.Client.
func (c *Client) Company(ctx context.Context, path string) (*Company, error) {
	kind, slug, _ := strings.Cut(path, "/")
	d, err := c.get(ctx, "/"+kind+"/"+url.PathEscape(slug), "")
	if err != nil {
		return nil, err
	}
	switch {
	case d.status == http.StatusNotFound || d.status == http.StatusGone || strings.HasSuffix(d.path, "/unavailable/"):
		return nil, missing("page of the name " + slug)
	case d.status != http.StatusOK:
		return nil, unreadable("a page of a company")
	}
	return company(d, path)
}

const (
	topTitle  = `h1.top-card-layout__title`
	topLine   = `.top-card-layout__first-subline`
	topSlogan = `.top-card-layout__second-subline`
	topImage  = `img.top-card-layout__entity-image`
	banner    = `img.cover-img__image`
	updates   = `[data-test-id="updates"]`
	site      = `[data-test-id="about-us__website"] a[href]`
	about     = `[data-test-id="about-us__description"]`
	employee  = `[data-test-id="employees-at"] a[data-tracking-control-name="org-employees"]`
	facet     = `a[href*="facetCurrentCompany"]`
)

var everybody = pattern.Of(`facetCurrentCompany[^&"]*?5B([0-9]+)%`)

func company(d *document, path string) (*Company, error) {
	page := d.page
	name := line(page, topTitle)
	if !strings.HasPrefix(d.key, companyKey) || name == "" {
		return nil, unreadable("a page of a company")
	}
	if p, _ := permalink.Path(d.path); p.Company != "" {
		path = p.Company
	}
	_, slug, _ := strings.Cut(path, "/")
	data := structured.Objects(structured.JSONLD(page.Nodes[0]))
	org := organization(data)
	c := &Company{Path: path, People: people(page), feed: feedOf(d)}
	c.Profile = social.Profile{
		Platform: social.LinkedIn, ExternalID: c.feed.Company, URL: permalink.Company(path), Username: slug, Name: name,
		Bio: plain(page, about), Location: facts(page, "headquarters"), Website: website(page, org),
		AvatarURL: picture(lookup.First(page, topImage)), BannerURL: picture(lookup.First(page, banner)), Source: Name,
	}
	if c.ExternalID == "" {
		if m := everybody.FindStringSubmatch(lookup.Attr(lookup.First(page, facet), "href")); m != nil {
			c.ExternalID = m[1]
		}
	}
	c.Counts.Followers = followers(line(page, topLine))
	if c.Counts.Followers == nil {
		c.Counts.Followers = followers(meta(page, "og:description"))
	}
	c.Organization = social.Organization{
		Tagline: line(page, topSlogan), Industry: facts(page, "industry"), Size: facts(page, "size"),
		Type: facts(page, "organizationType"), Founded: facts(page, "foundedOn"), Specialties: list(facts(page, "specialties")),
	}
	if n, ok := object(org["numberOfEmployees"])["value"].(float64); ok && n >= 0 {
		c.Counts.Members = new(int64(n))
	}
	section := lookup.First(page, updates)
	if c.Hidden = section.Length() == 0; !c.Hidden {
		c.Posts = cards(section)
		exact(c.Posts, data)
	}
	return c, nil
}

// organization is the page's own: posts name their authors within themselves.
func organization(data []structured.Object) structured.Object {
	for _, o := range data {
		if o.Is("Organization") || o.Is("Corporation") {
			return o
		}
	}
	return nil
}

// facts is the value of a fact of the part "About us".
func facts(page *goquery.Selection, name string) string {
	return line(lookup.First(page, `[data-test-id="about-us__`+name+`"]`), "dd")
}

// list divides "a, b, and c".
func list(s string) []string {
	var all []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(part), "and ")); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// host is a name of a host by itself.
var host = pattern.Of(`^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$`)

func website(page *goquery.Selection, org structured.Object) string {
	if u := target(lookup.Attr(lookup.First(page, site), "href")); u != "" {
		return u
	}
	for _, s := range structured.Strings(org["sameAs"]) {
		if u := target(s); u != "" {
			return u
		}
		if host.MatchString(s) { // as companies write it: "xsolla.com"
			return "https://" + s
		}
	}
	return ""
}

// people are those whom a page shows among its employees.
func people(page *goquery.Selection) []social.Author {
	all := []social.Author{}
	for _, a := range page.Find(employee).EachIter() {
		who := account(lookup.Attr(a, "href"), line(a, ".base-main-card__title"))
		if who == nil || who.URL == "" {
			continue
		}
		who.Headline, who.AvatarURL = line(a, ".base-main-card__subtitle"), picture(lookup.First(a, anyImage))
		all = append(all, *who)
	}
	return all
}
