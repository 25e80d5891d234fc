package job_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/job"
)

func TestWorkers(t *testing.T) {
	t.Parallel()
	spec := job.Spec{
		Kind:   "page",
		Worker: job.Worker{MemoryMB: 512},
		Others: []job.Worker{{Name: "page-pictures", Actions: []credit.Action{"page.picture"}, Browser: true}},
	}
	var names []string
	for _, w := range spec.Workers() {
		names = append(names, w.Name+" "+w.GOARCH())
	}
	if diff := cmp.Diff([]string{"page arm64", "page-pictures amd64"}, names); diff != "" {
		t.Error(diff)
	}
	for action, want := range map[credit.Action]string{"page.text": "page", "page.picture": "page-pictures"} {
		if got := spec.WorkerOf(action).Name; got != want {
			t.Errorf("%s is performed by %s, not by %s", action, got, want)
		}
	}
}
