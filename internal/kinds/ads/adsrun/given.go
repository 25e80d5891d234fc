package adsrun

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/read/ads"
)

const (
	// remembered is how many ads a cursor remembers: those that began first.
	remembered = 200
	// sumSize is how many bytes stand for an id there, and markSize those with the day.
	sumSize, markSize = 5, 7
)

// given are the ads that were given already, by their ids in this run and by marks in
// those before. A list that is divided by days, the newest first, gives some of its ads
// again once it is looked at more closely: always ones that began before the days that
// were looked through. So a cursor remembers those that began first.
type given struct {
	ids   map[string]bool
	sums  map[string]bool
	marks []mark
}

// mark is an ad that was given: a sum of its id, and the day on which it began.
type mark struct {
	sum string
	day uint16
}

// begin is the first day of marks; what began before has day 0, and so has an unknown day.
var begin = time.Date(2015, time.January, 1, 0, 0, 0, 0, time.UTC)

func markOf(ad *ads.Ad) mark {
	h := fnv.New64a()
	_, _ = h.Write([]byte(ad.ID)) // a sum takes everything
	m := mark{sum: string(binary.BigEndian.AppendUint64(nil, h.Sum64())[:sumSize])}
	if started, err := time.Parse(time.DateOnly, ad.StartDate); err == nil && started.After(begin) {
		m.day = uint16(min(started.Sub(begin)/(24*time.Hour), math.MaxUint16)) //nolint:gosec // it is not less than 0, and fits
	}
	return m
}

// read takes over what a cursor remembers; ok is false for nonsense.
func (g *given) read(text string) (ok bool) {
	raw, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(raw)%markSize != 0 || len(raw) > remembered*markSize {
		return false
	}
	g.sums = map[string]bool{}
	for packed := range slices.Chunk(raw, markSize) {
		m := mark{sum: string(packed[:sumSize]), day: binary.BigEndian.Uint16(packed[sumSize:])}
		g.sums[m.sum] = true
		g.marks = append(g.marks, m)
	}
	return true
}

// first notes an ad and reports whether it is there for the first time.
func (g *given) first(ad *ads.Ad) bool {
	m := markOf(ad)
	if g.ids[ad.ID] || g.sums[m.sum] {
		return false
	}
	if g.ids == nil {
		g.ids = map[string]bool{}
	}
	g.ids[ad.ID] = true
	g.marks = append(g.marks, m)
	return true
}

// forget takes back ads that are not given after all.
func (g *given) forget(all []ads.Ad) {
	for _, ad := range all {
		delete(g.ids, ad.ID)
		g.marks = slices.DeleteFunc(g.marks, func(m mark) bool { return m == markOf(&ad) })
	}
}

// write is what a cursor is to remember.
func (g *given) write() string {
	all := slices.SortedStableFunc(slices.Values(g.marks), func(a, b mark) int { return cmp.Compare(a.day, b.day) })
	var packed []byte
	for _, m := range all[:min(len(all), remembered)] {
		packed = binary.BigEndian.AppendUint16(append(packed, m.sum...), m.day)
	}
	return base64.RawStdEncoding.EncodeToString(packed)
}
