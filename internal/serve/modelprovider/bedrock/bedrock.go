// Package bedrock asks language models by Amazon Bedrock's Converse, and embedding models
// by its InvokeModel. An answer's schema is given as that of a tool which the model must
// use; a model that cannot be made to use one gets the schema in words. It is the only
// package that links the client.
package bedrock

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/document"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
)

// Provider implements model.Provider. It is safe for concurrent use.
type Provider struct {
	client *bedrockruntime.Client

	mu       sync.Mutex
	noTool   bool // the model cannot be made to use a tool
	noDegree bool // the model takes no temperature
}

// New returns a Provider in the region and with the keys of the configuration; an
// endpoint takes the place of AWS's own in tests. Retries are package model's.
func New(base aws.Config, endpoint string) *Provider {
	return &Provider{client: newClient(base, endpoint)}
}

func newClient(base aws.Config, endpoint string) *bedrockruntime.Client {
	return bedrockruntime.NewFromConfig(base, func(o *bedrockruntime.Options) {
		o.Retryer = aws.NopRetryer{}
		if endpoint != "" {
			o.BaseEndpoint = &endpoint
		}
	})
}

// Name is the service's, by which it is configured.
const Name = "bedrock"

// What names a model, for messages.
const (
	modelSetting     = "QUARRY_MODEL"
	embeddingSetting = "QUARRY_EMBEDDINGS"
)

// Name implements model.Provider.
func (p *Provider) Name() string { return Name }

// Ready implements model.Provider: the function's role is the key.
func (p *Provider) Ready() error { return nil }

// habits are what is left out of a call.
type habits struct{ noTool, noDegree bool }

// Ask implements model.Provider.
func (p *Provider) Ask(ctx context.Context, q model.Query) (model.Reply, error) {
	for {
		h := p.habits()
		out, err := p.client.Converse(ctx, input(q, h))
		if err == nil {
			return read(out)
		}
		if ctx.Err() != nil {
			return model.Reply{}, context.Cause(ctx)
		}
		if !p.adapt(h, err) {
			return model.Reply{}, refusal(err, modelSetting)
		}
	}
}

func (p *Provider) habits() habits {
	p.mu.Lock()
	defer p.mu.Unlock()
	return habits{p.noTool, p.noDegree}
}

// adapt notes what the model does not take, and reports whether that is new to the call.
func (p *Provider) adapt(h habits, err error) bool {
	said := invalid(err)
	if said == "" {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case strings.Contains(said, "temperature") && !h.noDegree:
		p.noDegree = true
	case strings.Contains(said, "tool") && !h.noTool:
		p.noTool = true
	default:
		return false
	}
	return true
}

func input(q model.Query, h habits) *bedrockruntime.ConverseInput {
	in := &bedrockruntime.ConverseInput{
		ModelId: &q.Model,
		// A budget of tokens is a few thousand.
		InferenceConfig: &types.InferenceConfiguration{MaxTokens: new(int32(q.MaxTokens))}, //nolint:gosec // see above
	}
	if !h.noDegree {
		in.InferenceConfig.Temperature = new(float32(0))
	}
	system := q.System
	if h.noTool {
		system += "\n\nThe schema:\n" + string(q.Schema)
	} else {
		in.ToolConfig = tool(q)
	}
	in.System = []types.SystemContentBlock{&types.SystemContentBlockMemberText{Value: system}}
	for _, turn := range q.Turns {
		role := types.ConversationRoleUser
		if turn.Assistant {
			role = types.ConversationRoleAssistant
		}
		in.Messages = append(in.Messages, types.Message{
			Role: role, Content: []types.ContentBlock{&types.ContentBlockMemberText{Value: turn.Text}},
		})
	}
	return in
}

// tool is the one tool, which the model must use: its input is the answer.
func tool(q model.Query) *types.ToolConfiguration {
	var schema any
	_ = json.Unmarshal(q.Schema, &schema) // package model has read it before
	return &types.ToolConfiguration{
		Tools: []types.Tool{&types.ToolMemberToolSpec{Value: types.ToolSpecification{
			Name: &q.Name, Description: aws.String("Takes the answer."),
			InputSchema: &types.ToolInputSchemaMemberJson{Value: document.NewLazyDocument(schema)},
		}}},
		ToolChoice: &types.ToolChoiceMemberTool{Value: types.SpecificToolChoice{Name: &q.Name}},
	}
}

// read takes the tool's input, or else the text. Thoughts are passed over.
func read(out *bedrockruntime.ConverseOutput) (model.Reply, error) {
	switch out.StopReason {
	case types.StopReasonGuardrailIntervened, types.StopReasonContentFiltered:
		return model.Reply{}, errs.New(errs.ParseFailed, "The model declined to answer about this page.")
	case types.StopReasonModelContextWindowExceeded:
		return model.Reply{}, tooLong(errors.New(string(out.StopReason)), modelSetting)
	default:
	}
	reply := model.Reply{Cut: out.StopReason == types.StopReasonMaxTokens}
	if out.Usage != nil {
		reply.InputTokens, reply.OutputTokens = int64(aws.ToInt32(out.Usage.InputTokens)), int64(aws.ToInt32(out.Usage.OutputTokens))
	}
	message, ok := out.Output.(*types.ConverseOutputMemberMessage)
	if !ok {
		return model.Reply{}, errs.New(errs.ParseFailed, "The model's provider returned no message").Later()
	}
	var said strings.Builder
	for _, block := range message.Value.Content {
		switch block := block.(type) {
		case *types.ContentBlockMemberToolUse:
			// Decoding it into Go values would make texts of its numbers.
			if text, err := block.Value.Input.MarshalSmithyDocument(); err == nil {
				reply.Text = string(text)
				return reply, nil
			}
		case *types.ContentBlockMemberText:
			said.WriteString(block.Value)
		}
	}
	reply.Text = said.String()
	return reply, nil
}
