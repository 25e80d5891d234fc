package option

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
)

// lastSecond is the last time that is read as seconds, in the year 5138: what lies behind
// it is in milliseconds.
const lastSecond = 100_000_000_000

// Moment is a time that a caller writes as an ISO 8601 date or time, or in Unix seconds or
// milliseconds, as a number or a text. Prepare brings it into the one form of answers.
type Moment string

// unixMark precedes what was a number, until Prepare: 2026 is a second then, and no year.
const unixMark = "@"

// UnmarshalJSON takes a text or a number.
func (m *Moment) UnmarshalJSON(data []byte) error {
	var n json.Number
	if len(data) > 0 && data[0] != '"' && json.Unmarshal(data, &n) == nil {
		*m = Moment(unixMark + n)
		return nil
	}
	return json.Unmarshal(data, (*string)(m))
}

// Prepare brings a Moment into the form of answers; none stays none. Error: invalid_request.
func (m *Moment) Prepare(field string) error {
	given := strings.TrimSpace(string(*m))
	if *m = ""; given == "" {
		return nil
	}
	read := Instant
	if number, ok := strings.CutPrefix(given, unixMark); ok {
		given, read = number, unix
	}
	t, err := read(given)
	if err != nil {
		return errs.Field(errs.InvalidRequest, field, err.Error())
	}
	*m = Moment(instant.Text(t))
	return nil
}

// Time is a Moment after Prepare; the zero time for none.
func (m *Moment) Time() time.Time {
	t, err := time.Parse(time.RFC3339, string(*m))
	if err != nil {
		return time.Time{}
	}
	return t
}

// Unix is a Moment after Prepare in seconds; 0 for none, as for the beginning of time.
func (m *Moment) Unix() int64 {
	if t := m.Time(); !t.IsZero() {
		return t.Unix()
	}
	return 0
}

// Window prepares the two ends of a time. Error: invalid_request, among it for a since that
// is behind until.
func Window(since, until *Moment) error {
	if err := since.Prepare("since"); err != nil {
		return err
	}
	if err := until.Prepare("until"); err != nil {
		return err
	}
	if *since != "" && *until != "" && *since > *until {
		return errs.Field(errs.InvalidRequest, "since", "must not be later than until")
	}
	return nil
}

// errInstant says what an instant can be.
var errInstant = errors.New("must be a time such as 2026-11-21T10:00:00Z, a date such as 2026-11-21, or Unix seconds or milliseconds")

// forms are those of ISO 8601 that are read.
var forms = []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateOnly, "2006-01", "2006"}

// Instant reads a time of ISO 8601, or Unix seconds or milliseconds. Without a zone it is in
// UTC, and a date, a month or a year is its begin.
func Instant(raw string) (time.Time, error) {
	if strings.Trim(raw, "0123456789") == "" && len(raw) != len("2006") {
		return unix(raw)
	}
	for _, layout := range forms {
		if t, err := time.Parse(layout, raw); err == nil && t.Year() > 0 && t.UTC().Year() <= 9999 {
			return t.UTC(), nil
		}
	}
	return time.Time{}, errInstant
}

// unix reads seconds or milliseconds.
func unix(raw string) (time.Time, error) {
	const lastMilli = 253_402_300_799_999 // of the year 9999
	n, err := strconv.ParseFloat(raw, 64)
	switch {
	case err != nil || n < 0 || n > lastMilli || n != math.Trunc(n):
		return time.Time{}, errInstant
	case n > lastSecond:
		return time.UnixMilli(int64(n)).UTC(), nil
	}
	return time.Unix(int64(n), 0).UTC(), nil
}
