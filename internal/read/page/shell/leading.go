package shell

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// soon is how many seconds a page is shown at most that leads to another.
const soon = 10

// refreshes reports whether an element has browsers go to another page, and not to the same again.
func refreshes(n *html.Node) bool {
	if !strings.EqualFold(strings.TrimSpace(dom.Attr(n, "http-equiv")), "refresh") {
		return false
	}
	after, to, _ := strings.Cut(strings.ReplaceAll(dom.Attr(n, "content"), ",", ";"), ";")
	seconds, err := strconv.ParseFloat(strings.TrimSpace(after), 64)
	return err == nil && seconds <= soon && strings.Contains(strings.ToLower(to), "url=")
}

// jumping is what scripts assign or call that go to another page.
var jumping = pattern.Of(`(?:^|[\s;{(.&|?:])location(?:\.href)?\s*=\s*[^=\s]|(?:^|[\s;{(.&|?:])location\.(?:replace|assign)\(`)

// names are what Angular, Vue and their like put values for.
var names = pattern.Of(`\{\{[^{}]{1,300}\}\}`)

// filled is a text without the names that scripts have yet to put values for.
func filled(text string) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	return names.ReplaceAllString(text, "")
}
