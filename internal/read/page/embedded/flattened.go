package embedded

import "encoding/json"

// maxValues is the most values that one page's data may unfold to.
const maxValues = 200_000

// maxDepth is how deep data is followed.
const maxDepth = 60

// flattened reads the form in which devalue writes values: a list whose first member is the whole,
// and in which lists and objects name their members by their places. A list that begins with a text is
// a value of a type that JSON lacks, or of the framework's own, whose next member is what it wraps.
func flattened(raw string) (any, bool) {
	var list []any
	if json.Unmarshal([]byte(raw), &list) != nil || len(list) < 2 {
		return nil, false
	}
	u := unfolder{list: list, left: maxValues, open: map[int]bool{}}
	return u.at(0, 0), true
}

type unfolder struct {
	list []any
	left int
	open map[int]bool // places that are being unfolded: data may name itself
}

func (u *unfolder) at(place, depth int) any {
	if place < 0 || place >= len(u.list) || u.open[place] || u.left <= 0 || depth > maxDepth {
		return nil
	}
	u.left--
	u.open[place] = true
	defer delete(u.open, place)
	switch v := u.list[place].(type) {
	case []any:
		return u.members(v, depth)
	case map[string]any:
		all := make(map[string]any, len(v))
		for name, member := range v {
			all[name] = u.named(member, depth)
		}
		return all
	default:
		return v
	}
}

func (u *unfolder) members(v []any, depth int) any {
	kind, wrapped := "", false
	if len(v) > 1 {
		kind, wrapped = v[0].(string)
	}
	switch {
	case !wrapped:
	case kind == "Date" || kind == "BigInt" || kind == "RegExp":
		return v[1]
	case len(v) == 2:
		return u.named(v[1], depth)
	default:
		v = v[1:]
	}
	all := make([]any, 0, len(v))
	for _, member := range v {
		all = append(all, u.named(member, depth))
	}
	return all
}

func (u *unfolder) named(member any, depth int) any {
	place, ok := member.(float64)
	if !ok {
		return member
	}
	return u.at(int(place), depth+1)
}
