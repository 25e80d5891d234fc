// Package jina answers calls in the form of Jina's Reader, so that programs written for it work by changing the address.
// It translates alone: jobs, limits and money are those of the API that it asks. It must not know how those are kept, nor
// do anything that the API cannot be asked for.
package jina

import (
	"encoding/json"
	"net/http"
	neturl "net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/form"
)

const (
	// Prefix is what the face's paths begin with; behind it is the address of a page.
	Prefix = "/r/"
	// bare is the path of a call whose body has the address, where a gateway has no route that ends with a slash.
	bare = "/r"
	// searches is the path of their search, which is not supported.
	searches = "/s"
)

// Paths are the face's paths.
func Paths() []string { return []string{bare, Prefix, searches, searches + "/"} }

// Owns reports whether a path is of this face.
func Owns(path string) bool {
	return path == bare || strings.HasPrefix(path, Prefix) || searching(path)
}

func searching(path string) bool { return path == searches || strings.HasPrefix(path, searches+"/") }

// face answers the calls.
type face struct{ form.Desk }

// New returns the handler of all that Owns.
func New(api asked.API, longest time.Duration, bounded bool) http.Handler {
	f := &face{form.Desk{API: api, Longest: longest, Bounded: bounded, Refuse: refuse}}
	return f.Serve(f.read) // no mux: it would tidy the address that is the path
}

// read answers GET and POST. HEAD is refused: what it would say of a page is known when that was read, which is charged.
func (f *face) read(w http.ResponseWriter, r *http.Request) error {
	var given given
	switch {
	case searching(r.URL.Path):
		return &form.UnknownError{Call: r.Method + " " + searches, Face: "jina"}
	case r.Method == http.MethodGet:
		given = headersOf(r)
	case r.Method == http.MethodPost:
		var err error
		if given, err = bodyOf(w, r); err != nil {
			return err
		}
	default:
		w.Header().Set("Allow", "GET, POST")
		return errs.Of(errs.MethodNotAllowed)
	}
	p, err := planOf(given, acceptsOf(r))
	if err != nil {
		return err
	}
	address := addressOf(r)
	switch {
	case address == "":
		address = given.url
	case given.url != "" && given.url != address:
		p.notes = append(p.notes, form.Note{Field: "url", Text: "has no effect behind an address in the path"})
	}
	if address == "" {
		return &form.InvalidError{Field: "url", Issue: "is missing: write the address of the page behind " + Prefix}
	}
	_, res, err := f.Scrape(w, r, address, &p.how, f.Patience(p.seconds))
	if err != nil {
		return err
	}
	p.answer(w, res)
	return nil
}

// addressOf is the address behind the prefix, with its query. One that is encoded as a whole is decoded.
func addressOf(r *http.Request) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(r.URL.EscapedPath(), bare), "/")
	if decoded, err := neturl.PathUnescape(rest); err == nil && !schemed(rest) && schemed(decoded) {
		rest = decoded
	}
	if r.URL.RawQuery != "" {
		rest += "?" + r.URL.RawQuery
	}
	for _, scheme := range []string{"https:/", "http:/"} {
		if after, ok := strings.CutPrefix(rest, scheme); ok { // with one slash, where something between tidied the path
			return scheme + "/" + strings.TrimLeft(after, "/")
		}
	}
	if rest == "" || strings.HasPrefix(rest, "?") || strings.Contains(rest, "://") {
		return strings.TrimPrefix(rest, "?")
	}
	return "https://" + rest
}

func schemed(address string) bool {
	return strings.HasPrefix(address, "http:/") || strings.HasPrefix(address, "https:/")
}

// form of the answer.
type accepts int

const (
	asText accepts = iota
	asJSON
	asEvents
)

// acceptsOf is the form that a caller asks for: text where it takes any.
func acceptsOf(r *http.Request) accepts {
	accept := strings.ToLower(r.Header.Get("Accept"))
	has := func(kind string) bool { return strings.Contains(accept, kind) }
	switch {
	case accept == "" || has("*/*") || has("text/plain") || has("text/*"):
		return asText
	case has("text/event-stream"):
		return asEvents
	case has("application/json") || has("text/json"):
		return asJSON
	}
	return asText
}

// failure is the body of every error, whatever form was asked for.
type failure struct {
	Data     *struct{} `json:"data"`
	Path     string    `json:"path,omitempty"` // of the member that is wrong
	Code     int       `json:"code"`
	Name     string    `json:"name"`
	Status   int       `json:"status"`
	Message  string    `json:"message"`
	Readable string    `json:"readableMessage"`
	Reason   errs.Code `json:"reason"` // ours, which says more
	JobID    string    `json:"jobId,omitempty"`

	RequestID string `json:"requestId,omitempty"`
}

// refuse answers with an error, by their names and numbers.
func refuse(w http.ResponseWriter, t *form.Trouble) {
	out := failure{Code: t.Status, Message: t.Message, Reason: t.Code, JobID: t.JobID, RequestID: t.RequestID}
	out.Name, out.Status = nameOf(t)
	out.Readable = out.Name + ": " + out.Message
	if t.Field != "" {
		_, issue, _ := strings.Cut(t.Message, ": ")
		out.Path, out.Message = theirs(t.Field), issue
		out.Readable = out.Name + "(" + out.Path + "): " + issue
	}
	form.Write(w, t.Status, out)
}

func nameOf(t *form.Trouble) (name string, number int) {
	switch t.Status {
	case http.StatusBadRequest:
		return "ParamValidationError", 40001
	case http.StatusUnauthorized:
		if t.Code == errs.MissingToken {
			return "AuthenticationRequiredError", 40103
		}
		return "AuthenticationFailedError", 40102
	case http.StatusPaymentRequired:
		return "InsufficientBalanceError", 40203
	case http.StatusForbidden:
		return "OperationNotAllowedError", 40301
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		return "RPCMethodNotFoundError", 40402
	case http.StatusRequestTimeout:
		return "TimeoutExpectingTaskCompleteError", 40802
	case http.StatusConflict:
		return "ResourceIdConflictError", 40901
	case http.StatusTooManyRequests:
		return "RateLimitTriggeredError", 42903
	case http.StatusUnprocessableEntity:
		return "AssertionFailureError", 42206
	}
	return "InternalServerError", t.Status*100 + 1
}

// envelope is the answer as JSON.
type envelope struct {
	Code   int       `json:"code"`
	Status int       `json:"status"`
	Data   *document `json:"data"`
}

// event is data as one event of a stream.
func event(w http.ResponseWriter, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		return // the types are ours
	}
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = w.Write([]byte("event: data\ndata: " + string(raw) + "\n\n"))
}
