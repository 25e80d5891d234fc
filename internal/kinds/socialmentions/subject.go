package socialmentions

import (
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/read/mention"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
	xpermalink "github.com/quarryapi/quarry/internal/sources/x/permalink"
)

// Terms are what a post must name, after Prepare.
func (a *Args) Terms() mention.Query {
	switch {
	case a.Handle != "" && a.Platform == HackerNews:
		return mention.Phrase(a.Handle)
	case a.Handle != "":
		return mention.Account(a.Handle)
	case a.Brand != "":
		return mention.Phrase(a.Brand)
	}
	return mention.Parse(a.Query)
}

// maxTerms bounds a query, as the platforms' own searches do.
const maxTerms = 20

// identify brings what is looked for into one form.
func (a *Args) identify() error {
	a.Query, a.Brand = subject.Name(a.Query), subject.Name(a.Brand)
	a.Handle = subject.Name(a.Handle)
	given := slices.DeleteFunc([]string{a.Query, a.Handle, a.Brand}, func(s string) bool { return s == "" })
	switch {
	case len(given) == 0:
		return errs.Field(errs.InvalidRequest, "query", "is missing, and so are handle and brand; send exactly one of them")
	case len(given) > 1:
		return errs.Field(errs.InvalidRequest, "query", "must not be sent together with handle or brand, nor these together; send exactly one of them")
	case a.Handle != "":
		return a.identifyHandle()
	case a.Brand != "" && !a.Terms().Positive():
		return errs.Field(errs.InvalidRequest, "brand", "must have a letter or a digit")
	case a.Query != "" && !a.Terms().Positive():
		return errs.Field(errs.InvalidRequest, "query", "must have a word to search for, not only excluded words")
	case len(a.Terms()) > maxTerms:
		return errs.Field(errs.InvalidRequest, "query", "must have at most 20 words and phrases")
	}
	return nil
}

var hackerNewsName = pattern.Of(`^[A-Za-z0-9_-]{2,15}$`)

func (a *Args) identifyHandle() error {
	name := strings.TrimPrefix(a.Handle, "/")
	for _, sign := range []string{"@", "u/", "user/"} {
		name = strings.TrimPrefix(name, sign)
	}
	known, form := false, ""
	switch a.Platform {
	case X:
		name, known = xpermalink.Handle(name)
		form = "letters, digits and underscores"
	case Reddit:
		known, form = permalink.UserName(name), "letters, digits, underscores and hyphens"
	case HackerNews:
		known, form = hackerNewsName.MatchString(name), "2 to 15 letters, digits, underscores and hyphens"
	}
	if !known {
		return errs.Field(errs.InvalidRequest, "handle", "must be an account's name, "+form+", with or without its sign; for a name in other letters send brand")
	}
	a.Handle = strings.ToLower(name)
	return nil
}
