// Package sqs is Amazon SQS for one machine: standard queues in memory behind the
// AWS JSON 1.0 protocol, so that the ordinary SDK talks to it. It keeps the
// service's rules (delays, long polls, visibility, redrive, limits, error codes)
// and knows nothing of what the messages mean. They end with the process; the
// sweeper sends those of unfinished jobs again.
package sqs

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	account = "000000000000" // in queue URLs and ARNs
	arns    = "arn:aws:sqs:us-east-1:" + account + ":"
	// maxRequest bounds a request's body: ten entries of together 1 MiB, escaped.
	maxRequest = 8 << 20
	maxSize    = 1 << 20 // of a message and of a batch, in bytes: 1 MiB since 2025
	maxBatch   = 10
)

// Broker holds the queues and answers the protocol's calls. One lock serves all:
// every step is short, and a redrive moves a message between two queues.
type Broker struct {
	now func() time.Time

	mu       sync.Mutex
	queues   map[string]*queue
	sequence int64 // of sends and receives, for ids and receipts
}

// New returns a broker without queues. Time is what now says, except that long
// polls wait in real time.
func New(now func() time.Time) *Broker {
	return &Broker{now: now, queues: map[string]*queue{}}
}

// QueueURL is the URL of a queue of the broker that listens at the endpoint.
func QueueURL(endpoint, name string) string { return endpoint + "/" + account + "/" + name }

// request holds the fields of all actions; each reads its own.
type request struct {
	entry
	Attributes          map[string]string `json:"Attributes"`
	AttributeNames      []string          `json:"AttributeNames"`
	Entries             []entry           `json:"Entries"`
	MaxNumberOfMessages int               `json:"MaxNumberOfMessages"`
	MessageNames        []string          `json:"MessageAttributeNames"`
	MessageSystemNames  []string          `json:"MessageSystemAttributeNames"`
	QueueName           string            `json:"QueueName"`
	QueueURL            string            `json:"QueueUrl"`
	WaitTimeSeconds     *int              `json:"WaitTimeSeconds"`
}

// ServeHTTP answers a POST whose X-Amz-Target names the action.
func (b *Broker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer, err := b.call(w, r)
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	if f, ok := errors.AsType[*fault](err); ok {
		w.Header().Set("X-Amzn-Query-Error", f.query()+";Sender")
		w.WriteHeader(http.StatusBadRequest)
		answer = map[string]string{"__type": "com.amazonaws.sqs#" + f.code, "message": f.message}
	}
	_ = json.NewEncoder(w).Encode(answer) //nolint:errchkjson // fails only when the caller has gone
}

func (b *Broker) call(w http.ResponseWriter, r *http.Request) (any, error) {
	var in request
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&in); err != nil {
		return nil, refuse("SerializationException", "The body is not a request of this protocol: %s.", err)
	}
	name := strings.TrimPrefix(r.Header.Get("X-Amz-Target"), "AmazonSQS.")
	b.mu.Lock()
	defer b.mu.Unlock()
	if name == "CreateQueue" {
		if err := b.createQueue(&in); err != nil {
			return nil, err
		}
	}
	url := in.QueueURL + in.QueueName // an action has the one or the other
	q := b.queues[url[strings.LastIndex(url, "/")+1:]]
	if q == nil {
		return nil, refuse("QueueDoesNotExist", "The specified queue does not exist.")
	}
	switch name {
	case "CreateQueue", "GetQueueUrl":
		return map[string]string{"QueueUrl": QueueURL("http://"+r.Host, q.name)}, nil
	case "GetQueueAttributes":
		return map[string]any{"Attributes": pick(q.attributes(b.now()), in.AttributeNames)}, nil
	case "PurgeQueue":
		q.messages = nil
		return struct{}{}, nil
	case "ReceiveMessage":
		return b.receive(r.Context(), q, &in)
	}
	name, batched := strings.CutSuffix(name, "Batch")
	act := map[string]action{"SendMessage": b.send, "DeleteMessage": b.remove, "ChangeMessageVisibility": b.change}[name]
	if act == nil {
		return nil, refuse("InvalidAction", "The action %s is not valid for this endpoint.", name)
	}
	if batched {
		return batch(act, q, in.Entries)
	}
	return act(q, &in.entry)
}

// fault is an error of the service by its name in the JSON protocol.
type fault struct{ code, message string }

func refuse(code, format string, args ...any) error {
	return &fault{code, fmt.Sprintf(format, args...)}
}

func (f *fault) Error() string { return f.code + ": " + f.message }

// query is the code that the older query protocol has for the fault. The service
// sends both, and the SDK reports this one.
func (f *fault) query() string {
	switch f.code {
	case "QueueDoesNotExist":
		return "AWS.SimpleQueueService.NonExistentQueue"
	case "QueueNameExists":
		return "QueueAlreadyExists"
	case "MessageNotInflight", "EmptyBatchRequest", "TooManyEntriesInBatchRequest",
		"BatchEntryIdsNotDistinct", "BatchRequestTooLong", "InvalidBatchEntryId":
		return "AWS.SimpleQueueService." + f.code
	}
	return f.code
}
