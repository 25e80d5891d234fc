package result

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// Cut shortens a JSON object to at most limit bytes so that it stays valid: lists
// lose items from their end, and values that are too large even so are left out
// as whole fields. Fields stay in their order; the largest give first.
func Cut(object json.RawMessage, limit int) (json.RawMessage, error) {
	fields, err := split(object)
	if err != nil {
		return nil, err
	}
	size := len("{}")
	bySize := make([]*field, len(fields))
	for i := range fields {
		bySize[i] = &fields[i]
		size += fields[i].size()
	}
	slices.SortStableFunc(bySize, func(a, b *field) int { return cmp.Compare(b.size(), a.size()) })
	for _, f := range bySize {
		if size <= limit {
			break
		}
		size -= f.size()
		f.shorten(limit - size - f.overhead())
		size += f.size()
	}
	return join(fields), nil
}

// field is one member of an object. A left-out field has no value.
type field struct {
	name  []byte // quoted
	value json.RawMessage
}

func (f *field) overhead() int { return len(f.name) + len(":,") }

func (f *field) size() int {
	if f.value == nil {
		return 0
	}
	return f.overhead() + len(f.value)
}

// shorten brings the value to at most limit bytes: a list by its items, anything
// else by leaving it out.
func (f *field) shorten(limit int) {
	var items []json.RawMessage
	if len(f.value) == 0 || f.value[0] != '[' || json.Unmarshal(f.value, &items) != nil {
		f.value = nil
		return
	}
	kept, size := 0, len("[]")
	for _, it := range items {
		if size += len(it) + len(","); size > limit {
			break
		}
		kept++
	}
	if kept == 0 {
		f.value = json.RawMessage("[]")
		return
	}
	f.value = slices.Concat([]byte("["), bytes.Join(rawBytes(items[:kept]), []byte(",")), []byte("]"))
}

func rawBytes(items []json.RawMessage) [][]byte {
	out := make([][]byte, len(items))
	for i, it := range items {
		out[i] = it
	}
	return out
}

// split reads an object's members in their order.
func split(object json.RawMessage) ([]field, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("cut: a result is an object, not %.20q", object)
	}
	var fields []field
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("cut: %w", err)
		}
		var f field
		if f.name, err = json.Marshal(name); err != nil {
			return nil, fmt.Errorf("cut: %w", err)
		}
		if err := d.Decode(&f.value); err != nil {
			return nil, fmt.Errorf("cut: %w", err)
		}
		fields = append(fields, f)
	}
	return fields, nil
}

func join(fields []field) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, f := range fields {
		if f.value == nil {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(f.name)
		b.WriteByte(':')
		b.Write(f.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}
