// Package skeleton turns recordings of upstreams into skeletons: the structure, the names
// and types of members, the enumerations and the odd corners of what was recorded, with
// every text, name, id and address replaced by one of ours. It is deterministic: the same
// recording gives the same skeleton, and what is equal in one stays equal in the other,
// in other recordings too, so that references hold. It is for who makes test data, and
// calls nobody.
//
// A replacement is worked out from what it replaces and nothing else, rune by rune, so
// that lengths, classes of characters and offsets stay as they were recorded. What decides
// whether a text stays is in enumeration.go; what a text is replaced by in word.go,
// number.go, date.go, address.go and token.go.
package skeleton

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/sources/tree"
)

// Rules are what a skeleton of one upstream keeps and leaves out beside what all do.
type Rules struct {
	// Words stay in any text: those by which a parser knows what a text says, such as
	// "views", and the fixed parts of addresses, such as "comments".
	Words []string
	// Prefixes stay at the beginning of ids that say what they are of: "UC".
	Prefixes []string
	// Hosts are the upstream's own, and stay with all hosts below them.
	Hosts []string
	// Enums are names of members whose values are enumerations.
	Enums []string
	// Texts are names of members whose values look like enumerations and are none.
	Texts []string
	// Maps are names of members whose objects have data for names. An empty one is the
	// document itself.
	Maps []string
	// Drop are names of members, elements and attributes that nobody reads and that are
	// large.
	Drop []string
	// Lists are names of members whose objects are lists of things by their names, such as
	// the audits of a report. The names stay, there and where else a text is one of them.
	Lists []string
	// Keep are names in Lists that stay whatever they add.
	Keep []string
	// Classes are the beginnings of classes that stay, of pages whose other classes say how
	// things look; none keeps all.
	Classes []string
	// Items is how many items of a list stay at most, of those that add something to the
	// ones before them; 0 is all that do.
	Items int
	// Lines are documents of a line each, of which there may be one.
	Lines bool
	// Whole keeps all items of all lists.
	Whole bool
}

// Skeleton is what came of a recording.
type Skeleton struct {
	Body []byte
	Kept []string // values that stayed as enumerations, for who reviews the skeleton
}

// Limit is the most that a skeleton may have, in bytes, so that it can be read.
const Limit = 30_000

// Make turns a recording in JSON, lines of JSON, HTML, XML, plain text or a record of
// HTTP exchanges into its skeleton. One that would be larger than Limit is shortened, see
// shorten.go. The error says which texts of the
// recording are in the skeleton still, see Leaks, or that nothing is left to leave out.
func Make(recording []byte, rules Rules) (*Skeleton, error) {
	m := newMask(rules)
	body := m.document(recording)
	if len(body) > Limit {
		return nil, fmt.Errorf("the skeleton has %d bytes, more than %d, with one item a list: name in its rules what nobody reads", len(body), Limit)
	}
	s := &Skeleton{Body: body, Kept: slices.Sorted(maps.Keys(m.kept))}
	if leaks := leaks(recording, body, m); len(leaks) > 0 {
		return nil, fmt.Errorf("the skeleton repeats its recording: %s", strings.Join(leaks, "; "))
	}
	return s, nil
}

// mask replaces what stands in one recording.
type mask struct {
	rules Rules
	words map[string]bool // in lower case
	kept  map[string]bool // enumerations, with the members' names
	fixed map[string]bool // words of addresses that stay: of hosts, of names in queries
	named map[string]bool // names of things in rules.Lists
}

func newMask(rules Rules) *mask {
	m := &mask{rules: rules, words: map[string]bool{}, kept: map[string]bool{}, fixed: map[string]bool{}, named: map[string]bool{}}
	for _, w := range append([]string{"http", "https", "www", "true", "false"}, rules.Words...) {
		m.words[strings.ToLower(w)] = true
	}
	return m
}

// stays notes a part of an address that stays, and returns it.
func (m *mask) stays(s string) string {
	for w := range strings.FieldsFuncSeq(strings.ToLower(s), notInWord) {
		m.fixed[w] = true
	}
	return s
}

// document replaces what stands in a document of any of the formats.
func (m *mask) document(body []byte) []byte {
	trimmed := bytes.TrimSpace(body)
	if len(trimmed) == 0 {
		return body
	}
	if bytes.Contains(body, []byte(division)) {
		return m.exchanges(body)
	}
	switch trimmed[0] {
	case '{', '[', '"':
		if v, err := tree.ParseJSON(trimmed); err == nil && (!m.rules.Lines || bytes.ContainsRune(trimmed, '\n')) {
			m.name("", v)
			m.value("", v)
			return written(v)
		}
		return m.lines(trimmed)
	case '<':
		return m.markup(body)
	}
	return []byte(m.str("", string(body)))
}

// name notes the names of things in rules.Lists, which may stand before them.
func (m *mask) name(within string, v *tree.Value) {
	for _, item := range v.Items {
		m.name(within, item)
	}
	for _, member := range v.Members {
		if slices.Contains(m.rules.Lists, within) {
			m.named[member.Name] = true
		}
		m.name(member.Name, member.Value)
	}
}

// lines replaces what stands in documents of a line each. As in a list, those stay that
// add something.
func (m *mask) lines(body []byte) []byte {
	all := &tree.Value{Kind: tree.List}
	for line := range bytes.Lines(body) {
		v, err := tree.ParseJSON(line)
		if err != nil {
			return []byte(m.str("", string(body)))
		}
		all.Items = append(all.Items, v)
	}
	m.value("", all)
	var out []byte
	for _, v := range all.Items {
		out = append(v.Append(out, ""), '\n')
	}
	return out
}

// value replaces what stands in a JSON value, which a member of a name holds.
func (m *mask) value(name string, v *tree.Value) {
	switch v.Kind {
	case tree.Object:
		m.members(name, v)
	case tree.List:
		for _, item := range v.Items {
			m.value(name, item)
		}
		m.thin(v)
	case tree.String:
		v.Text = m.str(name, v.Text)
	case tree.Number:
		v.Text = number(v.Text)
	case tree.Bool, tree.Null:
	}
}

func (m *mask) members(name string, v *tree.Value) {
	v.Members = slices.DeleteFunc(v.Members, func(member tree.Member) bool { return slices.Contains(m.rules.Drop, member.Name) })
	data := slices.Contains(m.rules.Maps, name)
	for i, member := range v.Members {
		m.value(member.Name, member.Value)
		if data || isData(member.Name) {
			v.Members[i].Name = m.scalar(member.Name)
		}
	}
	switch {
	case data:
		m.thinMap(v)
	case slices.Contains(m.rules.Lists, name):
		m.thinList(v)
	}
}

// isData reports whether a member is named by an id or an address in place of a name.
func isData(name string) bool {
	return strings.Contains(name, "/") || strings.LastIndexByte(name, '@') > 0 || longDigits.MatchString(name)
}
