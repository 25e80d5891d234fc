package firecrawl

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/faces/form"
	"github.com/quarryapi/quarry/internal/kind/view"
	"github.com/quarryapi/quarry/internal/kinds/url"
)

// scrapeOptions say how a page is read, in their words.
type scrapeOptions struct {
	Formats         *[]format         `json:"formats"`
	Headers         map[string]string `json:"headers"`
	IncludeTags     []string          `json:"includeTags"`
	ExcludeTags     []string          `json:"excludeTags"`
	OnlyMainContent *bool             `json:"onlyMainContent"`
	Timeout         *int64            `json:"timeout"` // milliseconds
	WaitFor         *int64            `json:"waitFor"` // milliseconds
	Mobile          bool              `json:"mobile"`
	Actions         []action          `json:"actions"`
	Location        *location         `json:"location"`
	MaxAge          *int64            `json:"maxAge"` // milliseconds
}

// location is where a page is asked for from.
type location struct {
	Country   string   `json:"country"`
	Languages []string `json:"languages"`
}

// format is a format, written as a word or as an object.
type format struct {
	Type     string         `json:"type"`
	FullPage bool           `json:"fullPage"`
	Quality  *int64         `json:"quality"`
	Viewport *view.Viewport `json:"viewport"`

	promise string // a member of never that it has
}

// UnmarshalJSON implements json.Unmarshaler.
func (f *format) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, &f.Type)
	}
	type object format
	if err := json.Unmarshal(raw, (*object)(f)); err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value := compact(members[name])
		if allowed, refused := never()[name]; refused && value != allowed && !form.Nothing(value) {
			f.promise = name
		}
	}
	return nil
}

// formats are theirs that are one of ours.
var formats = map[string]url.Format{
	"markdown": url.Markdown, "html": url.HTML, "rawHtml": url.Raw, "links": url.Links, "images": url.Images, "screenshot": url.Screenshot, "screenshot@fullPage": url.Screenshot,
}

// reading is how a page is read, in our words.
type reading struct {
	Formats     []url.Format
	Options     url.Options
	CacheTTLSec *int64
	warnings    []string
}

// read translates. Prefix is of the fields' names in errors. Error: *invalid.
func (o *scrapeOptions) read(prefix string) (*reading, error) {
	out := &reading{Options: url.Options{OnlyMainContent: o.OnlyMainContent, IncludeTags: o.IncludeTags, ExcludeTags: o.ExcludeTags, Headers: o.Headers}}
	out.Options.Mobile = o.Mobile
	if err := o.readFormats(prefix, out); err != nil {
		return nil, err
	}
	for name, v := range map[string]*int64{"timeout": o.Timeout, "waitFor": o.WaitFor, "maxAge": o.MaxAge} {
		if v != nil && *v < 0 {
			return nil, &invalid{prefix + name, "must not be negative"}
		}
	}
	if o.Timeout != nil {
		out.Options.TimeoutMS = *o.Timeout
	}
	if o.WaitFor != nil && *o.WaitFor > 0 {
		out.Options.WaitFor = fmt.Appendf(nil, "%d", *o.WaitFor)
		if most := view.MaxWait.Milliseconds(); *o.WaitFor > most {
			out.warnings = append(out.warnings, fmt.Sprintf("%swaitFor is %d, and a page is waited for %d at most; actions can wait for an element", prefix, *o.WaitFor, most))
		}
	}
	if o.MaxAge != nil {
		out.CacheTTLSec = new(*o.MaxAge / 1000)
	}
	if err := o.locate(prefix, out); err != nil {
		return nil, err
	}
	actions, err := translate(prefix, o.Actions)
	out.Options.Actions = actions
	return out, err
}

func (o *scrapeOptions) readFormats(prefix string, out *reading) error {
	wanted := []format{{Type: "markdown"}}
	if o.Formats != nil && len(*o.Formats) > 0 {
		wanted = *o.Formats
	}
	for i, f := range wanted {
		ours, ok := formats[f.Type]
		if !ok {
			return &invalid{fmt.Sprintf("%sformats[%d]", prefix, i), fmt.Sprintf("%q is not supported by this service; it has markdown, html, rawHtml, links, images and screenshot", f.Type)}
		}
		if f.promise != "" {
			return promise(fmt.Sprintf("%sformats[%d].", prefix, i), f.promise)
		}
		if ours == url.Screenshot {
			out.Options.FullPage = out.Options.FullPage || f.FullPage || f.Type == "screenshot@fullPage"
			out.Options.Viewport = f.Viewport
			if f.Quality != nil && *f.Quality < 100 {
				out.Options.Picture, out.Options.Quality = url.JPEG, max(*f.Quality, 1)
			}
		}
		if !slices.Contains(out.Formats, ours) {
			out.Formats = append(out.Formats, ours)
		}
	}
	if !slices.Contains(out.Formats, url.Metadata) {
		out.Formats = append(out.Formats, url.Metadata) // which costs nothing beside others
	}
	return nil
}

// locate has a country choose the language alone, which is all that it can: the request comes from the same place.
func (o *scrapeOptions) locate(prefix string, out *reading) error {
	if o.Location == nil {
		return nil
	}
	if len(o.Location.Languages) > 0 {
		if out.Options.Headers == nil {
			out.Options.Headers = map[string]string{}
		}
		for name := range out.Options.Headers {
			if strings.EqualFold(name, "Accept-Language") {
				return &invalid{prefix + "location.languages", "must not stand beside a header Accept-Language"}
			}
		}
		out.Options.Headers["Accept-Language"] = strings.Join(o.Location.Languages, ", ")
	} else {
		out.Options.Country = o.Location.Country
	}
	if o.Location.Country != "" {
		out.warnings = append(out.warnings, prefix+"location.country chooses the language of the request; it comes from the same place as any other")
	}
	return nil
}
