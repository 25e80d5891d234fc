package calls

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Values are what was given for inputs: the texts of each, in their order.
type Values map[*Input][]string

// Request is what the values make: the path with its parameters, the query and the body.
func (c *Command) Request(given Values, body map[string]any) (path string, query url.Values, whole map[string]any, err error) {
	path, query = c.Path, url.Values{}
	if c.Body != nil {
		whole = map[string]any{}
		maps.Copy(whole, body)
		maps.Copy(whole, c.Preset)
	}
	for _, i := range c.Inputs() {
		texts := given[i]
		if len(texts) == 0 {
			if i.In == InPath {
				return "", nil, nil, fmt.Errorf("%s is missing: quarry %s ID", i.Flag, c.Name())
			}
			continue
		}
		switch i.In {
		case InPath:
			path = strings.Replace(path, "{"+i.Member[0]+"}", url.PathEscape(texts[0]), 1)
		case InQuery:
			query.Set(i.Member[0], texts[len(texts)-1])
		case InBody:
			value, err := i.value(texts)
			if err != nil {
				return "", nil, nil, fmt.Errorf("--%s: %w", i.Flag, err)
			}
			put(whole, i.Member, value)
		}
	}
	return path, query, whole, nil
}

// put sets a member of an object, and makes those around it.
func put(object map[string]any, path []string, value any) {
	for _, name := range path[:len(path)-1] {
		inner, ok := object[name].(map[string]any)
		if !ok {
			inner = map[string]any{}
			object[name] = inner
		}
		object = inner
	}
	object[path[len(path)-1]] = value
}

// value makes of texts what the input's schema asks for. What no value can be made of is an error;
// whether the value will do is the service's to say.
func (i *Input) value(texts []string) (any, error) {
	if i.Flag == "url" || i.Flag == "urls" {
		texts = slices.Clone(texts)
		for n := range texts {
			texts[n] = Address(texts[n])
		}
	}
	last := texts[len(texts)-1]
	switch i.shape {
	case toggle:
		return strconv.ParseBool(last)
	case whole:
		if _, err := strconv.ParseInt(last, 10, 64); err != nil {
			return nil, fmt.Errorf("%q is no whole number", last)
		}
		return json.Number(last), nil
	case number:
		if _, err := strconv.ParseFloat(last, 64); err != nil {
			return nil, fmt.Errorf("%q is no number", last)
		}
		return json.Number(last), nil
	case loose:
		if len(texts) > 1 {
			return texts, nil
		}
		if _, err := strconv.ParseInt(last, 10, 64); err == nil {
			return json.Number(last), nil
		}
		return last, nil
	case enumerated:
		return strings.Split(strings.Join(texts, ","), ","), nil
	case list:
		return texts, nil
	case several:
		if len(texts) == 1 {
			return last, nil
		}
		return texts, nil
	case pairs:
		return object(texts)
	case raw:
		return parsed(last)
	case rawList:
		return each(texts)
	case text:
	}
	return last, nil
}

// Address is a page's address as it was typed. Names below .test and .localhost have no certificates
// that anybody trusts, so that without a scheme they are http; the service takes all others for https.
func Address(typed string) string {
	if strings.Contains(typed, "://") {
		return typed
	}
	host, _, _ := strings.Cut(typed, "/")
	host, _, _ = strings.Cut(host, ":")
	if strings.HasSuffix(host, ".test") || strings.HasSuffix(host, ".localhost") {
		return "http://" + typed
	}
	return typed
}

// object are NAME=VALUE texts as an object, or that of a file: @headers.json, which keeps what is
// secret out of the shell's history.
func object(texts []string) (any, error) {
	all := map[string]any{}
	for _, t := range texts {
		if strings.HasPrefix(t, "@") || strings.HasPrefix(t, "{") {
			value, err := parsed(t)
			if err != nil {
				return nil, err
			}
			more, ok := value.(map[string]any)
			if !ok {
				return nil, fmt.Errorf("%s is no JSON object", t)
			}
			maps.Copy(all, more)
			continue
		}
		name, value, ok := strings.Cut(t, "=")
		if !ok {
			return nil, fmt.Errorf("%q is not NAME=VALUE; @FILE reads a JSON object", t)
		}
		all[name] = value
	}
	return all, nil
}

// each are JSON values, or lists of them.
func each(texts []string) (any, error) {
	all := []any{}
	for _, t := range texts {
		value, err := parsed(t)
		if err != nil {
			return nil, err
		}
		if more, ok := value.([]any); ok {
			all = slices.Concat(all, more)
			continue
		}
		all = append(all, value)
	}
	return all, nil
}

// parsed is the value of a JSON text, or of the file that it names behind an @.
func parsed(t string) (any, error) {
	if name, ok := strings.CutPrefix(t, "@"); ok {
		content, err := os.ReadFile(name) //nolint:gosec // the caller names it
		if err != nil {
			return nil, err
		}
		t = string(content)
	}
	decoder := json.NewDecoder(strings.NewReader(t))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, fmt.Errorf("no JSON: %w", err)
	}
	return value, nil
}

// Subject finds which input an argument without a flag is: the page, the text or the name that the
// command is about. Of a command that takes an address or a name, the argument's form decides.
func (c *Command) Subject(argument string) *Input {
	candidates := c.Subjects()
	if len(candidates) == 0 {
		return nil
	}
	address := strings.ContainsAny(argument, "./:")
	for _, i := range candidates {
		if slices.Contains([]string{"url", "urls", "domain"}, i.Flag) == address {
			return i
		}
	}
	return candidates[0]
}

// subjects are the members that arguments can be, those that say most of it first.
var subjects = []string{"urls", "domain", "url", "q", "query", "username", "handle", "id", "slug", "companyName", "brand"}

// Subjects are the inputs that an argument can be.
func (c *Command) Subjects() []*Input {
	var all []*Input
	for _, i := range c.Inputs() {
		if i.In == InPath {
			return []*Input{i}
		}
	}
	for _, name := range subjects {
		for _, i := range c.Inputs() {
			if i.In == InBody && len(i.Member) == 1 && i.Member[0] == name && c.Kind != nil {
				all = append(all, i)
			}
		}
	}
	for _, i := range c.Inputs() {
		if i.Flag == "topic-title" {
			all = append(all, i)
		}
	}
	if c.ID == "registerEndpoint" {
		for _, i := range c.Inputs() {
			if i.Flag == "url" {
				all = append(all, i)
			}
		}
	}
	return all
}

// FlagOf is the flag of a field that the service names in an error: "options.timeoutMs".
func (c *Command) FlagOf(field string) string {
	for _, i := range c.Inputs() {
		if strings.Join(i.Member, ".") == field {
			return "--" + i.Flag
		}
	}
	return ""
}
