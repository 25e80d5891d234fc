package skeleton

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A value stays as it is where a parser compares it with values that it knows: an
// enumeration. That is a value
//
//   - of a member that the upstream's rules name;
//   - of a member whose name ends in one of the words of kinds, if it reads like an
//     identifier;
//   - that is written LIKE_THIS, as constants of protocols are, unless the member holds
//     what people choose, as handles may be written so, too;
//   - that is a type of content, such as text/html;
//   - that is the name of a thing in one of the rules' lists.
//
// What stays is listed in Skeleton.Kept, so that whoever makes a skeleton sees it.

var (
	identifier  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.:+-]{0,63}$`)
	constant    = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$`)
	contentType = regexp.MustCompile(`^(application|audio|font|image|text|video|multipart)/[a-z0-9.+-]+(; ?[a-z]+=[A-Za-z0-9-]+)?$`)
	longDigits  = regexp.MustCompile(`[0-9]{5,}`)
)

// kinds end the names of members that say what something is.
var kinds = []string{
	"action", "class", "encoding", "event", "format", "kind", "lang", "language", "locale", "method", "mode", "object", "rank", "reason", "rel", "role", "roles", "sort",
	"scheme", "state", "status", "style", "strategy", "type", "typename", "version",
}

// own are words in the names of members that hold what people choose.
var own = []string{"account", "author", "by", "caption", "handle", "id", "login", "name", "owner", "screen", "slug", "text", "title", "user", "username"}

func ownWord(w string) bool { return slices.Contains(own, w) }

// enumeration reports whether a member's value stays as it is.
func (m *mask) enumeration(name, value string) bool {
	if slices.Contains(m.rules.Texts, name) {
		return false
	}
	words := wordsOf(name)
	known := slices.Contains(m.rules.Enums, name) && !longDigits.MatchString(value) ||
		len(words) > 0 && slices.Contains(kinds, words[len(words)-1]) && identifier.MatchString(value) && !longDigits.MatchString(value) ||
		constant.MatchString(value) && !slices.ContainsFunc(words, ownWord) || contentType.MatchString(value) || m.named[value]
	if known {
		m.kept[name+"="+value] = true
	}
	return known
}

// wordsOf takes apart a member's name: contentType, content_type, content-type.
func wordsOf(name string) []string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		if unicode.IsUpper(r) && lower {
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		if !unicode.IsLetter(r) {
			r = ' '
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.Fields(b.String())
}
