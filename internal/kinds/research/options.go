package research

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
)

// maxReuse is how long documents are kept for later jobs.
const maxReuse = 7 * 24 * 60 * 60

// Budget is how much a job may take. What is asked for beyond the largest is clamped.
type Budget struct{ Documents, Results, TopK int64 }

// largest is what a job may take of each at most.
var largest = Budget{Documents: 15, Results: 25, TopK: 50}

// usual is what a job takes when the caller names nothing else.
func usual(p Profile) Budget {
	switch p {
	case Simple:
		return Budget{Documents: 5, Results: 10, TopK: 10}
	case Complex:
		return Budget{Documents: 15, Results: 25, TopK: 40}
	case Auto:
	}
	return Budget{Documents: 10, Results: 20, TopK: 20}
}

// Options are budgets, and how to read.
type Options struct {
	MaxDocuments     int64  `json:"maxDocuments,omitempty" minimum:"1" doc:"Maximum number of documents to read, of all lanes together and including those of earlier jobs: 1 to 15. Larger values are clamped. Default 5 with simple, 10 with auto, 15 with complex."`
	MaxSearchResults int64  `json:"maxSearchResults,omitempty" minimum:"1" doc:"Maximum number of results of all searches together to consider, best first: 1 to 25. Larger values are clamped. Sources named in the request do not count. Default 10, 20 and 25."`
	FinalTopK        int64  `json:"finalTopK,omitempty" minimum:"1" doc:"Maximum number of passages in retrievedEvidence: 1 to 50. Larger values are clamped. Default 10, 20 and 40."`
	RespectRobots    *bool  `json:"respectRobots,omitempty" default:"true" doc:"Do not read what a site's robots.txt disallows. Default true."`
	Reuse            *bool  `json:"reuse,omitempty" default:"true" doc:"Use documents that the organization's earlier research has read instead of fetching them again. Default true."`
	MaxAgeSec        *int64 `json:"maxAgeSec,omitempty" minimum:"0" default:"604800" doc:"Maximum age of such documents, in seconds; values above 604800 (7 days) are clamped."`
}

// prepare fills defaults and clamps. Error: invalid_request.
func (o *Options) prepare(p Profile) error {
	normal := usual(p)
	for _, n := range []struct {
		field          string
		value          *int64
		normal, longer int64
	}{
		{"options.maxDocuments", &o.MaxDocuments, normal.Documents, largest.Documents},
		{"options.maxSearchResults", &o.MaxSearchResults, normal.Results, largest.Results},
		{"options.finalTopK", &o.FinalTopK, normal.TopK, largest.TopK},
	} {
		var err error
		if *n.value, err = option.Limit(n.field, *n.value, n.normal, n.longer); err != nil {
			return err
		}
	}
	if o.RespectRobots == nil {
		o.RespectRobots = new(true)
	}
	if o.Reuse == nil {
		o.Reuse = new(true)
	}
	switch {
	case o.MaxAgeSec == nil:
		o.MaxAgeSec = new(int64(maxReuse))
	case *o.MaxAgeSec < 0:
		return errs.Field(errs.InvalidRequest, "options.maxAgeSec", "must be at least 0")
	default:
		o.MaxAgeSec = new(min(*o.MaxAgeSec, maxReuse))
	}
	return nil
}

// MaxAge is how old a document of an earlier job may be; 0 takes none. It is for after
// Prepare.
func (o *Options) MaxAge() time.Duration {
	if o.Reuse == nil || !*o.Reuse || o.MaxAgeSec == nil {
		return 0
	}
	return time.Duration(*o.MaxAgeSec) * time.Second
}
