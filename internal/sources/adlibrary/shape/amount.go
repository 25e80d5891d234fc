package shape

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/wire"
)

// scales are what letters behind a number stand for; lakh and crore are of India.
var scales = map[string]float64{"": 1, "K": 1e3, "M": 1e6, "B": 1e9, "L": 1e5, "CR": 1e7}

// bounds reads an amount as the library writes it: "$9K-$10K", "<100", ">1M", "1,200". An
// end that is open, or not understood, is nil.
func bounds(text string) (lower, upper *float64) {
	text = strings.NewReplacer("–", "-", "—", "-", "≥", ">", "≤", "<").Replace(text)
	if low, high, ok := strings.Cut(text, "-"); ok {
		lower, upper = amount(low), amount(high)
		if lower == nil || upper == nil || *lower > *upper {
			return nil, nil
		}
		return lower, upper
	}
	switch n := amount(text); {
	case strings.ContainsRune(text, '<'):
		return nil, n
	case strings.ContainsAny(text, ">+"):
		return n, nil
	default:
		return n, n
	}
}

// amount reads one number with its scale; signs of currencies before it are passed over.
func amount(text string) *float64 {
	first := strings.IndexFunc(text, unicode.IsDigit)
	if first < 0 {
		return nil
	}
	last := first
	for last < len(text) && strings.IndexByte("0123456789.,", text[last]) >= 0 {
		last++
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(text[first:last], ",", ""), 64)
	scale, ok := scales[strings.ToUpper(strings.Trim(text[last:], " +\u00a0"))]
	if err != nil || !ok {
		return nil
	}
	n *= scale
	return &n
}

// money is what an ad cost, nil when that is not disclosed.
func money(text, currency string) *ads.Money {
	if text == "" {
		return nil
	}
	m := &ads.Money{Currency: currency, Text: text}
	m.Lower, m.Upper = bounds(text)
	return m
}

// count is a number of views or people, nil when that is not disclosed.
func count(text string) *ads.Range {
	if text == "" {
		return nil
	}
	lower, upper := bounds(text)
	return &ads.Range{Lower: whole(lower), Upper: whole(upper), Text: text}
}

func whole(n *float64) *int64 {
	if n == nil || *n > 1<<53 {
		return nil
	}
	return new(int64(math.Round(*n)))
}

// between are bounds that the official API gives as numbers.
func between(b *wire.Bounds) *ads.Range {
	if b == nil || !b.Lower.Set && !b.Upper.Set {
		return nil
	}
	return &ads.Range{Lower: b.Lower.Pointer(), Upper: b.Upper.Pointer()}
}

func cost(b *wire.Bounds, currency string) *ads.Money {
	r := between(b)
	if r == nil {
		return nil
	}
	m := &ads.Money{Currency: currency}
	if r.Lower != nil {
		m.Lower = new(float64(*r.Lower))
	}
	if r.Upper != nil {
		m.Upper = new(float64(*r.Upper))
	}
	return m
}
