package plan

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/research"
)

// Model is the part of model.Client that proposes searches.
type Model interface {
	Generate(ctx context.Context, r model.Request) (model.Answer, error)
}

// proposal is what the model is asked for.
var proposal = json.RawMessage(`{
  "type": "object", "additionalProperties": false, "required": ["queries"],
  "properties": {"queries": {"type": "array", "maxItems": 5, "items": {"type": "string", "maxLength": 200}}}
}`)

const proposer = `You plan research. Given a topic and the searches that are made already, propose further searches of
the web which would find evidence that these miss: other words for the same thing, the other side of a dispute, primary
sources. Each is a few plain words, without operators.`

// Propose has a model add searches of the web to those that are planned, as many as the
// profile allows. It is shown what the caller says of the topic and nothing of any page.
// Errors: those of model.Client.Generate; the planned searches are then all there are.
func Propose(ctx context.Context, m Model, t *research.Topic, p research.Profile, planned []research.Query) ([]research.Query, model.Usage, error) {
	most := ShareOf(p).Proposals
	if most == 0 {
		return planned, model.Usage{}, nil
	}
	var made strings.Builder
	for _, q := range planned {
		made.WriteString(q.Text + "\n")
	}
	answer, err := m.Generate(ctx, model.Request{
		Name: "research_queries", System: proposer, Schema: proposal, MaxTokens: 300,
		Prompt: fmt.Sprintf("Propose at most %d further searches.", most),
		Data:   []model.Data{{Name: "topic", Text: t.Words()}, {Name: "searches made", Text: made.String()}},
	})
	if err != nil {
		return planned, answer.Usage, err
	}
	var said struct {
		Queries []string `json:"queries"`
	}
	if err := json.Unmarshal(answer.JSON, &said); err != nil {
		return planned, answer.Usage, errs.Wrap(err, errs.ParseFailed, errs.ParseFailed.Text())
	}
	return extend(planned, said.Queries, most), answer.Usage, nil
}

// extend adds what is new.
func extend(planned []research.Query, texts []string, most int) []research.Query {
	all := make([]string, 0, len(planned)+len(texts))
	for _, q := range planned {
		if q.Lane == research.Web && q.Domain == "" {
			all = append(all, q.Text)
		}
	}
	before := len(distinct(all))
	list := slices.Clip(planned)
	for _, text := range distinct(append(all, plain(texts)...))[before:] {
		if most--; most >= 0 {
			list = append(list, research.Query{Lane: research.Web, Text: text})
		}
	}
	return list
}

// plain takes quotation marks and brackets out: what is proposed restricts nothing.
func plain(texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = strings.NewReplacer(`"`, " ", "(", " ", ")", " ").Replace(text)
	}
	return list
}
