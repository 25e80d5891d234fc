// Package robots reads a robots.txt for one crawler and answers which URLs it may
// visit (RFC 9309). It knows nothing of the network and keeps no cache.
package robots

import (
	"bytes"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jimsmart/grobotstxt"
)

// MaxBytes is how much of a robots.txt is read: RFC 9309 asks for at least 500 KiB.
const MaxBytes = 500 << 10

// maxDelay bounds a Crawl-delay, which is a site's to choose.
const maxDelay = time.Hour

// File is what a robots.txt says to one crawler. The zero value allows everything.
type File struct {
	// Sitemaps are the Sitemap lines, non-ASCII percent-encoded; they concern every crawler.
	Sitemaps []string
	// CrawlDelay is the pause that the crawler's group asks for between two
	// requests, 0 for none. It is not part of the RFC.
	CrawlDelay time.Duration

	rules []rule
}

type rule struct {
	pattern string // normalised
	allow   bool
}

// Agent returns the product token of a User-Agent, by which robots.txt groups are
// named: "QuarryBot" of "QuarryBot/1.0 (+https://…)".
func Agent(userAgent string) string {
	end := strings.IndexFunc(userAgent, func(r rune) bool {
		return r != '-' && r != '_' && (r|0x20 < 'a' || r|0x20 > 'z')
	})
	if end < 0 {
		return userAgent
	}
	return userAgent[:end]
}

// Parse keeps the rules of the group that names the agent, or else those of the
// group for all. Any bytes are a robots.txt; lines that are none are skipped.
func Parse(body []byte, userAgent string) *File {
	c := &collector{agent: Agent(userAgent)}
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	grobotstxt.Parse(encode(body[:min(len(body), MaxBytes)]), c)
	f := &File{Sitemaps: c.sitemaps, CrawlDelay: c.all.delay, rules: c.all.rules}
	if c.named {
		f.CrawlDelay, f.rules = c.own.delay, c.own.rules
	}
	return f
}

// Allowed reports whether the crawler may visit a URL. The longest matching rule
// decides, Allow wins a tie, and robots.txt itself is always allowed.
func (f *File) Allowed(u *url.URL) bool {
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	if path == "/robots.txt" {
		return true
	}
	if u.RawQuery != "" || u.ForceQuery {
		path += "?" + u.RawQuery
	}
	path = normalize(path, false)
	best, allowed := 0, true
	for _, r := range f.rules {
		n := len(r.pattern)
		if n < best || n == best && !r.allow || !matches(path, r.pattern) {
			continue
		}
		best, allowed = n, r.allow
	}
	return allowed
}

// collector takes the lines that the parser finds.
type collector struct {
	agent    string
	sitemaps []string
	all, own group
	named    bool // some group names the agent

	inAll, inOwn bool // the current group concerns all, the agent
	ruled        bool // a rule was seen since the last User-agent line
}

type group struct {
	rules []rule
	delay time.Duration
}

// HandleRobotsStart is called first.
func (c *collector) HandleRobotsStart() {}

// HandleRobotsEnd is called last.
func (c *collector) HandleRobotsEnd() {}

// HandleUserAgent begins a group, or widens it while it has no rule.
func (c *collector) HandleUserAgent(_ int, value string) {
	if c.ruled {
		c.inAll, c.inOwn, c.ruled = false, false, false
	}
	// "*" may be followed by a comment without its sign, as Google reads it.
	if value == "*" || strings.HasPrefix(value, "* ") || strings.HasPrefix(value, "*\t") {
		c.inAll = true
	}
	// A version after the name ("QuarryBot/2.0") is not part of the token.
	if token := Agent(value); token != "" && strings.EqualFold(token, c.agent) {
		c.inOwn, c.named = true, true
	}
}

// HandleAllow adds a rule.
func (c *collector) HandleAllow(_ int, value string) {
	c.add(value, true)
	// Allowing the index page by name allows it by its directory, too.
	if i := strings.LastIndexByte(value, '/'); i >= 0 && strings.HasPrefix(value[i:], "/index.htm") {
		c.add(value[:i+1]+"$", true)
	}
}

// HandleDisallow adds a rule.
func (c *collector) HandleDisallow(_ int, value string) { c.add(value, false) }

// HandleSitemap keeps the address.
func (c *collector) HandleSitemap(_ int, value string) {
	if value != "" {
		c.sitemaps = append(c.sitemaps, value)
	}
}

// HandleUnknownAction looks for the crawl delay, which the RFC does not have.
func (c *collector) HandleUnknownAction(_ int, key, value string) {
	seconds, err := strconv.ParseFloat(value, 64)
	if !strings.EqualFold(key, "crawl-delay") || err != nil || !(seconds > 0) {
		return
	}
	delay := time.Duration(math.Min(seconds, maxDelay.Seconds()) * float64(time.Second))
	if c.inAll {
		c.all.delay = delay
	}
	if c.inOwn {
		c.own.delay = delay
	}
}

func (c *collector) add(value string, allow bool) {
	if !c.inAll && !c.inOwn {
		return // a rule before any User-agent line is nobody's
	}
	c.ruled = true
	if value == "" {
		return // "Disallow:" allows everything, which is what no rule does
	}
	r := rule{normalize(value, true), allow}
	if c.inAll {
		c.all.rules = append(c.all.rules, r)
	}
	if c.inOwn {
		c.own.rules = append(c.own.rules, r)
	}
}
