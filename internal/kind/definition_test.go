package kind_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/kind"
)

func TestFunctions(t *testing.T) {
	t.Parallel()
	def := kind.Definition{
		Name:      "page",
		Functions: []kind.Function{{Name: "page", MemoryMB: 512}, {Name: "page-pictures", Actions: []credit.Action{"page.picture"}, Browser: true}},
	}
	var names []string
	for _, w := range def.Functions {
		names = append(names, w.Name)
	}
	if diff := cmp.Diff([]string{"page", "page-pictures"}, names); diff != "" {
		t.Errorf("names mismatch (-want +got):\n%s", diff)
	}
	for action, want := range map[credit.Action]string{"page.text": "page", "page.picture": "page-pictures"} {
		if got := def.FunctionOf(action).Name; got != want {
			t.Errorf("%s is performed by %s, not by %s", action, got, want)
		}
	}
}
