// Package model asks language models for answers in JSON of a given schema, and for
// vectors of texts. It holds what is the same for every provider: the prompt's form, the
// check of the answer, one repair, batches, retries and limits. Package openai below it
// speaks a protocol, serve/modelprovider has another and picks one by configuration. It
// must not know what is asked, nor jobs; no key and no text of a prompt reaches a log or an error.
package model

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// Provider is a service that runs language models.
type Provider interface {
	// Name is the service's, by which it is configured: "openai".
	Name() string
	// Ready fails before any work when no call can succeed: provider_not_configured.
	Ready() error
	// Ask makes one call, without retries. Its error MUST be an *errs.Error with one of
	// the codes provider_not_configured (key or access), upstream_rate_limited (with
	// RetryAfter when it is known), provider_unavailable (Permanent when the same call
	// would fail again) and parse_failed, what package fetch says of the network, or
	// wrap the cause of ctx's end.
	Ask(ctx context.Context, q Query) (Reply, error)
}

// Query is one call to a provider.
type Query struct {
	Model     string // its id with the provider
	System    string
	Turns     []Turn
	Name      string          // of what is asked for, a word: "brand_profile"
	Schema    json.RawMessage // JSON Schema of the answer, an object
	MaxTokens int             // of the answer
}

// Turn is one message of a conversation.
type Turn struct {
	Assistant bool // said by the model; otherwise by us
	Text      string
}

// Reply is what a provider gives.
type Reply struct {
	Text         string // the answer, JSON if the model followed the instructions
	Cut          bool   // the answer ended at MaxTokens
	InputTokens  int64
	OutputTokens int64
}

// Usage is what answers took, reported in a job's meta under "model".
type Usage struct {
	Provider     string `json:"provider"`
	Model        string `json:"model"`
	InputTokens  int64  `json:"inputTokens"`
	OutputTokens int64  `json:"outputTokens"`
	Calls        int    `json:"calls"` // that were answered
}

// Add is the sum of two usages of one model, under the names of whichever has any. Those
// of different models are to be summed apart: their tokens are not of one size.
func (u Usage) Add(more Usage) Usage {
	return Usage{
		Provider: cmp.Or(u.Provider, more.Provider), Model: cmp.Or(u.Model, more.Model),
		InputTokens: u.InputTokens + more.InputTokens, OutputTokens: u.OutputTokens + more.OutputTokens, Calls: u.Calls + more.Calls,
	}
}

// Request is what to ask.
type Request struct {
	Name   string // of what is asked for, a word: "brand_profile"
	System string // who the model is and what it is to do
	Prompt string // the question
	// Data are texts that others wrote, such as pages. They are fenced, and the model is
	// told that nothing in them is an instruction. Together at most MaxData bytes are
	// sent; what comes later is cut.
	Data []Data
	// MaxData is that limit; DefaultData when 0. A token is about four bytes of English,
	// and as little as one of other scripts.
	MaxData int
	// Schema is the JSON Schema that the answer MUST satisfy: an object with
	// additionalProperties false and every property required, as strict modes demand.
	Schema json.RawMessage
	// MaxTokens is the most that one answer may have; DefaultTokens when 0. The repair of
	// an answer that was cut off may have twice as many.
	MaxTokens int
}

// Data is a text that others wrote.
type Data struct {
	Name string // for the model, a few words of our own: "page text"
	Text string
}

// Limits of a Request that says none.
const (
	DefaultData   = 48 << 10
	DefaultTokens = 1024
)

// Answer is a model's answer that satisfies the schema.
type Answer struct {
	JSON  json.RawMessage
	Usage Usage // beside an error what was used up to it
}

// Client asks the installation's model. It is safe for concurrent use.
type Client struct {
	provider Provider
	id       string
	embedder Embedder
}

// New returns a Client of a provider's model. A nil provider is an installation
// without a model: every call says so.
func New(provider Provider, id string) *Client {
	return &Client{provider: provider, id: id}
}

// Ready fails before any work when there is no model. Error: provider_not_configured.
func (c *Client) Ready() error {
	if c.provider == nil {
		return errs.New(errs.ProviderNotConfigured,
			"This call requires a language model, but the installation has none; the operator has to name one in QUARRY_MODEL.")
	}
	return c.provider.Ready()
}

// Generate asks and returns an answer that satisfies the schema. An answer that does
// not is sent back once with what is wrong with it. Errors: provider_not_configured,
// provider_unavailable (after two retries where waiting can help) and parse_failed (no
// such answer was given); or the cause of ctx's end.
func (c *Client) Generate(ctx context.Context, r Request) (Answer, error) {
	if err := c.Ready(); err != nil {
		return Answer{}, err
	}
	check, err := newChecker(r.Schema)
	if err != nil {
		return Answer{}, err
	}
	q := Query{
		Model: c.id, System: system(r), Turns: []Turn{{Text: prompt(r)}},
		Name: r.Name, Schema: r.Schema, MaxTokens: r.MaxTokens,
	}
	if q.MaxTokens <= 0 {
		q.MaxTokens = DefaultTokens
	}
	usage := Usage{Provider: c.provider.Name(), Model: c.id}
	const attempts = 2
	for range attempts {
		reply, err := retry(ctx, func() (Reply, error) { return c.provider.Ask(ctx, q) })
		if err != nil {
			return Answer{Usage: usage}, err
		}
		usage = usage.Add(Usage{InputTokens: reply.InputTokens, OutputTokens: reply.OutputTokens, Calls: 1})
		answer, issue := check.read(reply)
		if issue == "" {
			return Answer{JSON: answer, Usage: usage}, nil
		}
		q.Turns = append(q.Turns[:1], repair(reply, issue)...)
		if reply.Cut {
			q.MaxTokens *= 2 // some models spend the limit on their thoughts
		}
	}
	return Answer{Usage: usage}, errs.Newf(errs.ParseFailed, "The model %s returned output that does not match the schema twice", c.id).Later()
}
