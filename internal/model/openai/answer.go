package openai

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/model"
)

// completion is an answer. Some providers send an error with status 200, of the whole
// or of the choice.
type completion struct {
	Choices []struct {
		Message struct {
			Content *string `json:"content"`
			Refusal *string `json:"refusal"`
		} `json:"message"`
		FinishReason string          `json:"finish_reason"`
		Error        json.RawMessage `json:"error"`
	} `json:"choices"`
	Usage struct {
		PromptTokens     int64 `json:"prompt_tokens"`
		CompletionTokens int64 `json:"completion_tokens"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"`
}

func read(resp *fetch.Response) (model.Reply, error) {
	var c completion
	if err := json.Unmarshal(resp.Body, &c); err != nil {
		return model.Reply{}, errs.Wrap(err, errs.ProviderUnavailable, "The model's provider answered with something that is no completion; try again later.")
	}
	if present(c.Error) || len(c.Choices) > 0 && present(c.Choices[0].Error) {
		return model.Reply{}, errs.New(errs.ProviderUnavailable, "The model's provider answered with an error; try again later.")
	}
	if len(c.Choices) == 0 {
		return model.Reply{}, errs.New(errs.ParseFailed, "The model's provider answered with no completion; try again later.")
	}
	choice := c.Choices[0]
	if choice.FinishReason == "content_filter" || choice.Message.Refusal != nil && *choice.Message.Refusal != "" {
		return model.Reply{}, errs.New(errs.ParseFailed, "The model declined to answer about this page.")
	}
	reply := model.Reply{
		Cut: choice.FinishReason == "length", InputTokens: c.Usage.PromptTokens, OutputTokens: c.Usage.CompletionTokens,
	}
	if choice.Message.Content != nil {
		reply.Text = *choice.Message.Content
	}
	return reply, nil
}

func present(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// fault is what a provider says of a call that it refuses. The code is a text or a
// number.
type fault struct {
	status  int
	Message string `json:"message"`
	Type    string `json:"type"`
	Param   string `json:"param"`
	Code    any    `json:"code"`
}

func faultOf(resp *fetch.Response) fault {
	var body struct {
		Error fault `json:"error"`
	}
	_ = json.Unmarshal(resp.Body, &body) // the status says enough when there is no body
	body.Error.status = resp.Status
	return body.Error
}

// refused is the parameter that the provider does not take, "" when it is none that
// the call can do without. Some servers name it in the message only.
func (f fault) refused() string {
	if f.status != http.StatusBadRequest && f.status != http.StatusUnprocessableEntity {
		return ""
	}
	for _, parameter := range []string{newLimit, oldLimit, temperature, format} {
		if f.Param == parameter || strings.HasPrefix(f.Param, parameter+".") {
			return parameter
		}
	}
	said := strings.ToLower(f.Message)
	if strings.Contains(said, "json_schema") || strings.Contains(said, "response format") {
		return format
	}
	// "Unsupported parameter: 'max_tokens' … Use 'max_completion_tokens' instead."
	first, at := "", len(said)
	for _, parameter := range []string{newLimit, oldLimit, temperature, format} {
		if i := strings.Index(said, parameter); i >= 0 && i < at {
			first, at = parameter, i
		}
	}
	return first
}

// err is what a job is told. The provider's own words stay in the log: they may repeat
// the prompt, so only their code does.
func (f fault) err(resp *fetch.Response) error {
	said := fmt.Errorf("status %d, type %q, code %q", f.status, f.Type, fmt.Sprint(f.Code))
	switch {
	case f.status == http.StatusUnauthorized || f.status == http.StatusForbidden:
		return errs.Wrap(said, errs.ProviderNotConfigured, "The model's provider refuses the key; the operator checks model in QUARRY_KEYS.")
	case f.status == http.StatusNotFound:
		return errs.Wrap(said, errs.ProviderNotConfigured, "The model's provider does not know the model; the operator checks QUARRY_MODEL.")
	case f.status == http.StatusPaymentRequired || fmt.Sprint(f.Code) == "insufficient_quota" || f.Type == "insufficient_quota":
		e := errs.Wrap(said, errs.ProviderUnavailable, "The installation's quota with the model's provider is used up; the operator looks after it.")
		e.Permanent = true
		return e
	case f.status == http.StatusTooManyRequests:
		e := errs.Wrap(said, errs.UpstreamRateLimited, "The model's provider limits how often it is asked; try again later.")
		if n, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && n > 0 {
			e.RetryAfter = time.Duration(n) * time.Second
		}
		return e
	default:
		e := errs.Wrap(said, errs.ProviderUnavailable, "The model's provider refuses the call; the operator looks at QUARRY_MODEL and the log.")
		e.Permanent = true
		return e
	}
}
