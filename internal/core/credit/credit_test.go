package credit_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/core/credit"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]credit.Price{
		"1 credit":                               credit.Flat("x", 1),
		"15 credits":                             credit.Flat("x", 15),
		"3 credits for each started 20 items":    credit.PerBlock("x", 3, 20),
		"1 credit for each item":                 credit.PerBlock("x", 1, 1),
		"10 credits and 2 credits for each item": credit.PerBlock("x", 2, 1).Plus(10),
	} {
		if got := p.Words(); got != want {
			t.Errorf("%+v: %q, want %q", p, got, want)
		}
	}
}

func TestFor(t *testing.T) {
	t.Parallel()
	blocks := credit.PerBlock("x", 3, 20).Plus(10)
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
	flat := credit.Flat("y", 4)
	if got := flat.For(1000); got != (credit.Quote{Action: "y", Units: 1, Credits: 4}) {
		t.Errorf(`got %+v, want credit.Quote{Action: "y", Units: 1, Credits: 4}`, got)
	}
}

func TestValid(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		price credit.Price
		want  bool
	}{
		"flat":                   {credit.Flat("x", 1), true},
		"a block":                {credit.PerBlock("x", 1, 20), true},
		"a block and a base":     {credit.PerBlock("x", 1, 1).Plus(3), true},
		"nothing":                {credit.Price{}, false},
		"no action":              {credit.Flat("", 1), false},
		"free":                   {credit.Flat("x", 0), false},
		"negative":               {credit.Flat("x", -1), false},
		"a negative base":        {credit.PerBlock("x", 2, 1).Plus(-1), false},
		"an empty block":         {credit.PerBlock("x", 1, 0), false},
		"a negative block price": {credit.PerBlock("x", -1, 1).Plus(5), false},
	} {
		if got := c.price.Valid(); got != c.want {
			t.Errorf("%s: got valid %t, want %t", name, got, c.want)
		}
	}
}
