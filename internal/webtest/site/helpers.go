package site

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// HTML is the content type of most pages.
const HTML = "text/html; charset=utf-8"

// Word is a part of a query: words, "a phrase", -without.
var Word = regexp.MustCompile(`(-?)(?:"([^"]*)"|(\S+))`)

// Tokens are the words of a text, each between spaces, and dots as words of their own.
func Tokens(text string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(text), ".", " . "), func(r rune) bool {
		return r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return " " + strings.Join(words, " ") + " "
}

// Null is null for an empty text.
func Null(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// IntOr is a parameter's number, or what stands for none; -1 for what is no number.
func IntOr(value string, none int) int {
	if value == "" {
		return none
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		return -1
	}
	return n
}

// Or is the first of two texts that is not empty.
func Or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// IsTrue reads a flag of a query.
func IsTrue(flag string) bool { return flag == "1" || strings.EqualFold(flag, "true") }

// Must is a value that cannot fail to come about: what is missing is a part of the program.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("site: %v", err))
	}
	return v
}
