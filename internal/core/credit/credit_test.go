package credit_test

import (
	"slices"
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]credit.Price{
		"1 credit":                               {Base: 1},
		"15 credits":                             {Base: 15},
		"3 credits for each started 20 items":    {PerBlock: 3, Block: 20},
		"1 credit for each item":                 {PerBlock: 1, Block: 1},
		"10 credits and 2 credits for each item": {Base: 10, PerBlock: 2, Block: 1},
	} {
		if got := p.Words(); got != want {
			t.Errorf("%+v: %q, want %q", p, got, want)
		}
	}
}

func TestFor(t *testing.T) {
	t.Parallel()
	blocks := credit.Price{Action: "x", Base: 10, PerBlock: 3, Block: 20}
	for quantity, want := range map[int]credit.Quote{
		0:  {Action: "x", Units: 1, Credits: 13},
		1:  {Action: "x", Units: 1, Credits: 13},
		20: {Action: "x", Units: 1, Credits: 13},
		21: {Action: "x", Units: 2, Credits: 16},
	} {
		if got := blocks.For(quantity); got != want {
			t.Errorf("%d: %+v, want %+v", quantity, got, want)
		}
	}
	flat := credit.Price{Action: "y", Base: 4}
	if got := flat.For(1000); got != (credit.Quote{Action: "y", Units: 1, Credits: 4}) {
		t.Errorf("%+v", got)
	}
}

func TestPrices(t *testing.T) {
	t.Parallel()
	list := credit.Prices()
	if !slices.IsSortedFunc(list, func(a, b credit.Price) int {
		if a.Action < b.Action {
			return -1
		}
		return 1
	}) || len(list) == 0 {
		t.Errorf("%+v", list)
	}
	for _, p := range list {
		if got, ok := credit.PriceOf(p.Action); !ok || got != p || p.Base+p.PerBlock <= 0 {
			t.Errorf("%+v", p)
		}
	}
}
