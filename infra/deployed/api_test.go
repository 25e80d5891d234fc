package deployed_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// caller is somebody with a token of the deployed API.
type caller struct {
	e          *emulator
	url, token string
}

// job is what these tests read of a job.
type job struct {
	ID       string   `json:"jobId"`
	BatchID  string   `json:"batchId"`
	Kind     string   `json:"kind"`
	Status   string   `json:"status"`
	Charged  int64    `json:"creditsCharged"`
	Refunded int64    `json:"creditsRefunded"`
	Cached   bool     `json:"cached"`
	Result   jsonText `json:"result"`
	Error    *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// jsonText is JSON as it came, which a failure shows as text.
type jsonText string

func (s *jsonText) UnmarshalJSON(b []byte) error {
	*s = jsonText(b)
	return nil
}

func (j job) ended() bool {
	return j.Status == "succeeded" || j.Status == "failed" || j.Status == "cancelled"
}

// call makes a call below /v1/public and returns the data of its answer, which must have one of the
// statuses 200, 201 and 202.
func (c caller) call(t *testing.T, method, path, body string) json.RawMessage {
	t.Helper()
	status, answer := c.send(t, c.request(t, method, path, body))
	if status != http.StatusOK && status != http.StatusCreated && status != http.StatusAccepted {
		t.Fatalf("%s %s: got status %d, %s; want 200, 201 or 202", method, path, status, answer)
	}
	return read[struct {
		Data json.RawMessage `json:"data"`
	}](t, json.RawMessage(answer)).Data
}

func read[T any](t *testing.T, data json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("got %v of %s, want what the document describes", err, data)
	}
	return v
}

// start makes a job.
func (c caller) start(t *testing.T, path, body string) job {
	t.Helper()
	return read[job](t, c.call(t, http.MethodPost, path, body))
}

// finish makes a job and waits for its end.
func (c caller) finish(t *testing.T, path, body string) job {
	t.Helper()
	return c.await(t, c.start(t, path, body))
}

// await waits for a job's end. A deployed API holds the question for events after one that is
// known until there is another, or half a minute has passed, so this does not spin.
func (c caller) await(t *testing.T, j job) job {
	t.Helper()
	last := ""
	for range 20 {
		if j.ended() {
			return j
		}
		if id := c.events(t, j.ID, last); id != "" {
			last = id
		}
		j = read[job](t, c.call(t, http.MethodGet, "/jobs/"+j.ID, ""))
	}
	t.Fatalf("got job %+v after its events, want its end", j)
	return j
}

// events asks for a job's events after one of them and returns the id of the newest.
func (c caller) events(t *testing.T, id, after string) string {
	t.Helper()
	req := c.request(t, http.MethodGet, "/jobs/"+id+"/events", "")
	if after != "" {
		req.Header.Set("Last-Event-ID", after)
	}
	_, answer := c.send(t, req)
	newest := ""
	for line := range strings.Lines(answer) {
		if id, found := strings.CutPrefix(strings.TrimSpace(line), "id:"); found {
			newest = strings.TrimSpace(id)
		}
	}
	return newest
}

func (c caller) request(t *testing.T, method, path, body string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, strings.TrimSuffix(c.url, "/")+"/v1/public"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", "application/json")
	return req
}

func (c caller) send(t *testing.T, req *http.Request) (status int, answer string) {
	t.Helper()
	res, err := c.e.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	read, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(read)
}
