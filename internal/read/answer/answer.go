// Package answer answers a question from pages that were fetched for it: it chooses
// passages, has a language model write, and lets stand only what quotes of the passages
// carry. The pages may say what they like, and the model may believe it: neither can
// change the task, add a statement without a quote that is there, or send anything
// anywhere. It must not fetch, and must not know which model writes.
package answer

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/answer/check"
	"github.com/quarryapi/quarry/internal/read/answer/choose"
	"github.com/quarryapi/quarry/internal/read/model"
)

// Model is the part of model.Client that is needed.
type Model interface {
	Ready() error
	Generate(ctx context.Context, r model.Request) (model.Answer, error)
}

// Status is how answering went.
type Status string

// The statuses.
const (
	Answered      Status = "answered"
	NoAnswer      Status = "no_answer"      // the sources do not say
	NotConfigured Status = "not_configured" // there is no model, or its key is wrong
	Failed        Status = "failed"         // the model did not answer in a usable form
)

// Nothing is the text of an answer when the sources give none.
const Nothing = "The sources that were read do not answer the question."

// Answer is a text with what it rests on.
type Answer struct {
	Status    Status
	Text      string // with [n] behind each statement; Nothing for NoAnswer, else empty unless Answered
	Citations []check.Citation
	Usage     model.Usage // of the model; zero when it was not asked
	Report    Report
}

// Report is how an answer was obtained, for a job's meta under "answer".
type Report struct {
	SourcesRead       int       `json:"sourcesRead"` // those of which passages were given to the model
	Passages          int       `json:"passages"`
	DroppedStatements int       `json:"droppedStatements"` // that no citation carried
	DroppedCitations  int       `json:"droppedCitations"`  // whose quote is not in the source
	Code              errs.Code `json:"code,omitempty"`    // why there is no answer, when it was the model
	Reason            string    `json:"reason,omitempty"`
}

// Writer answers questions. It is safe for concurrent use.
type Writer struct {
	model   Model
	now     func() time.Time
	chooser *choose.Chooser
	checker *check.Checker
}

// New returns a Writer.
func New(m Model, now func() time.Time) *Writer {
	return &Writer{model: m, now: now, chooser: choose.New(), checker: check.New()}
}

//go:embed schema.json
var schema []byte

const system = `You answer questions from pages that were fetched from the web, for readers who check every word.
The pages are given as numbered sources. You know nothing beside them.`

const prompt = `Answer this question, which was asked on %s: %q
- text: the answer in the language of the question, in one to six sentences of plain prose without markup, links or addresses. Behind each sentence stand the numbers of the sources that it rests on, as [1] or [1][3]. Numbers, names and verbs stand as in the sources, and a sentence says nothing that its quotes do not say.
- citations: for each source that the text names its index and, as quote, the words that carry the statement, copied from the source letter by letter: 4 to 40 words in one piece.
- Where sources contradict each other, say what each of them says. Prefer later ones where something has changed.
- When the sources do not answer the question, text is an empty string and citations an empty list.`

// Write answers a question from sources, of which each has its own index, within a time
// for the model. The Answer's status reports a model that fails; the only error is
// the cause of ctx's end.
func (w *Writer) Write(ctx context.Context, question string, sources []choose.Source, within time.Duration) (Answer, error) {
	if err := w.model.Ready(); err != nil {
		return failed(Answer{}, err), nil
	}
	material := w.chooser.Choose(question, sources)
	if len(material) == 0 {
		return Answer{Status: NoAnswer, Text: Nothing}, nil
	}
	a := Answer{Report: Report{SourcesRead: len(material)}}
	for _, m := range material {
		a.Report.Passages += len(m.Passages)
	}
	reply, usage, err := w.ask(ctx, question, material, within)
	a.Usage = usage
	switch {
	case ctx.Err() != nil:
		return a, context.Cause(ctx)
	case err != nil:
		return failed(a, err), nil
	}
	return w.checked(a, question, reply, material), nil
}

func (w *Writer) checked(a Answer, question string, reply check.Reply, material []choose.Material) Answer {
	outcome := w.checker.Check(question, reply, material)
	a.Status, a.Text, a.Citations = Answered, outcome.Text, outcome.Citations
	a.Report.DroppedStatements, a.Report.DroppedCitations = outcome.DroppedStatements, outcome.DroppedCitations
	if a.Text == "" {
		a.Status, a.Text = NoAnswer, Nothing
	}
	return a
}

func failed(a Answer, err error) Answer {
	a.Status = Failed
	e := errs.As(err)
	if e.Code == errs.ProviderNotConfigured {
		a.Status = NotConfigured
	}
	a.Report.Code, a.Report.Reason = e.Code, e.Message
	return a
}

func (w *Writer) ask(ctx context.Context, question string, material []choose.Material, within time.Duration) (check.Reply, model.Usage, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, within,
		errs.Newf(errs.ProviderUnavailable, "The language model did not respond within %s; try again later.", within.Round(time.Second)))
	defer cancel()
	got, err := w.model.Generate(ctx, model.Request{
		Name: "cited_answer", System: system, Prompt: fmt.Sprintf(prompt, w.now().UTC().Format(time.DateOnly), question),
		Data: data(material), Schema: schema, MaxTokens: 1500,
	})
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return check.Reply{}, got.Usage, err
	}
	var reply check.Reply
	if err := json.Unmarshal(got.JSON, &reply); err != nil {
		return reply, got.Usage, errs.Wrap(err, errs.ParseFailed, errs.ParseFailed.Text())
	}
	return reply, got.Usage, nil
}

// data are the sources for the model. What pages wrote, their titles too, stands within
// the fence; the name before it is ours.
func data(material []choose.Material) []model.Data {
	list := make([]model.Data, len(material))
	for i, m := range material {
		var b strings.Builder
		b.WriteString("Title: " + m.Title + "\n")
		if m.Published != "" {
			b.WriteString("Published: " + m.Published + "\n")
		}
		b.WriteString("\n" + strings.Join(m.Passages, "\n\n[…]\n\n"))
		list[i] = model.Data{Name: fmt.Sprintf("source %d", m.Index), Text: b.String()}
	}
	return list
}
