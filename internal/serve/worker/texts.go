package worker

import "encoding/json"

// texts are all strings of an input, wherever they stand in it.
func texts(input json.RawMessage) []string {
	var value any
	if json.Unmarshal(input, &value) != nil {
		return nil // the runner reports it
	}
	var found []string
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			found = append(found, v)
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, field := range v {
				walk(field)
			}
		}
	}
	walk(value)
	return found
}
