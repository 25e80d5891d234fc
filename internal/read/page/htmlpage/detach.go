package htmlpage

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/glyph"
)

// detach gives what was read strings of its own, without the characters that nobody sees. Those of a tree are parts of the page, so that a
// title would keep the whole of it in memory as long as the result is kept.
// Markdown, text and HTML were put together anew.
func detach(p *page.Page) {
	p.Markdown, p.Text, p.HTML = glyph.Visible(p.Markdown), glyph.Visible(p.Text), glyph.Visible(p.HTML)
	m := &p.Metadata
	for _, s := range [...]*string{
		&m.Title, &m.PageTitle, &m.Description, &m.Canonical, &m.Language, &m.Author, &m.PublishedAt, &m.UpdatedAt, &m.SiteName, &m.Image,
	} {
		*s = visible(*s)
	}
	for i := range m.Icons {
		icon := &m.Icons[i]
		icon.URL, icon.Rel, icon.Type, icon.Sizes = visible(icon.URL), visible(icon.Rel), visible(icon.Type), visible(icon.Sizes)
	}
	for i := range m.JSONLDTypes {
		m.JSONLDTypes[i] = visible(m.JSONLDTypes[i])
	}
	m.OpenGraph, m.Twitter = cloned(m.OpenGraph), cloned(m.Twitter)
	for i := range p.Targets {
		p.Targets[i] = visible(p.Targets[i])
	}
	if p.Document != nil {
		own(reflect.ValueOf(&p.Document).Elem())
	}
}

// visible is a string of its own.
func visible(s string) string {
	if seen := glyph.Visible(s); len(seen) < len(s) {
		return seen
	}
	return strings.Clone(s)
}

func cloned(m map[string]string) map[string]string {
	if m == nil {
		return nil
	}
	own := make(map[string]string, len(m))
	for name, value := range m {
		own[visible(name)] = visible(value)
	}
	return own
}

// own clones the strings that a value holds, in place.
func own(v reflect.Value) {
	switch v.Kind() { //nolint:exhaustive // others hold no strings
	case reflect.String:
		v.SetString(visible(v.String()))
	case reflect.Pointer:
		if !v.IsNil() {
			own(v.Elem())
		}
	case reflect.Struct:
		for _, field := range v.Fields() {
			own(field)
		}
	case reflect.Slice:
		if raw, ok := reflect.TypeAssert[json.RawMessage](v); ok {
			v.SetBytes(glyph.JSON(raw))
			return
		}
		for i := range v.Len() {
			own(v.Index(i))
		}
	case reflect.Interface:
		if !v.IsNil() {
			v.Set(owned(v.Elem()))
		}
	case reflect.Map:
		if v.IsNil() {
			return
		}
		all := reflect.MakeMapWithSize(v.Type(), v.Len())
		for each := v.MapRange(); each.Next(); {
			all.SetMapIndex(owned(each.Key()), owned(each.Value()))
		}
		v.Set(all)
	}
}

// owned is own for a value that cannot be set.
func owned(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	own(c)
	return c
}
