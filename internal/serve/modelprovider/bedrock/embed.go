package bedrock

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsmiddleware "github.com/aws/aws-sdk-go-v2/aws/middleware"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
)

const jsonType = "application/json"

// cohereBatch is how many texts Cohere's models take at once; Titan takes one.
const cohereBatch = 96

// Embedder implements model.Embedder by Bedrock's InvokeModel, with Amazon's Titan V2 or
// Cohere's models: each family has a body of its own. It is safe for concurrent use.
type Embedder struct {
	client *bedrockruntime.Client
	id     string
}

// NewEmbedder returns an Embedder of a model; see New.
func NewEmbedder(base aws.Config, endpoint, id string) *Embedder {
	return &Embedder{client: newClient(base, endpoint), id: id}
}

// Name implements model.Embedder.
func (e *Embedder) Name() string { return Name }

// Model implements model.Embedder.
func (e *Embedder) Model() string { return e.id }

// Ready implements model.Embedder: the id, behind a group of regions or not, MUST tell
// the family.
func (e *Embedder) Ready() error {
	if !e.titan() && !e.cohere() {
		return errs.New(errs.ProviderNotConfigured, "Embeddings by Amazon Bedrock come from its models amazon.titan-embed-text-v2:0 and cohere.embed-…; the operator has to name one in QUARRY_EMBEDDINGS.")
	}
	return nil
}

func (e *Embedder) titan() bool  { return strings.Contains(e.id, "amazon.titan-embed-text-v2") }
func (e *Embedder) cohere() bool { return strings.Contains(e.id, "cohere.embed-") }

// Batch implements model.Embedder.
func (e *Embedder) Batch() int {
	if e.titan() {
		return 1
	}
	return cohereBatch
}

// Embed implements model.Embedder.
func (e *Embedder) Embed(ctx context.Context, texts []string) (model.Embedding, error) {
	if err := e.Ready(); err != nil {
		return model.Embedding{}, err
	}
	body, err := json.Marshal(e.body(texts))
	if err != nil {
		return model.Embedding{}, err
	}
	out, err := e.client.InvokeModel(ctx, &bedrockruntime.InvokeModelInput{
		ModelId: &e.id, Body: body, ContentType: aws.String(jsonType), Accept: aws.String(jsonType),
	})
	if err != nil {
		if ctx.Err() != nil {
			return model.Embedding{}, context.Cause(ctx)
		}
		return model.Embedding{}, refusal(err, embeddingSetting)
	}
	read := readCohere
	if e.titan() {
		read = readTitan
	}
	return read(out)
}

// body is the call. Cohere's reports what texts are for; passages and questions are
// embedded alike, as what is to be found. END has it cut what is too long by itself.
func (e *Embedder) body(texts []string) any {
	if e.titan() {
		return map[string]any{"inputText": texts[0], "normalize": true}
	}
	return map[string]any{"texts": texts, "input_type": "search_document", "truncate": "END"}
}

func readTitan(out *bedrockruntime.InvokeModelOutput) (model.Embedding, error) {
	var answer struct {
		Embedding []float32 `json:"embedding"`
		Tokens    int64     `json:"inputTextTokenCount"`
	}
	if err := json.Unmarshal(out.Body, &answer); err != nil || len(answer.Embedding) == 0 {
		return model.Embedding{}, noVectors(err)
	}
	return model.Embedding{Vectors: [][]float32{answer.Embedding}, InputTokens: answer.Tokens}, nil
}

// readCohere reads both forms: a list of vectors, and lists by the type of their numbers.
func readCohere(out *bedrockruntime.InvokeModelOutput) (model.Embedding, error) {
	var answer struct {
		Embeddings json.RawMessage `json:"embeddings"`
	}
	if err := json.Unmarshal(out.Body, &answer); err != nil {
		return model.Embedding{}, noVectors(err)
	}
	var plain [][]float32
	var typed struct {
		Float [][]float32 `json:"float"`
	}
	if json.Unmarshal(answer.Embeddings, &plain) != nil {
		if err := json.Unmarshal(answer.Embeddings, &typed); err != nil {
			return model.Embedding{}, noVectors(err)
		}
		plain = typed.Float
	}
	return model.Embedding{Vectors: plain, InputTokens: inputTokens(out)}, nil
}

// inputTokens is in a header only.
func inputTokens(out *bedrockruntime.InvokeModelOutput) int64 {
	resp, ok := awsmiddleware.GetRawResponse(out.ResultMetadata).(*smithyhttp.Response)
	if !ok {
		return 0
	}
	n, err := strconv.ParseInt(resp.Header.Get("X-Amzn-Bedrock-Input-Token-Count"), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func noVectors(err error) error {
	return errs.Wrap(err, errs.ParseFailed, "Amazon Bedrock returned no vectors; the operator should check QUARRY_EMBEDDINGS.")
}
