package producthunt

import (
	"cmp"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/sources/producthunt/permalink"
)

const (
	defaultCandidates = 10
	maxCandidates     = 50
	maxContext        = 500
	maxCorrelation    = 255
)

// Prepare implements kind.Args. Errors: invalid_request, invalid_url.
func (a *Args) Prepare(kind.Caller) (kind.Plan, error) {
	place, err := a.address()
	if err != nil {
		return kind.Plan{}, err
	}
	a.SearchContext = subject.Name(a.SearchContext)
	if err := a.settle(place); err != nil {
		return kind.Plan{}, err
	}
	target, err := a.identify(place)
	if err != nil {
		return kind.Plan{}, err
	}
	if err := a.limits(); err != nil {
		return kind.Plan{}, err
	}
	price := listPrice
	if a.Page == Resolve {
		price, a.MaxCandidates = resolvePrice, 0
	}
	return kind.Plan{Target: target, Quote: price.For(1)}, nil
}

// address reads the field url.
func (a *Args) address() (permalink.Place, error) {
	if a.URL == "" {
		return permalink.Place{}, nil
	}
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return permalink.Place{}, err
	}
	place, ok := permalink.Parse(u)
	if !ok {
		return permalink.Place{}, errs.Field(errs.InvalidURL, "url", "must be the address of a product, a launch, a person or a tracking link on www.producthunt.com, such as https://www.producthunt.com/products/SLUG")
	}
	return place, nil
}

// settle fills in the page when the caller left it out.
func (a *Args) settle(of permalink.Place) error {
	if a.Page != "" {
		return nil
	}
	switch {
	case a.Username != "" || of.User != "":
		a.Page = Profile
	case of.Link != "":
		a.Page = Resolve
	case a.Slug != "" || of.Product != "" || of.Post != "":
		a.Page = cmp.Or(Page(of.Tab), Product)
	case a.WebsiteURL != "" || a.SearchContext != "":
		a.Page = Discover
	default:
		return errs.Field(errs.InvalidRequest, "page", "is missing, and no other field determines what to read; send it with slug, url, username, websiteUrl or searchContext")
	}
	return nil
}

// identify brings what the page is about into one form and refuses the fields that the
// page does not take. It returns the job's target.
func (a *Args) identify(of permalink.Place) (string, error) {
	switch a.Page {
	case Discover:
		return a.discover()
	case Product, Launches, Alternatives:
		return a.product(of)
	case Profile:
		return a.profile(of)
	case Resolve:
		if err := a.without("slug", "username", "websiteUrl", "searchContext"); err != nil {
			return "", err
		}
		if of.Link == "" {
			return "", a.linkless()
		}
		a.URL = permalink.Site + of.Link
		return a.URL, nil
	}
	return "", errs.Field(errs.InvalidRequest, "page", "must be discover, alternatives, product, launches, profile or resolve")
}

func (a *Args) linkless() error {
	if a.URL == "" {
		return errs.Field(errs.InvalidRequest, "url", "is missing; send the tracking link, such as https://www.producthunt.com/r/p/1190006")
	}
	return errs.Field(errs.InvalidURL, "url", "must be a tracking link such as https://www.producthunt.com/r/p/1190006; use page product for the website of a product")
}

func (a *Args) discover() (string, error) {
	if err := a.without("slug", "url", "username"); err != nil {
		return "", err
	}
	if a.WebsiteURL == "" {
		if a.SearchContext == "" {
			return "", errs.Field(errs.InvalidRequest, "websiteUrl", "is missing, and so is searchContext; send one of them")
		}
		return a.SearchContext, nil
	}
	u, err := subject.URL("websiteUrl", a.WebsiteURL)
	if err != nil {
		return "", err
	}
	if permalink.Host(u.Hostname()) {
		return "", errs.Field(errs.InvalidURL, "websiteUrl", "must be the product's own site; send an address of Product Hunt as url, with another page")
	}
	a.WebsiteURL = u.String()
	return a.WebsiteURL, nil
}

func (a *Args) product(of permalink.Place) (string, error) {
	if err := a.without("username", "websiteUrl", "searchContext"); err != nil {
		return "", err
	}
	switch {
	case a.Slug == "" && a.URL == "":
		return "", errs.Field(errs.InvalidRequest, "slug", "is missing, and so is url; send one of them")
	case a.Slug != "" && a.URL != "":
		return "", errs.Field(errs.InvalidRequest, "url", "must not be sent together with slug")
	case of.Post != "":
		a.URL = permalink.Post(of.Post)
		return a.URL, nil
	case a.URL != "" && of.Product == "":
		return "", errs.Field(errs.InvalidURL, "url", "must be the address of a product or a launch, such as https://www.producthunt.com/products/SLUG")
	}
	slug, ok := permalink.Slug(cmp.Or(a.Slug, of.Product))
	if !ok {
		return "", errs.Field(errs.InvalidRequest, "slug", "must be as in the product's URL, producthunt.com/products/SLUG: letters, digits, - and _")
	}
	a.Slug, a.URL = slug, ""
	return permalink.Product(slug), nil
}

func (a *Args) profile(of permalink.Place) (string, error) {
	if err := a.without("slug", "websiteUrl", "searchContext"); err != nil {
		return "", err
	}
	switch {
	case a.Username == "" && a.URL == "":
		return "", errs.Field(errs.InvalidRequest, "username", "is missing, and so is url; send one of them")
	case a.Username != "" && a.URL != "":
		return "", errs.Field(errs.InvalidRequest, "url", "must not be sent together with username")
	case a.URL != "" && of.User == "":
		return "", errs.Field(errs.InvalidURL, "url", "must be the address of a person, such as https://www.producthunt.com/@NAME")
	}
	name, ok := permalink.Username(cmp.Or(a.Username, of.User))
	if !ok {
		return "", errs.Field(errs.InvalidRequest, "username", "must be as in the person's URL, producthunt.com/@NAME: letters, digits, _, . and -")
	}
	a.Username, a.URL = name, ""
	return permalink.User(name), nil
}

// without refuses the first of some fields that is there: the page does not take it.
func (a *Args) without(fields ...string) error {
	given := map[string]string{
		"slug": a.Slug, "url": a.URL, "username": a.Username, "websiteUrl": a.WebsiteURL, "searchContext": a.SearchContext,
	}
	for _, field := range fields {
		if given[field] != "" {
			return errs.Field(errs.InvalidRequest, field, "is not supported with page "+string(a.Page)+"; leave it out")
		}
	}
	return nil
}

func (a *Args) limits() (err error) {
	if utf8.RuneCountInString(a.SearchContext) > maxContext {
		return errs.Field(errs.InvalidRequest, "searchContext", "must have at most 500 characters")
	}
	if utf8.RuneCountInString(a.CorrelationID) > maxCorrelation {
		return errs.Field(errs.InvalidRequest, "correlationId", "must have at most 255 characters")
	}
	if a.MaxCandidates, err = option.Limit("maxCandidates", a.MaxCandidates, defaultCandidates, maxCandidates); err != nil {
		return err
	}
	return nil
}

// Unlabelled implements kind.Labelled: a correlation id changes nothing of the result.
func (a *Args) Unlabelled() kind.Args {
	plain := *a
	plain.CorrelationID = ""
	return &plain
}

// Place is what the job is about on Product Hunt, after Prepare.
func (a *Args) Place() permalink.Place {
	if a.URL == "" {
		return permalink.Place{Product: a.Slug, User: a.Username}
	}
	u, err := url.Parse(strings.TrimSpace(a.URL))
	if err != nil {
		return permalink.Place{}
	}
	place, _ := permalink.Parse(u)
	return place
}
