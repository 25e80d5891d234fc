package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// checker holds answers to a schema.
type checker struct{ schema *jsonschema.Resolved }

func newChecker(schema json.RawMessage) (checker, error) {
	var s jsonschema.Schema
	if err := json.Unmarshal(schema, &s); err != nil {
		return checker{}, fmt.Errorf("model: schema: %w", err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return checker{}, fmt.Errorf("model: schema: %w", err)
	}
	return checker{resolved}, nil
}

// read returns the answer as compact JSON, or what is wrong with it in words for the
// model.
func (c checker) read(reply Reply) (answer json.RawMessage, issue string) {
	object := bare(reply.Text)
	var v map[string]any
	err := json.Unmarshal([]byte(object), &v)
	switch {
	case err != nil && reply.Cut:
		return nil, "it was cut off; be shorter"
	case err != nil:
		return nil, "it is not one JSON object"
	}
	if err := c.schema.Validate(v); err != nil {
		return nil, "it does not satisfy the schema: " + clip(err.Error(), 500)
	}
	var b bytes.Buffer
	if json.Compact(&b, []byte(object)) != nil {
		return nil, "it is not one JSON object"
	}
	return b.Bytes(), ""
}

// bare takes off what some models put around an answer: their thoughts, and the fence
// of a code block.
func bare(text string) string {
	text = strings.TrimSpace(text)
	for _, tag := range []string{"think", "thinking"} {
		if strings.HasPrefix(text, "<"+tag+">") {
			if _, rest, ok := strings.Cut(text, "</"+tag+">"); ok {
				text = strings.TrimSpace(rest)
			}
		}
	}
	if inner, ok := strings.CutPrefix(text, "```"); ok {
		inner = strings.TrimPrefix(inner, "json")
		inner, _, _ = strings.Cut(inner, "```")
		text = strings.TrimSpace(inner)
	}
	return text
}
