package api_test

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

var errLost = errors.New("connection reset")

// fault is what goes wrong once a call's write is made.
type fault struct {
	refused bool // the write is not made
	lost    bool // the write's answer does not arrive
	away    bool // the engine answers nothing from then on
}

// after has the engine make so many writes, of which the first checks the token, and
// then fail.
func (s *service) after(writes int64, f fault) {
	var asked, made atomic.Int64
	var broken atomic.Bool
	isWrite := func(operation string) bool {
		return slices.Contains([]string{"PutItem", "UpdateItem", "TransactWriteItems"}, operation)
	}
	s.Fault.Before(func(operation string) (*http.Response, error) {
		if broken.Load() || (isWrite(operation) && asked.Add(1) == writes && f.refused) {
			return nil, errLost
		}
		return nil, nil
	})
	s.Fault.After(func(operation string) (*http.Response, error) {
		if f.refused || !isWrite(operation) || made.Add(1) != writes {
			return nil, nil
		}
		broken.Store(f.away)
		if f.lost {
			return nil, errLost
		}
		return nil, nil
	})
}

func (s *service) mend() {
	s.Fault.Before(nil)
	s.Fault.After(nil)
}

// TestEngineDiesWhileTheyWait: all learn which job they paid for, so nobody pays again.
func TestEngineDiesWhileTheyWait(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const callers = 10
	answers := make([]answer, callers)
	var wait sync.WaitGroup
	for i := range answers {
		wait.Go(func() {
			for range 3 { // as a client that sends again what is answered 5xx
				if answers[i] = s.post(t, `{"text":"x","block":true}`); answers[i].status < http.StatusInternalServerError {
					return
				}
			}
		})
	}
	var admitted []string
	eventually(t, func() (answer, bool) {
		for _, j := range s.queue.Jobs() {
			admitted = append(admitted, j.JobID)
		}
		return answer{}, len(admitted) == callers
	})
	s.Fault.Before(func(string) (*http.Response, error) { return nil, errLost })
	wait.Wait()
	s.mend()
	close(s.release)
	for _, a := range answers {
		id, _ := a.field("data", "jobId").(string)
		if a.status != http.StatusAccepted || !slices.Contains(admitted, id) || a.header.Get("Location") != "/v1/public/jobs/"+id {
			t.Errorf("got status %d, header %v, body %s; want status 202 with an admitted job and where to poll it", a.status, a.header, a.raw)
		}
		if charged, left := a.header.Get("X-Credits-Charged"), a.header["X-Credits-Remaining"]; charged != "1" || left != nil {
			t.Errorf(`got headers X-Credits-Charged %q, X-Credits-Remaining %q; want "1", and none of what cannot be read`, charged, left)
		}
	}
	if b := s.money(t); b.Debits != callers {
		t.Errorf("got %d debits, want %d: one for each caller", b.Debits, callers)
	}
}

// writing is a call that writes, and what it answers when something fails behind its write.
type writing struct {
	name, method, path, body string
	write                    int64 // which of the call's writes is what it is for
	status                   int
	want                     string // within the body
	whole                    int    // status when the result can be read, as well; 0 is the same
	unknown                  string // code when nobody can say whether it was done
	header                   string
	again                    bool // it is made again by itself when it fails
}

var writings = []writing{
	{"a job", http.MethodPost, "/v1/public/echo", `{"text":"x","wait":false}`, 2, 202, `"status":"queued"`, 0, "outcome_unknown", "", false},
	{"a job with a key", http.MethodPost, "/v1/public/echo", `{"text":"x","wait":false}`, 2, 202, `"status":"queued"`, 0, "service_unavailable", "Idempotency-Key: k", false},
	{"a job waited for", http.MethodPost, "/v1/public/echo", `{"text":"x","waitTimeoutMs":60,"block":true}`, 2, 202, `"jobId":"job_`, 0, "outcome_unknown", "", false},
	{"a cached job", http.MethodPost, "/v1/public/echo", `{"text":"a","cacheTtlSec":300}`, 2, 202, `"status":"succeeded"`, 200, "outcome_unknown", "", false},
	{"a job with a webhook", http.MethodPost, "/v1/public/echo", `{"text":"x","wait":false,"webhookUrl":"http://hooks.test/job"}`, 2, 202, `"status":"queued"`, 0, "outcome_unknown", "", false},
	{"a batch", http.MethodPost, "/v1/public/echo/batch", `{"texts":["b","c"]}`, 2, 202, `"jobId":"job_`, 0, "outcome_unknown", "", false},
	{"a batch with a key", http.MethodPost, "/v1/public/echo/batch", `{"texts":["b","c"]}`, 2, 202, `"jobId":"job_`, 0, "service_unavailable", "Idempotency-Key: k", false},
	{"a cached batch", http.MethodPost, "/v1/public/echo/batch", `{"texts":["a","a"],"cacheTtlSec":300}`, 2, 202, `"cached":true`, 0, "outcome_unknown", "", false},
	{"a cancellation", http.MethodPost, "JOB/cancel", "", 2, 200, `"status":"cancelled"`, 0, "service_unavailable", "", false},
	{"an endpoint", http.MethodPost, endpointsPath, `{"url":"http://hooks.test/new"}`, 2, 201, `"signingSecret"`, 0, "service_unavailable", "", true},
	{"a description", http.MethodPatch, "ENDPOINT", `{"description":"x"}`, 2, 200, `"description":"x"`, 0, "service_unavailable", "", true},
	{"a URL", http.MethodPatch, "ENDPOINT", `{"url":"http://hooks.test/other"}`, 2, 200, `/other`, 0, "service_unavailable", "", true},
	{"a rotated secret", http.MethodPost, "ENDPOINT/secret/rotate", "", 2, 200, `"signingSecret"`, 0, "outcome_unknown", "", false},
	{"a deleted endpoint", http.MethodDelete, "ENDPOINT", "", 2, 200, `"deleted":true`, 0, "service_unavailable", "", false},
	{"a test event", http.MethodPost, "ENDPOINT/test", "", 2, 202, `"pending"`, 0, "outcome_unknown", "", false},
	{"a replayed event", http.MethodPost, "DELIVERY/replay", "", 2, 202, `"pending"`, 0, "outcome_unknown", "", false},
}

// prepare makes what a path names, and has the token's bucket known, so that each call
// checks it by one write.
func (s *service) prepare(t *testing.T, path string) string {
	t.Helper()
	endpoint, _ := s.endpoint(t, "http://hooks.test/in")
	s.post(t, `{"text":"a","cacheTtlSec":300}`)
	eventually(t, func() (answer, bool) {
		a := s.post(t, `{"text":"a","cacheTtlSec":300}`)
		return a, a.field("data", "cached") == true
	})
	id, _ := s.post(t, `{"text":"x","block":true,"wait":false}`).field("data", "jobId").(string)
	eventually(t, func() (answer, bool) { // the worker writes nothing more before it is released
		a := s.call(t, http.MethodGet, "/v1/public/jobs/"+id, "")
		return a, a.field("data", "status") == "running"
	})
	made := s.call(t, http.MethodPost, endpoint+"/test", "")
	delivery, _ := made.field("data", "delivery", "id").(string)
	return strings.NewReplacer("JOB", "/v1/public/jobs/"+id, "ENDPOINT", endpoint, "DELIVERY", deliveriesPath+"/"+delivery).Replace(path)
}

// TestNothingFailsAfterTheWrite breaks the engine as soon as it has made what a call is
// for, or loses the answer to that.
func TestNothingFailsAfterTheWrite(t *testing.T) {
	t.Parallel()
	for _, c := range writings {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.fails(t, fault{away: true}, c.status, c.want)
		})
		t.Run(c.name+", its answer lost", func(t *testing.T) {
			t.Parallel()
			c.fails(t, fault{lost: true}, cmp.Or(c.whole, c.status), c.want)
		})
		t.Run(c.name+", not made", func(t *testing.T) {
			t.Parallel()
			if c.again {
				c.fails(t, fault{refused: true}, c.status, c.want)
				return
			}
			a := c.fails(t, fault{refused: true}, http.StatusServiceUnavailable, `"service_unavailable"`)
			if a.field("error", "retryable") != true {
				t.Errorf("got body %s, want error.retryable true of what was not made", a.raw)
			}
		})
		t.Run(c.name+", nobody knows", func(t *testing.T) {
			t.Parallel()
			a := c.fails(t, fault{lost: true, away: true}, http.StatusServiceUnavailable, `"`+c.unknown+`"`)
			if again := a.field("error", "retryable"); again != (c.unknown != "outcome_unknown") {
				t.Errorf("got error.retryable %v, want it only for what can be sent again without harm: %s", again, a.raw)
			}
			if details, _ := a.field("error", "details").([]any); c.unknown == "outcome_unknown" && len(details) == 0 {
				t.Errorf("got body %s, want details that name what to look at", a.raw)
			}
		})
	}
}

// fails makes a call with a fault and holds its answer to a status and a part of the body.
func (c writing) fails(t *testing.T, f fault, status int, want string) answer {
	t.Helper()
	s := setup(t)
	defer close(s.release)
	path := s.prepare(t, c.path)
	s.after(c.write, f)
	var headers []string
	if c.header != "" {
		headers = append(headers, c.header)
	}
	a := s.call(t, c.method, path, c.body, headers...)
	s.mend()
	if a.status != status || !strings.Contains(a.raw, want) {
		t.Errorf("got status %d, body %s; want status %d, body with %s", a.status, a.raw, status, want)
	}
	if left := a.header["X-Credits-Remaining"]; f.away && left != nil {
		t.Errorf("got header X-Credits-Remaining %q, want none of what cannot be read", left)
	}
	return a
}

// A caller who does as the error says pays once.
func TestUnknownNamesWhatToLookAt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, path, body string }{
		{"a job", "/v1/public/echo", `{"text":"b"}`}, {"a batch", "/v1/public/echo/batch", `{"texts":["b"]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			s.prepare(t, "")
			defer close(s.release)
			before := s.money(t).Debits
			s.after(2, fault{lost: true, away: true})
			a := s.call(t, http.MethodPost, c.path, c.body)
			s.mend()
			details, _ := a.field("error", "details").([]any)
			if len(details) == 0 {
				t.Fatalf("got body %s, want details", a.raw)
			}
			first, _ := details[0].(map[string]any)
			id, _ := first["issue"].(string)
			if got := s.call(t, http.MethodGet, "/v1/public/jobs/"+id, ""); got.status != http.StatusOK {
				t.Errorf("got status %d for the job that %s names, want 200", got.status, a.raw)
			}
			if b := s.money(t); b.Debits != before+1 {
				t.Errorf("got %d debits more, want 1", b.Debits-before)
			}
		})
	}
}

// A look that fails is made again: what was lost and is there is no error.
func TestLookIsMadeAgain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	defer close(s.release)
	s.prepare(t, "")
	var lost, failed atomic.Bool
	s.Fault.After(func(operation string) (*http.Response, error) {
		if operation == "TransactWriteItems" && lost.CompareAndSwap(false, true) {
			return nil, errLost
		}
		return nil, nil
	})
	s.Fault.Before(func(operation string) (*http.Response, error) {
		if operation == "GetItem" && lost.Load() && failed.CompareAndSwap(false, true) {
			return nil, errLost
		}
		return nil, nil
	})
	if a := s.post(t, `{"text":"b","wait":false}`); a.status != http.StatusAccepted || !failed.Load() {
		t.Errorf("got status %d, a failed look %t, body %s; want 202 after one", a.status, failed.Load(), a.raw)
	}
}

// A keyed call can be sent again whatever became of it.
func TestKeyedCallIsSentAgain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	defer close(s.release)
	s.prepare(t, "")
	before := s.money(t).Debits
	s.after(2, fault{lost: true, away: true})
	first := s.post(t, `{"text":"b","wait":false}`, "Idempotency-Key: k")
	s.mend()
	second := s.post(t, `{"text":"b","wait":false}`, "Idempotency-Key: k")
	if first.status != http.StatusServiceUnavailable || second.status != http.StatusAccepted || second.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("got status %d, then %d with headers %v; want 503, then 202 replayed", first.status, second.status, second.header)
	}
	if b := s.money(t); b.Debits != before+1 {
		t.Errorf("got %d debits more, want 1", b.Debits-before)
	}
}
