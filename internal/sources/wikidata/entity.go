package wikidata

import (
	"bytes"
	"encoding/json"
)

// Entity is an item with its statements.
type Entity struct {
	ID      string  `json:"id"`
	Missing *string `json:"missing,omitempty"` // set when there is no such item
	// Redirects is set when the item was merged into this one.
	Redirects *struct {
		From string `json:"from"`
	} `json:"redirects,omitempty"`

	Labels       object[Text]            `json:"labels,omitempty"` // by language
	Descriptions object[Text]            `json:"descriptions,omitempty"`
	Claims       object[json.RawMessage] `json:"claims,omitempty"`    // by property; see Statements
	Sitelinks    object[Sitelink]        `json:"sitelinks,omitempty"` // by site: "enwiki"
}

// Text is a text in a language.
type Text struct {
	Value string `json:"value"`
}

// Sitelink is an article about an item.
type Sitelink struct {
	Title string `json:"title"`
}

// object is a JSON object that the API writes as [] when it is empty.
type object[T any] map[string]T

// UnmarshalJSON reads both.
func (o *object[T]) UnmarshalJSON(data []byte) error {
	if inner, ok := bytes.CutPrefix(data, []byte("[")); ok && len(bytes.Trim(inner, "] \t\r\n")) == 0 {
		*o = object[T]{}
		return nil
	}
	return json.Unmarshal(data, (*map[string]T)(o))
}

// Label is the item's English name, or the one that it has in most languages.
func (e *Entity) Label() string { return english(e.Labels) }

// Description is a few English words on the item.
func (e *Entity) Description() string { return english(e.Descriptions) }

func english(texts map[string]Text) string {
	if t := texts["en"].Value; t != "" {
		return t
	}
	return texts["mul"].Value
}

// Rank is how much Wikidata stands by a statement.
type Rank string

// The ranks.
const (
	Preferred  Rank = "preferred"
	Normal     Rank = "normal"
	Deprecated Rank = "deprecated" // known to be wrong
)

// Statement is a value of a property, with what qualifies it.
type Statement struct {
	MainSnak   Snak           `json:"mainsnak"`
	Rank       Rank           `json:"rank"`
	Qualifiers object[[]Snak] `json:"qualifiers,omitempty"` // by property
}

// Snak is a property with a value, an unknown one, or the word that it has none.
type Snak struct {
	Type      string `json:"snaktype"` // value, somevalue or novalue
	DataValue *struct {
		Type  string          `json:"type"` // string, wikibase-entityid, time, quantity, monolingualtext
		Value json.RawMessage `json:"value"`
	} `json:"datavalue,omitempty"`
}

// Properties that this program reads. https://www.wikidata.org/wiki/Property:<id>
const (
	OfficialWebsite   = "P856"
	InstanceOf        = "P31"
	Inception         = "P571"
	Headquarters      = "P159"
	Country           = "P17"
	Industry          = "P452"
	Employees         = "P1128"
	Revenue           = "P2139"
	FoundedBy         = "P112"
	ChiefExecutive    = "P169"
	ParentOrg         = "P749"
	Subsidiary        = "P355"
	StockExchange     = "P414"
	Ticker            = "P249"
	ISIN              = "P946"
	LEI               = "P1278"
	Logo              = "P154"
	XUsername         = "P2002"
	FacebookUsername  = "P2013"
	InstagramUsername = "P2003"
	LinkedInCompany   = "P4264"
	YouTubeChannel    = "P2397"

	pointInTime = "P585"
	endTime     = "P582"
)

// Statements returns those of a property that hold now: neither deprecated nor with
// an end, in the item's order. A property that cannot be read has none.
func (e *Entity) Statements(property string) []Statement {
	var all, current []Statement
	if json.Unmarshal(e.Claims[property], &all) != nil {
		return nil
	}
	for _, s := range all {
		if s.Rank != Deprecated && !s.ended() {
			current = append(current, s)
		}
	}
	return current
}

// Best returns the statements that hold now and that Wikidata prefers: the preferred
// ones when there are any, else the normal ones.
func (e *Entity) Best(property string) []Statement {
	current := e.Statements(property)
	var preferred []Statement
	for _, s := range current {
		if s.Rank == Preferred {
			preferred = append(preferred, s)
		}
	}
	if len(preferred) > 0 {
		return preferred
	}
	return current
}

// ended matches statements of the past. An end that is known not to be there is none; an
// unknown one is an end.
func (s *Statement) ended() bool {
	for _, q := range s.Qualifiers[endTime] {
		if q.Type != "novalue" {
			return true
		}
	}
	return false
}
