package functions_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/queue"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/webtest"
)

// workerJob is a job for one worker.
type workerJob struct {
	worker, kind string
	browser      bool
	megabytes    int
	id           string
	input        json.RawMessage
	plan         kind.Plan
}

// workerJobs makes a job for each worker of each kind.
func workerJobs(t *testing.T) []workerJob {
	t.Helper()
	var made []workerJob
	for _, def := range kinds.All() {
		for _, w := range def.Functions {
			j := exampleFor(t, def, w.Name)
			j.browser, j.megabytes = w.Browser, w.MemoryMB
			j.id = fmt.Sprintf("job_01kaj3v0000000000000000%03d", len(made))
			made = append(made, j)
		}
	}
	return made
}

// exampleFor is the first of a kind's examples that a worker performs, with a site of
// the sample web in the place of example.com, as the API would store it.
func exampleFor(t *testing.T, def kind.Definition, worker string) workerJob {
	t.Helper()
	local := strings.NewReplacer("https://example.com", "http://company.test", "example.com", "company.test")
	for _, call := range def.Calls {
		for _, example := range call.Examples {
			args := call.NewArgs()
			if err := json.Unmarshal([]byte(local.Replace(example.Body)), args); err != nil {
				t.Fatal(err)
			}
			plan, err := args.Prepare(kind.Caller{OrgID: sampleOrg})
			if err != nil {
				t.Fatalf("%s, example %s: %v", def.Name, example.Name, err)
			}
			if def.FunctionOf(plan.Quote.Action).Name != worker {
				continue
			}
			input, err := json.Marshal(args)
			if err != nil {
				t.Fatal(err)
			}
			return workerJob{worker: worker, kind: def.Name, input: input, plan: plan}
		}
	}
	t.Fatalf("no example of %s is for the worker %s", def.Name, worker)
	return workerJob{}
}

// sources are the replays of upstreams in the form of QUARRY_SOURCES.
func sources(web *webtest.Web) string {
	urls := web.Sources()
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(urls)) {
		pairs = append(pairs, name+"="+urls[name])
	}
	return strings.Join(pairs, ",")
}

// perform has a worker do its job. It needs nothing beside the sample web but, when it
// says so, a browser: if there is none here, the job must say that.
func (s *stack) perform(t *testing.T, j workerJob) {
	t.Helper()
	name := "worker-" + j.worker
	sample, err := os.ReadFile(filepath.Join("..", "events", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if source := `:quarry-` + queue.Jobs(j.worker) + `"`; !strings.Contains(string(sample), source) {
		t.Errorf("the event of %s is not of its queue", name)
	}
	if !strings.Contains(string(sample), sampleJob) {
		t.Fatalf("the event of %s does not name the sample job", name)
	}
	got := s.give(t, name, []byte(strings.ReplaceAll(string(sample), sampleJob, j.id)))
	if want := `response {"batchItemFailures":[]}`; got != want {
		t.Errorf("answered %s, want %s", got, want)
	}
	done, err := s.Job(t.Context(), sampleOrg, j.id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromium.Find(""); err != nil && j.browser {
		if done.Status != job.Failed || done.Error.Code != errs.ProviderNotConfigured {
			t.Errorf("without a browser the job is %s: %+v", done.Status, done.Error)
		}
		return
	}
	if done.Status != job.Succeeded {
		t.Errorf("the job is %s: %+v", done.Status, done.Error)
	}
	kilobytes := s.peak(name)
	t.Logf("%s had %d MB at most, of %d", name, kilobytes>>10, j.megabytes)
	if kilobytes > j.megabytes<<10*3/4 {
		t.Errorf("%s: got %d kB at most, want a quarter of its %d MB to spare in its sample", name, kilobytes, j.megabytes)
	}
}
