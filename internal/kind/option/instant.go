package option

import (
	"encoding/json"
	"errors"
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
// milliseconds, as a number or a text. The same digits mean the same in both, since queries
// and typed clients have texts only. Prepare brings it into the one form of answers.
type Moment string

// UnmarshalJSON takes a text or a number.
func (m *Moment) UnmarshalJSON(data []byte) error {
	var n float64
	if len(data) == 0 || data[0] == '"' || json.Unmarshal(data, &n) != nil {
		return json.Unmarshal(data, (*string)(m))
	}
	*m = Moment(strconv.FormatFloat(n, 'f', -1, 64)) // 1e9 by its digits
	return nil
}

// Prepare brings a Moment into the form of answers; none stays none. Error: invalid_request.
func (m *Moment) Prepare(field string) error {
	given := strings.TrimSpace(string(*m))
	if *m = ""; given == "" {
		return nil
	}
	t, err := Instant(given)
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
var errInstant = errors.New("must be a time such as 2026-11-21T10:00:00Z, from the year 1000 on, a date such as 2026-11-21 or 20261121, or Unix seconds or milliseconds of at least 9 digits")

// forms are those of ISO 8601 that are read, with and without hyphens and colons. RFC 3339 has t and z
// in lower case, too.
var forms = []string{
	time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z0700", "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateOnly, "2006-01", "2006",
	"20060102T150405Z0700", "20060102T150405", "20060102T1504Z0700", "20060102T1504", "20060102",
}

// fewestDigits of Unix seconds, but for 0: those with fewer are of before 1973, and who sends
// them means a date, as 202611.
const fewestDigits = 9

// firstYear is the first that is read. Papers are of before 1970, nothing that is searched is of before
// 1000, and the year 1 is how programs write that they have no time.
const firstYear = 1000

// Instant reads a time of ISO 8601, or Unix seconds or milliseconds. Without a zone it is in
// UTC, and a date, a month or a year is its begin. Four digits are a year and eight a date.
func Instant(raw string) (time.Time, error) {
	if strings.Trim(raw, "0123456789") == "" && (len(raw) >= fewestDigits || raw == "0") {
		return unix(raw)
	}
	raw = spaced(strings.ToUpper(raw))
	for _, layout := range forms {
		if t, err := time.Parse(layout, raw); err == nil && t.UTC().Year() >= firstYear && t.UTC().Year() <= 9999 {
			return t.UTC(), nil
		}
	}
	return time.Time{}, errInstant
}

// spaced reads the space with which RFC 3339 and many programs part a date from its time, and the one that is left of
// the sign of a zone in a query where nobody wrote %2B.
func spaced(raw string) string {
	const date = len(time.DateOnly)
	if len(raw) > date && raw[date] == ' ' {
		raw = raw[:date] + "T" + raw[date+1:]
	}
	if strings.Contains(raw, "T") {
		raw = strings.Replace(raw, " ", "+", 1)
	}
	return raw
}

// unix reads seconds or milliseconds.
func unix(raw string) (time.Time, error) {
	const lastMilli = 253_402_300_799_999 // of the year 9999
	n, err := strconv.ParseInt(raw, 10, 64)
	switch {
	case err != nil || n > lastMilli:
		return time.Time{}, errInstant
	case n > lastSecond:
		return time.UnixMilli(n).UTC(), nil
	}
	return time.Unix(n, 0).UTC(), nil
}
