package deployed_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
)

// parallel is how many workers are tried at once.
const parallel = 3

// everyWorker has each worker do a job: the first of its kind's examples that is its, of a site of the sample
// web in the place of example.com.
func (c caller) everyWorker(t *testing.T) {
	t.Helper()
	slots := make(chan struct{}, parallel)
	var tried sync.WaitGroup
	for _, definition := range kinds.All() {
		for _, w := range definition.Functions {
			path, body := exampleFor(t, definition, w.Name)
			tried.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				t.Run("worker-"+w.Name, func(t *testing.T) { c.succeeds(t, path, body) })
			})
		}
	}
	tried.Wait()
}

func (c caller) succeeds(t *testing.T, path, body string) {
	t.Helper()
	if j := c.finish(t, path, body); j.Status != "succeeded" || j.Charged == 0 || len(j.Result) == 0 {
		t.Errorf("%s of %s: got status %q, error %+v, %d credits; want one that succeeded and was charged", path, body, j.Status, j.Error, j.Charged)
	}
}

func exampleFor(t *testing.T, definition kind.Definition, worker string) (path, body string) {
	t.Helper()
	local := strings.NewReplacer("https://example.com", "http://company.test", "example.com", "company.test")
	for _, call := range definition.Calls {
		for _, example := range call.Examples {
			args, body := call.NewArgs(), local.Replace(example.Body)
			if err := json.Unmarshal([]byte(body), args); err != nil {
				t.Fatal(err)
			}
			plan, err := args.Prepare(kind.Caller{OrgID: "org_1"})
			if err != nil {
				t.Fatalf("%s, example %s: %v", definition.Name, example.Name, err)
			}
			if definition.FunctionOf(plan.Quote.Action).Name == worker {
				return call.Path, body
			}
		}
	}
	t.Fatalf("got no example of %s for the worker %s, want one", definition.Name, worker)
	return "", ""
}
