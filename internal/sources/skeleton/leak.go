package skeleton

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/quarryapi/quarry/internal/sources/tree"
)

// run is how many words in a row are somebody's sentence.
const run = 4

// leaks lists what a skeleton has from its recording and should not: words in a row, and
// names and ids, which are long words of values that stayed though nothing says that they
// may. It reads both documents by means of its own, not by those that replaced.
func leaks(recording, skeleton []byte, m *mask) []string {
	may := m.allowed()
	was, is := told(recording), told(skeleton)
	var found []string
	before := sequences(was)
	for sequence := range sequences(is) {
		if before[sequence] && slices.ContainsFunc(strings.Fields(sequence), func(w string) bool { return !may[w] && !digitsOnly(w) && len(w) > 1 }) {
			found = append(found, fmt.Sprintf("the words %q", sequence))
		}
	}
	names := map[string]bool{}
	for _, text := range was {
		for _, w := range text {
			names[w] = true
		}
	}
	for _, text := range is {
		for _, w := range text {
			if names[w] && telling(w) && !may[w] {
				found = append(found, fmt.Sprintf("the name %q", w))
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// telling reports whether a word may say who somebody is. Shorter ones come about by
// chance, and such numbers count something.
func telling(w string) bool {
	const name, id = 6, 7
	letters := strings.Trim(w, "0123456789")
	return len([]rune(w)) >= name && letters != "" || letters == "" && len(w) >= id && strings.Trim(w[1:], "0") != ""
}

// allowed are the words that stay by the rules, as enumerations and in addresses.
func (m *mask) allowed() map[string]bool {
	may := maps.Clone(m.words)
	maps.Copy(may, m.fixed)
	for _, prefix := range m.rules.Prefixes {
		may[strings.ToLower(prefix)] = true
	}
	may["example"], may["gmt"], may["utc"] = true, true, true // of our hosts and of times
	for value := range m.kept {
		_, value, _ := strings.Cut(value, "=")
		for w := range strings.FieldsFuncSeq(strings.ToLower(value), notInWord) {
			may[w] = true
		}
	}
	return may
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// told are the words of all values of a document, each value by itself.
func told(body []byte) [][]string {
	var all [][]string
	var say func(string)
	say = func(s string) {
		plain := html.UnescapeString(s)
		for _, text := range []string{s, plain} {
			if v, err := tree.ParseJSON([]byte(text)); err == nil && v.Kind != tree.String && v.Kind != tree.Number {
				values(v, say)
				return
			}
		}
		for _, text := range []string{s, plain} {
			if tag.MatchString(text) || strings.HasPrefix(text, "<") {
				texts(tree.ParseMarkup([]byte(text)), say)
				return
			}
		}
		if words := wordsIn(unescaped(plain)); len(words) > 0 {
			all = append(all, words)
		}
	}
	if bytes.Contains(body, []byte("\n{")) {
		for line := range strings.Lines(string(body)) {
			say(line)
		}
		return all
	}
	say(string(body))
	return all
}

// wordsIn takes a text apart. What may be a message in base64 is the words that can be
// read in it, as its framing stays; where there are none, it is an id.
func wordsIn(s string) []string {
	const letters, digits = "abcdefghijklmnopqrstuvwxyz", "0123456789"
	var all []string
	for token := range strings.FieldsFuncSeq(s, func(r rune) bool { return notInWord(r) && r != '-' && r != '_' }) {
		if encoded.MatchString(token) && strings.ContainsAny(token, letters) && strings.ContainsAny(token, strings.ToUpper(letters)) && strings.ContainsAny(token, digits) {
			raw, err := base64.RawURLEncoding.DecodeString(token)
			within := wordsIn(string(raw))
			if err == nil && slices.ContainsFunc(within, func(w string) bool { return len(w) > short }) {
				all = append(all, within...)
				continue
			}
		}
		all = append(all, strings.FieldsFunc(strings.ToLower(token), notInWord)...)
	}
	return all
}

// unescaped is a text without references and without the percent signs of addresses
// within addresses.
func unescaped(s string) string {
	s = html.UnescapeString(s)
	for strings.Contains(s, "%") {
		plain, err := url.PathUnescape(s)
		if err != nil || plain == s {
			break
		}
		s = plain
	}
	return s
}

func values(v *tree.Value, say func(string)) {
	if v.Kind == tree.String || v.Kind == tree.Number {
		say(v.Text)
	}
	for _, item := range v.Items {
		values(item, say)
	}
	for _, member := range v.Members {
		values(member.Value, say)
	}
}

// texts are those between tags, and those of attributes that are not structural.
func texts(n *tree.Node, say func(string)) {
	text := strings.TrimSuffix(strings.TrimPrefix(n.Text, "<!--"), "-->")
	if inner, ok := strings.CutPrefix(text, "<![CDATA["); ok {
		say(strings.TrimSuffix(inner, "]]>"))
	} else if !strings.HasPrefix(text, "<!") && !strings.HasPrefix(text, "<?") {
		say(strings.TrimSpace(strings.TrimPrefix(text, "<"))) // a sign that begins no tag
	}
	var names []string
	for _, a := range n.Attrs {
		names = append(names, a.Name)
		if name := strings.ToLower(a.Name); !slices.Contains(structural, name) && !strings.HasPrefix(name, "xmlns") || !named.MatchString(a.Value) {
			say(a.Value)
		}
	}
	say(strings.Join(names, " ")) // as it may be a sentence behind a sign
	for _, kid := range n.Kids {
		texts(kid, say)
	}
}

func sequences(texts [][]string) map[string]bool {
	all := map[string]bool{}
	for _, words := range texts {
		for i := 0; i+run <= len(words); i++ {
			all[strings.Join(words[i:i+run], " ")] = true
		}
	}
	return all
}
