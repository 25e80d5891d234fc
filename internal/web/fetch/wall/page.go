package wall

import (
	"bytes"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/web/fetch"
)

// A body longer than lookedAt is no wall by its content. Text is read until it has
// more words than any wall, so that an article costs little.
const (
	lookedAt  = 256 << 10
	mostWords = loginWords + 1
)

// page is what the rules see of an answer: everything in lower case.
type page struct {
	status  int
	headers http.Header
	host    string
	path    string

	source string // the markup
	title  string
	text   string // what a reader sees, white space collapsed
	words  int    // of text, at most a little more than mostWords
}

func look(resp *fetch.Response) *page {
	p := &page{
		status: resp.Status, headers: resp.Header,
		host: resp.URL.Hostname(), path: strings.ToLower(resp.URL.Path),
	}
	switch resp.MediaType {
	case "", "text/html", "application/xhtml+xml", "text/plain":
	default:
		return p // data, whatever words are in it
	}
	if len(resp.Body) > lookedAt {
		p.words = mostWords
		return p
	}
	p.source = lower(resp.Body)
	p.title, p.text = readable(p.source)
	p.words = countWords(p.text)
	return p
}

func (p *page) header(name string) string {
	return strings.ToLower(strings.TrimSpace(p.headers.Get(name)))
}

// refused matches a status with which protectors answer.
func (p *page) refused() bool {
	return p.status == http.StatusForbidden || p.status == http.StatusUnauthorized || p.status == http.StatusMethodNotAllowed ||
		p.status == http.StatusTooManyRequests || p.status == http.StatusServiceUnavailable
}

// has and hasAny look in the markup, says in what a reader sees.
func (p *page) has(sign string) bool { return strings.Contains(p.source, sign) }

func (p *page) hasAny(signs ...string) bool {
	return slices.ContainsFunc(signs, p.has)
}

func (p *page) says(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.Contains(p.text, phrase) })
}

// hasFields reports whether the page has a field that a person fills with
// something other than a captcha.
func (p *page) hasFields() bool {
	areas := strings.Count(p.source, "<textarea") - strings.Count(p.source, `name="g-recaptcha-response"`) - strings.Count(p.source, `name="h-captcha-response"`)
	return areas > 0 || p.hasPassword() || p.hasAny("<select", `type="email"`, "type='email'", "type=email", `type="tel"`, `type="search"`,
		`type="file"`, `name="email"`, `name="message"`, `name="q"`)
}

func (p *page) hasPassword() bool {
	return p.hasAny(`type="password"`, "type='password'", "type=password")
}

// lower changes ASCII only, so that bytes in any charset keep their places.
func lower(b []byte) string {
	out := bytes.Clone(b)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c | 0x20
		}
	}
	return string(out)
}

// readable takes title and text out of lower-case markup, leaving out scripts and
// styles. It is no parser: it has to be quick and to survive anything.
func readable(source string) (title, text string) {
	var b strings.Builder
	words := 0
	for rest := source; rest != "" && words < mostWords; {
		before, tag, found := strings.Cut(rest, "<")
		if before = strings.TrimSpace(before); before != "" {
			b.WriteString(before)
			b.WriteByte(' ')
			words += countWords(before)
		}
		if !found {
			break
		}
		rest = tag
		switch {
		case strings.HasPrefix(tag, "!--"):
			_, rest, _ = strings.Cut(tag, "-->")
			continue
		case strings.HasPrefix(tag, "script"):
			_, rest, _ = strings.Cut(tag, "</script")
		case strings.HasPrefix(tag, "style"):
			_, rest, _ = strings.Cut(tag, "</style")
		case strings.HasPrefix(tag, "title") && title == "":
			_, inner, _ := strings.Cut(tag, ">")
			inner, _, _ = strings.Cut(inner, "</title")
			title = collapse(inner)
		}
		_, rest, _ = strings.Cut(rest, ">")
	}
	return title, collapse(b.String())
}

// countWords counts spaces, and two characters above ASCII as a word, since many
// languages have no spaces.
func countWords(text string) int {
	spaces, high := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '\n':
			spaces++
		case c >= 0x80:
			high++
		}
	}
	return spaces + 1 + high/6
}

func collapse(s string) string {
	return strings.Join(strings.Fields(html.UnescapeString(s)), " ")
}

// isLoginURL reports whether an address is by its name one for logging in.
func isLoginURL(u *url.URL) bool {
	if isIdentityProvider(u) {
		return true
	}
	label, _, _ := strings.Cut(u.Hostname(), ".")
	switch label {
	case "login", "signin", "sso", "auth", "accounts", "idp":
		return true
	}
	for segment := range strings.SplitSeq(strings.ToLower(u.Path), "/") {
		segment, _, _ = strings.Cut(segment, ".") // login.php, login.aspx
		switch strings.NewReplacer("-", "", "_", "").Replace(segment) {
		case "login", "logon", "signin", "sso", "wplogin", "userlogin", "authwall", "oauth2", "oauth", "authorize":
			return true
		}
	}
	return false
}

// isIdentityProvider knows the places that exist only for logging in, some of
// which ask for the password on a second page.
func isIdentityProvider(u *url.URL) bool {
	switch u.Hostname() {
	case "accounts.google.com", "login.microsoftonline.com", "login.live.com", "login.yahoo.com", "appleid.apple.com":
		return true
	}
	path := strings.ToLower(u.Path)
	switch host := strings.TrimPrefix(u.Hostname(), "www."); {
	case host == "linkedin.com" || strings.HasSuffix(host, ".linkedin.com"):
		return strings.HasPrefix(path, "/authwall") || strings.HasPrefix(path, "/uas/login") || strings.HasPrefix(path, "/checkpoint/")
	case host == "x.com" || host == "twitter.com":
		return strings.HasPrefix(path, "/i/flow/login")
	case host == "facebook.com" || host == "m.facebook.com":
		return strings.HasPrefix(path, "/login")
	case host == "instagram.com":
		return strings.HasPrefix(path, "/accounts/login")
	}
	return false
}
