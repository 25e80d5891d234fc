package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

// maxBody is the largest request body.
const maxBody = 1 << 20

// schema is the JSON Schema of a request body, derived from Go types and checked
// before anything is decoded into them.
type schema struct {
	registry huma.Registry
	root     *huma.Schema
}

// newSchema derives one object's schema from the fields of several structs.
func newSchema(parts ...reflect.Type) *schema {
	registry := openapi.NewRegistry()
	s := &schema{registry: registry, root: openapi.Object(registry, "Body", parts...)}
	for _, name := range []string{"url", "domain"} {
		if slices.Contains(s.resolve(s.root).Required, name) {
			s.leave(name)
		}
	}
	s.leave(haveCodes...)
	return s
}

// haveCodes are members of which an empty text is refused as other wrong ones are, with their code.
var haveCodes = []string{"idempotencyKey", "seedUrls", "trustedCandidates", "includeDomains", "excludeDomains", "signals"}

// leave has the lengths of members checked by who reads them.
func (s *schema) leave(names ...string) {
	var leave func(*huma.Schema)
	leave = func(of *huma.Schema) {
		if of == nil {
			return
		}
		of.MinLength, of.MaxLength = nil, nil
		leave(of.Items)
		for _, form := range of.AnyOf {
			leave(form)
		}
	}
	for _, name := range names {
		leave(s.resolve(s.resolve(s.root).Properties[name]))
	}
}

// readBody reads a request's JSON body. Errors: unsupported_media_type,
// payload_too_large, invalid_json.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if ct := r.Header.Get("Content-Type"); ct != "" {
		mediaType, params, err := mime.ParseMediaType(ct)
		charset := strings.ToLower(params["charset"])
		if err != nil || mediaType != "application/json" || (charset != "" && charset != "utf-8") {
			return nil, errs.Newf(errs.UnsupportedMediaType, "Send the body as application/json, not %q.", ct)
		}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, errs.Of(errs.PayloadTooLarge)
	}
	if err != nil {
		return nil, errs.New(errs.InvalidJSON, "The body ended before it was complete.")
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, errs.New(errs.InvalidJSON, "The body is empty; send a JSON object.")
	}
	return body, nil
}

// decode holds a body against the schema and fills structs with it. Errors: invalid_json,
// invalid_request, which names every faulty field.
func (s *schema) decode(body []byte, into ...any) error {
	if err := s.check(body); err != nil {
		return err
	}
	body = s.textIDs(body)
	err := fill(body, into)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		err = fill(s.wholeNumbers(body), into)
	}
	if t, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if t.Type.Kind() == reflect.String && strings.HasPrefix(t.Value, "number") {
			return errs.Field(errs.InvalidRequest, t.Field, "must be a string, or a whole number written by its digits")
		}
		if _, err := strconv.ParseFloat(strings.TrimPrefix(t.Value, "number "), 64); err == nil {
			return errs.Field(errs.InvalidRequest, t.Field, "must be a whole number of a size that a program can hold")
		}
		return errs.Field(errs.InvalidRequest, t.Field, "must be "+kindOf(t.Type)+", not "+t.Value)
	}
	if err != nil {
		return jsonError(err)
	}
	return nil
}

// kindOf is what JSON has for a Go type.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	default:
		return "a number"
	}
}

// fill decodes a body into several structs.
func fill(body []byte, into []any) error {
	for _, one := range into {
		if err := json.Unmarshal(body, one); err != nil {
			return err
		}
	}
	return nil
}

// check holds a body against the schema and names every faulty field. Errors:
// invalid_json, invalid_request.
func (s *schema) check(body []byte) error {
	value, err := values(body)
	if err != nil {
		return jsonError(err)
	}
	if _, ok := value.(map[string]any); !ok {
		return errs.New(errs.InvalidRequest, "The body must be a JSON object.")
	}
	var result huma.ValidateResult
	huma.Validate(s.registry, s.root, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, value, &result)
	details := append(repeated(body), s.strays(s.root, value, "")...)
	details = append(details, s.nulls(s.root, value, "")...)
	empty := s.empties(s.root, value, "")
	details = append(details, empty...)
	for _, err := range result.Errors {
		d, ok := errors.AsType[*huma.ErrorDetail](err)
		if ok && d.Message != "unexpected property" && !slices.ContainsFunc(empty, func(e errs.Detail) bool { return e.Field == d.Location }) { // strays has those
			details = append(details, s.detailOf(d))
		}
	}
	if len(details) == 0 {
		return nil
	}
	return &errs.Error{
		Code: errs.InvalidRequest, Message: details[0].Field + ": " + details[0].Issue, Details: details,
	}
}

// nulls finds members of the schema's objects that are null. huma takes them for left
// out; but an idempotency key or a bound that a client's mistake made null would then
// not hold, and nobody would know.
func (s *schema) nulls(of *huma.Schema, value any, path string) []errs.Detail {
	if of.Ref != "" {
		of = s.registry.SchemaFromRef(of.Ref)
	}
	var details []errs.Detail
	if list, ok := value.([]any); ok && of.Items != nil {
		for i, element := range list {
			details = append(details, s.nulls(of.Items, element, fmt.Sprintf("%s[%d].", strings.TrimSuffix(path, "."), i))...)
		}
	}
	object, _ := value.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		member, described := of.Properties[name]
		switch {
		case described && object[name] == nil && !slices.Contains(of.Required, name):
			details = append(details, errs.Detail{Field: path + name, Issue: "must not be null; leave it out"})
		case described:
			details = append(details, s.nulls(member, object[name], path+name+".")...)
		}
	}
	return details
}

// empties finds empty texts where the schema wants some. Of what takes a text or a number huma only says that
// it is neither.
func (s *schema) empties(of *huma.Schema, value any, path string) []errs.Detail {
	if of = s.resolve(of); of == nil {
		return nil
	}
	var details []errs.Detail
	switch v := value.(type) {
	case string:
		if v == "" && wants(of) {
			return []errs.Detail{{Field: strings.TrimSuffix(path, "."), Issue: "must not be empty"}}
		}
	case []any:
		items := of.Items
		for _, form := range of.AnyOf {
			items = cmp.Or(items, form.Items)
		}
		for i, element := range v {
			details = append(details, s.empties(items, element, fmt.Sprintf("%s[%d].", strings.TrimSuffix(path, "."), i))...)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			found := s.empties(of.Properties[name], v[name], path+name+".")
			if v[name] == "" && len(found) > 0 && !slices.Contains(of.Required, name) {
				found[0].Issue += "; leave it out"
			}
			details = append(details, found...)
		}
	}
	return details
}

// wants reports whether a text must hold something.
func wants(of *huma.Schema) bool {
	return (of.MinLength != nil && *of.MinLength > 0) || slices.ContainsFunc(of.AnyOf, wants)
}

// wording is what callers read for what huma says; %s is what follows the words that huma
// begins with. The first that fits is taken.
var wording = []struct{ expected, issue string }{
	{"expected array length <= ", "has too many entries; send at most %s, and the others in another call"},
	{"expected array length >= ", "has too few entries; send at least %s"},
	{"expected length <= ", "must have at most %s characters"},
	{"expected length >= ", "must have at least %s characters"},
	{"expected number <= ", "must be at most %s"},
	{"expected number >= ", "must be at least %s"},
	{"expected number > ", "must be more than %s"},
	{"expected number < ", "must be less than %s"},
	{"expected number to be ", "must be %s"},
	{"expected value to be ", "must be %s"},
	{"expected string to match pattern ", "must match the pattern %s"},
	{"expected string to be ", "must be %s"},
	{"expected array items to be unique", "must not have an entry twice%s"},
	{"expected object with ", "must be an object with %s"},
	{"expected boolean", "must be true or false%s"},
	{"expected integer", "must be a whole number%s"},
	{"expected number", "must be a number%s"},
	{"expected string", "must be a string%s"},
	{"expected array", "must be a list%s"},
	{"expected object", "must be an object%s"},
	{"expected ", "must be %s"},
}

// noneFits is what huma says of a field that takes several types.
const noneFits = "expected value to match at least one schema but matched none"

// detailOf words a schema's complaint, of an object says what is in it, and of several types which they are.
func (s *schema) detailOf(d *huma.ErrorDetail) errs.Detail {
	if d.Message == noneFits {
		return errs.Detail{Field: d.Location, Issue: "must be " + strings.Join(forms(s.at(d.Location)), ", or ")}
	}
	if of := s.at(d.Location); d.Message == "expected string" && of != nil && len(of.Enum) > 0 {
		return errs.Detail{Field: d.Location, Issue: fmt.Sprintf("must be one of %s", quoted(of.Enum))}
	}
	detail := detailOf(d)
	if names := s.members(d.Location); d.Message == "expected object" && len(names) > 0 {
		detail.Issue += " with members such as " + strings.Join(names[:min(len(names), membersNamed)], ", ")
	}
	return detail
}

// quoted lists the words that a field takes.
func quoted(words []any) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(all, ", ")
}

// membersNamed is how many members of an object are named to who sent something else.
const membersNamed = 5

// forms are the types that a field takes, with their bounds.
func forms(of *huma.Schema) (all []string) {
	for _, form := range of.AnyOf {
		switch {
		case form.Type == huma.TypeInteger && form.Minimum != nil:
			all = append(all, fmt.Sprintf("a whole number of at least %v", *form.Minimum))
		case form.Type == huma.TypeInteger:
			all = append(all, "a whole number")
		case form.Type == huma.TypeString && form.MaxLength != nil:
			all = append(all, fmt.Sprintf("a string of at most %d characters", *form.MaxLength))
		case form.Type == huma.TypeString:
			all = append(all, "a string")
		case form.Type == huma.TypeArray:
			all = append(all, "a list of strings")
		}
	}
	return all
}

// at is the schema of a place such as "topic.keyMessages[0]", and nil where there is none.
func (s *schema) at(location string) *huma.Schema {
	of := s.root
	for name := range strings.SplitSeq(location, ".") {
		name, rest, _ := strings.Cut(name, "[")
		if of = s.resolve(s.resolve(of).Properties[name]); of == nil {
			return nil
		}
		for range strings.Count(rest, "]") {
			if of = s.resolve(of.Items); of == nil {
				return nil
			}
		}
	}
	return of
}

// members are the names in the object at a place, those of simple types first.
func (s *schema) members(location string) []string {
	of := s.at(location)
	if of == nil {
		return nil
	}
	return slices.SortedFunc(maps.Keys(of.Properties), func(a, b string) int {
		return cmp.Or(cmp.Compare(nested(s.resolve(of.Properties[a])), nested(s.resolve(of.Properties[b]))), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
}

// nested is 1 for what has members or entries, and 0 for what has not.
func nested(of *huma.Schema) int {
	if of.Type == huma.TypeObject || of.Type == huma.TypeArray {
		return 1
	}
	return 0
}

// resolve follows a reference; of nothing there is nothing.
func (s *schema) resolve(of *huma.Schema) *huma.Schema {
	if of != nil && of.Ref != "" {
		return s.registry.SchemaFromRef(of.Ref)
	}
	return of
}

// detailOf words a schema's complaint for the caller.
func detailOf(d *huma.ErrorDetail) errs.Detail {
	field, issue := d.Location, d.Message
	if rest, ok := strings.CutPrefix(issue, "expected required property "); ok {
		name := strings.TrimSuffix(rest, " to be present")
		if field != "" {
			field += "."
		}
		return errs.Detail{Field: field + name, Issue: "is required"}
	}
	if list, ok := strings.CutPrefix(issue, oneOfExpected); ok {
		return errs.Detail{Field: field, Issue: `must be one of "` + strings.Join(wordsOf(list), `", "`) + `"` + meant(d)}
	}
	for _, w := range wording {
		if rest, ok := strings.CutPrefix(issue, w.expected); ok {
			return errs.Detail{Field: field, Issue: fmt.Sprintf(w.issue, rest) + meant(d)}
		}
	}
	return errs.Detail{Field: field, Issue: issue}
}

// oneOfExpected is how huma begins when a field takes some words only; they follow as one text in quotes.
const oneOfExpected = "expected value to be one of "

func wordsOf(list string) []string { return strings.Split(strings.Trim(list, `"`), ", ") }

// meant names the word that a caller probably meant who sent none of those that a field takes.
func meant(d *huma.ErrorDetail) string {
	list, ok := strings.CutPrefix(d.Message, oneOfExpected)
	given, is := d.Value.(string)
	if !ok || !is {
		return ""
	}
	if word := option.Meant(given, wordsOf(list)); word != "" {
		return "; did you mean " + word + "?"
	}
	return ""
}

func jsonError(err error) error {
	if s, ok := errors.AsType[*json.SyntaxError](err); ok {
		return errs.Newf(errs.InvalidJSON, "The body is not valid JSON at byte %d: %s.", s.Offset, s.Error())
	}
	return errs.Of(errs.InvalidJSON)
}
