package statement

import (
	"strings"
	"unicode"
)

// hedged reports whether a sentence merely holds something possible. The month is no verb.
func hedged(list []token) bool {
	for i, t := range list {
		if modal()[t.text] {
			return true
		}
		if t.text == "may" && !t.upper {
			return true
		}
		if t.text == "if" && (i == 0 || t.breaks) {
			return true
		}
		if (t.text == "thought" || t.text == "believed" || t.text == "said") && i > 0 && i+1 < len(list) && be()[list[i-1].text] && list[i+1].text == "to" {
			return true
		}
	}
	return false
}

// vague matches questions, commands, and what speaks to the reader.
func vague(list []token, text string) bool {
	text = strings.TrimRight(text, "\"')”’ ")
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") || strings.HasSuffix(text, "...") || len(list) == 0 {
		return true
	}
	if len(list) > 1 && list[1].breaks && speakers()[list[0].text] {
		return true
	}
	for _, t := range list {
		if addressed()[t.text] || machinery()[t.text] || t.breaks && !t.first && orders()[t.text] {
			return true
		}
	}
	return commands()[list[0].text] && (len(list) < 2 || !follows(list[1]))
}

// spoken matches what somebody says of himself.
func spoken(list []token) bool {
	for _, t := range list {
		if personal()[t.text] && (t.text != "us" || !t.upper) {
			return true
		}
	}
	return false
}

// follows reports that the word before is no command: "Use of water fell", "Order books
// were full" begin with nouns.
func follows(t token) bool {
	switch t.text {
	case "of", "is", "was", "were", "are", "has", "had", "books", "engines", "fell", "rose":
		return true
	}
	return false
}

// referred matches sentences that go on with the one before.
func referred(list []token) bool {
	if len(list) == 0 {
		return false
	}
	for i, t := range list[:min(len(list), 3)] {
		if pointers()[t.text] || t.text == "one" && (i+1 == len(list) || list[i+1].text != "of") {
			return true
		}
	}
	if referring()[list[0].text] {
		return true
	}
	if len(list) < 2 || !articles()[list[0].text] || !generic()[list[1].concept] || list[1].upper {
		return false
	}
	return len(list) == 2 || list[2].text != "of" && list[2].text != "in" && list[2].text != "at"
}

// letters counts letters and, of these, capitals.
func letters(text string) (all, capitals int) {
	for _, r := range text {
		if unicode.IsLetter(r) {
			all++
			if unicode.IsUpper(r) {
				capitals++
			}
		}
	}
	return all, capitals
}

// Prose matches a whole sentence: it begins like one, ends like one, and is made of words
// that are not all names.
func (s *Statement) Prose() bool {
	text := strings.TrimRight(s.Text, `"')]`)
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "。") && !strings.HasSuffix(text, "।") {
		return false
	}
	if s.common == 0 {
		return false
	}
	first := firstRune(strings.TrimLeft(s.Text, `"'(`))
	if unicode.IsLower(first) || unicode.IsPunct(first) || unicode.IsSymbol(first) {
		return false
	}
	all, capitals := letters(text)
	return 2*all >= len([]rune(text)) && 2*capitals <= all
}
