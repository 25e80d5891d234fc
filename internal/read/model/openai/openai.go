// Package openai asks language models by OpenAI's chat completions, and for vectors by
// its embeddings, which many providers speak. Where a provider refuses a parameter by
// name, the call is made again without it, and later calls leave it out at once.
package openai

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Caller is the part of upstream.Client that a Provider needs.
type Caller interface {
	Do(ctx context.Context, call upstream.Call) (*fetch.Response, error)
}

// Provider implements model.Provider. It is safe for concurrent use.
type Provider struct {
	config sources.Config
	up     Caller

	mu     sync.Mutex
	habits map[string]bool // parameters that the provider does not take, by their names
}

// New returns a Provider behind the upstream "model".
func New(config sources.Config, up Caller) *Provider {
	return &Provider{config: config, up: up, habits: map[string]bool{}}
}

// official is the one provider of this protocol that answers nothing without a key.
const official = "https://api.openai.com/"

// Name is the protocol's, by which providers are configured.
const Name = "openai"

// Name implements model.Provider.
func (p *Provider) Name() string { return Name }

// Ready implements model.Provider: a server of one's own may need no key.
func (p *Provider) Ready() error { return ready(p.config) }

func ready(c sources.Config) error {
	if c.Key == "" && strings.HasPrefix(c.BaseURL+"/", official) {
		return errs.New(errs.ProviderNotConfigured, "The language model's provider needs a key; the operator has to set it as model in QUARRY_KEYS.")
	}
	return nil
}

const (
	timeout  = 75 * time.Second
	maxBytes = 1 << 20
	// adaptations is how many parameters may be refused in one call.
	adaptations = 5
)

// What names a model, for messages.
const (
	modelSetting     = "QUARRY_MODEL"
	embeddingSetting = "QUARRY_EMBEDDINGS"
)

// refusals are the statuses whose bodies have the reason.
func refusals() []int { return []int{400, 401, 402, 403, 404, 413, 422, 429} }

// Ask implements model.Provider.
func (p *Provider) Ask(ctx context.Context, q model.Query) (model.Reply, error) {
	if err := p.Ready(); err != nil {
		return model.Reply{}, err
	}
	for range adaptations {
		left := p.leftOut()
		resp, err := p.up.Do(ctx, upstream.Call{
			Method: http.MethodPost, Path: "/chat/completions", Header: header(p.config), Body: p.body(q, left),
			Timeout: timeout, MaxBytes: maxBytes, Final: refusals(),
		})
		if err != nil {
			return model.Reply{}, err
		}
		if resp.Status < 400 {
			return read(resp)
		}
		fault := faultOf(resp.Status, resp.Body)
		if said, ok := fault.said(); ok {
			return model.Reply{Text: said}, nil
		}
		parameter := fault.refused()
		if parameter == "" || left[parameter] {
			return model.Reply{}, fault.err(resp.Header, modelSetting)
		}
		p.leaveOut(parameter)
	}
	return model.Reply{}, errs.New(errs.ProviderUnavailable, "The model's provider rejects every form of the call; the operator should check QUARRY_MODEL.")
}

func header(c sources.Config) http.Header {
	h := http.Header{}
	if c.Key != "" {
		h.Set("Authorization", "Bearer "+c.Key)
	}
	return h
}

func (p *Provider) leftOut() map[string]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.habits)
}

func (p *Provider) leaveOut(parameter string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.habits[parameter] = true
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Names of parameters that some models or servers refuse.
const (
	oldLimit    = "max_tokens"
	newLimit    = "max_completion_tokens"
	temperature = "temperature"
	format      = "response_format"
	systemRole  = "messages[0].role" // some models take no system message: "o1-mini"
)

// body is the call without the parameters that are to be left out. Models of OpenAI's
// own take the new name of the limit; most others know only the old one.
func (p *Provider) body(q model.Query, left map[string]bool) map[string]any {
	system := q.System
	body := map[string]any{"model": q.Model, "stream": false}
	if !left[temperature] {
		body[temperature] = 0
	}
	limits := []string{oldLimit, newLimit}
	if strings.HasPrefix(p.config.BaseURL+"/", official) {
		limits = []string{newLimit, oldLimit}
	}
	for _, limit := range limits {
		if !left[limit] {
			body[limit] = q.MaxTokens
			break
		}
	}
	if left[format] {
		system += "\n\nThe schema:\n" + string(q.Schema)
	} else {
		body[format] = map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": q.Name, "strict": true, "schema": unbounded(q.Schema),
		}}
	}
	role := "system"
	if left[systemRole] {
		role = "user"
	}
	messages := []message{{role, system}}
	for _, turn := range q.Turns {
		role := "user"
		if turn.Assistant {
			role = "assistant"
		}
		messages = append(messages, message{role, turn.Text})
	}
	body["messages"] = messages
	return body
}

// unbounded is a schema without the bounds that strict modes refuse; the answer is
// held to them afterwards.
func unbounded(schema json.RawMessage) any {
	var v any
	if json.Unmarshal(schema, &v) != nil {
		return schema
	}
	strip(v)
	return v
}

func strip(v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			switch name {
			case "minLength", "maxLength", "pattern", "format", "minimum", "maximum", "minItems", "maxItems":
				if _, property := member.(map[string]any); !property {
					delete(v, name)
				}
			}
			strip(member)
		}
	case []any:
		for _, member := range v {
			strip(member)
		}
	}
}
