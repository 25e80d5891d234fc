package openapi

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
)

// responses describes every status that an operation answers with.
func (b *builder) responses(o Operation) map[string]*huma.Response {
	all := map[string]*huma.Response{}
	for _, a := range o.Answers {
		all[strconv.Itoa(a.Status)] = b.success(o, a)
	}
	for status, codes := range refusals(o) {
		if name := sharedName(o, status, codes); name != "" {
			all[strconv.Itoa(status)] = &huma.Response{Ref: "#/components/responses/" + name}
			continue
		}
		all[strconv.Itoa(status)] = b.refusal(o, status, codes)
	}
	return all
}

// shared are operations with nothing special about them, and what the names of their
// errors begin with: one with a body, and one that makes a job.
func shared() map[string]Operation {
	return map[string]Operation{
		"":     {Scope: "any", Body: &Body{}},
		"Call": {Scope: "any", Body: &Body{}, Kind: &kind.Definition{}, Begins: true},
	}
}

// sharedName is the name of the shared error with these codes, empty if there is none.
func sharedName(o Operation, status int, codes []errs.Code) string {
	if o.Scope == "" {
		return ""
	}
	for _, prefix := range []string{"", "Call"} {
		if slices.Equal(codes, refusals(shared()[prefix])[status]) {
			return prefix + responseName(status)
		}
	}
	return ""
}

// sharedResponses are the components that most operations refer to.
func (b *builder) sharedResponses() map[string]*huma.Response {
	all := map[string]*huma.Response{}
	for _, o := range shared() {
		for status, codes := range refusals(o) {
			name := sharedName(o, status, codes)
			all[name] = b.refusal(o, status, codes)
		}
	}
	return all
}

func responseName(status int) string { return camel(http.StatusText(status)) }

// refusals are the codes of an operation's errors by status, in order.
func refusals(o Operation) map[int][]errs.Code {
	all := map[int][]errs.Code{}
	for _, code := range slices.Concat(implied(o), o.Refuses) {
		if i, found := slices.BinarySearch(all[code.Status()], code); !found {
			all[code.Status()] = slices.Insert(all[code.Status()], i, code)
		}
	}
	return all
}

func (b *builder) success(o Operation, a Answer) *huma.Response {
	r := &huma.Response{Description: a.Text, Headers: map[string]*huma.Param{}}
	for _, name := range slices.Concat([]string{requestID}, a.Headers) {
		r.Headers[name] = headerRef(name)
	}
	if o.Scope != "" {
		addLimits(r.Headers)
	}
	media := &huma.MediaType{Example: a.Example}
	switch {
	case len(a.Media) > 0:
		r.Content = map[string]*huma.MediaType{}
		for _, name := range a.Media {
			r.Content[name] = &huma.MediaType{Example: a.Example, Schema: ofMedia(name)}
		}
		return r
	case a.Body != nil:
		media.Schema = b.registry.Schema(a.Body, true, "")
	case a.Data != nil:
		media.Schema = inData(b.registry.Schema(a.Data, true, ""))
	case a.Jobs != nil:
		media.Schema = inData(b.jobs(a.Jobs))
	default:
		return r
	}
	if a.Example != nil && a.Body == nil {
		media.Example = map[string]any{"data": a.Example}
	}
	refuseNull(b.registry)
	r.Content, r.Links = map[string]*huma.MediaType{mediaJSON: media}, b.links(a.Gives)
	return r
}

// ofMedia is the schema of a body that is none of ours: a document, a text, or nothing that
// holds for each event of a stream.
func ofMedia(name string) *huma.Schema {
	switch name {
	case mediaJSON:
		return &huma.Schema{Type: huma.TypeObject}
	case "text/event-stream":
		return nil
	}
	return &huma.Schema{Type: huma.TypeString}
}

// links lead from what an answer made to every operation on it.
func (b *builder) links(gives [2]string) map[string]*huma.Link {
	if gives[0] == "" {
		return nil
	}
	all := map[string]*huma.Link{}
	for _, o := range b.Operations {
		if strings.Contains(o.Path, "{"+gives[0]+"}") {
			all[o.ID] = &huma.Link{OperationID: o.ID, Parameters: map[string]any{gives[0]: "$response.body#" + gives[1]}}
		}
	}
	return all
}

// inData is the envelope of every success.
func inData(s *huma.Schema) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"data": s}, Required: []string{"data"}}
}

// implied are the errors that an operation's token and body can meet.
func implied(o Operation) []errs.Code {
	codes := []errs.Code{errs.InternalError}
	if o.Scope != "" {
		codes = append(codes, errs.MissingToken, errs.InvalidToken, errs.TokenRevoked, errs.TestTokensRetired,
			errs.InsufficientScope, errs.RateLimited, errs.ServiceUnavailable, errs.InvalidRequest)
	}
	if o.Begins {
		codes = append(codes, errs.OrganizationSuspended)
	}
	if o.Body != nil {
		codes = append(codes, errs.InvalidJSON, errs.InvalidRequest, errs.PayloadTooLarge, errs.UnsupportedMediaType)
	}
	if o.Kind != nil {
		codes = append(codes, errs.InvalidIdempotencyKey, errs.InvalidWebhookURL, errs.EndpointDisabled, errs.TooManyEndpoints,
			errs.InsufficientCredits, errs.MaxCreditsExceeded, errs.TooManyInFlight, errs.TooManyTimeouts, errs.OutcomeUnknown)
		codes = append(codes, o.Call.Refuses...)
	}
	return codes
}

// refusal describes one status of errors. The codes that it comes with stand in its
// description and examples: a schema for each set of them would be a type for each in
// generated clients.
func (b *builder) refusal(o Operation, status int, codes []errs.Code) *huma.Response {
	r := &huma.Response{
		Headers: map[string]*huma.Param{requestID: headerRef(requestID)},
	}
	var words []string
	named := map[string]*huma.Example{}
	for _, code := range codes {
		words = append(words, "- `"+string(code)+"`: "+code.Text())
		b.codes[code] = true
		named[string(code)] = &huma.Example{Ref: "#/components/examples/" + string(code)}
	}
	r.Description = http.StatusText(status) + ".\n\n" + strings.Join(words, "\n")
	switch {
	case status == http.StatusUnauthorized:
		r.Headers["WWW-Authenticate"] = headerRef("WWW-Authenticate")
	case status >= http.StatusInternalServerError:
		addOptionalLimits(r.Headers)
	case o.Scope != "":
		addLimits(r.Headers)
	}
	if status == http.StatusTooManyRequests {
		r.Headers[retryAfter] = headerRef(retryAfter)
	}
	r.Content = map[string]*huma.MediaType{
		mediaJSON:    {Examples: named, Schema: b.registry.Schema(b.Types.Error, true, "")},
		mediaProblem: {Schema: b.registry.Schema(b.Types.Problem, true, "")},
	}
	refuseNull(b.registry)
	return r
}

// errorExamples are the bodies of the errors that answers refer to, by code.
func (b *builder) errorExamples() map[string]*huma.Example {
	all := map[string]*huma.Example{}
	for code := range b.codes {
		all[string(code)] = &huma.Example{Summary: code.Text(), Value: map[string]any{"error": map[string]any{
			"code": code, "message": code.Text(), "requestId": "req_" + SampleID, "retryable": code.Retryable(),
			"details": []any{},
		}}}
	}
	return all
}
