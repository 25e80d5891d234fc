package socialmentionsrun

import (
	"encoding/json"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/sources/paging"
)

// maxGiven is how many posts a place remembers: those of the page before. Searches
// that change while they are read show some of them again.
const maxGiven = 100

// place is how far a walk through a search has come.
type place struct {
	Position string `json:"p"`
	Given    string `json:"g,omitempty"` // the posts that were given last

	given paging.Given
}

func readPlace(position string) (place, error) {
	var at place
	if position == "" {
		return at, nil
	}
	known, err := false, json.Unmarshal([]byte(position), &at)
	if err == nil {
		at.given, known = paging.ReadGiven(at.Given)
	}
	if !known || at.Position == "" {
		return at, errs.Of(errs.InvalidCursor)
	}
	return at, nil
}

// first notes a post and reports whether it is there for the first time.
func (at *place) first(id string) bool { return at.given.First(id) }

func (at *place) write() string {
	b, _ := json.Marshal(place{Position: at.Position, Given: at.given.Text(maxGiven)}) // strings always can be
	return string(b)
}
