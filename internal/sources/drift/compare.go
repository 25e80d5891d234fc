package drift

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/sources/tree"
)

// Change is what became of a member.
type Change string

// The changes.
const (
	Missing Change = "missing" // was always there
	Changed Change = "changed" // is of another type
	Unknown Change = "unknown" // was never there
)

// Finding is a difference between an answer and what is known.
type Finding struct {
	Change Change `json:"change"`
	Path   string `json:"path"`          // hits[].title
	Was    string `json:"was,omitempty"` // types
	Is     string `json:"is,omitempty"`
	// Read says that what the parser gives depends on the member. That of a new one
	// nobody knows.
	Read bool `json:"read,omitempty"`
}

func (f Finding) String() string {
	switch f.Change {
	case Changed:
		return fmt.Sprintf("%s %s: was %s, is %s", f.Change, f.Path, f.Was, f.Is)
	case Unknown:
		return fmt.Sprintf("%s %s: %s", f.Change, f.Path, f.Is)
	default:
		return fmt.Sprintf("%s %s: was %s", f.Change, f.Path, f.Was)
	}
}

// Compare holds an answer to a known shape. What is null now or was null then is no
// change of type, and what lies within something missing or unknown is not named. The
// findings that parsers depend on come first, each sort in the order of the paths.
func Compare(known *Shape, body []byte) []Finding {
	findings := compare(known, alike(body, known), "")
	if trimmed := bytes.TrimSpace(body); bytes.HasPrefix(trimmed, []byte("<")) && page(tree.ParseMarkup(trimmed)) {
		// Of pages only what parsers look for is kept in mind; new marks come every day.
		findings = slices.DeleteFunc(findings, func(f Finding) bool { return f.Change == Unknown })
	}
	slices.SortFunc(findings, func(a, b Finding) int {
		return cmp.Or(order(a)-order(b), cmp.Compare(a.Path, b.Path))
	})
	return findings
}

func order(f Finding) int {
	n := slices.Index([]Change{Missing, Changed, Unknown}, f.Change)
	if !f.Read {
		n += 3
	}
	return n
}

func compare(known, live *Shape, path string) (findings []Finding) {
	// What stands under any name may be anything.
	if was, is := plain(known.Types), plain(live.Types); was != "" && is != "" && !strings.HasSuffix(path, "."+anyMember) {
		for _, t := range live.Types {
			if t != tree.Null && !slices.Contains(known.Types, t) {
				return []Finding{{Change: Changed, Path: cmp.Or(path, "."), Was: was, Is: is, Read: known.Read || path == ""}}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(known.Members)) {
		was, at := known.Members[name], strings.TrimPrefix(path+"."+name, ".")
		is := live.Members[name]
		switch {
		case is != nil:
			findings = append(findings, compare(was, is, at)...)
		case was.Always && live.objects >= enough(was) && name != anyMember && !slices.Contains(was.Types, tree.Null): // parsers take null for nothing
			findings = append(findings, Finding{Change: Missing, Path: at, Was: plain(was.Types), Read: was.Read})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(live.Members)) {
		if len(known.Members) > 0 && known.Members[name] == nil {
			findings = append(findings, Finding{Change: Unknown, Path: strings.TrimPrefix(path+"."+name, "."), Is: cmp.Or(plain(live.Members[name].Types), string(tree.Null))})
		}
	}
	if known.Items != nil && live.Items != nil {
		findings = append(findings, compare(known.Items, live.Items, path+anyItem)...)
	}
	return findings
}

// enough is of how many objects a member must be missing. That the one item which was
// seen had it is some evidence, and that one item has it not is no news.
func enough(s *Shape) int {
	const some = 3
	if s.Once {
		return some
	}
	return 1
}

// plain are types but for null.
func plain(types Types) string {
	words, _ := slices.DeleteFunc(slices.Clone(types), func(t tree.Kind) bool { return t == tree.Null }).MarshalText() // never fails
	return string(words)
}
