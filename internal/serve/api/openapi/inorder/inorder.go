// Package inorder keeps the paths of an OpenAPI document in an order. Encoders of maps sort them by
// name, and pages and generators show them as they stand. It knows JSON and nothing of operations.
package inorder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// outline is the part of a document that has an order.
type outline struct {
	Paths json.RawMessage `json:"paths"`
}

// Paths returns the paths of a document as they stand in it.
func Paths(document []byte) ([]string, error) {
	_, names, err := paths(document)
	return names, err
}

// Arrange returns the document, in compact JSON, with its paths in an order. Those that the order
// does not name follow, as they stood.
func Arrange(document []byte, order []string) ([]byte, error) {
	all, names, err := paths(document)
	if err != nil || len(names) == 0 {
		return document, err
	}
	var o outline
	if err := json.Unmarshal(document, &o); err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	var b bytes.Buffer
	for _, name := range slices.Concat(order, names) {
		item, ok := all[name]
		if !ok {
			continue
		}
		delete(all, name)
		key, err := json.Marshal(name)
		if err != nil {
			return nil, fmt.Errorf("write the path %q: %w", name, err)
		}
		b.WriteByte(',')
		b.Write(key)
		b.WriteByte(':')
		b.Write(item)
	}
	arranged := append([]byte{'{'}, append(b.Bytes()[1:], '}')...)
	return bytes.Replace(document, o.Paths, arranged, 1), nil
}

// paths are the members of a document's paths, and their names in order.
func paths(document []byte) (map[string]json.RawMessage, []string, error) {
	var o outline
	if err := json.Unmarshal(document, &o); err != nil {
		return nil, nil, fmt.Errorf("read the document: %w", err)
	}
	all := map[string]json.RawMessage{}
	if len(o.Paths) == 0 {
		return all, nil, nil
	}
	if err := json.Unmarshal(o.Paths, &all); err != nil {
		return nil, nil, fmt.Errorf("read the paths: %w", err)
	}
	var names []string
	d := json.NewDecoder(bytes.NewReader(o.Paths))
	_, _ = d.Token() // the brace; what is read below was decoded above
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, nil, fmt.Errorf("read the paths: %w", err)
		}
		name, _ := key.(string)
		names = append(names, name)
		if err := d.Decode(new(json.RawMessage)); err != nil {
			return nil, nil, fmt.Errorf("read the path %s: %w", name, err)
		}
	}
	return all, names, nil
}
