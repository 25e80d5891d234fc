package seo

import "github.com/quarryapi/quarry/internal/kind/signal"

// Wikidata is what Wikidata knows about whose website the domain is.
type Wikidata struct {
	signal.Outcome
	Entity *Entity `json:"entity,omitempty" doc:"The entity whose official website is on the domain; absent unless status is ok."`
}

// Entity is an item of Wikidata. Values that are unknown, disputed (deprecated) or of
// the past where Wikidata has an end for them are left out.
type Entity struct {
	ID          string `json:"id" example:"Q312" doc:"Wikidata id."`
	URL         string `json:"url" doc:"URL of its page at Wikidata."`
	Label       string `json:"label,omitempty" doc:"Its name in English; absent when it has none."`
	Description string `json:"description,omitempty" doc:"Short description in English; absent when there is none."`
	Website     string `json:"website" doc:"The official website by which it was accepted."`
	MatchedName string `json:"matchedName" doc:"The name that was searched for: productName, companyName, or the name in the domain."`

	InstanceOf   []Thing      `json:"instanceOf" doc:"Its classes, such as business."`
	Inception    string       `json:"inception,omitempty" doc:"When it was founded, as precise as known: YYYY, YYYY-MM or YYYY-MM-DD; absent when unknown."`
	Headquarters []Thing      `json:"headquarters" doc:"Location of its headquarters."`
	Countries    []Thing      `json:"countries" doc:"Countries of the entity."`
	Industries   []Thing      `json:"industries" doc:"Its industries."`
	Employees    *Count       `json:"employees,omitempty" doc:"Latest number of employees; absent when unknown."`
	Revenue      *Count       `json:"revenue,omitempty" doc:"Latest total revenue; absent when unknown."`
	Founders     []Thing      `json:"founders" doc:"Its founders."`
	Executives   []Thing      `json:"chiefExecutives" doc:"Current chief executives: those without an end date."`
	Parents      []Thing      `json:"parents" doc:"Its current parent organizations."`
	Subsidiaries []Thing      `json:"subsidiaries" doc:"Its current subsidiaries, at most 25."`
	Listings     []Listing    `json:"listings" doc:"Stock exchanges on which it is currently listed."`
	ISIN         string       `json:"isin,omitempty" doc:"International Securities Identification Number; absent when unknown."`
	LEI          string       `json:"lei,omitempty" doc:"Legal Entity Identifier; absent when unknown."`
	Social       []SocialLink `json:"social" doc:"Its profiles on social networks."`
	Logo         string       `json:"logo,omitempty" doc:"URL of its logo at Wikimedia Commons; absent when unknown."`
	Wikipedia    string       `json:"wikipedia,omitempty" doc:"URL of its article in the English Wikipedia; absent when there is none."`
}

// Thing is another item of Wikidata.
type Thing struct {
	ID   string `json:"id" doc:"Wikidata id."`
	Name string `json:"name,omitempty" doc:"Its name in English; absent when it has none."`
}

// Count is a number at a time.
type Count struct {
	Value float64 `json:"value" doc:"The number."`
	Unit  *Thing  `json:"unit,omitempty" doc:"Unit of the value, such as a currency; absent for plain numbers."`
	AsOf  string  `json:"asOf,omitempty" doc:"Date of the value, as precise as known: YYYY, YYYY-MM or YYYY-MM-DD; absent when unknown."`
}

// Listing is a stock exchange and the symbol there.
type Listing struct {
	Exchange Thing  `json:"exchange" doc:"The exchange."`
	Ticker   string `json:"ticker,omitempty" doc:"The symbol; absent when unknown."`
}

// SocialLink is a profile on a social network.
type SocialLink struct {
	Network  string `json:"network" enum:"x,facebook,instagram,linkedin,youtube" doc:"Name of the network."`
	Username string `json:"username" doc:"The name of the profile according to Wikidata; for YouTube the channel's id."`
	URL      string `json:"url" doc:"URL of the profile."`
}
