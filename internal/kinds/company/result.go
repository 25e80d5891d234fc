package company

import (
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/brand"
	"github.com/quarryapi/quarry/internal/kinds/infra"
	"github.com/quarryapi/quarry/internal/kinds/seo"
)

// Result is the merged profile. What no source says is absent.
type Result struct {
	Domain string `json:"domain" doc:"The company's domain"`
	URL    string `json:"url" doc:"The page that the profile started with, after redirects; the domain's home page when the site could not be read"`

	Name         *Fact   `json:"name,omitempty" doc:"The name that it uses"`
	LegalName    *Fact   `json:"legalName,omitempty" doc:"Its registered name"`
	Description  *Fact   `json:"description,omitempty" doc:"One or two sentences about what it does"`
	Slogan       *Fact   `json:"slogan,omitempty" doc:"Its slogan"`
	Founded      *Fact   `json:"founded,omitempty" doc:"When it was founded: YYYY, YYYY-MM or YYYY-MM-DD"`
	Industry     *Fact   `json:"industry,omitempty" doc:"Its industry"`
	Headquarters *Fact   `json:"headquarters,omitempty" doc:"Address of its headquarters, on one line"`
	Country      *Fact   `json:"country,omitempty" doc:"Its country, as the source writes it: a name or an ISO 3166-1 code"`
	Phone        *Fact   `json:"phone,omitempty" doc:"Its telephone number as published"`
	Email        *Fact   `json:"email,omitempty" doc:"Its general e-mail address as published"`
	Parent       *Fact   `json:"parent,omitempty" doc:"The company that owns it"`
	Employees    *Number `json:"employees,omitempty" doc:"Number of employees"`

	Identifiers []Identifier `json:"identifiers" doc:"Its identifiers in registers"`
	People      []Person     `json:"people" doc:"People in charge who are named by its own pages or by registers, at most 50"`
	Places      []Place      `json:"places" doc:"Its addresses, at most 50"`
	SocialLinks []SocialLink `json:"socialLinks" doc:"Its profiles on social networks"`
	Feed        *Feed        `json:"feed,omitempty" doc:"Its blog or news feed; absent when none was found"`

	Brand *brand.Result `json:"brand,omitempty" doc:"The result of POST /scrape/brand-design/basic; absent when that failed"`
	Infra *infra.Result `json:"infra,omitempty" doc:"The result of POST /scrape/infra; absent when that failed"`
	SEO   *seo.Result   `json:"seo,omitempty" doc:"The result of POST /scrape/seo with the signals technical, blogfeed, tranco and wikidata; absent when that failed"`

	Parts []Part `json:"parts" doc:"The status of each part; when a part fails, only its facts are absent"`
}

// Claim is who says a fact, and how far it is to be believed.
type Claim struct {
	Source     string   `json:"source" doc:"The source: jsonld (the site's structured data), page (the site's title and meta tags), rdap, wikidata, or dns"`
	Confidence float64  `json:"confidence" doc:"0 to 1: 0.9 for structured data of the site, 0.8 for Wikidata, 0.6 for RDAP and for other content of pages. Sources that agree raise it; a source that disagrees lowers it."`
	AgreedBy   []string `json:"agreedBy,omitempty" doc:"Other sources with the same value"`
}

// Fact is a text with who says so.
type Fact struct {
	Value string `json:"value" doc:"The fact"`
	Claim
	Others []Other `json:"others,omitempty" doc:"Other values, from other sources"`
}

// Other is a differing statement.
type Other struct {
	Value  string `json:"value" doc:"The value from that source"`
	Source string `json:"source" doc:"The source, as in source"`
}

// Number is a number with who says so.
type Number struct {
	Value int64  `json:"value" doc:"The number"`
	AsOf  string `json:"asOf,omitempty" doc:"The date of the figure, YYYY-MM-DD or less precise; absent when the source gives none"`
	Claim
}

// Identifier is a number of a register.
type Identifier struct {
	Scheme string `json:"scheme" doc:"lei, isin, ticker, wikidata, duns, vat, tax or iana_registrar"`
	Value  string `json:"value" doc:"The value of the identifier"`
	Claim
}

// Person is somebody in charge.
type Person struct {
	Name string `json:"name" doc:"Full name"`
	Role string `json:"role,omitempty" doc:"Founder, Chief executive officer, or the role as written on the page"`
	URL  string `json:"url,omitempty" doc:"A page about the person"`
	Claim
}

// Place is an address.
type Place struct {
	Kind       string `json:"kind" doc:"office, headquarters or registrant"`
	Name       string `json:"name,omitempty" doc:"Name of the place"`
	Street     string `json:"street,omitempty" doc:"Street and number"`
	Locality   string `json:"locality,omitempty" doc:"Town"`
	Region     string `json:"region,omitempty" doc:"State or region"`
	PostalCode string `json:"postalCode,omitempty" doc:"Postal code"`
	Country    string `json:"country,omitempty" doc:"Country, as the source writes it"`
	Phone      string `json:"phone,omitempty" doc:"Telephone number"`
	Claim
}

// SocialLink is a profile on a social network.
type SocialLink struct {
	Network string `json:"network" doc:"x, linkedin, facebook, instagram, youtube, github and so on"`
	URL     string `json:"url" doc:"URL of the profile"`
	Claim
}

// Feed is a blog or news feed.
type Feed struct {
	URL           string  `json:"url" doc:"URL of the feed"`
	Title         string  `json:"title,omitempty" doc:"Its title"`
	NewestAt      string  `json:"newestAt,omitempty" doc:"When its newest post was published: a time in UTC, or only the day"`
	PostsPerMonth float64 `json:"postsPerMonth,omitempty" doc:"Number of posts per month; absent when the feed's dates do not allow an estimate"`
	Claim
}

// Part is how one part of the gathering went.
type Part struct {
	Name string `json:"name" doc:"pages, brand, infra or seo"`
	signal.Outcome
}

// sample is the documentation's example.
func sample() Result {
	said := Claim{Source: "jsonld", Confidence: 0.98, AgreedBy: []string{"wikidata"}}
	return Result{
		Domain: "example.com", URL: "https://example.com/",
		Name:        &Fact{Value: "Example", Claim: said},
		Founded:     &Fact{Value: "1998", Claim: said},
		Identifiers: []Identifier{{Scheme: "wikidata", Value: "Q42", Claim: Claim{Source: "wikidata", Confidence: 0.8}}},
		People:      []Person{{Name: "Ada Marsh", Role: "Founder", Claim: said}},
		Places:      []Place{},
		SocialLinks: []SocialLink{{Network: "github", URL: "https://github.com/example", Claim: Claim{Source: "jsonld", Confidence: 0.9}}},
		Parts:       []Part{{Name: "pages", Outcome: signal.Of("site", nil)}},
	}
}
