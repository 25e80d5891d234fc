// Package tavily answers calls in the form of Tavily's API, so that programs written for its clients work by changing the
// address. It translates alone: jobs, limits and money are those of the API that it asks. It must not know how those are
// kept, nor do anything that the API cannot be asked for.
package tavily

import (
	"net/http"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/form"
)

// Prefix is what the face's paths begin with.
const Prefix = "/tavily/"

// Owns reports whether a path is of this face.
func Owns(path string) bool { return strings.HasPrefix(path, Prefix) }

// face answers the calls.
type face struct{ form.Desk }

// New returns the handler of all that Owns.
func New(api asked.API, longest time.Duration, bounded bool) http.Handler {
	f := &face{form.Desk{API: api, Longest: longest, Bounded: bounded, Refuse: refuse}}
	mux := http.NewServeMux()
	for pattern, answer := range map[string]form.Handler{
		"POST " + Prefix + "search": f.search, "POST " + Prefix + "extract": f.extract, "POST " + Prefix + "crawl": f.crawl,
		"POST " + Prefix + "map": f.siteMap, "GET " + Prefix + "usage": f.usage, Prefix: unsupported,
	} {
		mux.Handle(pattern, f.Serve(answer))
	}
	return mux
}

func unsupported(_ http.ResponseWriter, r *http.Request) error {
	return &form.UnknownError{Call: r.Method + " " + r.URL.Path, Face: "tavily"}
}

// failure is the body of every error.
type failure struct {
	Detail detail `json:"detail"`
}

type detail struct {
	Error     string    `json:"error"`
	Code      errs.Code `json:"code"` // ours, which says more than the status
	JobID     string    `json:"jobId,omitempty"`
	RequestID string    `json:"requestId,omitempty"`
}

// planLimit is their status for a plan that is used up.
const planLimit = 432

// refuse answers with an error, by statuses whose text their clients show: that of others they drop.
func refuse(w http.ResponseWriter, t *form.Trouble) {
	status, message := t.Status, t.Message
	switch {
	case status == http.StatusPaymentRequired:
		status = planLimit
	case t.Site && status != http.StatusForbidden:
		status = http.StatusBadRequest
	}
	if t.Field != "" {
		_, issue, _ := strings.Cut(message, ": ")
		message = theirs(t.Field) + ": " + issue
	}
	form.Write(w, status, failure{detail{message, t.Code, t.JobID, t.RequestID}})
}

// theirs is a member by the name that the caller knows.
func theirs(field string) string {
	name, rest := field, ""
	if i := strings.IndexAny(field, ".["); i >= 0 {
		name, rest = field[:i], field[i:]
	}
	switch name {
	case "q":
		name = "query"
	case "maxResults":
		name = "max_results"
	case "includeDomains":
		name = "include_domains"
	case "excludeDomains":
		name = "exclude_domains"
	case "includePaths":
		name = "select_paths"
	case "excludePaths":
		name = "exclude_paths"
	case "since":
		name = "start_date"
	case "until":
		name = "end_date"
	case "maxDepth":
		name = "max_depth"
	case "domain":
		name = "url"
	}
	return name + rest
}

// common are the members that every answer has.
type common struct {
	ResponseTime float64 `json:"response_time"` // seconds
	RequestID    string  `json:"request_id"`    // the job's, the batch's or the crawl's id
	Usage        *spent  `json:"usage,omitempty"`
	Warning      string  `json:"warning,omitempty"`
}

type spent struct {
	Credits int64 `json:"credits"`
}

func commonOf(w http.ResponseWriter, began time.Time, id string, usage bool, notes []form.Note) common {
	c := common{ResponseTime: time.Since(began).Round(time.Millisecond).Seconds(), RequestID: id, Warning: form.Text(notes)} //nolint:forbidigo // what a call took is the wall's time
	if usage {
		c.Usage = &spent{form.Spent(w)}
	}
	return c
}

// usage answers GET /usage: what was spent in the last 30 days, and what is left as the plan's limit above it.
func (f *face) usage(w http.ResponseWriter, r *http.Request) error {
	var b struct {
		Balance int64 `json:"balance"`
	}
	var u struct {
		Spent    int64 `json:"totalCreditsSpent"`
		Refunded int64 `json:"totalCreditsRefunded"`
	}
	if _, err := f.API.Do(r, asked.Call{Method: http.MethodGet, Path: "/balance"}, &b); err != nil {
		return err
	}
	answer, err := f.API.Do(r, asked.Call{Method: http.MethodGet, Path: "/usage"}, &u)
	asked.Relay(w, answer)
	if err != nil {
		return err
	}
	used := u.Spent - u.Refunded
	form.Write(w, http.StatusOK, map[string]any{
		"key":     map[string]any{"usage": used, "limit": nil},
		"account": map[string]any{"current_plan": nil, "plan_usage": used, "plan_limit": used + b.Balance, "paygo_usage": 0, "paygo_limit": 0},
	})
	return nil
}
