// Package credit knows what things cost and the rules of the ledger. It is pure
// arithmetic: it must not know storage, HTTP or the clock.
package credit

// Action is the code under which a charge is booked and reported.
type Action string

// The actions whose kinds exist.
const (
	URLPage Action = "url.page"
)

// Price is what one action costs: Base for the call, plus PerBlock for each
// started block of Block items of the requested quantity.
type Price struct {
	Action   Action
	Base     int64
	PerBlock int64
	Block    int
}

// prices is the one price list; the OpenAPI document shows it.
var prices = map[Action]Price{
	URLPage: {Action: URLPage, Base: 1},
}

// PriceOf returns the price of an action; ok is false for an unknown one.
func PriceOf(a Action) (Price, bool) {
	p, ok := prices[a]
	return p, ok
}

// Prices returns the whole list, for the documentation.
func Prices() []Price {
	list := make([]Price, 0, len(prices))
	for _, p := range prices {
		list = append(list, p)
	}
	return list
}

// Quote is a price worked out for one job.
type Quote struct {
	Action  Action `json:"action"`
	Units   int    `json:"units"`   // started blocks, or 1 for a flat price
	Credits int64  `json:"credits"` // what is charged at admission
}

// For works out the price of a quantity of items. A flat price ignores it.
func (p Price) For(quantity int) Quote {
	if p.PerBlock == 0 {
		return Quote{Action: p.Action, Units: 1, Credits: p.Base}
	}
	blocks := max(1, (quantity+p.Block-1)/p.Block)
	return Quote{Action: p.Action, Units: blocks, Credits: p.Base + p.PerBlock*int64(blocks)}
}
