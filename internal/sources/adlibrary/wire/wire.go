// Package wire is the JSON of the Meta Ad Library as it is sent: the objects of its pages
// and of its official API. It reads leniently, since the service changes fields without
// notice and one of another type must not cost the ad, and within bounds, since a page may
// hold anything. It knows neither how the objects are got nor what becomes of them.
package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// Decode reads an object. A field of a type that is not expected is left out.
func Decode(raw []byte, v any) error {
	err := json.Unmarshal(raw, v)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return nil
	}
	return err
}

// Text is a string, a number as its digits, or the text of {"text": …} and of
// {"markup": {"__html": …}}; anything else is "".
type Text string

// UnmarshalJSON implements json.Unmarshaler. It never fails.
func (t *Text) UnmarshalJSON(raw []byte) error {
	*t = ""
	switch {
	case len(raw) == 0:
	case raw[0] == '"':
		var s string
		_ = json.Unmarshal(raw, &s) // the decoder has found it valid
		*t = Text(strings.TrimSpace(strings.ToValidUTF8(s, "\uFFFD")))
	case raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9':
		*t = Text(raw)
	case raw[0] == '{':
		var o struct {
			Text   Text `json:"text"`
			Markup struct {
				HTML Text `json:"__html"`
			} `json:"markup"`
		}
		_ = json.Unmarshal(raw, &o)
		if *t = o.Text; *t == "" {
			*t = o.Markup.HTML
		}
	}
	return nil
}

// Number is a whole number, or a string of its digits; anything else, null included,
// leaves it unset.
type Number struct {
	Value int64
	Set   bool
}

// UnmarshalJSON implements json.Unmarshaler. It never fails.
func (n *Number) UnmarshalJSON(raw []byte) error {
	*n = Number{}
	if value, err := strconv.ParseInt(strings.Trim(string(raw), `"`), 10, 64); err == nil {
		*n = Number{value, true}
	}
	return nil
}

// Pointer is the number, nil when it is unset.
func (n Number) Pointer() *int64 {
	if !n.Set {
		return nil
	}
	return &n.Value
}

// Flag is a boolean, nil when it is unset or something else.
type Flag struct{ Value *bool }

// UnmarshalJSON implements json.Unmarshaler. It never fails.
func (f *Flag) UnmarshalJSON(raw []byte) error {
	switch string(raw) {
	case "true":
		f.Value = new(true)
	case "false":
		f.Value = new(false)
	default:
		f.Value = nil
	}
	return nil
}

// Is reports whether the flag is set and true.
func (f Flag) Is() bool { return f.Value != nil && *f.Value }

// most is how many elements of a list are read. A page has about 30 ads and an ad some
// ten cards; a page that is made to take memory has millions.
const most = 250

// List holds the first elements of a list, at most 250; anything else is empty. What
// cannot be read of an element is left out.
type List[T any] []T

// UnmarshalJSON implements json.Unmarshaler. It never fails.
func (l *List[T]) UnmarshalJSON(raw []byte) error {
	*l = nil
	if len(raw) == 0 || raw[0] != '[' {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return nil //nolint:nilerr // the outer decoder reports it
	}
	for d.More() && len(*l) < most {
		var element T
		err := d.Decode(&element)
		if _, ok := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !ok {
			return nil
		}
		*l = append(*l, element)
	}
	return nil
}

// Texts are the elements that are not empty.
func Texts(l List[Text]) []string {
	var all []string
	for _, t := range l {
		if t != "" {
			all = append(all, string(t))
		}
	}
	return all
}
