package sqs

import (
	"cmp"
	"crypto/md5" //nolint:gosec // the protocol's checksum, not a protection
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
)

type message struct {
	id           string
	entry        entry
	sent         time.Time
	visible      time.Time // when it can be received (again)
	received     int       // over all queues that it was in
	receivedHere int
	first        time.Time // of the receives
	receipt      string    // of the newest receive
	source       string    // ARN of the queue that it was redriven from
}

// entry holds the fields of an action on one message, alone or in a batch.
type entry struct {
	ID                string               `json:"Id"`
	DelaySeconds      *int                 `json:"DelaySeconds"`
	MessageAttributes map[string]attribute `json:"MessageAttributes"`
	MessageBody       string               `json:"MessageBody"`
	MessageGroupID    string               `json:"MessageGroupId"`
	ReceiptHandle     string               `json:"ReceiptHandle"`
	VisibilityTimeout *int                 `json:"VisibilityTimeout"`
}

type attribute struct {
	DataType    string `json:"DataType"`
	StringValue string `json:"StringValue,omitempty"`
	BinaryValue []byte `json:"BinaryValue,omitempty"`
}

// result is the answer about one message, alone or in a batch; the last three
// fields are those of an entry that was refused.
type result struct {
	ID               string `json:"Id,omitempty"`
	MessageID        string `json:"MessageId,omitempty"`
	MD5OfMessageBody string `json:"MD5OfMessageBody,omitempty"`
	Code             string `json:"Code,omitempty"`
	Message          string `json:"Message,omitempty"`
	SenderFault      bool   `json:"SenderFault,omitempty"`
}

// action does something to one message of a queue.
type action func(*queue, *entry) (result, error)

// batch applies an action to each entry, after the checks that refuse all of them.
func batch(act action, q *queue, entries []entry) (any, error) {
	total, seen := 0, map[string]bool{}
	for _, e := range entries {
		if !name.MatchString(e.ID) {
			return nil, refuse("InvalidBatchEntryId", "A batch entry id has 1 to 80 letters, digits, hyphens or underscores.")
		}
		total, seen[e.ID] = total+e.size(), true
	}
	switch {
	case len(entries) == 0:
		return nil, refuse("EmptyBatchRequest", "There should be at least one entry in the request.")
	case len(entries) > maxBatch:
		return nil, refuse("TooManyEntriesInBatchRequest", "A request has at most %d entries, not %d.", maxBatch, len(entries))
	case len(seen) < len(entries):
		return nil, refuse("BatchEntryIdsNotDistinct", "Two entries have the same id.")
	case total > maxSize:
		return nil, refuse("BatchRequestTooLong", "A batch has at most %d bytes, not %d.", maxSize, total)
	}
	var out struct{ Successful, Failed []result }
	for _, e := range entries {
		done, err := act(q, &e)
		done.ID = e.ID
		if f, refused := err.(*fault); refused { //nolint:errorlint // actions return nothing else
			done.Code, done.Message, done.SenderFault = f.query(), f.message, true
			out.Failed = append(out.Failed, done)
			continue
		}
		out.Successful = append(out.Successful, done)
	}
	return out, nil
}

func (b *Broker) send(q *queue, e *entry) (result, error) {
	delay, err := q.seconds("DelaySeconds", e.DelaySeconds)
	switch most := q.number["MaximumMessageSize"]; {
	case err != nil:
		return result{}, err
	case e.MessageBody == "":
		return result{}, refuse("MissingParameter", "The request must contain the parameter MessageBody.")
	case e.size() > most:
		return result{}, refuse("InvalidParameterValue", "One or more parameters are invalid. Reason: Message must be shorter than %d bytes.", most)
	case strings.ContainsFunc(e.MessageBody, forbidden):
		return result{}, refuse("InvalidMessageContents", "The message contains characters outside of the allowed set.")
	}
	b.sequence++
	now := b.now()
	m := &message{id: fmt.Sprintf("%08x-0000-4000-8000-%012x", now.Unix(), b.sequence), entry: *e, sent: now, visible: after(now, delay)}
	q.messages = append(q.messages, m)
	q.wake()
	return result{MessageID: m.id, MD5OfMessageBody: digest(e.MessageBody)}, nil
}

func (b *Broker) remove(q *queue, e *entry) (result, error) {
	m, err := q.byReceipt(e.ReceiptHandle)
	q.messages = slices.DeleteFunc(q.messages, func(other *message) bool { return other == m })
	q.wake() // its group has one less in flight
	return result{}, err
}

func (b *Broker) change(q *queue, e *entry) (result, error) {
	timeout, err := q.seconds("VisibilityTimeout", e.VisibilityTimeout)
	m, invalid := q.byReceipt(e.ReceiptHandle)
	if err := cmp.Or(err, invalid); err != nil {
		return result{}, err
	}
	if m == nil || !m.visible.After(b.now()) {
		return result{}, refuse("MessageNotInflight", "The message is not in flight.")
	}
	m.visible = after(b.now(), timeout)
	q.wake()
	return result{}, nil
}

// byReceipt returns the message whose newest receive gave this handle; nil when
// it has been deleted, or received again since, which is no fault.
func (q *queue) byReceipt(handle string) (*message, error) {
	if !strings.HasPrefix(handle, receiptPrefix) {
		return nil, refuse("ReceiptHandleIsInvalid", "The input receipt handle is invalid.")
	}
	if i := slices.IndexFunc(q.messages, func(m *message) bool { return m.receipt == handle }); i >= 0 {
		return q.messages[i], nil
	}
	return nil, nil //nolint:nilnil // as documented
}

// size is what counts towards the limits: the body and the attributes' names,
// types and values.
func (e *entry) size() int {
	n := len(e.MessageBody)
	for name, a := range e.MessageAttributes {
		n += len(name) + len(a.DataType) + len(a.StringValue) + len(a.BinaryValue)
	}
	return n
}

// seconds reads a parameter that the queue's attribute of this name stands in for.
func (q *queue) seconds(attribute string, given *int) (int, error) {
	if given == nil {
		return q.number[attribute], nil
	}
	if most := limits[attribute].high; *given < 0 || *given > most {
		return 0, refuse("InvalidParameterValue", "Value %d for parameter %s is invalid. Reason: Must be between 0 and %d.", *given, attribute, most)
	}
	return *given, nil
}

func after(now time.Time, seconds int) time.Time {
	return now.Add(time.Duration(seconds) * time.Second)
}

// forbidden matches the characters that are not in XML 1.0.
func forbidden(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
}

func digest(text string) string {
	sum := md5.Sum([]byte(text)) //nolint:gosec // as above
	return hex.EncodeToString(sum[:])
}
