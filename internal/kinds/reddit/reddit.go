// Package reddit declares jobs of kind reddit: an account of Reddit and its posts.
// It holds what the API needs and links nothing that makes a function start slowly;
// package redditrun below it does the work.
package reddit

import (
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/kind/subject"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
)

// Kind is the kind's public name.
const Kind = "reddit"

// Posts is how many posts a result has at most: one page of Reddit's.
const Posts = 100

// price is what a job costs.
var price = credit.Flat("reddit.profile", 3)

// Definition declares the kind.
func Definition() kind.Definition {
	return kind.Definition{
		Name:      Kind,
		Calls:     []kind.Call{Call().Call},
		CacheTTL:  time.Hour,
		Functions: []kind.Function{Function()},
	}
}

// Call is the call that makes the kind's jobs.
func Call() kind.Typed[Args, Result] {
	return kind.Define[Args](kind.About{
		Path:    "/scrape/reddit/profile",
		Title:   "Read an account on Reddit and its posts",
		Summary: "Read an account on Reddit with its newest posts, up to 100: its name, karma and date of creation if Reddit discloses them, and each post with text, links, media and counts. Data that a source does not have is absent, and the result states why.",
		Examples: []kind.Example{
			{Name: "username", Summary: "An account by its name", Body: `{"username":"Tide_Watcher"}`},
			{Name: "url", Summary: "An account by the URL of its page", Body: `{"url":"https://www.reddit.com/user/halyard/"}`},
		},
		Prices:  []credit.Price{price},
		Refuses: []errs.Code{errs.InvalidURL},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	// Reddit lets an app ask 100 times a minute; a run asks twice or thrice.
	return kind.Function{Name: Kind, Ceiling: time.Minute, MemoryMB: 512, Concurrency: 2}
}

// Args are the arguments of a job. Prepare turns a URL into the name in lower case,
// since Reddit's names ignore capitals, so that all forms share a cached result.
type Args struct {
	Username string      `json:"username,omitempty" maxLength:"64" example:"Tide_Watcher" doc:"The account's name, with or without u/; case is ignored. Either username or url is required, not both."`
	URL      string      `json:"url,omitempty" example:"https://www.reddit.com/user/Tide_Watcher/" doc:"URL of the account's page on any host of Reddit."`
	Options  option.None `json:"options,omitzero" doc:"There are no options yet."`
}

// Prepare implements kind.Args. Errors: invalid_request, invalid_url.
func (a *Args) Prepare(kind.Caller) (kind.Plan, error) {
	if err := a.identify(); err != nil {
		return kind.Plan{}, err
	}
	return kind.Plan{Target: "u/" + a.Username, Quote: price.For(1)}, nil
}

// identify fills in the name.
func (a *Args) identify() error {
	a.Username = strings.TrimSpace(a.Username)
	switch {
	case a.Username == "" && a.URL == "":
		return errs.Field(errs.InvalidRequest, "username", "is missing, and so is url; send one of them")
	case a.Username != "" && a.URL != "":
		return errs.Field(errs.InvalidRequest, "url", "must not be sent together with username")
	case a.Username != "":
		place, ok := permalink.Handle(a.Username)
		if !ok || place.User == "" {
			return errs.Field(errs.InvalidRequest, "username", "must be an account's name such as Tide_Watcher or u/Tide_Watcher: up to 20 letters, digits, _ and -")
		}
		a.Username = strings.ToLower(place.User)
		return nil
	}
	u, err := subject.URL("url", a.URL)
	if err != nil {
		return err
	}
	place, ok := permalink.Parse(u)
	if !ok || place.User == "" {
		return errs.Field(errs.InvalidURL, "url", "must be the address of an account such as https://www.reddit.com/user/Tide_Watcher/")
	}
	a.Username, a.URL = strings.ToLower(place.User), ""
	return nil
}
