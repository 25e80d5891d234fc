package htmlpage

import (
	"reflect"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page"
)

// detach gives what was read strings of its own. Those of a tree are parts of the page, so that a
// title would keep the whole of it in memory as long as the result is kept.
// Markdown and text were put together anew.
func detach(p *page.Page) {
	m := &p.Metadata
	for _, s := range [...]*string{
		&m.Title, &m.PageTitle, &m.Description, &m.Canonical, &m.Language, &m.Author, &m.PublishedAt, &m.UpdatedAt, &m.SiteName, &m.Image,
	} {
		*s = strings.Clone(*s)
	}
	for i := range m.Icons {
		icon := &m.Icons[i]
		icon.URL, icon.Rel, icon.Type, icon.Sizes = strings.Clone(icon.URL), strings.Clone(icon.Rel), strings.Clone(icon.Type), strings.Clone(icon.Sizes)
	}
	for i := range m.JSONLDTypes {
		m.JSONLDTypes[i] = strings.Clone(m.JSONLDTypes[i])
	}
	m.OpenGraph, m.Twitter = cloned(m.OpenGraph), cloned(m.Twitter)
	if p.Document != nil {
		own(reflect.ValueOf(&p.Document).Elem())
	}
}

func cloned(m map[string]string) map[string]string {
	if m == nil {
		return nil
	}
	own := make(map[string]string, len(m))
	for name, value := range m {
		own[strings.Clone(name)] = strings.Clone(value)
	}
	return own
}

// own clones the strings that a value holds, in place. Bytes are no part of a tree.
func own(v reflect.Value) {
	switch v.Kind() { //nolint:exhaustive // others hold no strings
	case reflect.String:
		v.SetString(strings.Clone(v.String()))
	case reflect.Pointer:
		if !v.IsNil() {
			own(v.Elem())
		}
	case reflect.Struct:
		for _, field := range v.Fields() {
			own(field)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
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
