// Package gdeltnews searches news by the GDELT project, which has an article's address
// and title and when it saw it, and takes one call in five seconds. It knows no other
// engine.
package gdeltnews

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/read/websearch"
	"github.com/quarryapi/quarry/internal/read/websearch/query"
	"github.com/quarryapi/quarry/internal/sources/gdelt"
	"github.com/quarryapi/quarry/internal/sources/upstream"
)

// Name is the upstream's in package sources.
const Name = gdelt.Name

// most is how many results are asked for when nobody says.
const most = 100

// Engine asks GDELT. It is safe for concurrent use.
type Engine struct {
	client *gdelt.Client
	now    func() time.Time
}

// New returns an Engine. Now is time.Now when nil.
func New(up *upstream.Client, now func() time.Time) *Engine {
	if now == nil {
		now = time.Now
	}
	return &Engine{client: gdelt.New(up, now), now: now}
}

// Name implements websearch.Engine.
func (*Engine) Name() string { return Name }

// Search implements websearch.Engine. A result's time is when GDELT saw the article,
// which is within a quarter of an hour after it appeared where GDELT watches its site.
func (e *Engine) Search(ctx context.Context, q websearch.Query) ([]websearch.Result, error) {
	asked := gdelt.Query{Text: words(q.Text)}
	if asked.Text == "" {
		return nil, errs.New(errs.TargetError, "gdelt requires words of three letters or more; add some.")
	}
	if q.Fresh > 0 {
		asked.Since, asked.Until = e.now().Add(-q.Fresh), e.now()
	}
	n := most
	if q.Count > 0 {
		n = min(q.Count, gdelt.Most)
	}
	articles, err := e.client.Newest(ctx, asked, n)
	if err != nil {
		return nil, err
	}
	all := make([]websearch.Result, 0, len(articles))
	for _, a := range articles {
		all = append(all, websearch.Result{
			URL: a.URL, DisplayURL: a.Domain, Title: a.Title, Published: instant.Text(a.SeenAt), Source: a.Domain,
		})
	}
	return all, nil
}

// words are a query in GDELT's syntax, where site: is domain:, choices stand in
// parentheses, and what holds more than letters and digits is quoted. Other operators and
// words that are too short for GDELT are left out.
func words(text string) string {
	var groups [][]string
	wanted := false
	for _, t := range query.Parse(text) {
		word := term(t)
		switch last := len(groups) - 1; {
		case word == "":
			continue
		case t.Or && last >= 0 && !strings.HasPrefix(groups[last][0], "-"):
			groups[last] = append(groups[last], word)
		default:
			groups = append(groups, []string{word})
		}
		wanted = wanted || !t.Not
	}
	if !wanted {
		return ""
	}
	var parts []string
	for _, g := range groups {
		part := strings.Join(g, " OR ")
		if len(g) > 1 {
			part = "(" + part + ")"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

// term is one part of a query; empty for what GDELT does not know.
func term(t query.Term) string {
	const shortest = 3
	word := t.Text
	switch {
	case t.Operator == "site":
		word = "domain:" + strings.TrimPrefix(strings.ToLower(t.Text), "www.")
	case t.Operator != "" || utf8.RuneCountInString(t.Text) < shortest:
		return ""
	case t.Phrase || strings.ContainsFunc(t.Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }):
		word = `"` + t.Text + `"`
	}
	if t.Not {
		word = "-" + word
	}
	return word
}
