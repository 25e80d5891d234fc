package jina

import (
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	neturl "net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/faces/form"
	"github.com/quarryapi/quarry/internal/kinds/url"
)

// given are options by their names in a body, as text, with the name that the caller used.
type given struct {
	url    string
	values map[string]value
	notes  []form.Note
}

type value struct{ name, text string }

// option is one of theirs: its name in a body and in headers, and what it means here.
type option struct {
	name    string
	headers []string
	// apply has the plan heed a value; it returns what is wrong with it. Nil is an option without effect.
	apply func(p *plan, text string) (issue string)
	// only are values of one without effect that ask for nothing else than what is done in any case.
	only []string
	// refused is why one cannot be ignored.
	refused string
}

// options are theirs.
func options() []option {
	return []option{
		{name: "respondWith", headers: []string{"X-Respond-With", "X-Return-Format"}, apply: (*plan).respondWith},
		{name: "engine", headers: []string{"X-Engine"}, apply: (*plan).engine},
		{name: "timeout", headers: []string{"X-Timeout"}, apply: (*plan).timeout},
		{name: "targetSelector", headers: []string{"X-Target-Selector"}, apply: func(p *plan, text string) string {
			p.how.Options.IncludeTags = append(p.how.Options.IncludeTags, list(text)...)
			return ""
		}},
		{name: "removeSelector", headers: []string{"X-Remove-Selector"}, apply: func(p *plan, text string) string {
			p.how.Options.ExcludeTags = append(p.how.Options.ExcludeTags, list(text)...)
			return ""
		}},
		{name: "waitForSelector", headers: []string{"X-Wait-For-Selector"}, apply: func(p *plan, text string) string {
			p.how.Options.WaitFor, _ = json.Marshal(text) // a text is always JSON
			return ""
		}},
		{name: "retainImages", headers: []string{"X-Retain-Images"}, apply: (*plan).retainImages},
		{name: "withLinksSummary", headers: []string{"X-With-Links-Summary"}, apply: func(p *plan, text string) string {
			p.links, p.pairs = yes(text), text == "all"
			return ""
		}},
		{name: "withImagesSummary", headers: []string{"X-With-Images-Summary"}, apply: func(p *plan, text string) string { p.images = yes(text); return "" }},
		{name: "noCache", headers: []string{"X-No-Cache"}, apply: func(p *plan, text string) string { p.fresh = yes(text); return "" }},
		{name: "cacheTolerance", headers: []string{"X-Cache-Tolerance"}, apply: func(p *plan, text string) string {
			seconds, issue := whole(text, 0)
			p.how.CacheTTLSec = &seconds
			return issue
		}},
		{name: "tokenBudget", headers: []string{"X-Token-Budget"}, apply: (*plan).tokens},
		{name: "maxTokens", headers: []string{"X-Max-Tokens"}, apply: (*plan).tokens},
		{name: "setCookies", headers: []string{"X-Set-Cookie"}, apply: (*plan).cookies},
		{name: "proxyUrl", headers: []string{"X-Proxy-Url"}, apply: func(p *plan, text string) string { p.how.Options.Proxy = text; return "" }},
		{name: "userAgent", headers: []string{"X-User-Agent"}, apply: func(p *plan, text string) string { p.how.Options.UserAgent = text; return "" }},
		{name: "locale", headers: []string{"X-Locale"}, apply: func(p *plan, text string) string { return p.send("Accept-Language", text) }},
		{name: "referer", headers: []string{"X-Referer"}, apply: func(p *plan, text string) string { return p.send("Referer", text) }},
		{name: "robotsTxt", headers: []string{"X-Robots-Txt"}, apply: func(p *plan, text string) string { p.how.Options.RespectRobots = yes(text); return "" }},

		{name: "proxy", headers: []string{"X-Proxy"}, only: []string{"none", "auto"}},
		{name: "doNotTrack", headers: []string{"Dnt"}, only: []string{"0", "1"}}, // nothing is kept unless it is asked for
		{name: "retainLinks", headers: []string{"X-Retain-Links"}, only: []string{"all"}},
		{name: "respondTiming", headers: []string{"X-Respond-Timing"}, only: []string{"html", "visible-content", "mutation-idle", "resource-idle", "media-idle", "network-idle"}},
		{name: "withGeneratedAlt", headers: []string{"X-With-Generated-Alt"}, only: []string{"false"}},
		{name: "withIframe", headers: []string{"X-With-Iframe"}, only: []string{"false"}},
		{name: "withShadowDom", headers: []string{"X-With-Shadow-Dom"}, only: []string{"false"}},
		{name: "removeOverlay", headers: []string{"X-Remove-Overlay"}, only: []string{"true", "false"}}, // overlays are no content
		{name: "keepImgDataUrl", headers: []string{"X-Keep-Img-Data-Url"}, only: []string{"false"}},
		{name: "noGfm", headers: []string{"X-No-Gfm"}, only: []string{"false"}},
		{name: "base", headers: []string{"X-Base"}, only: []string{"final"}},
		{name: "markdown"},
		headerOnly("X-Md-Heading-Style"), headerOnly("X-Md-Hr"), headerOnly("X-Md-Bullet-List-Marker"), headerOnly("X-Md-Em-Delimiter"), headerOnly("X-Md-Strong-Delimiter"), headerOnly("X-Md-Link-Style"), headerOnly("X-Md-Link-Reference-Style"),
		{name: "markdownChunking", headers: []string{"X-Markdown-Chunking"}},
		{name: "viewport"},
		{name: "customHeader"},

		{name: "html", refused: "is not supported: send the address of a page"},
		{name: "pdf", refused: "is not supported: send the address of a document"},
		{name: "file", refused: "is not supported: send the address of a document"},
		{name: "injectPageScript", refused: "is not supported: pages run their own scripts alone"},
		{name: "injectFrameScript", refused: "is not supported: pages run their own scripts alone"},
		{name: "instruction", refused: "is not supported: have a model of your own read the page"},
		{name: "jsonSchema", refused: "is not supported: have a model of your own read the page"},
	}
}

// headerOnly is an option without effect that is a part of a body's member.
func headerOnly(name string) option { return option{name: name, headers: []string{name}} }

// yes is how their headers are read: any text chooses. Words that say no do not.
func yes(text string) bool {
	return text != "" && !slices.Contains([]string{"false", "no", "none", "0"}, strings.ToLower(text))
}

func list(text string) (all []string) {
	for one := range strings.SplitSeq(text, ", ") {
		if one = strings.TrimSpace(one); one != "" {
			all = append(all, one)
		}
	}
	return all
}

// whole is a whole number of at least some.
func whole(text string, least int64) (int64, string) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < least {
		return 0, fmt.Sprintf("must be a whole number, at least %d", least)
	}
	return n, ""
}

// headersOf are the options that headers have.
func headersOf(r *http.Request) given {
	g := given{values: map[string]value{}}
	for _, o := range options() {
		for _, name := range o.headers {
			if text := strings.Join(r.Header.Values(name), ", "); text != "" && g.values[o.name].text == "" {
				g.values[o.name] = value{name, text}
			}
		}
	}
	return g
}

// bodyOf are the options that a body has, and headers, which go first.
func bodyOf(w http.ResponseWriter, r *http.Request) (given, error) {
	raw, err := form.Body(w, r)
	if err != nil {
		return given{}, err
	}
	members := map[string]json.RawMessage{}
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "application/x-www-form-urlencoded" {
		fields, err := neturl.ParseQuery(string(raw))
		if err != nil {
			return given{}, &form.InvalidError{Field: "body", Issue: "is not a form"}
		}
		for name, values := range fields {
			members[name], _ = json.Marshal(strings.Join(values, ", ")) // a text is always JSON
		}
	} else if len(raw) > 0 {
		if json.Unmarshal(raw, &members) != nil || members == nil {
			return given{}, &form.InvalidError{Field: "body", Issue: "must be a JSON object, or a form of the type application/x-www-form-urlencoded"}
		}
	}
	g := headersOf(r)
	known := map[string]bool{}
	for _, o := range options() {
		known[o.name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		text, ok := textOf(members[name])
		switch {
		case name == "url" && !ok:
			return given{}, &form.InvalidError{Field: "url", Issue: "must be a text"}
		case name == "url":
			g.url = text
		case !known[name]:
			g.notes = append(g.notes, form.Note{Field: name, Text: "is not known and was ignored"})
		case text != "" && g.values[name].text == "":
			g.values[name] = value{name, text}
		}
	}
	return g, nil
}

// textOf is a member as a header would have it: lists with commas, and objects as they are.
func textOf(raw json.RawMessage) (text string, ok bool) {
	if json.Unmarshal(raw, &text) == nil {
		return text, true
	}
	var all []string
	if json.Unmarshal(raw, &all) == nil {
		return strings.Join(all, ", "), false
	}
	return string(raw), false
}

// plan is how a page is read and answered.
type plan struct {
	how     form.Reading
	accepts accepts
	modes   []string
	seconds float64
	links   bool
	pairs   bool
	images  bool
	fresh   bool
	notes   []form.Note
}

// modes are forms of a page, and what they are here.
func modes() map[string]url.Format {
	return map[string]url.Format{"content": url.Markdown, "markdown": url.Markdown, "html": url.Raw, "text": url.Text, "screenshot": url.Screenshot, "pageshot": url.Screenshot}
}

// planOf reads what is given. Error: *form.InvalidError.
func planOf(g given, as accepts) (*plan, error) {
	p := &plan{accepts: as, modes: []string{"content"}, notes: g.notes}
	for _, o := range options() {
		v, ok := g.values[o.name]
		switch {
		case !ok:
		case o.refused != "":
			return nil, &form.InvalidError{Field: v.name, Issue: o.refused}
		case o.apply == nil && !slices.Contains(o.only, strings.ToLower(v.text)):
			p.notes = append(p.notes, form.Note{Field: v.name, Text: "has no effect here"})
		case o.apply != nil:
			if issue := o.apply(p, v.text); issue != "" {
				return nil, &form.InvalidError{Field: v.name, Issue: issue}
			}
		}
	}
	if p.fresh {
		p.how.CacheTTLSec = nil
	}
	if len(p.modes) > 1 && as == asText {
		return nil, &form.InvalidError{Field: "respondWith", Issue: "has several forms, which a text cannot hold; send Accept: application/json"}
	}
	p.formats()
	return p, nil
}

// formats are what has to be read.
func (p *plan) formats() {
	add := func(f url.Format) {
		if !slices.Contains(p.how.Formats, f) {
			p.how.Formats = append(p.how.Formats, f)
		}
	}
	for _, mode := range p.modes {
		add(modes()[mode])
	}
	if p.links {
		add(url.Links)
	}
	if p.images {
		add(url.Images)
	}
	add(url.Metadata)
	if slices.Contains(p.modes, "markdown") && !slices.Contains(p.modes, "content") {
		p.how.Options.OnlyMainContent = new(false)
	}
	p.how.Options.FullPage = slices.Contains(p.modes, "pageshot")
}

func (p *plan) respondWith(text string) string {
	p.modes = nil
	for _, mode := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ',' || r == '+' || r == ' ' }) {
		if _, ok := modes()[mode]; !ok {
			return fmt.Sprintf("%q is not supported by this service; it has content, markdown, html, text, screenshot and pageshot", mode)
		}
		if !slices.Contains(p.modes, mode) {
			p.modes = append(p.modes, mode)
		}
	}
	if len(p.modes) == 0 {
		return "is empty"
	}
	return ""
}

func (p *plan) engine(text string) string {
	switch strings.ToLower(text) {
	case "auto":
	case "browser":
		p.how.Render = url.Always
	case "curl", "direct":
		p.how.Render = url.Never
	default:
		return fmt.Sprintf("%q is not supported by this service; it has auto, browser and direct", text)
	}
	return ""
}

// timeout is in seconds, 180 at most.
func (p *plan) timeout(text string) string {
	seconds, issue := whole(text, 1)
	seconds = min(seconds, 180)
	p.seconds, p.how.Options.TimeoutMS = float64(seconds), seconds*1000
	return issue
}

func (p *plan) retainImages(text string) string {
	switch text {
	case "none":
		p.how.Options.ExcludeTags = append(p.how.Options.ExcludeTags, "img")
	case "all":
	default:
		p.notes = append(p.notes, form.Note{Field: "X-Retain-Images", Text: "has an effect with none alone"})
	}
	return ""
}

// tokens bounds the text; of two bounds the lower holds. Theirs refuses a page that is over its budget, which would be
// charged here.
func (p *plan) tokens(text string) string {
	most, issue := whole(text, 1)
	if now := p.how.Options.MaxTokens; now == 0 || most < now {
		p.how.Options.MaxTokens = most
	}
	return issue
}

// cookies have the form of Set-Cookie, of which the name and the value are sent.
func (p *plan) cookies(text string) string {
	p.how.Options.Cookies = map[string]string{}
	for _, one := range list(text) {
		c, err := http.ParseSetCookie(one)
		if err != nil {
			return "must have the form of Set-Cookie, such as name=value; several are separated by a comma and a space"
		}
		p.how.Options.Cookies[c.Name] = c.Value
	}
	return ""
}

func (p *plan) send(header, text string) string {
	if p.how.Options.Headers == nil {
		p.how.Options.Headers = map[string]string{}
	}
	p.how.Options.Headers[header] = text
	return ""
}

// theirs is an option by the name that the caller knows.
func theirs(field string) string {
	name, rest := field, ""
	if i := strings.IndexAny(field, ".["); i >= 0 {
		name, rest = field[:i], field[i:]
	}
	if known, ok := map[string]string{
		"includeTags": "targetSelector", "excludeTags": "removeSelector", "waitFor": "waitForSelector", "timeoutMs": "timeout", "cookies": "setCookies", "proxy": "proxyUrl",
		"cacheTtlSec": "cacheTolerance", "headers": "locale",
	}[name]; ok {
		return known + rest
	}
	return field
}
