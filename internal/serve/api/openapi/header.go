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

// header is what a header of answers says, of what form it is, and whether an answer
// that may have it can lack it.
type header struct {
	text    string
	schema  huma.Schema
	example any
	rare    bool
}

// headerTexts are all headers of answers. A function, since a table this large would
// be made at the start of every process.
func headerTexts() map[string]header {
	return map[string]header{
		requestID:               {"The request's id; include it when you ask for help.", huma.Schema{Type: huma.TypeString, Pattern: "^req_[0-9a-z]{26}$"}, "req_" + SampleID, false},
		"X-RateLimit-Limit":     {"Requests per minute that the token's bucket allows.", count(1), 120, false},
		"X-RateLimit-Remaining": {"Requests left now.", count(0), 119, false},
		"X-RateLimit-Reset":     {"When the bucket is full again, in Unix seconds.", count(0), 1795255200, false},
		"X-RateLimit-Bucket":    {"The bucket that the call counted against.", word("create", "poll"), "create", false},
		"RateLimit-Policy":      {"The bucket, its quota (q) and its window in seconds (w), in the format of the IETF draft.", text(), `"create";q=120;w=60`, false},
		"RateLimit":             {"The bucket, the requests left (r) and the seconds until it is full (t).", text(), `"create";r=119;t=1`, false},
		retryAfter:              {"Seconds to wait before you retry.", count(0), 1, true},
		"Location":              {"URL of the created resource, or of the result.", text(), "/v1/public/jobs/job_" + SampleID, false},
		"ETag":                  {"Changes whenever the response changes. Send it as `If-None-Match`.", text(), `"succeeded-1"`, false},
		"X-Credits-Charged":     {"Credits charged for the job at its admission, in a replay, too; of a batch, those charged by this call, which are 0 when every entry is replayed.", count(0), 1, false},
		"X-Credits-Remaining":   {"Credits left; absent when they could not be read.", count(0), 4999, true},
		"Idempotent-Replayed":   {"`true` when an earlier call with this idempotency key created this: no second job, no second charge.", word("true"), "true", true},
		"Deprecation":           {"Date since which something that the request used is deprecated, in the format of RFC 9745.", text(), "@1767225600", true},
		"X-Accel-Buffering":     {"`no`: proxies are to pass the events on as they come.", word("no"), "no", false},
		"WWW-Authenticate":      {"The authentication scheme.", text(), "Bearer", false},
		allowOrigin:             {"`*`: pages of any origin may read the documents that describe the API.", word("*"), "*", true},
	}
}

const allowOrigin = "Access-Control-Allow-Origin"

// word is the schema of one of some words.
func word(words ...any) huma.Schema { return huma.Schema{Type: huma.TypeString, Enum: words} }

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
	for name, h := range headerTexts() {
		all[name] = &huma.Param{Description: h.text, Schema: &h.schema, Example: h.example, Required: !h.rare}
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
