package markdown

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

const (
	// maxAddresses bounds the bytes of all addresses: a base of 4 KB is repeated in
	// each relative link.
	maxAddresses = 8 << 20
	// maxQuick is the longest address that is made absolute by joining strings.
	maxQuick = 2048
)

// addresses makes addresses absolute.
type addresses struct {
	base   *url.URL
	origin string // scheme and host, for addresses that begin with a slash
	page   string // without its fragment, for those within the page
	left   int    // bytes that may still be written
}

func (a *addresses) reset(base *url.URL) {
	*a = addresses{base: base, left: maxAddresses}
	if base == nil || base.Scheme != "https" && base.Scheme != "http" || base.Host == "" || base.User != nil {
		return
	}
	origin := base.Scheme + "://" + base.Host
	if isOrigin(origin) {
		a.origin = origin
		a.page = strings.TrimSuffix(dom.ResolveLink(base, "#x"), "#x")
	}
}

// link returns the address of a link, and whether it has one that may be written.
func (a *addresses) link(n *html.Node) (string, bool) {
	ref := dom.Attr(n, "href")
	if a.base == nil {
		return a.given(ref, dom.HasAttr(n, "href"))
	}
	if s, ok := a.quick(ref); ok {
		return s, a.spend(s)
	}
	s := dom.ResolveLink(a.base, ref)
	return s, s != "" && a.spend(s)
}

// image returns the address of an image, or "".
func (a *addresses) image(n *html.Node) string {
	var s string
	if a.base != nil {
		s = dom.ImageURL(a.base, n)
	} else {
		s, _ = a.given(dom.Attr(n, "src"), true)
	}
	if !a.spend(s) {
		return ""
	}
	return s
}

// recording returns the address of a video or of sound, or "".
func (a *addresses) recording(n *html.Node) string {
	ref := dom.Attr(n, "src")
	if source := dom.First(n, atom.Source); ref == "" && source != nil {
		ref = dom.Attr(source, "src")
	}
	if a.base == nil {
		ref, _ = a.given(ref, true)
		return ref
	}
	s := dom.Resolve(a.base, ref)
	if !a.spend(s) {
		return ""
	}
	return s
}

// given is an address as it stands, unless it holds a program or the data itself.
func (a *addresses) given(ref string, has bool) (string, bool) {
	scheme, _, _ := strings.Cut(ref, ":")
	switch strings.ToLower(strings.TrimSpace(scheme)) {
	case "javascript", "data", "vbscript":
		return "", false
	}
	return ref, has && a.spend(ref)
}

func (a *addresses) spend(s string) bool {
	if a.left < len(s) {
		return false
	}
	a.left -= len(s)
	return true
}

// quick makes the common kinds of addresses absolute without parsing them: whole ones,
// and those that begin with a slash or number sign. It declines what a parser would
// change.
func (a *addresses) quick(ref string) (string, bool) {
	if a.origin == "" || ref == "" || len(ref) > maxQuick || len(a.page)+len(ref) > 2*maxQuick {
		return "", false
	}
	switch ref[0] {
	case 'h':
		start := strings.Index(ref, "://")
		if start < 0 || start > len("https") {
			return "", false
		}
		end := start + len("://")
		for end < len(ref) && ref[end] != '/' {
			end++
		}
		return ref, isOrigin(ref[:end]) && isPlainPath(ref[end:])
	case '/':
		return a.origin + ref, isPlainPath(ref)
	case '#':
		return a.page + ref, isPlainFragment(ref)
	}
	return "", false
}

// isOrigin reports whether s is a scheme and a host that a parser leaves as they are.
func isOrigin(s string) bool {
	host, ok := strings.CutPrefix(s, "https://")
	if !ok {
		if host, ok = strings.CutPrefix(s, "http://"); !ok {
			return false
		}
	}
	for i := range len(host) {
		if c := host[i]; (c < 'a' || c > 'z') && !isDigit(c) && c != '-' && c != '.' {
			return false
		}
	}
	return host != ""
}

// isPlainPath reports whether a parser leaves a path, with its query and fragment, as it
// is: no step upwards, nothing to encode.
func isPlainPath(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '#':
			return isPlainFragment(s[i:])
		case isAlnum(c):
		case c == '/':
			if i+1 < len(s) && (s[i+1] == '.' || s[i+1] == '/') {
				return false
			}
		case !isPlain(c):
			return false
		}
	}
	return true
}

func isPlainFragment(s string) bool {
	for i := 1; i < len(s); i++ {
		if c := s[i]; !isAlnum(c) && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return len(s) > 1
}

// isPlain knows the signs that need no encoding in a path nor in a query.
func isPlain(c byte) bool {
	switch c {
	case '-', '_', '.', '~', '?', '=', '&', '+', ',', ':', ';', '@', '$':
		return true
	}
	return false
}
