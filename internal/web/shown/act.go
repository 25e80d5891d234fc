package shown

import "time"

// Deed is what an Action does.
type Deed string

// The deeds.
const (
	Click  Deed = "click"
	Type   Deed = "type"
	Select Deed = "select"
	Scroll Deed = "scroll"
	Await  Deed = "wait"
	Press  Deed = "press"
)

// Action is one thing to do on a page that is ready, as a person would: by mouse, keys and text.
type Action struct {
	Do       Deed
	Selector string        // the element; the first that matches
	Text     string        // to type
	Value    string        // of the option to select, or its label
	Key      string        // to press, by its name in browser.Keys
	Pixels   int           // to scroll without an element; 0 is to the end
	For      time.Duration // to wait without an element
	Optional bool          // its failure does not end the visit
}

// Outcomes of an Act.
const (
	Done    = "done"
	Failed  = "failed"
	Skipped = "skipped"
)

// Act is what came of an action.
type Act struct {
	Outcome string
	Issue   string // why it failed
	Took    time.Duration
}

// ActionError ends a visit whose actions had begun, one that failed or anything else. Its acts tell of all actions.
type ActionError struct {
	Acts []Act
	Err  error // as of a visit without actions
}

func (e *ActionError) Error() string { return e.Err.Error() }

// Unwrap returns the error with its code.
func (e *ActionError) Unwrap() error { return e.Err }
