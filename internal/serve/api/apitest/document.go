package apitest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// unremarkable are the headers that any HTTP answer may have.
var unremarkable = []string{
	"Allow", "Cache-Control", "Content-Encoding", "Content-Length", "Content-Security-Policy", "Content-Type",
	"Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "Date", "Permissions-Policy", "Referrer-Policy", "Vary", "X-Content-Type-Options",
}

// checkHeaders holds the headers to those that are described: all that are required
// are there, and no other.
func (c *Checker) checkHeaders(a Answer, response place) error {
	described, _ := c.at(response.of("headers")).(map[string]any)
	canonical := map[string]bool{}
	for name := range described {
		at := c.follow(response.of("headers", name))
		header, _ := c.at(at).(map[string]any)
		canonical[http.CanonicalHeaderKey(name)] = true
		values := a.Header.Values(name)
		if len(values) == 0 && header["required"] == true {
			return fmt.Errorf("the header %s is missing", name)
		}
		for _, value := range values {
			if err := c.checkHeader(value, at.of("schema")); err != nil {
				return fmt.Errorf("the header %s is %q: %w", name, value, err)
			}
		}
	}
	for name := range a.Header {
		if !canonical[name] && !slices.Contains(unremarkable, name) {
			return fmt.Errorf("the header %s is not described", name)
		}
	}
	return nil
}

// checkHeader holds a value to a schema of text or of a whole number.
func (c *Checker) checkHeader(value string, schema place) error {
	compiled, err := c.compile(schema)
	if err != nil {
		return err
	}
	if s, _ := c.at(schema).(map[string]any); s["type"] != "integer" {
		return compiled.Validate(value)
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		return err
	}
	return compiled.Validate(n)
}

// find returns the template that a path fits, and its operations; one without
// parameters is taken before others.
func (c *Checker) find(path string) (template string, operations map[string]any) {
	paths, _ := c.at(place{"paths"}).(map[string]any)
	for candidate, item := range paths {
		if fits(candidate, path) && (template == "" || strings.Count(candidate, "{") < strings.Count(template, "{")) {
			template = candidate
			operations, _ = item.(map[string]any)
		}
	}
	return template, operations
}

func fits(template, path string) bool {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return false
	}
	for i, part := range want {
		if part != got[i] && (!strings.HasPrefix(part, "{") || got[i] == "") {
			return false
		}
	}
	return true
}

// place is where something lies in the document: the names that lead to it.
type place []string

// of is a place within.
func (p place) of(names ...string) place { return slices.Concat(p, names) }

// pointer writes a place as the fragment of a URL.
func (p place) pointer() string {
	var b strings.Builder
	for _, name := range p {
		name = strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
		b.WriteString("/" + url.PathEscape(name))
	}
	return b.String()
}

// at returns what lies at a place, nil when nothing does.
func (c *Checker) at(p place) any {
	var value any = c.document
	for _, name := range p {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	return value
}

// follow returns the place that a reference at a place leads to, or the place.
func (c *Checker) follow(p place) place {
	object, _ := c.at(p).(map[string]any)
	ref, ok := object["$ref"].(string)
	if !ok {
		return p
	}
	return strings.Split(strings.TrimPrefix(ref, "#/"), "/")
}
