package admin_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// logs are lines that are told of any job, and an error.
type logs struct {
	lines []string
	err   error
}

func (l logs) Of(context.Context, *job.Job, []time.Time) (found []json.RawMessage, err error) {
	for _, line := range l.lines {
		found = append(found, json.RawMessage(line))
	}
	return found, l.err
}

// ended admits a job, and ends it unless the code is "-": with success for an empty one.
func (d *desk) ended(t *testing.T, org, kind string, code errs.Code) *job.Job {
	t.Helper()
	j := d.Job(org, 2)
	j.Kind, j.Webhook = kind, &job.Subscription{EndpointID: "whe_1", URL: "http://hooks.test/"}
	if _, _, err := d.Admit(t.Context(), store.Admission{Job: j}); err != nil {
		t.Fatal(err)
	}
	if code == "-" {
		return j
	}
	running, claim, err := d.Claim(t.Context(), org, j.ID, store.Terms{Worker: "url", Lease: time.Minute, Most: 100})
	if err != nil || claim != store.Claimed {
		t.Fatalf("got claim %d, error %v; want it claimed", claim, err)
	}
	outcome := store.Outcome{Status: job.Succeeded}
	if code != "" {
		outcome = store.Outcome{Status: job.Failed, Error: &job.Failure{Code: code, Message: "why " + string(code)}}
	}
	if mine, err := d.Finish(t.Context(), running, outcome); !mine || err != nil {
		t.Fatalf("got finished %t, error %v; want true, none", mine, err)
	}
	return running
}

// today has the desk's clock show the time by which ids are made.
func (d *desk) today() { d.Clock.Move(time.Since(d.Clock.Now())) }

func TestStory(t *testing.T) {
	t.Parallel()
	d := setup(t)
	d.today()
	d.service = d.service.Reading(logs{lines: []string{`{"message":"job ended","n":1,"_aws":{"Timestamp":1,"CloudWatchMetrics":[{"Namespace":"q","Dimensions":[["kind"]]}]}}`, `{"message":"upstream called","n":2}`, `{"msg":"upstream called","n":3}`}, err: errors.New("half of it")})
	other, org := d.org(t, "Other", "5"), d.org(t, "Acme", "5")
	j := d.ended(t, org, "url", errs.TargetError)
	for _, where := range []string{"", org} { // with its organization, and without
		got := d.must(t, `{"op":"job.show","job":"`+j.ID+`","org":"`+where+`"}`)
		row, _ := got["job"].(map[string]any)
		for name, want := range map[string]any{
			"jobId": j.ID, "organizationId": org, "kind": "url", "action": "url.page", "worker": "url", "status": "failed", "charged": 2.0, "refunded": 2.0, "attempts": 1.0,
			"input": map[string]any{"url": "http://a.test/"}, "error": map[string]any{"code": "target_error", "message": "why target_error", "retryable": false},
		} {
			if diff := cmp.Diff(want, row[name]); diff != "" {
				t.Errorf("%s of the row mismatch (-want +got):\n%s", name, diff)
			}
		}
		var money []string
		for _, m := range list(got["money"]) {
			money = append(money, toJSON(t, m["type"])+toJSON(t, m["amount"]))
		}
		if diff := cmp.Diff([]string{`"debit"-2`, `"refund"2`}, money); diff != "" {
			t.Errorf("money mismatch (-want +got):\n%s", diff)
		}
		deliveries := list(got["deliveries"])
		if len(deliveries) != 1 || deliveries[0]["event"] != "job.failed" || deliveries[0]["status"] != "pending" {
			t.Errorf("got deliveries %v, want the pending one of job.failed", deliveries)
		}
		if log := toJSON(t, got["log"]); log != `[{"message":"job ended","n":1}]` {
			t.Errorf("got log %s, want it without what only makes metrics", log)
		}
		if log, calls := list(got["log"]), list(got["upstreams"]); len(log) != 1 || len(calls) != 2 || calls[1]["n"] != 3.0 {
			t.Errorf("got log %v, calls %v; want one line, and the two of calls apart", log, calls)
		}
		if missing := toJSON(t, got["missing"]); missing != `["log: half of it"]` {
			t.Errorf("got missing %s, want why the log is not whole", missing)
		}
	}
	if _, err := d.do(t, `{"op":"job.show","job":"`+j.ID+`","org":"`+other+`"}`); !errs.Is(err, errs.JobNotFound) {
		t.Errorf("got error %v of another's job, want job_not_found", err)
	}
	if _, err := d.do(t, `{"op":"job.show","job":"job_none"}`); !errs.Is(err, errs.JobNotFound) || !strings.Contains(err.Error(), "job_none") {
		t.Errorf("got error %v of no job, want job_not_found that names it", err)
	}
	if !strings.Contains(d.log.String(), `"about_job_id":"`+j.ID+`"`) {
		t.Errorf("got log %s, want which job was shown", d.log)
	}
}

// TestStoryOfABatch: the debit is the batch's, and says of how many jobs it is.
func TestStoryOfABatch(t *testing.T) {
	t.Parallel()
	d := setup(t)
	org := d.org(t, "Acme", "9")
	jobs := []*job.Job{d.Job(org, 2), d.Job(org, 2)}
	if err := d.AdmitBatch(t.Context(), store.BatchAdmission{ID: "bat_1", OrgID: org, Shards: 1, Jobs: jobs, Before: &store.BatchKeys{}}); err != nil {
		t.Fatal(err)
	}
	got := d.must(t, `{"op":"job.show","job":"`+jobs[1].ID+`"}`)
	money := list(got["money"])
	if len(money) != 1 || money[0]["amount"] != -4.0 || money[0]["jobs"] != 2.0 {
		t.Errorf("got money %v, want the debit of 4 for 2 jobs", money)
	}
	if missing := toJSON(t, got["missing"]); missing != `["log: no log is read here"]` {
		t.Errorf("got missing %s, want that there is no log", missing)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	d := setup(t)
	d.today()
	org, other := d.org(t, "Acme", "50"), d.org(t, "Other", "50")
	d.ended(t, org, "url", "")
	d.ended(t, org, "url", "-")
	var failed []string
	for range 4 {
		failed = append(failed, d.ended(t, org, "url", errs.TargetError).ID)
	}
	d.ended(t, other, "url", errs.TargetError)
	d.ended(t, other, "url", errs.InternalError)
	d.ended(t, other, "rss", errs.DNSFailed)
	since := `"since":"` + d.Clock.Now().Add(-time.Hour).UTC().Format(time.RFC3339) + `"`
	got := d.must(t, `{"op":"jobs.failed",`+since+`}`)
	delete(got, "since")
	of := func(org string, failed float64) any {
		return map[string]any{"organizationId": org, "failed": failed}
	}
	want := map[string]any{"jobs": 9.0, "failed": 7.0, "refunded": 14.0, "failures": []any{
		map[string]any{"kind": "url", "code": "target_error", "failed": 5.0, "of": 8.0, "refunded": 10.0, "message": "why target_error", "organizations": []any{of(org, 4), of(other, 1)}},
		map[string]any{"kind": "rss", "code": "dns_failed", "failed": 1.0, "of": 1.0, "refunded": 2.0, "message": "why dns_failed", "organizations": []any{of(other, 1)}},
		map[string]any{"kind": "url", "code": "internal_error", "failed": 1.0, "of": 8.0, "refunded": 2.0, "message": "why internal_error", "organizations": []any{of(other, 1)}},
	}}
	for i, f := range list(got["failures"]) {
		if ids, _ := f["jobIds"].([]any); len(ids) != []int{3, 1, 1}[i] || i == 0 && !slices.Contains([]any{failed[3], failed[2]}, ids[1]) {
			t.Errorf("got jobs %v of %v, want its newest three at most", ids, f["code"])
		}
		delete(f, "jobIds")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("failures mismatch (-want +got):\n%s", diff)
	}
	if later := d.must(t, `{"op":"jobs.failed","since":"2999-01-01T00:00:00Z"}`); later["jobs"] != 0.0 {
		t.Errorf("got %v since a time to come, want no jobs", later)
	}
	if only := d.must(t, `{"op":"jobs.failed",`+since+`,"org":"`+other+`","kind":"rss"}`); only["jobs"] != 1.0 || only["failed"] != 1.0 {
		t.Errorf("got %v of one kind of one organization, want its one job", only)
	}
	for request, code := range map[string]errs.Code{
		`{"op":"jobs.failed"}`: errs.InvalidRequest, `{"op":"jobs.failed",` + since + `,"org":"org_none"}`: errs.NotFound,
	} {
		if _, err := d.do(t, request); !errs.Is(err, code) {
			t.Errorf("%s: got error %v, want %s", request, err, code)
		}
	}
}

// TestReadingChangesACopy: who has no reader of logs keeps none.
func TestReadingChangesACopy(t *testing.T) {
	t.Parallel()
	d := setup(t)
	_ = d.service.Reading(logs{})
	j := d.ended(t, d.org(t, "Acme", "9"), "url", "-")
	if missing := toJSON(t, d.must(t, `{"op":"job.show","job":"`+j.ID+`"}`)["missing"]); !strings.Contains(missing, "no log is read") {
		t.Errorf("got missing %s, want that no log is read", missing)
	}
}

func list(value any) (items []map[string]any) {
	all, _ := value.([]any)
	for _, one := range all {
		item, _ := one.(map[string]any)
		items = append(items, item)
	}
	return items
}

func toJSON(t *testing.T, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
