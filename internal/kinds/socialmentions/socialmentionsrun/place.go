package socialmentionsrun

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"slices"

	"github.com/quarryapi/quarry/internal/core/errs"
)

const (
	// maxGiven is how many posts a place remembers: those of the page before. Searches
	// that change while they are read show some of them again.
	maxGiven = 100
	// sumSize is how many bytes stand for an id: two of 200 ids are alike once in 50
	// million pages.
	sumSize = 5
)

// place is how far a walk through a search has come.
type place struct {
	Position string `json:"p"`
	Given    string `json:"g,omitempty"` // sums of the posts that were given last

	given []string
}

func readPlace(position string) (place, error) {
	var at place
	if position == "" {
		return at, nil
	}
	sums, err := []byte(nil), json.Unmarshal([]byte(position), &at)
	if err == nil {
		sums, err = base64.RawStdEncoding.DecodeString(at.Given)
	}
	if err != nil || at.Position == "" || len(sums)%sumSize != 0 {
		return at, errs.Of(errs.InvalidCursor)
	}
	for sum := range slices.Chunk(sums, sumSize) {
		at.given = append(at.given, string(sum))
	}
	return at, nil
}

// first notes a post and reports whether it is there for the first time.
func (at *place) first(id string) bool {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // a sum takes everything
	sum := string(binary.BigEndian.AppendUint64(nil, h.Sum64())[:sumSize])
	if slices.Contains(at.given, sum) {
		return false
	}
	at.given = append(at.given, sum)
	return true
}

func (at *place) write() string {
	var sums []byte
	for _, sum := range at.given[max(0, len(at.given)-maxGiven):] {
		sums = append(sums, sum...)
	}
	b, _ := json.Marshal(place{Position: at.Position, Given: base64.RawStdEncoding.EncodeToString(sums)}) // strings always can be
	return string(b)
}
