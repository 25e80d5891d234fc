package adstransparency

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/ads"
)

// creative is an ad within a list.
type creative struct {
	Advertiser string  `json:"1"`
	ID         string  `json:"2"`
	Preview    preview `json:"3"`
	Format     number  `json:"4"`
	First      *stamp  `json:"6"`
	Last       *stamp  `json:"7"`
	Name       string  `json:"12"` // of the advertiser
	Days       *number `json:"13"`
	Domain     string  `json:"14"` // in lists by domain
}

// detail is an ad by itself. Impressions and spend are there of ads about politics only.
type detail struct {
	Advertiser      string    `json:"1"`
	ID              string    `json:"2"`
	First           *stamp    `json:"3"`
	Last            *stamp    `json:"4"`
	Variations      []preview `json:"5"`
	Regions         []string  `json:"7"`
	Format          number    `json:"8"`
	ImpressionsLow  *number   `json:"9"`
	ImpressionsHigh *number   `json:"10"`
	SpendLow        *amounts  `json:"11"`
	SpendHigh       *amounts  `json:"12"`
}

// preview is how an ad can be looked at: one of three.
type preview struct {
	Script struct {
		URL string `json:"4"`
	} `json:"1"`
	Frame struct {
		URL string `json:"4"`
	} `json:"2"`
	Picture struct {
		HTML string `json:"2"`
	} `json:"3"`
}

// suggestion is somebody whom the archive knows by a text: an advertiser or a domain.
type suggestion struct {
	Advertiser *struct {
		Name    string `json:"1"`
		ID      string `json:"2"`
		Country string `json:"3"`
		Counts  struct {
			Ads struct {
				Low  *number `json:"1"`
				High *number `json:"2"`
			} `json:"2"`
		} `json:"4"`
	} `json:"1"`
	Site *struct {
		Domain string `json:"1"`
	} `json:"2"`
}

// amounts are sums in one or several currencies.
type amounts struct {
	All []struct {
		Currency string `json:"1"`
		Amount   number `json:"2"`
	} `json:"1"`
}

// number is a number, or one written as a string, as those of 64 bits are.
type number float64

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(raw []byte) error {
	text := string(raw)
	if strings.HasPrefix(text, `"`) {
		if err := json.Unmarshal(raw, &text); err != nil {
			return err
		}
	}
	if text == "null" {
		return nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err == nil && (math.IsInf(f, 0) || math.IsNaN(f)) {
		err = strconv.ErrRange
	}
	*n = number(f)
	return err
}

// count is a number of things; nil for what can be none.
func (n *number) count() *int64 {
	if n == nil || *n < 0 || *n > 1<<53 {
		return nil
	}
	return new(int64(*n))
}

// between is a range; nil when neither bound is known.
func between(low, high *number) *ads.Range {
	r := ads.Range{Lower: low.count(), Upper: high.count()}
	if r.Lower == nil && r.Upper == nil {
		return nil
	}
	return &r
}

// stamp is a moment.
type stamp struct {
	Seconds number `json:"1"`
}

// time is zero for what no ad can have seen: a time before the archive's beginning, in
// 2018, or beyond all years of four digits.
func (s *stamp) time() time.Time {
	const begin, end = 1514764800, 253402300799
	if s == nil || s.Seconds < begin || s.Seconds > end {
		return time.Time{}
	}
	return time.Unix(int64(s.Seconds), 0).UTC()
}
