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
		taken := hasUserinfo(text) // a redacted one is still one
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

// Hide takes user names and passwords out of what a run returns, where it repeats those
// that Redact took from its input: a search shows what it was asked, and a page the URL
// that it was read at. Headers stay: what a page makes of them is the page's.
func Hide(output json.RawMessage, secrets []string) json.RawMessage {
	for _, secret := range secrets {
		for at, ok := userinfo(secret); ok; at, ok = userinfo(secret) {
			before, said, behind := secret[at.before:at.start], secret[at.start:at.end], secret[at.end:at.behind]
			for _, escape := range []bool{true, false} {
				output = bytes.ReplaceAll(output, inner(before+said+behind, escape), inner(before+Redacted+behind, escape))
			}
			secret = secret[at.behind:]
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

// Text is a text without the user names and passwords of the URLs in it, percent-encoded ones
// too.
func Text(text string) string {
	var b strings.Builder
	for {
		at, ok := userinfo(text)
		if !ok {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:at.start])
		b.WriteString(Redacted)
		text = text[at.end:]
	}
}

func hasUserinfo(text string) bool {
	_, ok := userinfo(text)
	return ok
}
