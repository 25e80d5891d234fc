package firecrawl

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// spelled refuses members that are written in another case than a known one. encoding/json would read them as that one,
// and where both stand the later would hold: one would be believed that nobody checked. Names are known beside those of
// the type, which is followed into objects and lists.
func spelled(path string, raw []byte, t reflect.Type, names []string) error {
	switch t.Kind() {
	case reflect.Pointer:
		return spelled(path, raw, t.Elem(), names)
	case reflect.Slice:
		var list []json.RawMessage
		if t.Elem().Kind() != reflect.Uint8 {
			_ = json.Unmarshal(raw, &list) // what is no list has no members
		}
		for i, one := range list {
			if err := spelled(fmt.Sprintf("%s[%d]", path, i), one, t.Elem(), names); err != nil {
				return err
			}
		}
		return nil
	case reflect.Struct:
		return spelledObject(path, raw, t, names)
	default:
		return nil
	}
}

func spelledObject(path string, raw []byte, t reflect.Type, names []string) error {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(raw, &members) // what is no object, as a word is that may stand for one, has no members
	types := map[string]reflect.Type{}
	memberTypes(t, types)
	known := append(slices.Collect(maps.Keys(types)), names...)
	if path != "" && !strings.HasSuffix(path, ".") {
		path += "."
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, name) }); i >= 0 && !slices.Contains(known, name) {
			return &invalid{path + name, "is written " + known[i]}
		}
		if of, ok := types[name]; ok {
			if err := spelled(path+name, members[name], of, names); err != nil {
				return err
			}
		}
	}
	return nil
}

// memberTypes are the types of a struct's members by their names in JSON.
func memberTypes(t reflect.Type, into map[string]reflect.Type) {
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			memberTypes(f.Type, into)
		case name != "" && name != "-":
			into[name] = f.Type
		}
	}
}
