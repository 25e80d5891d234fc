// Package plain turns documents that are text but not HTML into markdown: text and
// Markdown as they are, CSV as a table, JSON, XML and source code as a fenced
// block. Bodies are UTF-8. It must not know where a document comes from.
package plain

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
)

// maxIndentDepth bounds the indentation of JSON: a megabyte of opening brackets
// would otherwise grow with the square of its length.
const maxIndentDepth = 64

// fences are the names behind the fence by media type.
var fences = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"application/json": "json", "application/ld+json": "json", "application/x-ndjson": "json", "text/json": "json",
		"application/xml": "xml", "text/xml": "xml",
		"application/javascript": "js", "text/javascript": "js", "application/x-javascript": "js",
		"text/css": "css", "application/yaml": "yaml", "application/x-yaml": "yaml", "text/yaml": "yaml", "text/x-yaml": "yaml",
		"application/toml": "toml", "application/sql": "sql", "application/x-sh": "sh",
	}
})

// Handles reports whether the media type is text that Markdown can turn.
func Handles(mediaType string) bool {
	_, fenced := fences()[mediaType]
	return fenced || strings.HasPrefix(mediaType, "text/") || strings.HasSuffix(mediaType, "+json") || strings.HasSuffix(mediaType, "+xml")
}

// Markdown turns a body of a media type that Handles accepts. The title is the
// first heading of a Markdown document, else "".
func Markdown(mediaType, body string) (text, title string) {
	body = strings.ReplaceAll(body, "\r\n", "\n")
	switch {
	case strings.TrimSpace(body) == "":
		return "", ""
	case mediaType == "text/markdown", mediaType == "text/x-markdown":
		return ended(body), firstHeading(body)
	case mediaType == "text/csv":
		return table(body, ','), ""
	case mediaType == "text/tab-separated-values":
		return table(body, '\t'), ""
	}
	lang, fenced := fences()[mediaType]
	switch {
	case strings.HasSuffix(mediaType, "+json"):
		lang, fenced = "json", true
	case strings.HasSuffix(mediaType, "+xml"):
		lang, fenced = "xml", true
	}
	if !fenced {
		return ended(body), ""
	}
	if lang == "json" {
		body = indent(body)
	}
	return fence(lang, body), ""
}

func ended(s string) string { return strings.TrimRight(s, " \t\n") + "\n" }

// firstHeading finds a heading only in its usual form, at the beginning of a line.
func firstHeading(md string) string {
	for line := range strings.Lines(md) {
		if rest, ok := strings.CutPrefix(line, "# "); ok {
			return strings.TrimSpace(strings.TrimRight(strings.TrimSpace(rest), "#"))
		}
	}
	return ""
}

// fence puts the body between two fences longer than any in it.
func fence(lang, body string) string {
	longest, run := 2, 0
	for i := range len(body) {
		if body[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	marks := strings.Repeat("`", longest+1)
	return marks + lang + "\n" + strings.Trim(body, "\n") + "\n" + marks + "\n"
}

// indent makes JSON readable. What is no JSON, or nests deeper than anybody reads,
// stays as it is.
func indent(body string) string {
	if depth(body) > maxIndentDepth {
		return body
	}
	var out bytes.Buffer
	if json.Indent(&out, []byte(strings.TrimSpace(body)), "", "  ") != nil {
		return body
	}
	return out.String()
}

// depth counts brackets without regard to strings: it is a bound, not a parse.
func depth(body string) int {
	deepest, now := 0, 0
	for i := range len(body) {
		switch body[i] {
		case '{', '[':
			now++
			deepest = max(deepest, now)
		case '}', ']':
			now--
		}
	}
	return deepest
}
