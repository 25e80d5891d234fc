package api

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// alias is a member that a caller sent for another.
type alias struct{ sent, meant string }

// means is the member that a name stands for in calls that have no such member, "" for none: a page
// is meant by the domain of its site where the page is required, a domain by a page of it, and the
// words of a search are q or query.
func (s *schema) means(name string) string {
	other := map[string]string{"url": "domain", "domain": "url", "query": "q", "q": "query"}[name]
	call := s.call()
	of := call.Properties
	if other == "" || of[name] != nil || of[other] == nil || other == "url" && !slices.Contains(call.Required, "url") {
		return ""
	}
	return other
}

// call is the schema of the whole body.
func (s *schema) call() *huma.Schema {
	if s.root.Ref != "" {
		return s.registry.SchemaFromRef(s.root.Ref)
	}
	return s.root
}

// translate gives a body's member that stands for another that one's name. A body that has both stays
// as it is, for the check to refuse.
func (s *schema) translate(body []byte) ([]byte, alias) {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return body, alias{}
	}
	for name := range members {
		meant := s.means(name)
		if _, both := members[meant]; meant != "" && !both {
			return renamed(body, name, meant), alias{name, meant}
		}
	}
	return body, alias{}
}

// renamed writes members of an object under another name, all of that name: the check finds those that
// are given twice. The body is valid JSON.
func renamed(body []byte, name, to string) []byte {
	var out []byte
	d, copied := json.NewDecoder(bytes.NewReader(body)), 0
	_, _ = d.Token() // the object's begin
	for d.More() {
		from := int(d.InputOffset())
		key, err := d.Token()
		if err != nil {
			return body
		}
		end := int(d.InputOffset())
		if key == name {
			begin := from + bytes.IndexByte(body[from:end], '"')
			out, copied = append(append(out, body[copied:begin]...), `"`+to+`"`...), end
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return body
		}
	}
	return append(out, body[copied:]...)
}

// back has an error name what the caller sent.
func (a alias) back(err error) error {
	e := errs.As(err)
	if a.sent == "" || e == nil {
		return err
	}
	own := *e
	own.Details = slices.Clone(e.Details)
	for i := range own.Details {
		if own.Details[i].Field == a.meant {
			own.Details[i].Field = a.sent
		}
	}
	if rest, ok := strings.CutPrefix(e.Message, a.meant+": "); ok {
		own.Message = a.sent + ": " + rest
	}
	return &own
}
