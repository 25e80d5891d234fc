package metadata

import (
	"strings"
	"time"
)

// published asks the head first: most pages answer there, and the body need not be
// walked.
func (r *reader) published() string {
	declared := firstDate(
		r.linked("datePublished", "uploadDate"),
		r.metas.First("article:published_time", "og:article:published_time", "og:published_time"),
		r.metas.First("datepublished", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date", "dcterms.date"),
		r.metas.First("citation_publication_date", "citation_date", "parsely-pub-date", "sailthru.date", "publishdate", "publish_date", "pubdate", "publication_date", "date"),
	)
	if declared != "" {
		return declared
	}
	return firstDate(r.property("datePublished"), r.microformat("published"))
}

func (r *reader) modified() string {
	declared := firstDate(
		r.linked("dateModified"),
		r.metas.First("article:modified_time", "og:article:modified_time", "og:updated_time", "og:modified_time"),
		r.metas.First("datemodified", "dcterms.modified", "dc.date.modified", "last-modified", "revised"),
	)
	if declared != "" {
		return declared
	}
	return firstDate(r.property("dateModified"), r.microformat("updated"))
}

// firstDate returns the first candidate that is a date, written anew. A page that
// declares nonsense in one place is often right in the next.
func firstDate(candidates ...string) string {
	for _, c := range candidates {
		if d := normalDate(c); d != "" {
			return d
		}
	}
	return ""
}

// Layouts by what they tell. A day first or a month first cannot be told apart, so
// numeric dates are read only with the year first.
var (
	withOffset = []string{
		time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 Z0700",
		"2006-01-02 15:04:05 MST", "20060102T150405Z0700", time.RFC1123, time.RFC1123Z, "Mon Jan 2 2006 15:04:05 GMT-0700",
	}
	withTime = []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "January 2, 2006 15:04"}
	withDay  = []string{"2006-01-02", "2006/01/02", "2006.01.02", "20060102", "January 2, 2006", "Jan 2, 2006", "2 January 2006", "2 Jan 2006", "Mon, January 2, 2006"}
)

// normalDate writes a date in RFC 3339, as exact as it is given; "" when it is none
// or lies outside the years 1000 to 9999.
func normalDate(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) < 8 || len(s) > 60 {
		return ""
	}
	for _, group := range []struct {
		layouts []string
		out     string
	}{{withOffset, time.RFC3339}, {withTime, "2006-01-02T15:04:05"}, {withDay, time.DateOnly}} {
		for _, layout := range group.layouts {
			t, err := time.Parse(layout, s)
			if err == nil && t.Year() >= 1000 && knownZone(t, s) {
				return t.Format(group.out)
			}
		}
	}
	return ""
}

// knownZone refuses zone abbreviations other than UTC and GMT: time.Parse takes
// any and gives it an offset of zero.
func knownZone(t time.Time, s string) bool {
	name, offset := t.Zone()
	return offset != 0 || name == "" || name == "UTC" || name == "GMT" || !strings.HasSuffix(s, name)
}
