package clean

import (
	"strings"

	"github.com/quarryapi/quarry/internal/core/pattern"
)

var (
	// idQuoted are ids as scripts write them, also as selectors.
	idQuoted = pattern.Of(`["'\x60]#?([A-Za-z_][\w-]*)["'\x60]`)
	// calls are functions that a script calls by their names.
	calls = pattern.Of(`(?:^|[^\w$.])([A-Za-z_$][\w$]*)\s*\(`)
)

// mostBody is how many bytes of a function are looked at, and mostCalls how many functions of a handler.
const (
	mostBody  = 4 << 10
	mostCalls = 4
)

// handle gives the ids that handlers for clicks name to who opens what: those of a handler itself, and those in functions of the page that
// it calls.
func (r *Rules) handle() {
	bodies := map[string]string{}
	for _, h := range r.handlers {
		r.questions = append(r.questions, control{h.n, quotedIDs(h.ids)})
		var told strings.Builder
		for _, call := range calls.FindAllStringSubmatch(h.ids, mostCalls) {
			body, known := bodies[call[1]]
			if !known {
				body = quotedIDs(r.function(call[1]))
				bodies[call[1]] = body
			}
			told.WriteString(body + " ")
		}
		r.told = append(r.told, control{h.n, told.String()})
	}
	r.handlers = nil
}

func quotedIDs(script string) string {
	var ids strings.Builder
	for _, m := range idQuoted.FindAllStringSubmatch(script, -1) {
		ids.WriteString(m[1] + " ")
	}
	return ids.String()
}

// function is the body of a function that a script of the page declares, roughly; empty where there is none.
func (r *Rules) function(name string) string {
	for _, text := range r.texts() {
		_, rest, found := strings.Cut(text, "function "+name+"(")
		if !found {
			continue
		}
		rest = rest[:min(len(rest), mostBody)]
		depth := 0
		for i := range len(rest) {
			switch rest[i] {
			case '{':
				depth++
			case '}':
				if depth--; depth == 0 {
					return rest[:i]
				}
			}
		}
		return rest
	}
	return ""
}
