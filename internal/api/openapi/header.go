package openapi

import "github.com/danielgtaylor/huma/v2"

// Headers of answers that more than one place names.
const (
	requestID  = "X-Request-Id"
	retryAfter = "Retry-After"
)

// limitHeaders are on every answer to a good token, errors too.
var limitHeaders = []string{
	"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Bucket", "RateLimit-Policy", "RateLimit",
}

// headerTexts are the headers of answers: what they say and of what form they are.
var headerTexts = map[string]struct {
	text    string
	schema  huma.Schema
	example any
}{
	requestID:                     {"The request's id, to be named when asking for help.", huma.Schema{Type: huma.TypeString, Pattern: "^req_[0-9a-z]{26}$"}, "req_" + SampleID},
	"X-RateLimit-Limit":           {"Requests a minute that the token's bucket allows.", count(1), 120},
	"X-RateLimit-Remaining":       {"Requests that are left now.", count(0), 119},
	"X-RateLimit-Reset":           {"When the bucket is whole again, in Unix seconds.", count(0), 1795255200},
	"X-RateLimit-Bucket":          {"The bucket that the call counted against.", huma.Schema{Type: huma.TypeString, Enum: []any{"create", "poll"}}, "create"},
	"RateLimit-Policy":            {"The bucket, its quota (q) and window in seconds (w), as the IETF's draft has it.", text(), `"create";q=120;w=60`},
	"RateLimit":                   {"The bucket, what is left (r) and the seconds until it is whole (t).", text(), `"create";r=119;t=1`},
	retryAfter:                    {"Seconds to wait before the next try. Waiting that long is enough.", count(0), 1},
	"Location":                    {"Where the job is polled.", text(), "/v1/public/jobs/job_" + SampleID},
	"ETag":                        {"Changes whenever the answer does. Send it as `If-None-Match`.", text(), `"succeeded-1"`},
	"X-Credits-Charged":           {"Credits that were charged at admission.", count(0), 1},
	"X-Credits-Remaining":         {"Credits that are left.", count(0), 4999},
	"Idempotent-Replayed":         {"`true` when the idempotency key had made this before: no second job, no second charge.", huma.Schema{Type: huma.TypeString, Enum: []any{"true"}}, "true"},
	"Deprecation":                 {"Since when something that the request used is deprecated, as RFC 9745 has it.", text(), "@1767225600"},
	"WWW-Authenticate":            {"The scheme of tokens.", text(), "Bearer"},
	"Access-Control-Allow-Origin": {"`*`: pages of any origin may read what describes the API.", huma.Schema{Type: huma.TypeString, Enum: []any{"*"}}, "*"},
}

// sometimes are the headers that an answer can lack.
var sometimes = map[string]bool{
	"Idempotent-Replayed": true, "Deprecation": true, retryAfter: true, "Access-Control-Allow-Origin": true,
}

func count(least float64) huma.Schema {
	return huma.Schema{Type: huma.TypeInteger, Minimum: &least}
}

func text() huma.Schema { return huma.Schema{Type: huma.TypeString} }

// optional is what the name of a header's optional form ends with.
const optional = ".optional"

// headers are the components that answers refer to. OpenAPI says of a header, not of
// its use, whether it is required; those that some answers may lack exist twice.
func headers() map[string]*huma.Param {
	all := map[string]*huma.Param{}
	for name, h := range headerTexts {
		all[name] = &huma.Param{Description: h.text, Schema: &h.schema, Example: h.example, Required: !sometimes[name]}
	}
	for _, name := range limitHeaders {
		lax := *all[name]
		lax.Required = false
		all[name+optional] = &lax
	}
	return all
}

func headerRef(name string) *huma.Param {
	return &huma.Param{Ref: "#/components/headers/" + name}
}

func addLimits(to map[string]*huma.Param) {
	for _, name := range limitHeaders {
		to[name] = headerRef(name)
	}
}

func addOptionalLimits(to map[string]*huma.Param) {
	for _, name := range limitHeaders {
		to[name] = headerRef(name + optional)
	}
}
