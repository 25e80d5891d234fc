package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
)

func (s *service) batch(t *testing.T, body string, headers ...string) answer {
	t.Helper()
	return s.call(t, http.MethodPost, "/v1/public/echo/batch", body, headers...)
}

// items are the items of a batch's answer.
func (a answer) items(t *testing.T) []map[string]any {
	t.Helper()
	list, _ := a.field("data", "jobs").([]any)
	items := make([]map[string]any, len(list))
	for i, it := range list {
		items[i], _ = it.(map[string]any)
	}
	return items
}

func texts(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint("text ", i)
	}
	raw, _ := json.Marshal(list)
	return string(raw)
}

func TestBatch(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.batch(t, `{"texts":["a","nowhere","b"],"wait":true}`)
	items := a.items(t)
	if a.status != http.StatusAccepted || len(items) != 3 || a.field("data", "creditsCharged") != 2.0 {
		t.Fatalf("got status %d, body %s; want status 202, 3 items, data.creditsCharged 2.0", a.status, a.raw)
	}
	if a.header.Get("X-Credits-Charged") != "2" || a.header.Get("X-Credits-Remaining") != "98" {
		t.Errorf(`got header %v, want header X-Credits-Charged "2", header X-Credits-Remaining "98"`, a.header)
	}
	want := map[string]any{
		"url": "nowhere", "creditsCharged": 0.0, "creditsRefunded": 0.0, "cached": false, "replayed": false, "resultTruncated": false,
		"error":           map[string]any{"code": "invalid_url", "message": "nowhere is no public target", "retryable": false},
		"pricingDecision": map[string]any{"outcome": "waived", "stage": "admission", "reason": "invalid_item", "unitCount": 0.0},
	}
	if diff := cmp.Diff(want, items[1]); diff != "" {
		t.Errorf("items mismatch (-want +got):\n%s", diff)
	}
	for _, i := range []int{0, 2} {
		id, _ := items[i]["jobId"].(string)
		if items[i]["pollUrl"] != "/v1/public/jobs/"+id || items[i]["creditsCharged"] != 1.0 {
			t.Errorf("got items[i] %v, want pollUrl %q, creditsCharged 1.0", items[i], "/v1/public/jobs/"+id)
		}
		ended := eventually(t, func() (answer, bool) {
			got := s.call(t, http.MethodGet, "/v1/public/jobs/"+id, "")
			return got, got.field("data", "status") == "succeeded"
		})
		if ended.field("data", "result", "text") != items[i]["url"] {
			t.Errorf(`got body %s, want data.result.text items[i]["url"]`, ended.raw)
		}
	}
	if b := s.money(t); b.Debits != 2 || b.Balance != 98 {
		t.Errorf("got books %+v, want Debits 2, Balance 98", b)
	}
}

func TestBatchOfErrorsChargesNothing(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.batch(t, `{"texts":["nowhere","nowhere"]}`)
	if a.status != http.StatusAccepted || a.field("data", "creditsCharged") != 0.0 || s.money(t).Debits != 0 {
		t.Errorf("got status %d, body %s; want status 202, data.creditsCharged 0.0, money(t).Debits 0", a.status, a.raw)
	}
}

// TestABatchAboveTheCap is not to be sent again as it is: it says what fits, and that fits.
func TestABatchAboveTheCap(t *testing.T) {
	t.Parallel()
	s := setup(t)
	defer close(s.release)
	if _, err := s.SetOrg(t.Context(), s.org, store.OrgChange{InFlightCap: new(2)}); err != nil {
		t.Fatal(err)
	}
	numbers := func(required, inFlight string) []any {
		return []any{
			map[string]any{"field": "required", "issue": required},
			map[string]any{"field": "inFlight", "issue": inFlight},
			map[string]any{"field": "cap", "issue": "2"},
		}
	}
	a := s.batch(t, `{"texts":`+texts(3)+`}`)
	details, _ := a.field("error", "details").([]any)
	if a.status != http.StatusBadRequest || a.code() != "invalid_request" || a.field("error", "retryable") != false ||
		a.header.Get("Retry-After") != "" || !strings.Contains(a.raw, "texts: ") || !strings.Contains(a.raw, "send at most 2") || len(details) != 4 {
		t.Fatalf("got status %d, header %v, body %s; want 400 on texts that says to send at most 2", a.status, a.header, a.raw)
	}
	if diff := cmp.Diff(numbers("3", "0"), details[1:]); diff != "" {
		t.Errorf("details mismatch (-want +got):\n%s", diff)
	}
	if a := s.batch(t, `{"texts":`+texts(2)+`,"block":true}`); a.status != http.StatusAccepted {
		t.Fatalf("got status %d, body %s of what it says fits, want 202", a.status, a.raw)
	}
	a = s.batch(t, `{"texts":["a"]}`)
	if a.status != http.StatusTooManyRequests || a.field("error", "retryable") != true || a.header.Get("Retry-After") == "" {
		t.Errorf("got status %d, header %v, body %s; want 429 to be sent again", a.status, a.header, a.raw)
	}
	if diff := cmp.Diff(numbers("1", "2"), a.field("error", "details")); diff != "" {
		t.Errorf("details of what has no room now mismatch (-want +got):\n%s", diff)
	}
}

func TestBatchIsAllOrNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body string
		status     int
		code       string
	}{
		{"too many in flight", `{"texts":` + texts(50) + `,"block":true}`, 429, "too_many_in_flight"},
		{"too dear", `{"texts":` + texts(9) + `,"maxCredits":8}`, 402, "max_credits_exceeded"},
		{"one that the kind refuses", `{"texts":["a","forbidden"]}`, 400, "invalid_request"},
		{"none", `{"texts":[]}`, 400, "invalid_request"},
		{"too many", `{"texts":` + texts(51) + `}`, 400, "invalid_request"},
		{"no texts", `{"texts":[1]}`, 400, "invalid_request"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			defer close(s.release)
			s.post(t, `{"text":"x","block":true,"wait":false}`) // 49 places are left
			before := s.money(t)
			if a := s.batch(t, c.body); a.status != c.status || a.code() != c.code {
				t.Errorf("got status %d, body %s; want status %v, code %q", a.status, a.raw, c.status, c.code)
			}
			if diff := cmp.Diff(before, s.money(t)); diff != "" {
				t.Errorf("money mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBatchCostsWhatItsJobsCost(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.org = s.Org(t, 49, 100)
	s.token = s.Token(t, s.org, 100, 100)
	if a := s.batch(t, `{"texts":`+texts(50)+`}`); a.status != 402 || a.code() != "insufficient_credits" {
		t.Errorf(`got status %d, body %s; want status 402, code "insufficient_credits"`, a.status, a.raw)
	}
	if a := s.batch(t, `{"texts":`+texts(49)+`}`); a.status != http.StatusAccepted || a.header.Get("X-Credits-Remaining") != "0" {
		t.Errorf(`got status %d, body %s; want status 202, header X-Credits-Remaining "0"`, a.status, a.raw)
	}
}

func TestBatchReplays(t *testing.T) {
	t.Parallel()
	s := setup(t)
	defer close(s.release)
	const body = `{"texts":["a","nowhere","b"],"block":true}`
	first := s.batch(t, body, "Idempotency-Key: k")
	again := s.batch(t, body, "Idempotency-Key: k")
	if again.header.Get("Idempotent-Replayed") != "true" || again.field("data", "creditsCharged") != 0.0 {
		t.Errorf(`got again.header %v, body %s; want header Idempotent-Replayed "true", data.creditsCharged 0.0`, again.header, again.raw)
	}
	for i, item := range again.items(t) {
		if item["jobId"] != first.items(t)[i]["jobId"] || (item["error"] == nil) != (item["replayed"] == true) {
			t.Errorf(`got item %v, want jobId first.items(t)[i]["jobId"], error nil %t`, item, item["replayed"] == true)
		}
	}
	// A retry with more entries makes only what is missing.
	more := s.batch(t, `{"texts":["a","nowhere","b","c"],"block":true}`, "Idempotency-Key: k")
	if more.field("data", "creditsCharged") != 1.0 || more.header.Get("Idempotent-Replayed") != "" ||
		more.items(t)[0]["jobId"] != first.items(t)[0]["jobId"] || more.items(t)[3]["jobId"] == nil {
		t.Errorf(`got body %s, want data.creditsCharged 1.0, empty header Idempotent-Replayed, more.items(t)[0]["jobId"] first.items(t)[0]["jobId"], more.items(t)[3]["jobId"] not nil`, more.raw)
	}
	// So does one in another order, and of what is left; the same URL twice is two entries.
	rest := s.batch(t, `{"texts":["c","b","a","a"],"block":true}`, "Idempotency-Key: k")
	for i, want := range []any{more.items(t)[3]["jobId"], first.items(t)[2]["jobId"], first.items(t)[0]["jobId"]} {
		if item := rest.items(t)[i]; item["jobId"] != want || item["bodyMatched"] != true {
			t.Errorf("got item %v, want job %v, bodyMatched true", item, want)
		}
	}
	if rest.field("data", "creditsCharged") != 1.0 {
		t.Errorf("got body %s, want data.creditsCharged 1 of the second entry of one URL", rest.raw)
	}
	other := s.batch(t, `{"texts":["a"]}`, "Idempotency-Key: k")
	if item := other.items(t)[0]; item["jobId"] != first.items(t)[0]["jobId"] || item["bodyMatched"] != false {
		t.Errorf("got item %v that asks for something else, want its first job, bodyMatched false", item)
	}
	if b := s.money(t); b.Debits != 4 {
		t.Errorf("got %d debits, want 4", b.Debits)
	}
}

// TestBatchOfAWhole: a batch that stands for a call of a face is found by its key as a whole, and by no other call.
func TestBatchOfAWhole(t *testing.T) {
	t.Parallel()
	s := setup(t)
	defer close(s.release)
	ask := func(body, whole string, wish *job.Wish) (int, string) {
		ctx := job.PartOf(t.Context(), []byte(whole))
		if wish != nil {
			ctx = job.Wishing(ctx, wish)
		}
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/v1/public/echo/batch", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+string(s.token))
		r.Header.Set("Idempotency-Key", "k")
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	const body = `{"texts":["a","nowhere","b"],"block":true}`
	for range 2 {
		if status, text := ask(body, "ab", nil); status != http.StatusAccepted {
			t.Errorf("the same call: got %d %s, want 202", status, text)
		}
	}
	for name, other := range map[string]struct {
		body, whole string
		wish        *job.Wish
	}{
		"more entries":  {`{"texts":["a","nowhere","b","c"],"block":true}`, "ab", nil},
		"less entries":  {`{"texts":["a"],"block":true}`, "ab", nil},
		"other entries": {`{"texts":["c"],"block":true}`, "ab", nil},
		"other options": {`{"texts":["a","nowhere","b"]}`, "ab", nil},
		"another whole": {body, "abc", nil},
		"another form":  {body, "ab", &job.Wish{Events: "batch.finished"}},
	} {
		if status, text := ask(other.body, other.whole, other.wish); status != http.StatusBadRequest || !strings.Contains(text, `"field":"batchId","issue":"bat_`) {
			t.Errorf("%s: got %d %s, want 400 and the batch of the key", name, status, text)
		}
	}
	if b := s.money(t); b.Debits != 2 {
		t.Errorf("got %d debits, want 2 for the first call alone", b.Debits)
	}
}

func TestReplayedEntriesDoNotCountAgainstTheCap(t *testing.T) {
	t.Parallel()
	s := setup(t)
	defer close(s.release)
	body := `{"texts":` + texts(50) + `,"block":true}`
	if a := s.batch(t, body, "Idempotency-Key: k"); a.status != http.StatusAccepted {
		t.Fatalf("got body %s, want status 202", a.raw)
	}
	if a := s.batch(t, body, "Idempotency-Key: k"); a.status != http.StatusAccepted || a.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf(`got status %d, body %s; want status 202, header Idempotent-Replayed "true"`, a.status, a.raw)
	}
}

func TestSameBatchAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.org = s.Org(t, 1000, 500)
	s.token = s.Token(t, s.org, 1000, 1000)
	var wait sync.WaitGroup
	answers := make([]answer, 16)
	for i := range answers {
		wait.Go(func() { answers[i] = s.batch(t, `{"texts":`+texts(10)+`}`, "Idempotency-Key: k") })
	}
	wait.Wait()
	first := answers[0].items(t)
	for _, a := range answers {
		for i, item := range a.items(t) {
			if item["jobId"] != first[i]["jobId"] || item["jobId"] == nil {
				t.Fatalf("%v and %v", item, first[i])
			}
		}
	}
	if b := s.money(t); b.Debits != 10 {
		t.Errorf("%d debits", b.Debits)
	}
}

func TestBatchTakesFromTheCache(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.org = s.Org(t, 2000, 500)
	s.token = s.Token(t, s.org, 1000, 1000)
	body := `{"texts":` + texts(50) + `,"cacheTtlSec":600,"webhookUrl":"http://hooks.test/in"}`
	s.batch(t, body)
	cached := 0
	a := eventually(t, func() (answer, bool) {
		got := s.batch(t, body)
		cached = 0
		for _, item := range got.items(t) {
			if item["cached"] == true {
				cached++
				result, _ := item["result"].(map[string]any)
				if result["text"] != item["url"] || item["creditsCharged"] != 1.0 || item["status"] != "succeeded" {
					t.Errorf(`got item %v, want ["text"] %v, creditsCharged 1.0, status "succeeded"`, item, item["url"])
				}
			}
		}
		return got, cached == 24 // the others have no room for their events in the transaction and run again
	})
	if a.header.Get("X-Credits-Charged") != "50" {
		t.Errorf(`got header %v, want header X-Credits-Charged "50"`, a.header)
	}
	if a := s.batch(t, `{"texts":["text 1"],"cacheTtlSec":600,"fresh":true}`); a.items(t)[0]["cached"] != false {
		t.Errorf(`got body %s, want items(t)[0]["cached"] false`, a.raw)
	}
	eventually(t, func() (answer, bool) { // what is queued still ends, then the books are at rest
		got := s.call(t, http.MethodGet, "/v1/public/balance", "")
		return got, got.field("data", "reserved") == 0.0
	})
	s.money(t)
}

// Each job of a batch has its event, those from the cache too, and so has the batch.
func TestBatchWebhook(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const body = `{"texts":["a","b"],"cacheTtlSec":300,"webhookUrl":"http://hooks.test/batch"}`
	events := func(want int) {
		t.Helper()
		eventually(t, func() (answer, bool) {
			a := s.call(t, http.MethodGet, deliveriesPath, "")
			list, _ := a.field("data", "items").([]any)
			return a, len(list) == want
		})
	}
	s.batch(t, body)
	events(3)
	again := eventually(t, func() (answer, bool) {
		a := s.batch(t, `{"texts":["a","b"],"cacheTtlSec":300}`)
		return a, strings.Count(a.raw, `"cached":true`) == 2
	})
	if again.status != http.StatusAccepted {
		t.Errorf("got status %d, want 202", again.status)
	}
	s.batch(t, body)
	events(6)
}

// TestBatchKeysGoByTheTarget: another spelling of an entry is the same entry, in the call that is sent again
// and within one, and both answers name it alike.
func TestBatchKeysGoByTheTarget(t *testing.T) {
	t.Parallel()
	s := setup(t)
	first := s.batch(t, `{"texts":["a","b"]}`, "Idempotency-Key: k")
	again := s.batch(t, `{"texts":[" b ","a"," a "]}`, "Idempotency-Key: k")
	was, is := first.items(t), again.items(t)
	if is[0]["jobId"] != was[1]["jobId"] || is[1]["jobId"] != was[0]["jobId"] || is[0]["replayed"] != true || is[2]["replayed"] != false || again.field("data", "creditsCharged") != 1.0 {
		t.Errorf("got body %s after %s, want the two jobs and a new one for the second of a target", again.raw, first.raw)
	}
	path, _ := again.field("data", "pollUrl").(string)
	shown := s.call(t, http.MethodGet, path, "").items(t)
	if is[0]["url"] != "b" || is[2]["url"] != "a" || shown[0]["url"] != "a" {
		t.Errorf("got entries %v and %v, want them by their targets", is, shown)
	}
}
