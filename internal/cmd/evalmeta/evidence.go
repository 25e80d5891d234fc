package main

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page/dates"
)

// evidence is a page as it is stored, to look at without any extractor.
type evidence struct {
	source string
	path   string // of its address
}

func readEvidence(g gold) (evidence, error) {
	body, err := readStored(g.Path)
	if err != nil {
		return evidence{}, err
	}
	e := evidence{source: string(body)}
	if u, err := url.Parse(g.URL); err == nil {
		e.path = u.Path
	}
	return e, nil
}

// publication and authorship match the names under which pages declare these, and what
// may stand between them and the value.
const (
	publication = `(?i)(publi(sh|cation)|pubdate|date\W?(created|issued)|"?(dc\W|dcterms\W)?date"|"created"|sailthru\.date)[^<>]{0,60}?`
	authorship  = `(auth?or|creator|byl|written by|verfasst von|posted by|"person"\W).{0,160}?`
)

// declaresDay reports whether the page declares a day as that of its publication in an
// attribute or in its JSON-LD.
func (e evidence) declaresDay(day string) bool {
	digits := strings.ReplaceAll(day, "-", "")
	found, err := regexp.MatchString(publication+"("+regexp.QuoteMeta(day)+"|"+digits+")", e.source)
	return err == nil && found
}

// declaresAuthor matches the same of the first of the authors.
func (e evidence) declaresAuthor(names string) bool {
	found, err := regexp.MatchString(authorship+regexp.QuoteMeta(first(people(names))), plain(e.source))
	return err == nil && found
}

// shows reports whether all texts, made plain, stand somewhere in the page.
func (e evidence) shows(texts ...string) bool {
	source := plain(e.source)
	return !slices.ContainsFunc(texts, func(s string) bool { return !strings.Contains(source, s) })
}

// holds reports whether a day stands anywhere in the page or its address, in a form that
// can be a date.
func (e evidence) holds(day string) bool {
	if d, ok := dates.InPath(e.path); ok && d.String() == day {
		return true
	}
	for f := range dates.Find(e.source, dates.Options{}) {
		if dayOf(f.Date.String()) == day || dayOf(f.Other.String()) == day {
			return true
		}
	}
	return strings.Contains(e.source, day) || strings.Contains(e.source, strings.ReplaceAll(day, "-", ""))
}
