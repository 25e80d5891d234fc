package legacy

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
)

// Card is what a post shows below its text; of its kinds only polls are read.
type Card struct {
	Name   string  `json:"name"`
	Values Binding `json:"binding_values"`
}

// Binding are a card's values by name, which X writes as an object or as a list of
// pairs.
type Binding map[string]string

type bound struct {
	Text string `json:"string_value"`
}

// UnmarshalJSON takes both forms; anything else is empty.
func (b *Binding) UnmarshalJSON(data []byte) error {
	*b = Binding{}
	var byName map[string]bound
	if json.Unmarshal(data, &byName) == nil {
		for name, value := range byName {
			(*b)[name] = value.Text
		}
		return nil
	}
	var pairs []struct {
		Key   string `json:"key"`
		Value bound  `json:"value"`
	}
	if json.Unmarshal(data, &pairs) == nil {
		for _, p := range pairs {
			(*b)[p.Key] = p.Value.Text
		}
	}
	return nil
}

// maxChoices is how many choices a poll of X can have.
const maxChoices = 4

// Poll are the choices of a card that is a poll, nil for others.
func (c *Card) Poll() []social.PollOption {
	if c == nil || !strings.HasPrefix(c.Name, "poll") {
		return nil
	}
	var options []social.PollOption
	for n := 1; n <= maxChoices; n++ {
		name := "choice" + strconv.Itoa(n)
		label, ok := c.Values[name+"_label"]
		if !ok {
			break
		}
		option := social.PollOption{Text: label}
		if votes, err := strconv.ParseInt(c.Values[name+"_count"], 10, 64); err == nil {
			option.Votes = &votes
		}
		options = append(options, option)
	}
	return options
}
