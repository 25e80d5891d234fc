package clean

import (
	"strings"
	"unsafe"
)

// clickable are the classes and ids that the page's own sheets and scripts make something of for clicks, as ".class" and "#id".
func (r *Rules) clickable() map[string]bool {
	found := map[string]bool{}
	for _, sheet := range r.sheets {
		pointed(uncommented(sheet.text), func(selectors string) {
			for one := range list(selectors) {
				names, _, _ := subject(one)
				for _, name := range names { // those of elements are asked for by none
					found[name] = true
				}
			}
		})
	}
	clickedBy(r.source, found)
	return found
}

const braces = "{}"

// pointed calls do with the selectors of each rule of a sheet that gives the hand of what can be clicked at.
func pointed(sheet string, do func(selectors string)) {
	const cursor = "cursor"
	for at, open := 0, -1; ; { // open is the last brace before at
		i := strings.Index(sheet[at:], cursor)
		if i < 0 {
			return
		}
		if last := strings.LastIndexAny(sheet[at:at+i], braces); last >= 0 {
			open = at + last
		}
		at += i + len(cursor)
		if open < 0 || sheet[open] != '{' || !isPointer(sheet[at:]) {
			continue
		}
		end := strings.IndexAny(sheet[at:], braces)
		if end < 0 {
			return
		}
		if sheet[at+end] == '}' {
			do(sheet[strings.LastIndexAny(sheet[:open], braces)+1 : open])
		}
		open = at + end
		at = open + 1
	}
}

// isPointer reports whether what follows the name of the property is the value of that hand.
func isPointer(s string) bool {
	s, isThere := strings.CutPrefix(strings.TrimLeft(s, blanks), ":")
	return isThere && strings.HasPrefix(strings.TrimLeft(s, blanks), "pointer")
}

const blanks = " \t\n\f\r"

// clickedBy adds what scripts that speak of clicks name.
func clickedBy(source []byte, found map[string]bool) {
	rest := unsafe.String(unsafe.SliceData(source), len(source)) //nolint:gosec // nobody writes to a page that was fetched
	for left := mostScript; left > 0; {
		_, after, isThere := strings.Cut(rest, "<script")
		if !isThere {
			return
		}
		text, after, _ := strings.Cut(after, "</script")
		if strings.Contains(text, "click") {
			namedIn(text[:min(len(text), left)], found)
		}
		rest = after
		left -= len(text)
	}
}

// namedIn adds the names in quotes of a script, which a click may be waited for at: a class or an id, with an element's name before it
// and more of a selector behind white space.
func namedIn(script string, found map[string]bool) {
	for i := 0; i < len(script); i++ {
		if !isQuote(script[i]) {
			continue
		}
		if name, size := quoted(script[i+1:]); name != "" {
			found[name] = true
			i += size
		}
	}
}

// quoted is the name that stands in quotes whose first is before s, and how many bytes these take with the last. It is empty where there is none.
func quoted(s string) (name string, size int) {
	begin := 0
	for begin < len(s) && (s[begin]-'a' < 26 || s[begin]-'0' < 10) {
		begin++
	}
	end := begin + 1
	if end >= len(s) || s[begin] != '.' && s[begin] != '#' || s[end] != '_' && (s[end]|0x20)-'a' >= 26 {
		return "", 0
	}
	for end < len(s) && isOfName(s[end]) {
		end++
	}
	closed := end
	if closed < len(s) && strings.IndexByte(blanks, s[closed]) >= 0 {
		for closed < len(s) && !isQuote(s[closed]) {
			closed++
		}
	}
	if closed == len(s) || !isQuote(s[closed]) {
		return "", 0
	}
	return s[begin:end], closed + 1
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

func isOfName(c byte) bool { return c == '-' || c == '_' || c-'0' < 10 || (c|0x20)-'a' < 26 }
