package inorder_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/api/openapi/inorder"
)

func TestArrange(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		document string
		order    []string
		want     string
	}{
		"all":         {`{"a":{"/b":1},"paths":{"/a":{"x":1},"/b":{},"/c":[2]},"z":3}`, []string{"/c", "/b", "/a"}, `{"a":{"/b":1},"paths":{"/c":[2],"/b":{},"/a":{"x":1}},"z":3}`},
		"some":        {`{"paths":{"/a":1,"/b":2,"/c":3}}`, []string{"/c"}, `{"paths":{"/c":3,"/a":1,"/b":2}}`},
		"unknown":     {`{"paths":{"/a":1,"/b":2}}`, []string{"/d", "/b", "/b"}, `{"paths":{"/b":2,"/a":1}}`},
		"one":         {`{"paths":{"/a":1}}`, nil, `{"paths":{"/a":1}}`},
		"no member":   {`{"paths":{}}`, []string{"/a"}, `{"paths":{}}`},
		"no paths":    {`{"info":1}`, []string{"/a"}, `{"info":1}`},
		"a null":      {`{"paths":null}`, []string{"/a"}, `{"paths":null}`},
		"odd letters": {`{"paths":{"/a":1,"/\"é":2}}`, []string{"/\"é"}, `{"paths":{"/\"é":2,"/a":1}}`},
	} {
		got, err := inorder.Arrange([]byte(c.document), c.order)
		if err != nil {
			t.Errorf("%s: got error %v, want none", name, err)
		}
		if diff := cmp.Diff(c.want, string(got)); diff != "" {
			t.Errorf("%s: document mismatch (-want +got):\n%s", name, diff)
		}
	}
	for _, broken := range []string{``, `{`, `[]`, `{"paths":[]}`, `{"paths":1}`} {
		if got, err := inorder.Arrange([]byte(broken), nil); err == nil {
			t.Errorf("%s: got %s, want an error", broken, got)
		}
	}
}
