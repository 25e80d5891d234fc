package adsrun

import (
	"context"
	"encoding/json"
	"time"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/read/ads"
)

// trip are the walks through all archives that are asked. Its JSON is what a run keeps
// for the one that takes over.
type trip struct {
	Until int64   `json:"until"` // when the first call of the walk began, Unix seconds
	Walks []*walk `json:"walks"`
	// Continued says that it goes on from a cursor.
	Continued bool `json:"continued,omitempty"`
}

// place is what a cursor holds: where the walks stand that are not at their end.
type place struct {
	Until int64                `json:"u"`
	Spots map[ads.Archive]spot `json:"w"`
}

type spot struct {
	point

	Given string `json:"g,omitempty"`
}

// begin starts the walks, or takes them up where a cursor or a lost run left them.
func (r *Worker) begin(ctx context.Context, run kind.Run[adskind.Args], args *adskind.Args) (*trip, error) {
	var t trip
	if args.Op == adskind.Archive {
		found, err := run.Resume(ctx, &t)
		if err != nil {
			return nil, err
		}
		if found {
			return &t, t.resume()
		}
	}
	position, err := r.cursors.Open(run.OrgID, args.Walk(), args.Cursor)
	if err != nil {
		return nil, err
	}
	if position == "" {
		t.Until = r.now().Unix()
		for _, archive := range args.Asked() {
			t.Walks = append(t.Walks, &walk{Archive: archive})
		}
		return &t, nil
	}
	var at place
	if json.Unmarshal([]byte(position), &at) != nil || len(at.Spots) == 0 {
		return nil, errs.Of(errs.InvalidCursor)
	}
	t.Until, t.Continued = at.Until, true
	for _, archive := range args.Asked() {
		if s, ok := at.Spots[archive]; ok {
			t.Walks = append(t.Walks, &walk{Archive: archive, At: s.point, start: s.point, Given: s.Given})
		}
	}
	return &t, t.resume()
}

// resume fills in what the JSON leaves out.
func (t *trip) resume() error {
	for _, w := range t.Walks {
		if w.At.Skip < 0 || !w.given.read(w.Given) {
			return errs.Of(errs.InvalidCursor)
		}
		for _, p := range w.Packed {
			some, err := p.open()
			if err != nil {
				return err
			}
			for i := range some {
				w.given.first(&some[i])
			}
		}
	}
	return nil
}

// next is the cursor behind the trip; empty when there is nothing more available, or when
// the archives' own states leave no room in it.
func (t *trip) next(seal func(position string) string) string {
	at := place{Until: t.Until, Spots: map[ads.Archive]spot{}}
	for _, w := range t.Walks {
		if !w.Done && !w.Failure.lost() {
			s := spot{point: w.At}
			if w.Archive == ads.Meta { // Google's pages follow each other
				s.Given = w.given.write()
			}
			at.Spots[w.Archive] = s
		}
	}
	if len(at.Spots) == 0 {
		return ""
	}
	sealed := seal(at.String())
	if len(sealed) > cursor.MaxLength { // rather ads that come again than none
		for archive, s := range at.Spots {
			at.Spots[archive] = spot{s.point, ""}
		}
		sealed = seal(at.String())
	}
	if len(sealed) > cursor.MaxLength {
		return ""
	}
	return sealed
}

func (p place) String() string {
	b, _ := json.Marshal(p) // strings and numbers always can be
	return string(b)
}

// loads is how many pages were loaded.
func (t *trip) loads() (n int64) {
	for _, w := range t.Walks {
		n += w.Loads
	}
	return n
}

// turn is whose turn it is: of those that have more, the one with the fewest loads.
func (t *trip) turn() *walk {
	var least *walk
	for _, w := range t.Walks {
		if w.open() && (least == nil || w.Loads < least.Loads) {
			least = w
		}
	}
	return least
}

// query is what an archive is asked for.
func (t *trip) query(args *adskind.Args, archive ads.Archive) ads.Query {
	q := ads.Query{
		Subject: args.Subject(archive), Country: args.Country, Status: args.ActiveStatus, Limit: int(args.Limit), Until: time.Unix(t.Until, 0).UTC(),
	}
	if q.Country == adskind.Everywhere {
		q.Country = ""
	}
	if args.Op == adskind.Archive {
		q.Floor = q.Until.AddDate(0, -int(args.FloorMonths), 0).Truncate(24 * time.Hour)
	}
	return q
}
