package option_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/option"
)

type known struct {
	Wide bool `json:"wide,omitempty"`
}

func TestSplitAndJoin(t *testing.T) {
	t.Parallel()
	var k known
	extra, err := option.Split([]byte(`{"z":1,"WIDE":true,"a":{"b":[2]}}`), &k)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(option.Extra{"z": json.RawMessage("1"), "a": json.RawMessage(`{"b":[2]}`)}, extra); diff != "" || !k.Wide {
		t.Errorf("got known %+v, want Wide true; extra mismatch (-want +got):\n%s", k, diff)
	}
	got, err := option.Join(k, extra)
	if err != nil || string(got) != `{"a":{"b":[2]},"wide":true,"z":1}` {
		t.Errorf(`got value %s, error %v; want no error, {"a":{"b":[2]},"wide":true,"z":1}`, got, err)
	}
	if _, err := option.Split([]byte(`{"wide":1}`), &k); err == nil {
		t.Error("a wrong type passes")
	}
}

func TestAny(t *testing.T) {
	t.Parallel()
	body := struct {
		Options option.Any `json:"options,omitzero"`
	}{}
	const raw = `{"options":{"a":1,"b":"c"}}`
	if err := json.Unmarshal([]byte(raw), &body); err != nil {
		t.Fatal(err)
	}
	if got, err := json.Marshal(body); err != nil || string(got) != raw {
		t.Errorf(`got value %s, error %v; want no error, {"options":{"a":1,"b":"c"}}`, got, err)
	}
	if err := body.Options.Check(); err != nil {
		t.Error(err)
	}
	long := `{"options":{"a":"` + strings.Repeat("x", 16<<10) + `"}}`
	if err := json.Unmarshal([]byte(long), &body); err != nil {
		t.Fatal(err)
	}
	if err := body.Options.Check(); !errs.Is(err, errs.InvalidRequest) {
		t.Errorf(`got error %v, want error "invalid_request"`, err)
	}
	body.Options = option.Any{}
	if got, err := json.Marshal(body); err != nil || string(got) != `{}` {
		t.Errorf(`got value %s, error %v; want no error, "{}"`, got, err)
	}
}
