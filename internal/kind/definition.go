// Package kind is what a kind of job is: the calls that make its jobs, what these take,
// cost and give, and the functions that perform them. Routes, validation, prices, cache
// times, queues, functions, alarms and documentation follow from a Definition. Package
// kinds lists the definitions, kinds/<kind>/<kind>run holds the work. The package must
// know no kind, no storage, no HTTP and no AWS, so that the API links it at little cost.
package kind

import (
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
)

// Definition declares a kind of job.
type Definition struct {
	Name string // the public name: "hn_post"

	// Calls make jobs of the kind, each under actions of its own. The first is the
	// kind's main call.
	Calls []Call
	// Batch, when there is one, is the call that makes many jobs of the kind.
	Batch *Batch
	// Crawl, when there is one, is the call that follows the links of a site, a job a page.
	Crawl *Crawl

	CacheTTL  time.Duration // reuse time when the caller names none; 0 is no caching
	AsyncOnly bool          // never waits: always 202

	// Functions perform the kind's jobs. The first performs every action that no other
	// one names, and has the kind's name.
	Functions []Function
}

// BrowserFunction is the name of the Lambda function that shows pages for all workers that need
// one. It is no worker.
const BrowserFunction = "browser"

// PDFFunction is the name of the Lambda function that reads PDFs for all workers that need it. It is no worker.
const PDFFunction = "pdf"

// Function is a queue of jobs and the Lambda function that performs them.
type Function struct {
	// Name is the queue's: "url-screenshot". The Lambda function is "worker-" + Name.
	Name string
	// Actions are those whose jobs it performs; empty for a kind's first function.
	Actions []credit.Action

	Ceiling     time.Duration // the longest a run may take
	Browser     bool          // the worker has pages shown, by the function of the browser
	Documents   bool          // the worker has PDFs read, by the function that does
	Model       bool          // the worker asks the installation's language or embedding model
	Crawls      bool          // its jobs may be pages of crawls, or the lists of their sites
	MemoryMB    int           // of the function
	Concurrency int           // the most runs at once in one installation
	// HandsTo is the function of the kind that a job can be handed over to when its run
	// finds that it needs what this one does not have; empty for none. That one MUST
	// perform the same actions and hand to nobody.
	HandsTo string
}

// FunctionOf returns the function that performs the jobs of an action.
func (d Definition) FunctionOf(action credit.Action) Function {
	for _, f := range d.Functions[1:] {
		if slices.Contains(f.Actions, action) {
			return f
		}
	}
	return d.Functions[0]
}

// Main is the kind's main call.
func (d Definition) Main() Call { return d.Calls[0] }

// Example is a request that works as it stands.
type Example struct {
	Name    string // a word: "markdown"
	Summary string // half a sentence
	Body    string // JSON
}

// Batch is a call that makes many jobs of a kind at once.
type Batch struct {
	Path    string // below /v1/public: "/scrape/batch"
	Title   string // a few words for the documentation
	Summary string // and a sentence
	// Args returns a pointer to new, empty arguments of the call.
	List     string // member of Args that has the entries
	Args     func() BatchArgs
	Examples []Example
}

// BatchArgs are the decoded arguments of a batch call.
type BatchArgs interface {
	// Entries returns the arguments of each job, in the order of the answer. An
	// invalid_url of an entry's Prepare is that entry's own; any other error of one
	// refuses the batch.
	Entries() []Entry
}

// Entry is one job that a batch asks for.
type Entry struct {
	Name string // as the caller wrote it: the URL
	Args Args
}
