package openai

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/web/fetch"
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
		return model.Reply{}, errs.Wrap(err, errs.ProviderUnavailable, "The model's provider returned something that is not a completion; try again later.")
	}
	if present(c.Error) {
		return model.Reply{}, within(c.Error).err(resp.Header, modelSetting)
	}
	if len(c.Choices) == 0 {
		return model.Reply{}, errs.New(errs.ParseFailed, "The model's provider returned no completion; the operator should check the base URL of model.")
	}
	choice := c.Choices[0]
	switch {
	case present(choice.Error):
		return model.Reply{}, within(choice.Error).err(resp.Header, modelSetting)
	case choice.FinishReason == "error":
		return model.Reply{}, within(nil).err(resp.Header, modelSetting)
	case choice.FinishReason == "content_filter" || choice.Message.Refusal != nil && *choice.Message.Refusal != "":
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
	Failed  string `json:"failed_generation"` // what Groq's model said
}

func faultOf(status int, body []byte) fault {
	var answer struct {
		Error fault `json:"error"`
	}
	_ = json.Unmarshal(body, &answer) // the status says enough when there is no body
	answer.Error.status = status
	return answer.Error
}

// within is the fault of an answer with status 200: OpenRouter puts the status that the
// model's own provider gave into the code.
func within(raw json.RawMessage) fault {
	f := fault{status: http.StatusBadGateway}
	_ = json.Unmarshal(raw, &f) // one without details is a failure as well
	if status, ok := f.Code.(float64); ok && status >= 400 && status < 600 {
		f.status = int(status)
	}
	return f
}

// said is the answer of a model that its provider withholds since it does not fit the
// schema. It is the model's all the same, and can be repaired.
func (f fault) said() (text string, ok bool) {
	code, _ := f.Code.(string)
	return f.Failed, f.status == http.StatusBadRequest && (code == "json_validate_failed" || code == "tool_use_failed")
}

// refused is the parameter that the provider does not take, "" when it is none that
// the call can do without. Some servers name it in the message only.
func (f fault) refused() string {
	if f.status != http.StatusBadRequest && f.status != http.StatusUnprocessableEntity {
		return ""
	}
	for _, parameter := range []string{newLimit, oldLimit, temperature, format, systemRole} {
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

// err is the error of a job, where setting names the model. The provider's own words
// go nowhere: they may repeat the prompt or the key, so only their code does.
func (f fault) err(h http.Header, setting string) error {
	said := fmt.Errorf("status %d, type %q, code %q", f.status, f.Type, fmt.Sprint(f.Code))
	is := func(code string) bool { return f.Type == code || fmt.Sprint(f.Code) == code }
	final := func(message string) error {
		e := errs.Wrap(said, errs.ProviderUnavailable, message)
		e.Permanent = true
		return e
	}
	switch {
	case f.status == http.StatusUnauthorized || f.status == http.StatusForbidden:
		return errs.Wrap(said, errs.ProviderNotConfigured, "The model's provider rejects the key; the operator should check model in QUARRY_KEYS.")
	case f.status == http.StatusNotFound:
		return errs.Wrap(said, errs.ProviderNotConfigured, "The model's provider does not know the model; the operator should check "+setting+".")
	case f.status == http.StatusPaymentRequired || is("insufficient_quota"):
		return final("The installation's quota with the model's provider is used up; the operator has to raise it.")
	case f.status == http.StatusTooManyRequests || is("rate_limit_exceeded"):
		e := errs.Wrap(said, errs.UpstreamRateLimited, "The model's provider rate-limits requests; try again later.")
		e.RetryAfter = retryAfter(h)
		return e
	case f.status == http.StatusRequestEntityTooLarge || is("context_length_exceeded"):
		return final("The texts are too long for the installation's model; the operator has to name one that takes more in " + setting + ".")
	case f.status >= 500 || f.status == http.StatusRequestTimeout:
		return errs.Wrap(said, errs.ProviderUnavailable, "The model's provider returned an error; try again later.")
	default:
		return final("The model's provider rejects the call; the operator should check " + setting + " and the log.")
	}
}

// retryAfter is how long the provider asks to wait; 0 when it does not say.
func retryAfter(h http.Header) time.Duration {
	n, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || n < 0 {
		return 0
	}
	return time.Duration(n) * time.Second
}
