// Package ident makes the ids that callers see: a prefix that names the thing and
// a lower-case ULID, so that ids sort by the time of their making.
package ident

import (
	"crypto/sha256"
	"strconv"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
)

// The prefixes of public ids.
const (
	Org       = "org_"
	Workspace = "wsp_"
	Token     = "tok_"
	Job       = "job_"
	Request   = "req_"
	Endpoint  = "whe_"
	Event     = "evt_"
	Delivery  = "dlv_"
	Grant     = "grt_"
	Batch     = "bat_"
	Crawl     = "crl_"
)

// source is the process's own, as two of them could not grow together.
var source = growing{clock: ulid.Now} //nolint:gochecknoglobals // see above

// New returns a new id. Ids made by one process in one millisecond still grow.
func New(prefix string) string {
	return prefix + strings.ToLower(source.next().String())
}

// Derived is the id that a thing has as the nth part of another, whoever asks and how often. It
// has the other's time. parent MUST be an id with the prefix of.
func Derived(prefix, of, parent string, n int64) string {
	id, _ := parse(of, parent)
	sum := sha256.Sum256([]byte(parent + "/" + strconv.FormatInt(n, 10)))
	copy(id[6:], sum[:10])
	return prefix + strings.ToLower(id.String())
}

// Moved is an id as if it had been made at another time: it sorts there.
func Moved(prefix, s string, t time.Time) string {
	id, ok := parse(prefix, s)
	if !ok || id.SetTime(ulid.Timestamp(t)) != nil {
		return s
	}
	return prefix + strings.ToLower(id.String())
}

// Floor is the lowest id that could have been made at or after a time.
func Floor(prefix string, t time.Time) string {
	var id ulid.ULID
	if err := id.SetTime(ulid.Timestamp(t)); err != nil {
		return prefix // before 1970
	}
	return prefix + strings.ToLower(id.String())
}

// Time is when an id was made, to the millisecond; false when s is no id with this
// prefix.
func Time(prefix, s string) (time.Time, bool) {
	id, ok := parse(prefix, s)
	return id.Timestamp().UTC(), ok
}

// Valid reports whether s is an id with this prefix, so that a malformed one is
// answered without a look-up.
func Valid(prefix, s string) bool {
	_, ok := parse(prefix, s)
	return ok
}

func parse(prefix, s string) (ulid.ULID, bool) {
	rest, ok := strings.CutPrefix(s, prefix)
	if !ok || rest != strings.ToLower(rest) {
		return ulid.ULID{}, false
	}
	id, err := ulid.ParseStrict(strings.ToUpper(rest))
	return id, err == nil
}
