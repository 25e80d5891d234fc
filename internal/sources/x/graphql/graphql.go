// Package graphql reads the answers of X's GraphQL API, which are the same for guests
// and for people who are logged in: accounts, posts, timelines, conversations, searches,
// lists of people. It knows how no call is made.
package graphql

import (
	"encoding/json"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/legacy"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// name is how messages call the API.
const name = "X's GraphQL API"

// list is a timeline in any of its places.
type list struct {
	Instructions legacy.List[instruction] `json:"instructions"`
}

type timeline struct {
	Timeline list `json:"timeline"`
}

// answer is the union of all answers that are read.
type answer struct {
	Errors []struct {
		Message string `json:"message"`
		Code    int    `json:"code"`
	} `json:"errors"`
	Data struct {
		User *struct {
			Result *struct {
				user
				Timeline   *timeline `json:"timeline"`
				TimelineV2 *timeline `json:"timeline_v2"`
			} `json:"result"`
		} `json:"user"`
		Users        *result[user] `json:"user_results"`
		About        *result[user] `json:"user_result_by_screen_name"`
		Tweet        *tweetResults `json:"tweetResult"`
		Conversation *list         `json:"threaded_conversation_with_injections_v2"`
		Retweeters   *timeline     `json:"retweeters_timeline"`
		Search       *struct {
			Timeline timeline `json:"search_timeline"`
		} `json:"search_by_raw_query"`
	} `json:"data"`
}

// tweetResults are one result, or several in an array.
type tweetResults []result[tweet]

// UnmarshalJSON takes both forms.
func (r *tweetResults) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, (*[]result[tweet])(r))
	}
	var one result[tweet]
	if err := json.Unmarshal(data, &one); err != nil {
		return err
	}
	*r = tweetResults{one}
	return nil
}

func read(body []byte) (*answer, error) {
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		return nil, errs.Wrap(err, errs.ParseFailed, name+" returned data in an unknown format").Later()
	}
	return &a, nil
}

// refusal is what the errors of an answer say that holds no data.
func (a *answer) refusal() error {
	if len(a.Errors) == 0 {
		return shape.Unreadable(name, "without the requested data")
	}
	e := a.Errors[0]
	if strings.HasPrefix(e.Message, "BadRequest") { // a query that X blocks, or one that is too long
		return shape.Rejected(name, e.Message)
	}
	switch e.Code {
	case 88:
		return errs.New(errs.UpstreamRateLimited, name+" rate-limits requests; try again later.")
	case 32, 64, 89, 326, 239, 353:
		return errs.New(errs.UpstreamBlocked, name+" blocks access.")
	case 214:
		return shape.Rejected(name, e.Message)
	default:
		return errs.Newf(errs.ProviderUnavailable, "%s returned an error: %.200s", name, e.Message)
	}
}

// User reads an account. Errors: target_error for one that is suspended or does not
// exist; see refusal for others.
func User(body []byte, handle, source string) (*social.Profile, error) {
	a, err := read(body)
	if err != nil {
		return nil, err
	}
	var u *user
	switch d := &a.Data; {
	case d.User != nil && d.User.Result != nil:
		u = &d.User.Result.user
	case d.Users != nil:
		u = d.Users.Result
	case d.About != nil:
		u = d.About.Result
	}
	switch {
	case u == nil && len(a.Errors) > 0:
		return nil, a.refusal()
	case u == nil:
		return nil, shape.NoAccount(handle) // X answers with an empty object
	case u.Reason == suspended || u.Unavailable == suspended:
		return nil, shape.SuspendedAccount(handle)
	case !u.there():
		return nil, shape.NoAccount(handle)
	}
	return u.whole().Profile(source), nil
}

// suspended is how X calls an account that it has taken away.
const suspended = "Suspended"

// Post reads one post. Errors: as shape.NoPost.
func Post(body []byte, id, source string) (*social.Item, error) {
	a, err := read(body)
	if err != nil {
		return nil, err
	}
	if a.Data.Tweet == nil || len(*a.Data.Tweet) == 0 {
		if len(a.Errors) > 0 {
			return nil, a.refusal()
		}
		return nil, shape.Unreadable(name, "without the requested data")
	}
	t := (*a.Data.Tweet)[0].Result
	switch {
	case t == nil:
		return nil, shape.NoPost(id, shape.Unavailable)
	case t.shown() == nil:
		return nil, shape.NoPost(id, t.why())
	}
	return new(t.shown().item(source)), nil
}

// Read reads a list.
func Read(body []byte, source string) (*Timeline, error) {
	a, err := read(body)
	if err != nil {
		return nil, err
	}
	l := a.list()
	if l == nil {
		return nil, a.refusal()
	}
	r := reader{source: source, Timeline: Timeline{Hidden: map[string]string{}}}
	for i := range l.Instructions {
		r.instruction(&l.Instructions[i])
	}
	return &r.Timeline, nil
}

func (a *answer) list() *list {
	switch d := &a.Data; {
	case d.User != nil && d.User.Result != nil && d.User.Result.Timeline != nil:
		return &d.User.Result.Timeline.Timeline
	case d.User != nil && d.User.Result != nil && d.User.Result.TimelineV2 != nil:
		return &d.User.Result.TimelineV2.Timeline
	case d.Conversation != nil:
		return d.Conversation
	case d.Retweeters != nil:
		return &d.Retweeters.Timeline
	case d.Search != nil:
		return &d.Search.Timeline.Timeline
	}
	return nil
}
