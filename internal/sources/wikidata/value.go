package wikidata

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Text is the value of a snak that is a text or an address; empty when it is none.
func (s Snak) Text() string {
	var text string
	if s.read("string", &text) {
		return strings.TrimSpace(text)
	}
	var told struct{ Text string }
	if s.read("monolingualtext", &told) {
		return strings.TrimSpace(told.Text)
	}
	return ""
}

// Item is the id of the item that the value of a snak is; empty when it is none.
func (s Snak) Item() string {
	var value struct {
		ID        string `json:"id"`
		NumericID int64  `json:"numeric-id"`
		Type      string `json:"entity-type"`
	}
	switch {
	case !s.read("wikibase-entityid", &value) || value.Type != "" && value.Type != "item":
		return ""
	case value.ID == "" && value.NumericID > 0: // as old answers have it
		return "Q" + strconv.FormatInt(value.NumericID, 10)
	case !isItem(value.ID):
		return ""
	}
	return value.ID
}

func isItem(id string) bool {
	rest, ok := strings.CutPrefix(id, "Q")
	return ok && rest != "" && len(rest) < 20 && strings.Trim(rest, "0123456789") == ""
}

// Precisions of times, see https://www.wikidata.org/wiki/Help:Dates.
const (
	toYear  = 9
	toMonth = 10
)

// Date is the value of a snak that is a time of our era, as precise as it is known:
// YYYY, YYYY-MM or YYYY-MM-DD. It is empty for others and for times that are known to
// the decade at best.
func (s Snak) Date() string {
	var value struct {
		Time      string `json:"time"` // "+2015-12-11T00:00:00Z", months and days may be 00
		Precision int    `json:"precision"`
	}
	if !s.read("time", &value) {
		return ""
	}
	date, _, _ := strings.Cut(strings.TrimPrefix(value.Time, "+"), "T")
	if len(date) != len("2015-12-11") || value.Precision < toYear {
		return ""
	}
	if _, err := strconv.ParseUint(strings.ReplaceAll(date, "-", ""), 10, 32); err != nil || date[4] != '-' || date[7] != '-' {
		return ""
	}
	switch month, day := date[5:7], date[8:]; {
	case value.Precision == toYear || month == "00":
		return date[:4]
	case value.Precision == toMonth || day == "00":
		return date[:7]
	}
	return date
}

// Quantity is the value of a snak that is a number, and the id of its unit, which is
// empty for a plain number.
func (s Snak) Quantity() (amount float64, unit string, ok bool) {
	var value struct {
		Amount string `json:"amount"` // "+4500"
		Unit   string `json:"unit"`   // "1" or the address of an item
	}
	if !s.read("quantity", &value) {
		return 0, "", false
	}
	amount, err := strconv.ParseFloat(value.Amount, 64)
	if err != nil || amount-amount != 0 {
		return 0, "", false
	}
	if id := value.Unit[strings.LastIndexByte(value.Unit, '/')+1:]; isItem(id) {
		unit = id
	}
	return amount, unit, true
}

// AsOf is when a statement held, as Snak.Date writes it; empty when it does not say.
func (s *Statement) AsOf() string { return s.qualifier(pointInTime).Date() }

// Symbol is the ticker that qualifies a listing; empty when none does.
func (s *Statement) Symbol() string { return s.qualifier(Ticker).Text() }

func (s *Statement) qualifier(property string) Snak {
	for _, q := range s.Qualifiers[property] {
		return q
	}
	return Snak{}
}

// read fills v with the value if it is of a type.
func (s Snak) read(kind string, v any) bool {
	return s.Type == "value" && s.DataValue != nil && s.DataValue.Type == kind && json.Unmarshal(s.DataValue.Value, v) == nil
}
