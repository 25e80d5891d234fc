package seal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Redacted stands where a secret was.
const Redacted = "[redacted]"

// secretMembers are the members of an input whose texts are secrets, by their names in
// lower case: whatever a caller sends to a site, or to a proxy, as itself.
var secretMembers = []string{"headers", "cookies", "cookie", "authorization", "password", "proxy"}

// isSecret reports whether the texts of a member are secrets. What actions type on a page can be a
// password, and text is no secret elsewhere.
func isSecret(within, name string) bool {
	name = strings.ToLower(name)
	return slices.Contains(secretMembers, name) || within == "actions" && name == "text"
}

// Redact takes the secrets out of an input: the values of headers and cookies, and user
// names and passwords within URLs, wherever they stand. It returns what may be shown and
// the secrets in their order, for Restore. An input without any is returned as it is.
func Redact(input json.RawMessage) (shown json.RawMessage, secrets []string, err error) {
	shown, err = rewrite(input, func(text string, secret bool) (string, error) {
		switch {
		case secret && text != "":
			secrets = append(secrets, text)
			return Redacted, nil
		case !secret && hasUserinfo(text):
			secrets = append(secrets, text)
			return Text(text), nil
		}
		return text, nil
	})
	if err != nil || len(secrets) == 0 {
		return input, nil, err
	}
	return shown, secrets, nil
}

// errOtherInput is an input that the secrets were not taken from.
var errOtherInput = errors.New("the sealed secrets are not those of this input")

// Restore puts secrets back into what Redact returned.
func Restore(shown json.RawMessage, secrets []string) (json.RawMessage, error) {
	if len(secrets) == 0 {
		return shown, nil
	}
	input, err := rewrite(shown, func(text string, secret bool) (string, error) {
		taken := strings.Contains(text, "://"+Redacted+"@")
		if secret {
			taken = text == Redacted
		}
		if !taken {
			return text, nil
		}
		if len(secrets) == 0 {
			return "", errOtherInput
		}
		next := secrets[0]
		secrets = secrets[1:]
		return next, nil
	})
	if err == nil && len(secrets) > 0 {
		err = errOtherInput
	}
	return input, err
}

// Hide takes user names and passwords out of what a run returns, where it repeats texts
// that Redact took from its input: a search shows what it was asked.
func Hide(output json.RawMessage, secrets []string) json.RawMessage {
	for _, secret := range secrets {
		shown := Text(secret)
		if shown == secret {
			continue // of a header: what a page makes of it is the page's
		}
		for _, escape := range []bool{true, false} {
			output = bytes.ReplaceAll(output, inner(secret, escape), inner(shown, escape))
		}
	}
	return output
}

// inner is a text as JSON has it between quotes, with < > & escaped or not.
func inner(text string, escape bool) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(escape)
	_ = encoder.Encode(text) // a text always encodes
	return bytes.Trim(b.Bytes(), "\n")[1 : b.Len()-2]
}

// rewrite changes the texts of an input, members in the order of their names.
func rewrite(input json.RawMessage, change func(text string, secret bool) (string, error)) (json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(input))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	value, err := walk(value, "", false, change)
	if err != nil {
		return nil, err
	}
	return json.Marshal(value)
}

func walk(value any, within string, secret bool, change func(string, bool) (string, error)) (any, error) {
	var err error
	switch v := value.(type) {
	case string:
		return change(v, secret)
	case []any:
		for i := range v {
			if v[i], err = walk(v[i], within, secret, change); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if v[name], err = walk(v[name], strings.ToLower(name), secret || isSecret(within, name), change); err != nil {
				return nil, err
			}
		}
	}
	return value, nil
}

// Text is a text without the user names and passwords of the URLs in it.
func Text(text string) string {
	if !hasUserinfo(text) {
		return text
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "://")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("://")
		if end := userinfo(after); end > 0 {
			b.WriteString(Redacted)
			after = after[end:]
		}
		text = after
	}
}

func hasUserinfo(text string) bool {
	for {
		_, after, found := strings.Cut(text, "://")
		if !found {
			return false
		}
		if userinfo(after) > 0 {
			return true
		}
		text = after
	}
}

// userinfo is the length of what stands before the @ of an authority, 0 for nothing. The
// last @ counts, as it does to browsers.
func userinfo(after string) int {
	end := strings.IndexAny(after, "/?#\\ \t\r\n\"<>")
	if end < 0 {
		end = len(after)
	}
	return max(strings.LastIndexByte(after[:end], '@'), 0)
}
