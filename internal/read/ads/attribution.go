package ads

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// Match is why an ad is taken for a subject's.
type Match string

// The matches.
const (
	ByAdvertiser    Match = "advertiser"
	ByLandingDomain Match = "landing_domain"
	ByDisplayDomain Match = "display_domain"
	ByArchive       Match = "archive"
)

// inside are the domains of Meta's own, on which ads have forms, shops and conversations.
var inside = []string{"facebook.com", "fb.com", "fb.me", "instagram.com", "m.me", "messenger.com", "wa.me", "whatsapp.com", "threads.net", "threads.com"}

// Attribute says by what an ad belongs to a domain: ads that an archive finds by words
// are anybody's. What it leads to counts, itself or one of its variations; what it shows
// counts only where it leads to nothing outside of Meta, as forms and messages do, since
// anybody can write any name. Domains are the same when their registrable parts are.
func Attribute(ad *Ad, domain string) (by Match, ok bool) {
	want := Registrable(domain)
	if want == "" {
		return "", false
	}
	landing, display := []string{ad.LandingURL}, []string{ad.DisplayURL}
	for _, v := range ad.Variations {
		landing, display = append(landing, v.LandingURL), append(display, v.DisplayURL)
	}
	told := false
	for _, address := range landing {
		got := LandingDomain(address)
		if got == want {
			return ByLandingDomain, true
		}
		told = told || got != "" && !slices.Contains(inside, got)
	}
	if told {
		return "", false
	}
	for _, address := range display {
		if LandingDomain(address) == want {
			return ByDisplayDomain, true
		}
	}
	return "", false
}

// LandingDomain is the registrable domain of a web address or of a bare domain as ads
// show it; empty when there is none, as of a template that is to be filled in, an
// address and a telephone number. A redirect of Facebook's counts as what it leads to.
func LandingDomain(address string) string {
	return Registrable(hostOf(Unwrap(address)))
}

// Registrable is the part of a domain that somebody registered, in lower case and ASCII;
// empty when there is none.
func Registrable(domain string) string {
	ascii, err := idna.Lookup.ToASCII(strings.TrimSuffix(domain, "."))
	if err != nil {
		return ""
	}
	name, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(ascii))
	if err != nil || strings.Trim(name, "0123456789.") == "" {
		return ""
	}
	return name
}

// Unwrap takes off the redirect by which Facebook counts who leaves it. Any other
// address stays as it is.
func Unwrap(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Path != "/l.php" || Registrable(u.Hostname()) != "facebook.com" && Registrable(u.Hostname()) != "instagram.com" {
		return address
	}
	if to := u.Query().Get("u"); to != "" {
		return to
	}
	return address
}

// hostOf reads the host of an address with a scheme of the web, or of a bare domain with
// or without a path.
func hostOf(address string) string {
	address = strings.TrimSpace(address)
	if address == "" || IsTemplate(address) && !strings.Contains(address, "://") {
		return ""
	}
	if !strings.Contains(address, "://") {
		address = "http://" + strings.TrimPrefix(address, "//")
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !strings.Contains(u.Hostname(), ".") || u.User != nil {
		return ""
	}
	return u.Hostname()
}

// IsTemplate reports whether a text is to be filled in from a catalogue, as dynamic ads'
// are: {{product.name}}. It is not what anybody sees.
func IsTemplate(text string) bool {
	_, rest, ok := strings.Cut(text, "{{")
	return ok && strings.Contains(rest, "}}")
}
