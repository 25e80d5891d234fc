package seo

import "github.com/quarryapi/quarry/internal/kind/signal"

// Wikidata is what Wikidata knows about whose website the domain is.
type Wikidata struct {
	signal.Outcome
	Entity *Entity `json:"entity,omitempty" doc:"Whose official website is that of the domain; absent unless status is ok."`
}

// Entity is an item of Wikidata. Values that are unknown, disputed (deprecated) or of
// the past where Wikidata has an end for them are left out.
type Entity struct {
	ID          string `json:"id" example:"Q312" doc:"Its id."`
	URL         string `json:"url" doc:"Its page."`
	Label       string `json:"label,omitempty" doc:"Its name in English; absent when it has none."`
	Description string `json:"description,omitempty" doc:"A few words in English; absent when there are none."`
	Website     string `json:"website" doc:"The official website by which it was accepted."`
	MatchedName string `json:"matchedName" doc:"The name that was searched for: productName, companyName, or the domain's own word."`

	InstanceOf   []Thing      `json:"instanceOf" doc:"What it is, such as business."`
	Inception    string       `json:"inception,omitempty" doc:"When it began, as precise as known: YYYY, YYYY-MM or YYYY-MM-DD; absent when unknown."`
	Headquarters []Thing      `json:"headquarters" doc:"Where it is led from."`
	Countries    []Thing      `json:"countries" doc:"Countries it belongs to."`
	Industries   []Thing      `json:"industries" doc:"Its industries."`
	Employees    *Count       `json:"employees,omitempty" doc:"The newest number of employees; absent when unknown."`
	Revenue      *Count       `json:"revenue,omitempty" doc:"The newest total revenue; absent when unknown."`
	Founders     []Thing      `json:"founders" doc:"Who founded it."`
	Executives   []Thing      `json:"chiefExecutives" doc:"Who leads it now: those without an end."`
	Parents      []Thing      `json:"parents" doc:"Organizations it belongs to now."`
	Subsidiaries []Thing      `json:"subsidiaries" doc:"Organizations that belong to it now, at most 25."`
	Listings     []Listing    `json:"listings" doc:"Stock exchanges on which it is listed now."`
	ISIN         string       `json:"isin,omitempty" doc:"International Securities Identification Number; absent when unknown."`
	LEI          string       `json:"lei,omitempty" doc:"Legal Entity Identifier; absent when unknown."`
	Social       []SocialLink `json:"social" doc:"Its profiles on social networks."`
	Logo         string       `json:"logo,omitempty" doc:"Address of its logo at Wikimedia Commons; absent when unknown."`
	Wikipedia    string       `json:"wikipedia,omitempty" doc:"Its article in the English Wikipedia; absent when there is none."`
}

// Thing is another item of Wikidata.
type Thing struct {
	ID   string `json:"id" doc:"Its id."`
	Name string `json:"name,omitempty" doc:"Its name in English; absent when it has none."`
}

// Count is a number at a time.
type Count struct {
	Value float64 `json:"value" doc:"The number."`
	Unit  *Thing  `json:"unit,omitempty" doc:"Of what, such as a currency; absent for plain numbers."`
	AsOf  string  `json:"asOf,omitempty" doc:"When it held, as precise as known: YYYY, YYYY-MM or YYYY-MM-DD; absent when unknown."`
}

// Listing is a stock exchange and the symbol there.
type Listing struct {
	Exchange Thing  `json:"exchange" doc:"The exchange."`
	Ticker   string `json:"ticker,omitempty" doc:"The symbol; absent when unknown."`
}

// SocialLink is a profile on a social network.
type SocialLink struct {
	Network string `json:"network" enum:"x,facebook,instagram,linkedin,youtube" doc:"The network."`
	Handle  string `json:"handle" doc:"Its name there, as Wikidata has it; for YouTube the channel's id."`
	URL     string `json:"url" doc:"Where it is."`
}
