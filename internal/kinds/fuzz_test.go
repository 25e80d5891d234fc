package kinds_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
)

// FuzzArgs gives any JSON to every call: it is refused with a code, or what is stored of it is
// prepared again as the same, as it is when a job is run.
func FuzzArgs(f *testing.F) {
	var calls []kind.Call
	for _, d := range kinds.All() {
		for _, c := range d.Calls {
			for _, e := range c.Examples {
				f.Add(uint8(len(calls)), []byte(e.Body))
			}
			calls = append(calls, c)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		call := calls[int(which)%len(calls)]
		args := call.NewArgs()
		if json.Unmarshal(body, args) != nil {
			return
		}
		if _, err := args.Prepare(kind.Caller{OrgID: "org_1"}); err != nil {
			if e := errs.As(err); e.Code == errs.InternalError {
				t.Errorf("%s of %s: got %v, want a code for the caller", call.Path, body, err)
			}
			return
		}
		stored, err := json.Marshal(args)
		if err != nil {
			t.Fatalf("%s of %s: %v", call.Path, body, err)
		}
		again := call.NewArgs()
		if err := json.Unmarshal(stored, again); err != nil {
			t.Fatalf("%s: what is stored of %s cannot be read: %s: %v", call.Path, body, stored, err)
		}
		if _, err := again.Prepare(kind.Caller{OrgID: "org_1"}); err != nil {
			t.Fatalf("%s: what is stored of %s is refused: %s: %v", call.Path, body, stored, err)
		}
		if twice, err := json.Marshal(again); err != nil || !bytes.Equal(stored, twice) {
			t.Errorf("%s of %s: got %s and then %s, error %v; want the same", call.Path, body, stored, twice, err)
		}
	})
}
