package openaitest_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/model/openai/openaitest"
)

// ask returns what the replay says to a prompt for a schema's name.
func ask(t *testing.T, name, prompt string) map[string]any {
	t.Helper()
	call, err := json.Marshal(map[string]any{
		"model": "sample", "messages": []any{map[string]any{"role": "user", "content": prompt}},
		"response_format": map[string]any{"json_schema": map[string]any{"name": name, "schema": map[string]any{"type": "object"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/chat/completions", strings.NewReader(string(call)))
	w := httptest.NewRecorder()
	openaitest.Site().Assets["/chat/completions"](w, r)
	var body struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
			} `json:"message"`
		} `json:"choices"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || len(body.Choices) != 1 {
		t.Fatalf("got %v and %d choices, want one of %s", err, len(body.Choices), w.Body)
	}
	var answer map[string]any
	if err := json.Unmarshal([]byte(body.Choices[0].Message.Content), &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func fence(name, text string) string { return "\n\n<<<DATA " + name + "\n" + text + "\nDATA>>>" }

// An answer is made of sentences: no heading, no question, no row of a table.
func TestAnswers(t *testing.T) {
	t.Parallel()
	sources := fence("source 1", "Title: The Oxmere lock\n\nThe Oxmere lock | Value\n\nCost | 12 million pounds\n\nThe Oxmere lock is a lock of the canal. It was opened on 3 May 2020.[^1]\n\nHow much did the Oxmere lock cost?") +
		fence("source 2", "Title: Money of the Oxmere lock\n\nWhat the Oxmere lock cost\n\nUpkeep costs 2 million pounds. It cost 12 million pounds to build.") +
		fence("source 3", "Title: Heron 65 pack\n\nPacks\n\nHeron 65\n\n£185.00 including VAT\n\nThe Heron 65 is large enough for a winter.\n\nPart | Price | Made of\n\nBuckle | £4 | Brass\n\nA strap is what the wind spared. A buckle is what the rain did to it.")
	for question, want := range map[string]string{
		"When was the Oxmere lock opened?":  "It was opened on 3 May 2020 [1].",
		"What did the Oxmere lock cost?":    "It cost 12 million pounds to build [2].",
		"What is the Oxmere lock?":          "The Oxmere lock is a lock of the canal [1].",
		"How much does the Heron 65 cost?":  "Heron 65: £185.00 including VAT [3].",
		"What is the price of a buckle?":    "Buckle: £4 [3].",
		"How is a buckle?":                  "A strap is what the wind spared [3]. A buckle is what the rain did to it [3].",
		"Who was the first keeper at Ushk?": "",
	} {
		t.Run(question, func(t *testing.T) {
			t.Parallel()
			got, _ := ask(t, "cited_answer", `Answer this question: "`+question+`"`+sources)["text"].(string)
			if !strings.HasPrefix(got, want) || want == "" && got != "" {
				t.Errorf("got %q, want it to begin with %q", got, want)
			}
			if strings.Contains(got, "|") || strings.Contains(got, "How much") {
				t.Errorf("got %q, want neither a row nor a question in it", got)
			}
		})
	}
}

func TestClaims(t *testing.T) {
	t.Parallel()
	prompt := fence("claim", "The lock cost 12 million pounds.") +
		fence("source 1", "The lock at Oxmere cost 12 million pounds. It is deep.") +
		fence("source 2", "The lock cost 13 million pounds.") + fence("source 3", "The lock has not cost 12 million pounds.")
	want := map[string]any{"verdicts": []any{
		map[string]any{"source": 1.0, "verdict": "supported", "quote": "The lock at Oxmere cost 12 million pounds."},
		map[string]any{"source": 2.0, "verdict": "not_enough", "quote": ""},
		map[string]any{"source": 3.0, "verdict": "not_enough", "quote": ""},
	}}
	if diff := cmp.Diff(want, ask(t, "claim_check", prompt)); diff != "" {
		t.Errorf("the verdicts differ (-want +got):\n%s", diff)
	}
}

// A brand is described by what its page says, and never by the words of the task.
func TestBrands(t *testing.T) {
	t.Parallel()
	const task = "Describe the brand \"Oxmere\".\n- tagline: the slogan as the page has it.\n\nMeasured on the page:\nbackground colour: #101820\nprimary colour: #ff2200\n"
	for name, c := range map[string]struct {
		texts string
		want  map[string]any
	}{
		"a firm": {
			fence("description", "Oxmere makes brass lamps for boats.") + fence("headings", "Light that lasts\nOur lamps") + fence("text", "We cast 40 lamps a week. Each has a number.\n\nOur lamps"),
			map[string]any{
				"business_type": "manufacturing", "business_subtype": "brass lamps", "confidence": 0.8, "tagline": "Light that lasts",
				"description": "Oxmere makes brass lamps for boats.", "visual_tone": "dark, colourful", "tone_of_voice": "brief, factual, calm",
			},
		},
		"nothing": {"", map[string]any{
			"business_type": "other", "business_subtype": "", "confidence": 0.3, "tagline": "", "description": "The page does not say what the firm does.",
			"visual_tone": "dark, colourful", "tone_of_voice": "explanatory, calm",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, ask(t, "brand_profile", task+c.texts)); diff != "" {
				t.Errorf("the brand differs (-want +got):\n%s", diff)
			}
		})
	}
}
