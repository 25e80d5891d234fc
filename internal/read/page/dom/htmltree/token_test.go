package htmltree_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/dom/htmltree"
)

// tokenTest is one of html5lib's tests of tokens.
type tokenTest struct {
	Description   string            `json:"description"`
	Input         string            `json:"input"`
	Output        []json.RawMessage `json:"output"`
	InitialStates []string          `json:"initialStates"`
	LastStartTag  string            `json:"lastStartTag"`
	DoubleEscaped bool              `json:"doubleEscaped"`
}

// within is the element in whose text a test begins; ok is false for one that no page gets to.
func (c *tokenTest) within(state string) (name string, ok bool) {
	switch state {
	case "Data state", "CDATA section state":
		return "", true
	case "PLAINTEXT state":
		return "plaintext", true
	case "Script data state":
		return "script", c.LastStartTag == "" || c.LastStartTag == "script"
	case "RCDATA state":
		return "title", c.LastStartTag != "textarea"
	}
	return "style", true
}

var escapedTwice = regexp.MustCompile(`\\u([0-9A-Fa-f]{4})`)

func unescapedTwice(s string) string {
	return escapedTwice.ReplaceAllStringFunc(s, func(e string) string {
		code, err := strconv.ParseUint(e[2:], 16, 32)
		if err != nil {
			return e
		}
		return string(rune(code))
	})
}

// TestTokens holds the scanner to html5lib's tests. Bytes 0 in texts are left to who builds a
// tree, so that they are compared as they are.
func TestTokens(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(suiteFolder(t), "tokenizer", "*.test"))
	if err != nil || len(files) < 10 {
		t.Fatalf("got %d files of tests and the error %v, want at least 10", len(files), err)
	}
	ran := 0
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var tests struct {
			Tests []tokenTest `json:"tests"`
		}
		if err := json.Unmarshal(b, &tests); err != nil {
			t.Fatal(err)
		}
		for _, c := range tests.Tests {
			ran += c.run(t, filepath.Base(file))
		}
	}
	if ran < 6900 {
		t.Errorf("ran %d tests, want at least 6900", ran)
	}
}

func (c *tokenTest) run(t *testing.T, file string) (ran int) {
	t.Helper()
	if len(c.InitialStates) == 0 {
		c.InitialStates = []string{"Data state"}
	}
	for _, state := range c.InitialStates {
		within, ok := c.within(state)
		if !ok || !isText(c.Input) {
			continue
		}
		ran++
		input := c.Input
		if c.DoubleEscaped {
			input = unescapedTwice(input)
		}
		input = c.renamed(input, within)
		got, want := htmltree.Scan(input, within, state == "CDATA section state"), c.want(t, within)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s, %s: tokens of %q differ (-want +got):\n%s", file, c.Description, state, input, diff)
		}
	}
	return ran
}

// renamed is a text with the element that a test is about as one that has that kind of text.
func (c *tokenTest) renamed(s, within string) string {
	if c.LastStartTag == "" {
		return s
	}
	return regexp.MustCompile("(?i)"+c.LastStartTag).ReplaceAllStringFunc(s, func(name string) string {
		if name == strings.ToUpper(name) {
			return strings.ToUpper(within)
		}
		return within
	})
}

// isText reports whether JSON brought a text that UTF-8 can have.
func isText(s string) bool { return !strings.Contains(s, "\ufffd") }

// want are the tokens of a test, texts that follow each other as one.
func (c *tokenTest) want(t *testing.T, within string) []htmltree.Token {
	t.Helper()
	var all []htmltree.Token
	for _, raw := range c.Output {
		var parts []any
		if err := json.Unmarshal(raw, &parts); err != nil {
			t.Fatal(err)
		}
		token := c.token(parts, within)
		if last := len(all) - 1; last >= 0 && token.Kind == "Character" && all[last].Kind == "Character" {
			all[last].Text += token.Text
			continue
		}
		all = append(all, token)
	}
	return all
}

func (c *tokenTest) token(parts []any, within string) htmltree.Token {
	text := func(i int) string {
		s, _ := parts[i].(string)
		if c.DoubleEscaped {
			s = unescapedTwice(s)
		}
		return c.renamed(s, within)
	}
	token := htmltree.Token{Kind: text(0), Text: text(1)}
	switch token.Kind {
	case "StartTag":
		token.Closed = len(parts) > 3
		token.Attr = map[string]string{}
		attr, _ := parts[2].(map[string]any)
		for key, value := range attr {
			token.Attr[key], _ = value.(string)
		}
	case "DOCTYPE":
		if s, ok := parts[2].(string); ok {
			token.Public = &s
		}
		if s, ok := parts[3].(string); ok {
			token.System = &s
		}
		correct, _ := parts[4].(bool)
		token.Broken = !correct
	}
	return token
}
