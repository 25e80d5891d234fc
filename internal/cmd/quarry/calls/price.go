package calls

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
)

// Price is what a call would cost.
type Price struct {
	Action  credit.Action `json:"action"`
	Credits int64         `json:"credits"` // of the whole call
	// Each and Of are the price of one of several jobs, and how many there are; AtMost says that
	// there can be fewer.
	Each   int64 `json:"creditsEach,omitempty"`
	Of     int   `json:"jobs,omitempty"`
	AtMost bool  `json:"atMost,omitempty"`
	Lists  int64 `json:"creditsLists,omitempty"` // of reading a site's sitemaps
}

// String says it in words.
func (p Price) String() string {
	words := credit.Words(p.Credits)
	if p.AtMost {
		words = "at most " + words
	}
	if p.Of > 1 {
		words += fmt.Sprintf(": %s for each of %d pages", credit.Words(p.Each), p.Of)
	}
	if p.Lists > 0 {
		words += fmt.Sprintf(", %s for the sitemaps", credit.Words(p.Lists))
	}
	return fmt.Sprintf("%s (%s)", words, p.Action)
}

// ErrUnpriced is that a call's price follows from what only the service can read, such as a cursor.
var ErrUnpriced = errors.New("only the service can read this call's cursor")

// Price works out what a body costs, by the prices of this version and without asking the service.
// Errors are those that the service would refuse the body with.
func (c *Command) Price(body map[string]any) (Price, error) {
	if _, ok := body["cursor"]; ok {
		return Price{}, ErrUnpriced
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return Price{}, err
	}
	caller := kind.Caller{}
	switch c.Sort {
	case Batch:
		args := c.Kind.Batch.Args()
		if err := json.Unmarshal(raw, args); err != nil {
			return Price{}, wrong(err)
		}
		return batchPrice(args.Entries(), caller)
	case Crawl:
		args := c.Kind.Crawl.Args()
		if err := json.Unmarshal(raw, args); err != nil {
			return Price{}, wrong(err)
		}
		plan, err := args.Plan(caller)
		if err != nil {
			return Price{}, err
		}
		price := Price{Action: plan.Quote.Action, Credits: plan.Quote.Credits * plan.Limit, Each: plan.Quote.Credits, Of: int(plan.Limit), AtMost: true}
		if plan.Lists != kind.SkipLists {
			price.Lists = listsPrice()
			price.Credits += price.Lists
		}
		return price, nil
	case Read, Change, Create, Stream:
	}
	args := c.Call.NewArgs()
	if err := json.Unmarshal(raw, args); err != nil {
		return Price{}, wrong(err)
	}
	plan, err := args.Prepare(caller)
	if err != nil {
		return Price{}, err
	}
	return Price{Action: plan.Quote.Action, Credits: plan.Quote.Credits}, nil
}

// listsPrice is what the job costs that reads the sitemaps of a crawl's site.
func listsPrice() int64 {
	for _, def := range kinds.All() {
		if def.Name == kind.Lists {
			return def.Main().Prices[0].For(1).Credits
		}
	}
	return 0
}

// batchPrice adds up what entries cost; those that are no public targets cost nothing.
func batchPrice(entries []kind.Entry, caller kind.Caller) (Price, error) {
	var total Price
	for _, e := range entries {
		plan, err := e.Args.Prepare(caller)
		if err != nil {
			continue
		}
		total.Action, total.Each = plan.Quote.Action, plan.Quote.Credits
		total.Credits += plan.Quote.Credits
		total.Of++
	}
	if total.Of == 0 {
		return total, errors.New("no URL of these can be scraped")
	}
	return total, nil
}

// wrong names the member that is not of its type.
func wrong(err error) error {
	if of, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("invalid_request: %s: must be %s", of.Field, of.Type)
	}
	return err
}

// Prices are what the command can cost, in words.
func (c *Command) Prices() string {
	if c.Kind == nil {
		return ""
	}
	prices := c.Call.Prices
	if len(prices) == 0 {
		prices = c.Kind.Main().Prices
	}
	var all []string
	for _, p := range prices {
		all = append(all, fmt.Sprintf("%s (%s)", p.Words(), p.Action()))
	}
	return strings.Join(all, ", ")
}
