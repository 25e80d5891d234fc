package hnsearch

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/pattern"
)

// Algolia finds nothing for a tag that it does not know, which looks like an honest
// answer; so tags are held to what it documents, and to launch_hn, which it does not.
//
// Expressions are compiled when they are first needed: what links this must start fast.
var (
	tag  = pattern.Of(`^(story|comment|poll|pollopt|job|ask_hn|show_hn|launch_hn|front_page|author_[A-Za-z0-9_-]{1,64}|story_[1-9][0-9]{0,17})$`)
	term = pattern.Of(`^(?:\(([^()]*)\)|([^(),]+))$`)
)

// maxTags bounds an expression.
const maxTags = 50

// canonical reads tags, an array or a string, into one expression: terms that all must
// hold, with commas between, each a tag or some in parentheses of which one must hold.
// Order and repetition mean nothing, so equal filters are equal. Error: invalid_request.
func canonical(raw json.RawMessage) (string, error) {
	if len(raw) == 0 {
		return "", nil
	}
	var whole string
	if json.Unmarshal(raw, &whole) != nil {
		var list []string
		if json.Unmarshal(raw, &list) != nil {
			return "", refuse("must be a string or an array of strings")
		}
		whole = strings.Join(list, ",")
	}
	if strings.Count(whole, ",") >= maxTags {
		return "", refuse("has too many tags; send at most 50")
	}
	var terms []string
	for _, part := range split(whole) {
		t, err := one(part)
		if err != nil {
			return "", err
		}
		terms = append(terms, t)
	}
	slices.Sort(terms)
	return strings.Join(slices.Compact(terms), ","), nil
}

// split divides an expression at the commas outside of parentheses.
func split(whole string) []string {
	depth := 0
	return strings.FieldsFunc(strings.Join(strings.Fields(whole), ""), func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return r == ',' && depth == 0
	})
}

// one reads a term.
func one(part string) (string, error) {
	m := term.FindStringSubmatch(part)
	if m == nil {
		return "", refuse("has parentheses that are not closed, nested or empty; either of two is (story,comment)")
	}
	choices := strings.FieldsFunc(m[1]+m[2], func(r rune) bool { return r == ',' })
	for _, c := range choices {
		if !tag.MatchString(c) {
			return "", refuse(`has "` + short(c) + `"; known are story, comment, poll, pollopt, job, ask_hn, show_hn, launch_hn, front_page, author_NAME and story_ID`)
		}
	}
	slices.Sort(choices)
	switch choices = slices.Compact(choices); len(choices) {
	case 0:
		return "", refuse("has parentheses without a tag")
	case 1:
		return choices[0], nil
	}
	return "(" + strings.Join(choices, ",") + ")", nil
}

func refuse(issue string) error { return errs.Field(errs.InvalidRequest, "tags", issue) }

// short keeps a message readable whatever it quotes.
func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
