// Package tree reads answers of upstreams as trees that can be walked, changed and
// written again without loss: JSON with the order of its members and the digits of its
// numbers, markup with its tags as they were written. It is for tools that look at
// answers from outside, and knows no upstream.
package tree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Kind is what a JSON value is.
type Kind string

// The kinds of JSON values.
const (
	Object Kind = "object"
	List   Kind = "list"
	String Kind = "string"
	Number Kind = "number"
	Bool   Kind = "boolean"
	Null   Kind = "null"
)

// Value is a JSON value.
type Value struct {
	Kind    Kind
	Text    string // what a string says, or how a number, a boolean or a null is written
	Members []Member
	Items   []*Value
}

// Member is a named value of an object.
type Member struct {
	Name  string
	Value *Value
}

// ParseJSON reads one JSON document. What stands behind it is an error.
func ParseJSON(body []byte) (*Value, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	v, err := next(d)
	if err != nil {
		return nil, fmt.Errorf("json: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("json: more than one document")
	}
	return v, nil
}

func next(d *json.Decoder) (*Value, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case string:
		return &Value{Kind: String, Text: t}, nil
	case json.Number:
		return &Value{Kind: Number, Text: t.String()}, nil
	case bool:
		return &Value{Kind: Bool, Text: fmt.Sprint(t)}, nil
	case nil:
		return &Value{Kind: Null, Text: "null"}, nil
	}
	v := &Value{Kind: List}
	if token == json.Delim('{') {
		v.Kind = Object
	}
	for d.More() {
		if err := v.add(d); err != nil {
			return nil, err
		}
	}
	_, err = d.Token()
	return v, err
}

// add reads one more item or member.
func (v *Value) add(d *json.Decoder) error {
	name := ""
	if v.Kind == Object {
		token, err := d.Token()
		if err != nil {
			return err
		}
		name = fmt.Sprint(token)
	}
	child, err := next(d)
	if err != nil {
		return err
	}
	if v.Kind == Object {
		v.Members = append(v.Members, Member{name, child})
	} else {
		v.Items = append(v.Items, child)
	}
	return nil
}

// Append writes a value: with an indent a member and an item a line, with an empty one
// all on one line.
func (v *Value) Append(out []byte, indent string) []byte {
	return v.append(out, indent, "\n")
}

// Fold is Append with an indent, where what fits into a line of a width stands in one.
func (v *Value) Fold(out []byte, indent string, width int) []byte {
	return v.fold(out, indent, "\n", width)
}

func (v *Value) fold(out []byte, indent, line string, width int) []byte {
	flat := v.Append(nil, "")
	if len(flat)+len(line) <= width || len(v.Items)+len(v.Members) == 0 {
		return append(out, flat...)
	}
	inner, begin, end := line+indent, byte('{'), byte('}')
	if v.Kind == List {
		begin, end = '[', ']'
	}
	out = append(out, begin)
	for i, item := range v.Items {
		out = append(separated(out, i), inner...)
		out = item.fold(out, indent, inner, width)
	}
	for i, m := range v.Members {
		out = append(separated(out, i), inner...)
		out = append(appendString(out, m.Name), ':')
		out = m.Value.fold(out, indent, inner, width)
	}
	return append(append(out, line...), end)
}

// separated is what stands before the next of several.
func separated(out []byte, i int) []byte {
	if i > 0 {
		return append(out, ',')
	}
	return out
}

func (v *Value) append(out []byte, indent, line string) []byte {
	begin, end, n := byte('['), byte(']'), len(v.Items)
	switch v.Kind {
	case String:
		return appendString(out, v.Text)
	case Object:
		begin, end, n = '{', '}', len(v.Members)
	case List:
	default:
		return append(out, v.Text...)
	}
	out = append(out, begin)
	inner := line + indent
	for i := range n {
		if i > 0 {
			out = append(out, ',')
		}
		if indent != "" {
			out = append(out, inner...)
		}
		if v.Kind == List {
			out = v.Items[i].append(out, indent, inner)
			continue
		}
		out = append(appendString(out, v.Members[i].Name), ':')
		out = v.Members[i].Value.append(out, indent, inner)
	}
	if n > 0 && indent != "" {
		out = append(out, line...)
	}
	return append(out, end)
}

// appendString writes a string without the escapes of < and & that encoding/json adds
// by itself.
func appendString(out []byte, s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always can be
	return append(out, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}

// Member returns the value of a name, or nil.
func (v *Value) Member(name string) *Value {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}
