package invoke

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/quarryapi/quarry/internal/serve/blob"
)

// mostInline is the most of an answer that the response takes, of 6 MB that Lambda allows for
// it in base64.
const mostInline = 4 << 20

// Answer is what a function returns: its answer, packed by blob.Pack, or where that is.
type Answer struct {
	Packed   []byte `json:"packed,omitempty"`
	Uploaded bool   `json:"uploaded,omitempty"` // by the link of the request
}

// Give returns an answer to a caller, which finds what is too large for the response where the link leads.
func Give(ctx context.Context, packed []byte, upload string) (Answer, error) {
	if len(packed) <= mostInline {
		return Answer{Packed: packed}, nil
	}
	return Answer{Uploaded: true}, blob.Upload(ctx, upload, packed)
}

// EndedError is a function that ended with a call, or returned an error of its own.
type EndedError struct{ Type, Message string }

// ended reads what Lambda says of a function that gave no answer.
func ended(raw []byte) error {
	var said struct {
		Type    string `json:"errorType"`
		Message string `json:"errorMessage"`
	}
	if err := json.Unmarshal(raw, &said); err != nil {
		said.Message = string(raw)
	}
	return &EndedError{said.Type, said.Message}
}

// Error implements error.
func (e *EndedError) Error() string {
	return fmt.Sprintf("the function ended: %.100s %.500s", e.Type, e.Message)
}

// exhausted are the words with which Lambda says that the memory or the time of a function was over.
var exhausted = []string{"signal: killed", "Runtime.OutOfMemory", "Task timed out", "Sandbox.Timedout"}

// Exhausted reports whether the function's memory or its time was over.
func (e *EndedError) Exhausted() bool {
	for _, words := range exhausted {
		if strings.Contains(e.Type+" "+e.Message, words) {
			return true
		}
	}
	return false
}
