// Package credit is the arithmetic of prices: what a quantity costs and how a price is
// written. The prices themselves live with their kinds. It must not know storage, HTTP
// or the clock.
package credit

import "fmt"

// Action is the code under which a charge is booked and reported.
type Action string

// Price is what one action costs: a base for the call, plus an amount for each started
// block of items of the requested quantity. Only Flat and PerBlock make one.
type Price struct {
	Base     int64 // for the call
	PerBlock int64 // for each started block
	Block    int   // items a block
	action   Action
}

// Flat is a price that does not depend on the quantity.
func Flat(action Action, credits int64) Price { return Price{action: action, Base: credits} }

// PerBlock is a price of so many credits for each started block of so many items.
func PerBlock(action Action, credits int64, items int) Price {
	return Price{action: action, PerBlock: credits, Block: items}
}

// Plus is the price with an amount for the call itself on top.
func (p Price) Plus(credits int64) Price {
	p.Base += credits
	return p
}

// Action is what charges at this price are booked under.
func (p Price) Action() Action { return p.action }

// Valid reports whether the price names an action, costs something and has blocks that
// are not empty.
func (p Price) Valid() bool {
	return p.action != "" && p.Base >= 0 && p.PerBlock >= 0 && p.Base+p.PerBlock > 0 && (p.PerBlock == 0 || p.Block > 0)
}

// Words says a price as people do: "10 credits and 2 credits for each item".
func (p Price) Words() string {
	each := fmt.Sprintf("%s for each started %d items", Words(p.PerBlock), p.Block)
	if p.Block == 1 {
		each = Words(p.PerBlock) + " for each item"
	}
	switch {
	case p.PerBlock == 0:
		return Words(p.Base)
	case p.Base == 0:
		return each
	default:
		return Words(p.Base) + " and " + each
	}
}

// Words are an amount of credits in words: 1 credit, 2 credits.
func Words(n int64) string {
	if n == 1 {
		return "1 credit"
	}
	return fmt.Sprintf("%d credits", n)
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
		return Quote{Action: p.action, Units: 1, Credits: p.Base}
	}
	blocks := max(1, (quantity+p.Block-1)/p.Block)
	return Quote{Action: p.action, Units: blocks, Credits: p.Base + p.PerBlock*int64(blocks)}
}
