package dom

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/idna"
)

// maxURL is the longest address that is kept. Without it a base of 2 MB would be
// repeated in every relative link.
const maxURL = 4096

// Base returns what the page's relative addresses are relative to: the first
// usable base element, else the page's own address.
func Base(doc *html.Node, pageURL *url.URL) *url.URL {
	for n := range All(doc, atom.Base) {
		href := Attr(n, "href")
		if href == "" || len(href) > maxURL {
			continue
		}
		if u, err := pageURL.Parse(href); err == nil && isWeb(u) {
			return u
		}
		break
	}
	return pageURL
}

// Resolve makes an address of the page absolute. It returns "" for what is not on
// the web (javascript:, data:, mailto:), cannot be read or is longer than 4 KB.
func Resolve(base *url.URL, ref string) string {
	u := resolve(base, ref)
	if u == nil || !isWeb(u) {
		return ""
	}
	return bounded(u)
}

// ResolveLink is Resolve for what a reader may follow: mailto: and tel: are kept.
func ResolveLink(base *url.URL, ref string) string {
	u := resolve(base, ref)
	if u == nil || !isWeb(u) && u.Scheme != "mailto" && u.Scheme != "tel" {
		return ""
	}
	return bounded(u)
}

// resolve reads a stray percent sign as one, backslashes before a query as slashes, and a name in any script in its
// spelling of ASCII, as browsers do; net/url refuses the first, and percent-encodes the others.
func resolve(base *url.URL, ref string) *url.URL {
	ref = strings.TrimSpace(ref)
	if ref == "" || len(ref) > maxURL {
		return nil
	}
	ref = slashes(stripControls(ref))
	u, err := base.Parse(ref)
	if err != nil {
		u, err = base.Parse(strings.ReplaceAll(ref, "%", "%25"))
		if err != nil {
			return nil
		}
	}
	u.RawQuery = encodeQuery.Replace(u.RawQuery)
	if name := u.Hostname(); strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
		if ascii, err := idna.Lookup.ToASCII(name); err == nil {
			u.Host = strings.Replace(u.Host, name, ascii, 1)
		}
	}
	return u
}

func slashes(ref string) string {
	end := strings.IndexAny(ref, "?#")
	if end < 0 {
		end = len(ref)
	}
	return strings.ReplaceAll(ref[:end], `\`, "/") + ref[end:]
}

// encodeQuery encodes the signs of ASCII that the URL standard encodes in a query and
// net/url leaves as they are: a space would end the address for most readers.
var encodeQuery = strings.NewReplacer(" ", "%20", `"`, "%22", "<", "%3C", ">", "%3E")

// stripControls drops line ends and tabs, as browsers do.
func stripControls(ref string) string {
	if !strings.ContainsAny(ref, "\n\r\t") {
		return ref
	}
	return strings.NewReplacer("\n", "", "\r", "", "\t", "").Replace(ref)
}

func bounded(u *url.URL) string {
	s := u.String()
	if len(s) > maxURL {
		return ""
	}
	return s
}

func isWeb(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// SameSite reports whether two hosts are one, a leading www. aside.
func SameSite(a, b *url.URL) bool {
	trim := func(u *url.URL) string { return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.") }
	return trim(a) == trim(b)
}
