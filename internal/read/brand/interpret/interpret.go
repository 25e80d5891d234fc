// Package interpret asks a language model what a brand's profile cannot determine by
// itself: what the business is, and how it looks and speaks. What a page says is given
// to the model as material; the answer is held to a schema, so that a page can at
// worst flatter itself.
package interpret

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/brand"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/inventory"
	"github.com/quarryapi/quarry/internal/read/page/metadata"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// Model is the part of model.Client that is needed.
type Model interface {
	Generate(ctx context.Context, r model.Request) (model.Answer, error)
}

// Reading is what the model made of a brand.
type Reading struct {
	BusinessType    string  `json:"business_type"`
	BusinessSubtype string  `json:"business_subtype"`
	VisualTone      string  `json:"visual_tone"`
	Confidence      float64 `json:"confidence"`
	Tagline         string  `json:"tagline"`
	Description     string  `json:"description"`
	ToneOfVoice     string  `json:"tone_of_voice"`
}

//go:embed schema.json
var schema []byte

const system = `You describe brands from their own sites, soberly, as an analyst does.
You are given facts that were measured on a site's page, and texts of that page.`

const prompt = `Describe the brand %q.
- business_type: the kind of business.
- business_subtype: its field in a few words, such as "water-level sensors".
- visual_tone: how the design looks, two to five adjectives, judged by colours and typefaces.
- confidence: from 0 to 1, how sure you are of business_type.
- tagline: the slogan as the page has it, word for word; an empty string when it has none.
- description: what the business does and for whom, in one or two sentences.
- tone_of_voice: how its texts speak, two to five adjectives.
Write in English, the tagline in its own language.

Measured on the page:
%s`

// Read asks about a profile and the evidence that it was read from. Errors: those of
// model.Client.Generate.
func Read(ctx context.Context, m Model, p brand.Profile, e brand.Evidence) (Reading, model.Usage, error) {
	answer, err := m.Generate(ctx, model.Request{
		Name: "brand_profile", System: system, Prompt: fmt.Sprintf(prompt, p.Name, facts(p)),
		Data: texts(e), Schema: schema, MaxTokens: 800,
	})
	if err != nil {
		return Reading{}, answer.Usage, err
	}
	var r Reading
	if err := json.Unmarshal(answer.JSON, &r); err != nil {
		return Reading{}, answer.Usage, errs.Wrap(err, errs.ParseFailed, errs.ParseFailed.Text())
	}
	for _, s := range []*string{&r.BusinessType, &r.BusinessSubtype, &r.VisualTone, &r.Tagline, &r.Description, &r.ToneOfVoice} {
		*s = strings.Join(strings.Fields(*s), " ")
	}
	return r, answer.Usage, nil
}

// facts are the measured part, in an order that does not change.
func facts(p brand.Profile) string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(p.Palette)) {
		lines = append(lines, fmt.Sprintf("%s colour: %s", name, p.Palette[name]))
	}
	for name, font := range map[string]string{"heading": p.Typography.Heading, "body": p.Typography.Body} {
		if font != "" {
			lines = append(lines, fmt.Sprintf("%s typeface: %s", name, font))
		}
	}
	slices.Sort(lines)
	if len(lines) == 0 {
		return "nothing"
	}
	return strings.Join(lines, "\n")
}

// texts are what the page says, the telling parts first.
func texts(e brand.Evidence) []model.Data {
	const mostHeadings, mostText = 30, 12 << 10
	base := dom.Base(e.Doc, e.URL)
	meta := metadata.Read(e.Doc, e.URL, base, structured.Objects(structured.JSONLD(e.Doc)))
	var headings []string
	for _, h := range inventory.Headings(e.Doc) {
		if len(headings) == mostHeadings {
			break
		}
		headings = append(headings, h.Text)
	}
	text := dom.Paragraphs(dom.Body(e.Doc))
	return []model.Data{
		{Name: "address", Text: e.URL.Hostname()},
		{Name: "title", Text: meta.Title},
		{Name: "description", Text: meta.Description},
		{Name: "headings", Text: strings.Join(headings, "\n")},
		{Name: "text", Text: text[:min(len(text), mostText)]},
	}
}
