// Package model is Quarry's protocol as a state machine that is small enough to be
// searched whole: admissions with lent credits, workers, messages, the sweeper, and the
// deliveries of an event to an endpoint that is switched on and off. It stands for the
// code by the names in Action.Stands and must not import it.
package model

// What there is of everything. Job i is the one that request i may admit.
const (
	requests = 3
	jobs     = requests
	rows     = 2
	workers  = 2
	hands    = 2
	attempts = 3
	posters  = 2

	// maxRuns is job.MaxAttempts.
	maxRuns = 2
	// maxMessages bounds how many messages name one job at once.
	maxMessages = 2
)

// State is everything that is stored, under way or in memory at one moment. States are
// compared as they are, so what does not matter any more MUST be zero.
type State struct {
	Requests [requests]Request
	Key      int8 // 1 + the job of the idempotency key
	Rows     [rows]Row
	Cap      int8 // the organization's
	Jobs     [jobs]Job
	Workers  [workers]Worker
	Hands    [hands]Hand
	Attempts [attempts]Attempt
	Endpoint Endpoint
	Posters  [posters]Poster
	Left     Budget
	Bad      Bad
}

// Budget is how often each trouble may still happen.
type Budget struct {
	Crashes   int8 // a process ends between two of its steps
	Answers   int8 // a write is done and its answer lost
	Losses    int8 // a message is not sent, or lost
	Doubles   int8 // a message is given twice
	Letters   int8 // a message becomes a dead letter
	Cancels   int8
	Caps      int8 // changes of the cap
	Patches   int8 // changes of the endpoint's URL
	Switches  int8 // the endpoint switched off or on by its owner
	Expiries  int8 // leases that run out
	SlowRuns  int8 // runs that our own parts break, so that the job is given back
	TooOld    int8 // jobs that waited two hours
	Conflicts int8 // admissions that are refused after the last of their tries
}

// Request is a call that creates a job. Its plan is what it read of the wallet.
type Request struct {
	Phase RequestPhase
	Row   int8
	Read  [rows]Row
	Poor  bool // at some moment since it began the wallet lacked its credits
	Full  bool // at some moment since it began the wallet lacked its slots
}

// RequestPhase is how far a request is.
type RequestPhase int8

// The phases of a request.
const (
	Unsent  RequestPhase = iota
	Trying               // to write the admission on Row alone
	Refused              // by Row
	HalfRead
	WholeRead // row by row
	Snapshot  // the rows of one moment
	Unknown   // the admission is written, its answer lost
	Admitted  // and the job's message is to be sent
	Answered
)

// Row is one row of the wallet.
type Row struct {
	Balance, Slots, Cap, Reserved int8
	Sealed                        bool
}

// Status is a job's or an attempt's.
type Status int8

// The statuses.
const (
	None Status = iota
	Queued
	Running
	Succeeded
	Failed
	Cancelled
	Pending
)

// Terminal reports whether a job in this status never changes again.
func (s Status) Terminal() bool { return s == Succeeded || s == Failed || s == Cancelled }

// Lease is whether somebody holds a job or an attempt.
type Lease int8

// The leases.
const (
	Free Lease = iota
	Held
	Expired
)

// Job is a job's row, its ledger, its events and the messages that name it.
type Job struct {
	Status   Status
	Row      int8
	Runs     int8 // attempts
	Fence    int8
	Lease    Lease
	Claim    int8
	EndedBy  int8
	Orphan   bool // its worker crashed
	Place    bool // among those that its row lets run
	Debits   int8
	Refunds  int8
	Events   int8
	Messages int8
}

// Worker is one that performs a message.
type Worker struct {
	Phase WorkerPhase
	Job   int8
	Was   Status // of the job as it was read or claimed
	Fence int8
	Claim int8
	Late  bool // its lease has run out
	End   Status
}

// WorkerPhase is how far a worker is.
type WorkerPhase int8

// The phases of a worker.
const (
	Idle WorkerPhase = iota
	Given
	Placing
	Placed // the job has a place, and is to be claimed
	PuttingOff
	ClaimUnknown
	Runs
	Ending
	EndUnknown
	Releasing
	ReleaseUnknown
	Resending
)

// Hand is the sweeper, the dead letters' handler or a caller who cancels, between its
// read and its write.
type Hand struct {
	Does  Does
	Job   int8
	Was   Status
	Fence int8
}

// Does is what a hand is about to do.
type Does int8

// What hands do.
const (
	Nothing Does = iota
	Touch
	Release
	Fail
	Cancel
	Send
)

// Attempt is a delivery: one attempt to post the event.
type Attempt struct {
	Status  Status
	Lease   Lease
	Claim   int8
	Message bool
	Orphan  bool // its poster crashed
	Off     bool // it was closed while the endpoint was not active
}

// Endpoint is where the event goes.
type Endpoint struct {
	Active bool
	URL    int8
	Since  int8 // which run of failures; 0 for none
	Old    bool // the run has lasted 120 hours
}

// Poster is one that makes an attempt.
type Poster struct {
	Phase   PosterPhase
	Attempt int8
	Claim   int8
	Late    bool
	Met     Endpoint // as it was read
	Answer  Answer
}

// PosterPhase is how far a poster is.
type PosterPhase int8

// The phases of a poster.
const (
	Resting PosterPhase = iota
	Has
	PostClaimUnknown
	Claims
	Posting
	Praising // a success is noted before the attempt is closed
	Posted
	Planning // without disabling, because the endpoint had changed
	Sending
	Noting
)

// Answer is the endpoint's.
type Answer int8

// The answers; Inactive says that nothing was posted because the endpoint was off.
const (
	NoAnswer Answer = iota
	Good
	Wrong
	Gone
	Inactive
)
