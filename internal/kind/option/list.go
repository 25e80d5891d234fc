package option

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// List is a list of words that a caller may also write as one text with commas
// between them. It is written as a list.
type List []string

// Limits of a List.
const (
	maxWords = 50
	maxWord  = 500
)

// UnmarshalJSON takes a list or a text.
func (l *List) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err == nil {
		*l = strings.Split(text, ",")
		return nil
	}
	return json.Unmarshal(data, (*[]string)(l))
}

// Tidy drops empty words and repetitions and sorts the rest, for lists whose order
// means nothing. Error: invalid_request, for more than 50 words or one of more than
// 500 bytes.
func (l *List) Tidy(field string) error {
	var words []string
	for _, word := range *l {
		if word = strings.TrimSpace(word); word != "" {
			words = append(words, word)
		}
		if len(word) > maxWord {
			return errs.Field(errs.InvalidRequest, field, fmt.Sprintf("has an entry of more than %d bytes", maxWord))
		}
	}
	slices.Sort(words)
	words = slices.Compact(words)
	if len(words) > maxWords {
		return errs.Field(errs.InvalidRequest, field, fmt.Sprintf("has %d entries; at most %d are allowed", len(words), maxWords))
	}
	*l = words
	return nil
}
