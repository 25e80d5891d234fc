package sqs

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// queue is one standard queue; the broker's lock guards it.
type queue struct {
	name       string
	text       map[string]string // the attributes as given, with defaults
	number     map[string]int    // the numeric ones
	deadLetter *queue            // takes what was received maxReceive times; may be nil
	maxReceive int
	messages   []*message // in the order of sending
	// changed is closed, and replaced, when a message may have become visible
	// before its time; long polls wait on it.
	changed chan struct{}
}

// Attributes of ours: how many messages are handled at once, 0 for any number, and how much in a
// hundred of what the others leave free of it one group may have in flight. Who would put off
// what is over its share, as the workers do, need not be asked.
const (
	Capacity     = "Capacity"
	SharePercent = "SharePercent"
)

// OldestSeconds is an attribute of ours: how old the oldest message is that has not been handled. In
// AWS it is a metric.
const OldestSeconds = "OldestSeconds"

// limits are the numeric attributes with their ranges and defaults, as documented
// for CreateQueue. It is read only.
var limits = map[string]struct{ low, high, standard int }{
	"VisibilityTimeout":             {0, 43200, 30},
	"DelaySeconds":                  {0, 900, 0},
	"ReceiveMessageWaitTimeSeconds": {0, 20, 0},
	"MessageRetentionPeriod":        {60, 1209600, 345600},
	"MaximumMessageSize":            {1024, maxSize, maxSize},
	Capacity:                        {0, 1000, 0},
	SharePercent:                    {1, 100, 50},
}

// name is what a queue's name and a batch entry's id look like.
var name = regexp.MustCompile(`^[A-Za-z0-9_-]{1,80}$`)

func (b *Broker) createQueue(in *request) error {
	if !name.MatchString(in.QueueName) {
		return refuse("InvalidParameterValue", "A queue's name has 1 to 80 letters, digits, hyphens or underscores; FIFO queues are not served.")
	}
	made := &queue{name: in.QueueName, text: map[string]string{}, number: map[string]int{}, changed: make(chan struct{})}
	for attribute, limit := range limits {
		made.number[attribute], made.text[attribute] = limit.standard, strconv.Itoa(limit.standard)
	}
	old := b.queues[in.QueueName]
	for attribute, value := range in.Attributes {
		if err := b.set(made, attribute, value); err != nil {
			return err
		}
		if old != nil && old.text[attribute] != value {
			return refuse("QueueNameExists", "A queue of this name has another value of %s.", attribute)
		}
	}
	if old == nil {
		b.queues[in.QueueName] = made
	}
	return nil
}

// set takes one attribute. Encryption and policies are accepted without effect.
func (b *Broker) set(q *queue, attribute, value string) error {
	limit, numeric := limits[attribute]
	n, err := strconv.Atoi(value)
	switch {
	case numeric && (err != nil || n < limit.low || n > limit.high):
		return refuse("InvalidAttributeValue", "Invalid value for the parameter %s.", attribute)
	case numeric:
		q.number[attribute] = n
	case attribute == "RedrivePolicy":
		var policy struct {
			Target string      `json:"deadLetterTargetArn"`
			Max    json.Number `json:"maxReceiveCount"` // a number, or a string with one
		}
		if json.Unmarshal([]byte(value), &policy) == nil {
			q.deadLetter = b.queues[strings.TrimPrefix(policy.Target, arns)]
			q.maxReceive, _ = strconv.Atoi(policy.Max.String())
		}
		if q.deadLetter == nil || q.maxReceive < 1 || q.maxReceive > 1000 {
			return refuse("InvalidAttributeValue", "RedrivePolicy needs the ARN of an existing queue and a maxReceiveCount of 1 to 1000.")
		}
	case !slices.Contains([]string{"Policy", "KmsMasterKeyId", "SqsManagedSseEnabled"}, attribute):
		return refuse("InvalidAttributeName", "Unknown Attribute %s.", attribute)
	}
	q.text[attribute] = value
	return nil
}

func (q *queue) attributes(now time.Time) map[string]string {
	var visible, delayed, inFlight int
	var oldest time.Duration
	for _, m := range q.messages {
		oldest = max(oldest, now.Sub(m.sent))
		switch {
		case !m.visible.After(now):
			visible++
		case m.receivedHere == 0:
			delayed++
		default:
			inFlight++
		}
	}
	all := maps.Clone(q.text)
	all["ApproximateNumberOfMessages"] = strconv.Itoa(visible)
	all["ApproximateNumberOfMessagesDelayed"] = strconv.Itoa(delayed)
	all["ApproximateNumberOfMessagesNotVisible"] = strconv.Itoa(inFlight)
	all[OldestSeconds] = strconv.Itoa(int(oldest.Seconds()))
	all["QueueArn"] = arns + q.name
	return all
}

// wake lets long polls look again.
func (q *queue) wake() {
	close(q.changed)
	q.changed = make(chan struct{})
}

// pick returns the named members, or all of them for All.
func pick[V any](from map[string]V, names []string) map[string]V {
	picked := maps.Clone(from)
	maps.DeleteFunc(picked, func(key string, _ V) bool {
		return !slices.Contains(names, "All") && !slices.Contains(names, key)
	})
	return picked
}
