package clean

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// oddments removes what is no text of a page although browsers show it: links that skip
// menus, and short codes that a system for blogs left as they were.
func oddments(doc *html.Node) {
	var drop []*html.Node
	for n := range dom.Descendants(dom.Body(doc)) {
		switch {
		case n.Type == html.TextNode:
			if strings.IndexByte(n.Data, '[') >= 0 && !dom.Is(n.Parent, atom.Pre, atom.Code, atom.Script, atom.Style, atom.Textarea) {
				n.Data = withoutShortCodes(n.Data)
			}
		case dom.Is(n, atom.A) && isSkipLink(n):
			drop = append(drop, n)
		}
	}
	for _, n := range drop {
		dom.Remove(n)
	}
}

// isSkipLink knows links that lead past the menus of a page, by what they say.
func isSkipLink(n *html.Node) bool {
	if !strings.HasPrefix(dom.Attr(n, "href"), "#") {
		return false
	}
	const longest = 40
	if dom.TextLength(n, longest) >= longest {
		return false
	}
	text := strings.ToLower(dom.Text(n))
	for _, begin := range [...]string{"skip to ", "skip navigation", "jump to content", "jump to main", "jump to navigation", "zum inhalt", "zum hauptinhalt", "aller au contenu", "ir al contenido", "saltar al contenido", "vai al contenuto"} {
		if strings.HasPrefix(text, begin) {
			return true
		}
	}
	return false
}

// shortCodes are those of WordPress and of its best known plugins. Others may be text.
var shortCodes = []string{"caption", "gallery", "embed", "audio", "video", "playlist", "wp_ad_camp", "vc_row", "vc_column", "vc_column_text", "et_pb_section", "et_pb_row", "et_pb_text", "contact-form-7", "toc"}

// withoutShortCodes takes short codes off a text, such as [caption id="x"] and [/caption].
func withoutShortCodes(s string) string {
	var out strings.Builder
	for {
		i := strings.IndexByte(s, '[')
		if i < 0 {
			break
		}
		out.WriteString(s[:i])
		n := shortCode(s[i:])
		if n == 0 {
			out.WriteByte('[')
			n = 1
		}
		s = s[i+n:]
	}
	out.WriteString(s)
	return out.String()
}

// hasShortCode reports whether withoutShortCodes changes a text.
func hasShortCode(s string) bool {
	for i := strings.IndexByte(s, '['); i >= 0; i = strings.IndexByte(s, '[') {
		if s = s[i:]; shortCode(s) > 0 {
			return true
		}
		s = s[1:]
	}
	return false
}

// shortCode is how long the short code is that a text begins with, or 0. One without
// attributes and without an end, such as [video], is text.
func shortCode(s string) int {
	const longest = 500
	end := strings.IndexByte(s[:min(len(s), longest)], ']')
	if end < 0 {
		return 0
	}
	inner, closing := strings.CutPrefix(s[1:end], "/")
	name, attributes, _ := strings.Cut(inner, " ")
	for _, code := range shortCodes {
		if name == code && (closing && attributes == "" || strings.Contains(attributes, "=")) {
			return end + 1
		}
	}
	return 0
}
