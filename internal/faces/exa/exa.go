// Package exa answers calls in the form of Exa's API, so that programs written for its clients work by changing the
// address. It translates alone: jobs, limits and money are those of the API that it asks. It must not know how those are
// kept, nor do anything that the API cannot be asked for.
package exa

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/form"
)

// Prefix is what the face's paths begin with.
const Prefix = "/exa/"

// Owns reports whether a path is of this face.
func Owns(path string) bool { return strings.HasPrefix(path, Prefix) }

// face answers the calls.
type face struct{ form.Desk }

// New returns the handler of all that Owns.
func New(api asked.API, longest time.Duration, bounded bool) http.Handler {
	f := &face{form.Desk{API: api, Longest: longest, Bounded: bounded, Refuse: refuse}}
	mux := http.NewServeMux()
	for pattern, answer := range map[string]form.Handler{
		"POST " + Prefix + "search": f.search, "POST " + Prefix + "contents": f.contents, "POST " + Prefix + "answer": f.answer, Prefix: unsupported,
	} {
		mux.Handle(pattern, f.Serve(answer))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if key := r.Header.Get("X-Api-Key"); key != "" && r.Header.Get("Authorization") == "" {
			r = r.Clone(r.Context())
			r.Header.Set("Authorization", "Bearer "+key)
		}
		mux.ServeHTTP(w, r)
	})
}

func unsupported(_ http.ResponseWriter, r *http.Request) error {
	return &form.UnknownError{Call: r.Method + " " + r.URL.Path, Face: "exa"}
}

// failure is the body of every error.
type failure struct {
	RequestID string    `json:"requestId"` // the job's id where there is one
	Error     string    `json:"error"`
	Tag       string    `json:"tag"`
	Code      errs.Code `json:"code"` // ours, which says more
}

// refuse answers with an error. The set of tags is open, as theirs is; where one of theirs fits it is that.
func refuse(w http.ResponseWriter, t *form.Trouble) {
	out := failure{RequestID: t.JobID, Error: t.Message, Tag: tagOf(t.Code), Code: t.Code}
	if out.RequestID == "" {
		out.RequestID = t.RequestID
	}
	switch t.Status {
	case http.StatusBadRequest:
		out.Tag = "INVALID_REQUEST_BODY"
		if t.Field != "" {
			_, issue, _ := strings.Cut(t.Message, ": ")
			out.Error = theirs(t.Field) + ": " + issue
		}
	case http.StatusUnauthorized:
		out.Tag = "INVALID_API_KEY"
	case http.StatusPaymentRequired:
		out.Tag = "NO_MORE_CREDITS"
	}
	form.Write(w, t.Status, out)
}

// tagOf is a tag for what became of a page, theirs where there is one.
func tagOf(c errs.Code) string {
	switch c {
	case errs.TargetError, errs.DNSFailed:
		return "CRAWL_NOT_FOUND"
	case errs.UpstreamTimeout, errs.JobTimeout:
		return "CRAWL_TIMEOUT"
	case errs.UpstreamBlocked, errs.LoginRequired:
		return "SOURCE_NOT_AVAILABLE"
	case errs.InvalidURL, errs.UnsupportedContent:
		return "UNSUPPORTED_URL"
	case errs.NotFound:
		return "NOT_SUPPORTED"
	case errs.TLSFailed, errs.UpstreamRateLimited, errs.TooManyRedirects, errs.BrowserUnavailable:
		return "CRAWL_UNKNOWN_ERROR"
	default:
		return strings.ToUpper(string(c))
	}
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
		name = "numResults"
	case "since":
		name = "startPublishedDate"
	case "until":
		name = "endPublishedDate"
	case "country":
		name = "userLocation"
	}
	return name + rest
}

// note is a note in their form, of which their clients make warnings.
type note struct {
	Code    string `json:"code"`
	Path    string `json:"path"` // JSON pointer
	Message string `json:"message"`
}

func notesOf(notes []form.Note) (all []note) {
	for _, n := range notes {
		all = append(all, note{"IGNORED_FIELD", "/" + strings.ReplaceAll(n.Field, ".", "/"), n.Field + " " + n.Text + "."})
	}
	return all
}

// locate is the country of a location, which is a code or an object.
func locate(raw json.RawMessage) (country string, notes []form.Note, err error) {
	if len(raw) == 0 || json.Unmarshal(raw, &country) == nil {
		return country, nil, nil
	}
	var place struct {
		Country string `json:"country"`
	}
	notes, err = form.Members("userLocation.", raw, &place, map[string]form.Effect{"latitude": form.Ignored(), "longitude": form.Ignored()})
	return place.Country, notes, err
}

// chosen is whether a member is chosen that is true, false or an object of options; none is not.
func chosen(field string, raw json.RawMessage) (yes, object bool, err error) {
	raw = bytes.TrimSpace(raw)
	object = len(raw) > 0 && raw[0] == '{'
	if !object && !slices.Contains([]string{"", "null", "true", "false"}, string(raw)) {
		return false, false, &form.InvalidError{Field: field, Issue: "must be true, false or an object"}
	}
	return object || string(raw) == "true", object, nil
}
