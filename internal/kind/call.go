package kind

import (
	"fmt"
	"reflect"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
)

// About describes a call that makes one job.
type About struct {
	Path    string // below /v1/public: "/scrape"
	Title   string // a few words for the documentation: "Scrape a URL"
	Summary string // and a sentence

	// Prices are what its jobs can cost, each with the action that they are booked under.
	Prices []credit.Price
	// Examples are bodies that the documentation shows, the plainest first. A test
	// sends each of them to a service with the sample web for the internet, which
	// answers for https://example.com/, and each must succeed.
	Examples []Example
	// Refuses are the codes with which Prepare refuses, beside invalid_request.
	Refuses []errs.Code
}

// Args are the decoded arguments of a call. After Prepare their JSON is the
// canonical input: equal calls give equal bytes.
type Args interface {
	// Prepare checks what tags cannot say, fills defaults, clamps what is too
	// large and says what the job is about and what it costs. It MUST return an
	// *errs.Error with the field's name for everything that it refuses.
	Prepare(Caller) (Plan, error)
}

// Labelled are Args of which a field only names the job for its caller. Such a name is
// part of the input, and no reason for the cache to keep another result.
type Labelled interface {
	Args
	// Unlabelled returns the arguments without the name. It is called after Prepare.
	Unlabelled() Args
}

// Caller is who asks for a job.
type Caller struct {
	OrgID string
	job.Grants
	// Cursors opens what a former job of the caller's gave as nextCursor.
	Cursors cursor.Sealer
	// RenderCredits is what the operator charges for a page that the browser shows before it is
	// read; 0 is what any page costs.
	RenderCredits int64
}

// Plan is the outcome of Prepare.
type Plan struct {
	Target string // what the job is about, for lists: a URL, a handle, a query
	Quote  credit.Quote
	// Deprecated says that the call uses a field that is to go away.
	Deprecated bool
}

// Call is a call whose types are erased, for those who treat all calls alike. Only
// Define makes one.
type Call struct {
	About
	args   func() Args
	sample any
}

// NewArgs returns a pointer to new, empty arguments. Its exported fields with their
// json, doc and validation tags are the call's part of the body.
func (c Call) NewArgs() Args { return c.args() }

// Sample is a result by example, for the documentation and its type.
func (c Call) Sample() any { return c.sample }

// Actions are what jobs of the call are booked under.
func (c Call) Actions() []credit.Action {
	actions := make([]credit.Action, len(c.Prices))
	for i, p := range c.Prices {
		actions[i] = p.Action()
	}
	return actions
}

// Typed is a call with the types of its arguments and of its result.
type Typed[A, R any] struct{ Call }

// Define declares a call that takes arguments of type A and gives a result of type R,
// of which it shows the sample. It panics when the call has no price: a job that nobody
// can be charged for must not be deployed.
func Define[A, R any, P interface {
	*A
	Args
}](about About, sample R,
) Typed[A, R] {
	if len(about.Prices) == 0 {
		panic(fmt.Sprintf("%s takes %s and has no price", about.Path, reflect.TypeFor[A]()))
	}
	for _, p := range about.Prices {
		if !p.Valid() {
			panic(fmt.Sprintf("%s: the price of %q is not one of package credit's", about.Path, p.Action()))
		}
	}
	return Typed[A, R]{Call{About: about, args: func() Args { return P(new(A)) }, sample: sample}}
}
