package worker

import (
	"encoding/json"
	"net/url"
	"slices"

	"github.com/quarryapi/quarry/internal/core/job"
)

// named are the texts that the caller of a job has said: all of its input, but for the address of a crawl's page on a host that
// another page named.
func named(j *job.Job) []string {
	said := texts(j.Input)
	if j.Page == nil || !j.Page.Elsewhere {
		return said
	}
	page, err := url.Parse(j.Target)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(said, func(text string) bool {
		u, err := url.Parse(text)
		return text == page.Hostname() || err == nil && u.Hostname() == page.Hostname()
	})
}

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
