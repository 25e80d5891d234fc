package firecrawl

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/form"
)

// maxBody is the largest body that is read, as the API has it.
const maxBody = 1 << 20

// without are fields that are known and have no effect here, with the values that ask for nothing else than what is
// done in any case. The caller learns of others by a warning.
func without() map[string][]string {
	return map[string][]string{
		"origin": nil, "integration": nil, // who calls; all values
		"skipTlsVerification": {"true", "false"}, "removeBase64Images": {"true"}, "fastMode": {"false"}, "blockAds": {"true", "false"}, "storeInCache": {"true"},
		"minAge": {}, "parsers": {`["pdf"]`, `["pdf","image"]`, `["image","pdf"]`, `[{"type":"pdf"}]`}, "proxy": {`"basic"`, `"auto"`}, "domainTools": {"false"}, "toolDetail": {},
		"maxConcurrency": {}, "deduplicateSimilarURLs": {"true", "false"}, "robotsUserAgent": {}, "useMock": {}, "auditMetadata": {},
		"highlights": {"false", "true"}, "ignoreInvalidURLs": {"true", "false"}, "enterprise": {`["default"]`}, "filter": {},
		"useIndex": {"true", "false"}, "parsePDF": {"true"}, "deduplicateSimilarUrls": {"true", "false"}, "asyncScraping": {"false", "true"}, "location": {}, "ignoreCache": {"true", "false"},
	}
}

// never are fields that promise something which nobody here keeps: to pass over them would break the promise. They are
// refused unless they have this value, or one that asks for nothing.
func never() map[string]string {
	return map[string]string{
		"zeroDataRetention": "false", "redactPII": "false", "lockdown": "false", "checkPromptInjection": "false", "threatProtection": `{"mode":"off"}`, "profile": "", "appendToId": "",
		"allowExternalLinks": "false", "regexOnFullURL": "false", "prompt": "", "webhook": "", "agent": "", "extract": "", "jsonOptions": "", "changeTrackingOptions": "",
	}
}

// reasons say why a field of never is refused.
func reasons() map[string]string {
	return map[string]string{
		"webhook":              "is not supported by this call: batches and crawls tell of themselves",
		"allowExternalLinks":   "is not supported: a crawl stays on its site",
		"prompt":               "is not supported: name the fields that it stands for",
		"checkPromptInjection": "is not supported: pages are not judged, and a caller that relied on it would read orders as data",
		"appendToId":           "is not supported: start another batch",
		"regexOnFullURL":       "is not supported: includePaths and excludePaths match paths",
		"extract":              "is not supported: ask for the format markdown and have a model of your own read it",
		"jsonOptions":          "is not supported: ask for the format markdown and have a model of your own read it",
	}
}

// decode reads a body into a struct and returns warnings about what has no effect. Beside it are the names of members
// that are read elsewhere.
func decode(w http.ResponseWriter, r *http.Request, into any) (warnings []string, err error) {
	if r.Header.Get("Authorization") == "" {
		return nil, errs.Of(errs.MissingToken) // nothing of a stranger's body is read
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			return nil, &invalid{"body", "is larger than 1 MB"}
		}
		return nil, &invalid{"body", "could not be read"}
	}
	if err := unmarshal("", raw, into); err != nil {
		return nil, err
	}
	return strays("", raw, into)
}

// unmarshal decodes JSON and names the field that does not fit.
func unmarshal(prefix string, raw []byte, into any) error {
	err := json.Unmarshal(raw, into)
	var kind *json.UnmarshalTypeError
	var bad *invalid
	switch {
	case err == nil:
		return nil
	case errors.As(err, &bad):
		return bad
	case errors.As(err, &kind) && kind.Field != "":
		return &invalid{prefix + kind.Field, form.Mistyped(kind)}
	case errors.As(err, &kind):
		return &invalid{whole(prefix), "must be a JSON object"}
	}
	return &invalid{whole(prefix), "is not valid JSON"}
}

// whole is the name of the object that a prefix is of.
func whole(prefix string) string { return cmp.Or(strings.TrimSuffix(prefix, "."), "body") }

// strays are the members of an object that have no effect: those that the struct into has no field for.
func strays(prefix string, raw []byte, into any) (warnings []string, err error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		return nil, &invalid{whole(prefix), "must be a JSON object"}
	}
	known, without, never := fieldsOf(reflect.TypeOf(into)), without(), never()
	other := slices.Concat(slices.Collect(maps.Keys(never)), slices.Collect(maps.Keys(without)))
	if err := spelled(prefix, raw, reflect.TypeOf(into), other); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value := compact(members[name])
		allowed, refused := never[name]
		neutral, passed := without[name]
		switch {
		case slices.Contains(known, name) || value == "null":
		case refused && value != allowed && !form.Nothing(value):
			return nil, promise(prefix, name)
		case refused || passed && (neutral == nil || value == `""` || slices.Contains(neutral, value)):
		case passed:
			warnings = append(warnings, prefix+name+" has no effect here")
		default:
			warnings = append(warnings, prefix+name+" is not known and was ignored")
		}
	}
	return warnings, nil
}

// promise is the refusal of a member of never.
func promise(prefix, name string) error {
	issue := reasons()[name]
	if issue == "" {
		issue = "is not supported by this service; leave it out"
	}
	return &invalid{prefix + name, issue}
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}

// fieldsOf are the names of a struct's members in JSON.
func fieldsOf(t reflect.Type) (names []string) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			names = append(names, fieldsOf(f.Type)...)
		case name != "" && name != "-":
			names = append(names, name)
		}
	}
	return names
}
