package api

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// errorBody is the error envelope.
type errorBody struct {
	Error errorFields `json:"error" doc:"The error."`
}

type errorFields struct {
	Code      errs.Code     `json:"code" doc:"Stable error code to branch on; it never changes."`
	Message   string        `json:"message" doc:"What to change, for people."`
	RequestID string        `json:"requestId" doc:"The same as X-Request-Id; include it when you ask for help."`
	Retryable bool          `json:"retryable" doc:"True when the same call can succeed later."`
	Details   []errs.Detail `json:"details" doc:"The invalid fields, or what else the error is about: the credits that lack, the jobs that may exist. Empty when there is nothing to name. At most 20."`

	MoreDetails int `json:"moreDetails,omitempty" doc:"How many further details there are; absent when details has all."`
}

// problem is the same as RFC 9457 has it.
type problem struct {
	Type      string        `json:"type" doc:"Always about:blank; use code instead."`
	Title     string        `json:"title" doc:"The reason phrase of the status."`
	Status    int           `json:"status" doc:"The HTTP status."`
	Detail    string        `json:"detail" doc:"What to change, for people."`
	Code      errs.Code     `json:"code" doc:"Stable error code to branch on; it never changes."`
	RequestID string        `json:"requestId" doc:"The same as X-Request-Id; include it when you ask for help."`
	Retryable bool          `json:"retryable" doc:"True when the same call can succeed later."`
	Details   []errs.Detail `json:"details" doc:"The invalid fields, or what else the error is about: the credits that lack, the jobs that may exist. Empty when there is nothing to name. At most 20."`

	MoreDetails int `json:"moreDetails,omitempty" doc:"How many further details there are; absent when details has all."`
}

// writeError answers with an error, as the caller accepts it.
func writeError(w http.ResponseWriter, r *http.Request, id string, e *errs.Error) {
	if e.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(seconds(e.RetryAfter)))
	}
	details, more := bounded(e.Details)
	message := clip(e.Message, maxMessage)
	status := e.Code.Status()
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	if strings.Contains(r.Header.Get("Accept"), "application/problem+json") {
		write(w, status, "application/problem+json", problem{
			Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: message,
			Code: e.Code, RequestID: id, Retryable: e.Code.Retryable(), Details: details, MoreDetails: more,
		})
		return
	}
	write(w, status, "application/json", errorBody{errorFields{
		Code: e.Code, Message: message, RequestID: id, Retryable: e.Code.Retryable(), Details: details, MoreDetails: more,
	}})
}

// Bounds of an error's body: of a request of 1 MB, every byte can be a fault of its own.
const (
	maxDetails = 20
	maxField   = 200  // bytes of a field's path, which may be a name that the caller made up
	maxIssue   = 500  // bytes
	maxMessage = 1000 // bytes
)

// bounded are the first details, and how many there are behind them.
func bounded(all []errs.Detail) (details []errs.Detail, more int) {
	details = make([]errs.Detail, min(len(all), maxDetails))
	for i := range details {
		details[i] = errs.Detail{Field: clip(all[i].Field, maxField), Issue: clip(all[i].Issue, maxIssue)}
	}
	return details, len(all) - len(details)
}

// clip cuts a text that repeats what the caller sent.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// dataBody is the envelope of every success.
type dataBody struct {
	Data any `json:"data"`
}

func writeData(w http.ResponseWriter, status int, data any) error {
	write(w, status, "application/json", dataBody{data})
	return nil
}

// write encodes a body. The types are ours, so encoding can only fail because the
// caller went away, which needs no answer.
func write(w http.ResponseWriter, status int, mediaType string, body any) {
	w.Header().Set("Content-Type", mediaType)
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(body)
}
