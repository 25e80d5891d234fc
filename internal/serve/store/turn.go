package store

import (
	"context"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/web/turn"
)

// TurnPrefix is what the keys of rows about services and hosts begin with in the edge table.
// The roles of workers are held to it: the rows of tokens lie beside them.
const TurnPrefix = "P#"

const (
	// turnsAhead is further than any turn is given in advance: a time beyond it is of a clock
	// that has been set back since.
	turnsAhead = 30 * time.Minute
	// turnTries bounds the corrections of a wrong guess about a row: in use or idle, and
	// what others have taken meanwhile.
	turnTries = 8
	// turnLife is how long a row is kept that nobody uses.
	turnLife = 24 * time.Hour
	// maxPage is the largest page that is shared, in bytes.
	maxPage = 64 << 10
	// maxHints bounds what a process remembers of names. The memory only saves writes.
	maxHints = 4096
)

// turnItem is what is known of a service or a host. Times are Unix microseconds.
type turnItem struct {
	Next       int64  `dynamodbav:"next"`              // turn that is free
	By         string `dynamodbav:"request,omitempty"` // random, of who took the last one
	Failed     int    `dynamodbav:"failed"`
	RestsUntil int64  `dynamodbav:"restsUntil"`
	Pace       int64  `dynamodbav:"pace,omitempty"`       // microseconds between calls
	PacedUntil int64  `dynamodbav:"pacedUntil,omitempty"` // by the clock of who was asked for less
	Page       []byte `dynamodbav:"page,omitempty"`
	PageUntil  int64  `dynamodbav:"pageUntil,omitempty"`
}

func (r *turnItem) standing() turn.Standing {
	s := turn.Standing{Failed: r.Failed}
	if r.RestsUntil > 0 {
		s.RestsUntil = time.UnixMicro(r.RestsUntil)
	}
	if r.PacedUntil > 0 {
		s.Pace, s.PacedUntil = time.Duration(r.Pace)*time.Microsecond, time.UnixMicro(r.PacedUntil)
	}
	return s
}

func turnKey(name string) item {
	return item{"pk": &types.AttributeValueMemberS{Value: TurnPrefix + name}}
}

// hints are when the next turns are free, as this process saw them last.
type hints struct {
	mu   sync.Mutex
	next map[string]int64
}

func (h *hints) of(name string) int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.next[name]
}

func (h *hints) set(name string, next int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.next == nil || len(h.next) >= maxHints {
		h.next = map[string]int64{}
	}
	h.next[name] = next
}

// TakeTurn implements turn.Shared by one conditional write: the name does not rest, and its next
// turn is free by now, or lies ahead and is moved on by one. The write guesses which of both;
// the row that a wrong guess meets corrects it.
func (s *Store) TakeTurn(ctx context.Context, name string, every, patience time.Duration) (turn.Standing, bool, error) {
	now, by := s.now(), ident.New("")
	guess := s.hints.of(name)
	for range turnTries {
		row, taken, err := s.writeTurn(ctx, name, guess, by, now, every, patience)
		if err != nil {
			return turn.Standing{}, false, err
		}
		guess = row.Next
		standing := row.standing()
		switch {
		case taken:
			s.hints.set(name, row.Next)
			standing.Turn = time.UnixMicro(row.Next).Add(-every)
			return standing, true, nil
		case standing.Rests(now):
			return standing, false, nil
		case row.ahead(now) && row.Next > now.Add(patience).UnixMicro():
			standing.Turn = time.UnixMicro(row.Next)
			return standing, false, nil
		}
	}
	return turn.Standing{}, false, unavailable(errContended)
}

// ahead reports whether the next turn lies ahead, by a clock that can be believed.
func (r *turnItem) ahead(now time.Time) bool {
	return r.Next > now.UnixMicro() && r.Next <= now.Add(turnsAhead).UnixMicro()
}

func (s *Store) writeTurn(
	ctx context.Context, name string, guess int64, by string, now time.Time, every, patience time.Duration,
) (row turnItem, taken bool, err error) {
	c := change{
		key: turnKey(name), set: "SET #next = :next, #request = :by, #ttl = :ttl",
		condition: "(attribute_not_exists(#next) OR #next <= :now OR #next > :far)",
		values: values{
			":next": now.Add(every).UnixMicro(), ":now": now.UnixMicro(), ":far": now.Add(turnsAhead).UnixMicro(),
			":by": by, ":ttl": now.Add(turnLife).Unix(),
		},
	}
	if (&turnItem{Next: guess}).ahead(now) {
		c.set = "SET #next = #next + :every, #request = :by, #ttl = :ttl"
		c.condition = "#next > :now AND #next <= :latest AND #request <> :by"
		c.values = values{
			":every": every.Microseconds(), ":now": now.UnixMicro(), ":latest": now.Add(patience).UnixMicro(),
			":by": by, ":ttl": now.Add(turnLife).Unix(),
		}
	}
	c.condition += " AND (attribute_not_exists(#restsUntil) OR #restsUntil <= :now)"
	found, ok, err := s.update(ctx, s.edge, c)
	if err != nil {
		return row, false, err
	}
	err = decode(found, &row)
	return row, ok || row.By == by, err // a row with our id was written by a try whose answer was lost
}

// Standing implements turn.Shared. It may be out of date by a second.
func (s *Store) Standing(ctx context.Context, name string) (turn.Standing, error) {
	row, err := s.turnRow(ctx, name)
	standing := row.standing()
	if row.ahead(s.now()) {
		standing.Turn = time.UnixMicro(row.Next)
	}
	return standing, err
}

func (s *Store) turnRow(ctx context.Context, name string) (row turnItem, err error) {
	res, err := s.db.GetItem(ctx, &dynamodb.GetItemInput{TableName: &s.edge, Key: turnKey(name)})
	if err != nil {
		return row, unavailable(err)
	}
	return row, decode(res.Item, &row)
}

// Failed implements turn.Shared.
func (s *Store) Failed(ctx context.Context, name string) (turn.Standing, error) {
	by := ident.New("")
	found, _, err := s.update(ctx, s.edge, change{
		key: turnKey(name), set: "SET #failure = :by, #ttl = :ttl ADD #failed :one",
		condition: "attribute_not_exists(#failure) OR #failure <> :by",
		values:    values{":by": by, ":one": int64(1), ":ttl": s.now().Add(turnLife).Unix()},
	})
	if err != nil {
		return turn.Standing{}, err
	}
	var row turnItem
	err = decode(found, &row)
	return row.standing(), err
}

// Worked implements turn.Shared.
func (s *Store) Worked(ctx context.Context, name string) error {
	_, _, err := s.update(ctx, s.edge, change{key: turnKey(name), set: "REMOVE #failed"})
	return err
}

// Rest implements turn.Shared.
func (s *Store) Rest(ctx context.Context, name string, long time.Duration) error {
	until := s.now().Add(long)
	_, _, err := s.update(ctx, s.edge, change{
		key: turnKey(name), set: "SET #restsUntil = :until, #ttl = :ttl",
		values: values{":until": until.UnixMicro(), ":ttl": until.Add(turnLife).Unix()},
	})
	return err
}

// Slow implements turn.Shared by a conditional write: the pace is what it was when it was read. Who
// finds that another has changed it meanwhile leaves it, if that was just now.
func (s *Store) Slow(ctx context.Context, name string) (turn.Standing, error) {
	row, err := s.turnRow(ctx, name)
	if err != nil {
		return turn.Standing{}, err
	}
	for range turnTries {
		slower, changed := row.standing().Slower(s.now())
		if !changed {
			return slower, nil
		}
		c := change{
			key: turnKey(name), set: "SET #pace = :pace, #pacedUntil = :until, #ttl = :ttl", condition: "#pacedUntil = :seen",
			values: values{
				":pace": slower.Pace.Microseconds(), ":until": slower.PacedUntil.UnixMicro(), ":seen": row.PacedUntil,
				":ttl": s.now().Add(turnLife).Unix(),
			},
		}
		if row.PacedUntil == 0 {
			c.condition = "attribute_not_exists(#pacedUntil)"
			delete(c.values, ":seen")
		}
		found, ok, err := s.update(ctx, s.edge, c)
		if err != nil {
			return turn.Standing{}, err
		}
		row = turnItem{}
		if err := decode(found, &row); err != nil || ok {
			return row.standing(), err
		}
	}
	return turn.Standing{}, unavailable(errContended)
}

// Page implements turn.Shared. It may be out of date by a second.
func (s *Store) Page(ctx context.Context, name string) (body []byte, found bool, err error) {
	row, err := s.turnRow(ctx, name)
	return row.Page, err == nil && row.PageUntil > s.now().UnixMicro(), err
}

// KeepPage implements turn.Shared.
func (s *Store) KeepPage(ctx context.Context, name string, body []byte, long time.Duration) error {
	if len(body) > maxPage {
		return nil
	}
	until := s.now().Add(long)
	_, _, err := s.update(ctx, s.edge, change{
		key: turnKey(name), set: "SET #page = :page, #pageUntil = :until, #ttl = :ttl",
		values: values{":page": body, ":until": until.UnixMicro(), ":ttl": until.Add(turnLife).Unix()},
	})
	return err
}
