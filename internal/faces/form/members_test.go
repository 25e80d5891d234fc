package form_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/faces/form"
)

type body struct {
	Name string   `json:"name"`
	List []string `json:"list"`
	inner
}

type inner struct {
	Count int `json:"count"`
}

func effects() map[string]form.Effect {
	return map[string]form.Effect{
		"who": {}, "deep": {Only: []string{`"no"`}}, "ever": form.Ignored(), "promise": {Only: []string{"false"}, Refused: "is not kept"},
	}
}

// TestMembers: members are read by their very names, and of others the caller is told, or refused.
func TestMembers(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"name":"a","list":["b"],"count":2,"who":{"x":1},"deep":"no","promise":false,"ever":null}`: "",
		`{"name":"a","list":["b"],"count":2,"promise":"","ever":"","deep":[]}`:                      "",
		`{"name":"a","NAME":"b"}`:          "NAME is not known and was ignored.",
		`{"deep":"yes","ever":0,"new":[]}`: "deep has no effect here; ever has no effect here; new is not known and was ignored.",
	} {
		var b body
		notes, err := form.Members("", []byte(raw), &b, effects())
		if err != nil || form.Text(notes) != want {
			t.Errorf("%s: got %q, error %v, want %q, none", raw, form.Text(notes), err, want)
		}
		if want == "" {
			if diff := cmp.Diff(body{Name: "a", List: []string{"b"}, inner: inner{2}}, b, cmp.AllowUnexported(body{})); diff != "" {
				t.Errorf("members of %s (-want +got):\n%s", raw, diff)
			}
		}
	}
	for raw, want := range map[string]string{
		`{"name":5}`: "a.name: has a number where a string belongs", `{"list":["a",1]}`: "a.list: has a number where a string belongs",
		`{"list":"a"}`: "a.list: has a string where an array belongs", `{"count":1.5}`: "a.count: has a number where a whole number belongs", `{"name":{}}`: "a.name: has an object where a string belongs",
		`{"promise":true}`: "a.promise: is not kept", `{"promise":{}}`: "a.promise: is not kept", `[]`: "a: must be a JSON object",
		`null`: "a: must be a JSON object", `{"name":`: "a: is not valid JSON", ``: "a: is not valid JSON",
	} {
		if _, err := form.Members("a.", []byte(raw), &body{}, effects()); err == nil || err.Error() != want {
			t.Errorf("%s: got error %v, want %s", raw, err, want)
		}
	}
}
