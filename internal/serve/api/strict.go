package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
)

// strays finds members that the schema does not have, by their exact name: encoding/json
// would take another spelling for the field, and pass over what it does not know, options
// too, so that a call would be charged that does not do what was meant.
func (s *schema) strays(of *huma.Schema, value any, path string) []errs.Detail {
	if of != nil && of.Ref != "" {
		of = s.registry.SchemaFromRef(of.Ref)
	}
	if of == nil {
		return nil
	}
	var details []errs.Detail
	switch v := value.(type) {
	case []any:
		for i, element := range v {
			details = append(details, s.strays(of.Items, element, fmt.Sprintf("%s[%d].", strings.TrimSuffix(path, "."), i))...)
		}
	case map[string]any:
		_, free := of.AdditionalProperties.(*huma.Schema)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			member, known := of.Properties[name]
			switch {
			case known:
				details = append(details, s.strays(member, v[name], path+name+".")...)
			case of.Type == huma.TypeObject && !free:
				details = append(details, errs.Detail{Field: path + name, Issue: "is not a field of this call; " + s.remedy(of, name)})
			}
		}
	}
	return details
}

// remedy is what to do about a member that an object does not have: other services take as
// members of a call what are options here.
func (s *schema) remedy(of *huma.Schema, name string) string {
	if meant := s.means(name); meant != "" && of == s.call() {
		return "it means the same as " + meant + " here; send one of them"
	}
	const group = "options"
	options := of.Properties[group]
	if options != nil && options.Ref != "" {
		options = s.registry.SchemaFromRef(options.Ref)
	}
	if options != nil && options.Properties[name] != nil {
		return "it belongs in " + group + ": write {\"" + group + "\":{\"" + name + "\":…}}"
	}
	if of != s.call() && s.call().Properties[name] != nil {
		return "it belongs beside " + group + ": write {\"" + name + "\":…}"
	}
	if name == "scrapeOptions" && options != nil && options.Properties["onlyMainContent"] != nil {
		return "what it holds belongs in " + group + ", and format and formats beside it"
	}
	names := slices.Sorted(maps.Keys(of.Properties))
	issue := advice(name, names)
	switch {
	case issue != likeNone:
	case of != s.call() && len(names) > 0:
		issue += "; there are " + strings.Join(names, ", ")
	case options != nil:
		if near := option.Meant(name, slices.Sorted(maps.Keys(options.Properties))); near != "" {
			return "did you mean " + group + "." + near + "?"
		}
	}
	return issue
}

// likeNone is the advice about a name that is like none.
const likeNone = "remove it or check its spelling"

// advice is what to do about a name that is not known.
func advice(name string, known []string) string {
	if near := option.Likely(name, known); len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	return likeNone
}

// repeated finds names that an object of a body has twice, of which encoding/json would take
// the last. The body is valid JSON.
func repeated(body []byte) []errs.Detail {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var details []errs.Detail
	r := &repeats{d: d, found: &details}
	r.value("")
	return details
}

type repeats struct {
	d     *json.Decoder
	found *[]errs.Detail
}

func (r *repeats) value(path string) {
	t, err := r.d.Token()
	if err != nil {
		return
	}
	switch t {
	case json.Delim('{'):
		r.object(path)
	case json.Delim('['):
		for i := 0; r.d.More(); i++ {
			r.value(fmt.Sprintf("%s[%d]", path, i))
		}
		_, _ = r.d.Token() // the end, of what is valid
	}
}

func (r *repeats) object(path string) {
	seen := map[string]bool{}
	for r.d.More() {
		t, err := r.d.Token()
		if err != nil {
			return
		}
		name, _ := t.(string)
		at := strings.TrimPrefix(path+"."+name, ".")
		if seen[name] && len(*r.found) <= maxDetails {
			*r.found = append(*r.found, errs.Detail{Field: at, Issue: "is given more than once"})
		}
		seen[name] = true
		r.value(at)
	}
	_, _ = r.d.Token() // the end, of what is valid
}
