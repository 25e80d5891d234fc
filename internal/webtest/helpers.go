package webtest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// htmlUTF8 is the content type of most pages.
const htmlUTF8 = "text/html; charset=utf-8"

// hnWord is a part of a query: words, "a phrase", -without.
var hnWord = regexp.MustCompile(`(-?)(?:"([^"]*)"|(\S+))`)

// hnTokens are the words of a text, each between spaces, and dots as words of their own.
func hnTokens(text string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(text), ".", " . "), func(r rune) bool {
		return r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return " " + strings.Join(words, " ") + " "
}

// hnNull is null for an empty text.
func hnNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// intOr is a parameter's number, or what stands for none; -1 for what is no number.
func intOr(value string, none int) int {
	if value == "" {
		return none
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		return -1
	}
	return n
}

// or is the first of two texts that is not empty.
func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// isTrue reads a flag of a query.
func isTrue(flag string) bool { return flag == "1" || strings.EqualFold(flag, "true") }

// must is a value that cannot fail to come about: what is missing is a part of the program.
func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("webtest: %v", err))
	}
	return v
}
