package caller_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
)

// scripted answers each request by the next of some functions, in a bubble's time.
type scripted struct {
	answers []func(*http.Request) (*http.Response, error)
	asked   []*http.Request
}

// RoundTrip implements http.RoundTripper.
func (s *scripted) RoundTrip(r *http.Request) (*http.Response, error) {
	n := len(s.asked)
	s.asked = append(s.asked, r)
	if n >= len(s.answers) {
		return nil, fmt.Errorf("request %d was not expected", n+1)
	}
	return s.answers[n](r)
}

func says(status int, header, body string) func(*http.Request) (*http.Response, error) {
	return func(*http.Request) (*http.Response, error) {
		w := httptest.NewRecorder()
		if header != "" {
			w.Header().Set("Retry-After", header)
		}
		w.WriteHeader(status)
		_, _ = w.WriteString(body)
		return w.Result(), nil
	}
}

func lost(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }

const (
	done  = `{"data":{"jobId":"job_x"}}`
	later = `{"error":{"code":"rate_limited","message":"later"}}`
	fault = `{"error":{"code":"service_unavailable","message":"odd"}}`
)

// TestWhatIsSentAgain: what cannot charge twice, under the same key, and when the service says.
func TestWhatIsSentAgain(t *testing.T) {
	t.Parallel()
	keyed := caller.Request{Method: http.MethodPost, Path: "/x", Body: map[string]any{}, Key: "k"}
	once := caller.Request{Method: http.MethodPost, Path: "/x", Once: true}
	for name, c := range map[string]struct {
		request caller.Request
		answers []func(*http.Request) (*http.Response, error)
		asked   int
		waited  time.Duration // at least
		good    bool
	}{
		"an answer":                     {keyed, []func(*http.Request) (*http.Response, error){says(200, "", done)}, 1, 0, true},
		"a lost answer":                 {keyed, []func(*http.Request) (*http.Response, error){lost, says(200, "", done)}, 2, 0, true},
		"a fault":                       {keyed, []func(*http.Request) (*http.Response, error){says(503, "3", fault), says(200, "", done)}, 2, 3 * time.Second, true},
		"a gateway's page":              {keyed, []func(*http.Request) (*http.Response, error){says(502, "", "<html>"), says(200, "", done)}, 2, 0, true},
		"a page that is no service's":   {keyed, []func(*http.Request) (*http.Response, error){says(200, "", "<html>")}, 1, 0, false},
		"too many":                      {keyed, []func(*http.Request) (*http.Response, error){says(429, "7", later), says(200, "", done)}, 2, 7 * time.Second, true},
		"too many, for an hour":         {keyed, []func(*http.Request) (*http.Response, error){says(429, "3600", later)}, 1, 0, false},
		"a redirect":                    {keyed, []func(*http.Request) (*http.Response, error){says(302, "", done)}, 1, 0, false},
		"a refusal":                     {keyed, []func(*http.Request) (*http.Response, error){says(400, "", fault)}, 1, 0, false},
		"lost, and done again":          {once, []func(*http.Request) (*http.Response, error){lost}, 1, 0, false},
		"a fault of what is done once":  {once, []func(*http.Request) (*http.Response, error){says(503, "1", fault)}, 1, 0, false},
		"too many of what is done once": {once, []func(*http.Request) (*http.Response, error){says(429, "1", later), says(200, "", done)}, 2, time.Second, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				web := &scripted{answers: c.answers}
				api := caller.New("http://127.0.0.1", "token")
				api.HTTP.Transport = web
				begin := time.Now()
				_, err := api.Do(t.Context(), c.request)
				if (err == nil) != c.good || len(web.asked) != c.asked || time.Since(begin) < c.waited {
					t.Errorf("got error %v after %d requests and %s; want none %t, %d, at least %s", err, len(web.asked), time.Since(begin), c.good, c.asked, c.waited)
				}
				for _, r := range web.asked {
					if r.Header.Get("Idempotency-Key") != c.request.Key || r.Header.Get("Authorization") != "Bearer token" {
						t.Errorf("got header %v, want the key %q and the token", r.Header, c.request.Key)
					}
				}
			})
		})
	}
}

// TestPatience: a call that may wait does so however often it is refused for now.
func TestPatience(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		web := &scripted{}
		for range 40 {
			web.answers = append(web.answers, says(429, "60", later))
		}
		web.answers = append(web.answers, says(200, "", done))
		api := caller.New("http://127.0.0.1", "token")
		api.HTTP.Transport = web
		if _, err := api.Do(t.Context(), caller.Request{Method: http.MethodPost, Path: "/x", Key: "k", Patient: true}); err != nil || len(web.asked) != 41 {
			t.Errorf("got error %v after %d requests, want none after 41", err, len(web.asked))
		}
	})
}

// TestLargeResultsAreElsewhere: they are fetched there, without the token.
func TestLargeResultsAreElsewhere(t *testing.T) {
	t.Parallel()
	bucket := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Authorization"); got != "" {
			t.Errorf("got %q sent to the bucket, want nothing", got)
		}
		_, _ = io.WriteString(w, `{"markdown":"all"}`)
	}))
	t.Cleanup(bucket.Close)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, strings.Replace(bucket.URL, "127.0.0.1", "localhost", 1)+"/object", http.StatusFound)
	}))
	t.Cleanup(service.Close)
	got, err := caller.New(service.URL, "token").Do(t.Context(), caller.Request{Method: http.MethodGet, Path: "/v1/public/jobs/job_x/result", Whole: true})
	if err != nil || string(got.Data) != `{"markdown":"all"}` {
		t.Errorf("got %+v, error %v; want the result", got, err)
	}
}

// TestStreamsAreResumed behind the last event that was whole.
func TestStreamsAreResumed(t *testing.T) {
	t.Parallel()
	var connections atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		switch connections.Add(1) {
		case 1:
			_, _ = io.WriteString(w, "retry: 1\n\n: beat\n\nid: a\nevent: job.progress\ndata: {\"n\":1}\n\nid: b\nevent: job.progress\ndata: {\"n\":")
		default:
			if got := r.Header.Get("Last-Event-ID"); got != "a" {
				t.Errorf("got Last-Event-ID %q, want a", got)
			}
			_, _ = io.WriteString(w, "id: b\nevent: job.succeeded\ndata: {\"n\":2}\n\n")
		}
	}))
	t.Cleanup(server.Close)
	var seen []string
	err := caller.New(server.URL, "x").Events(t.Context(), "/events", func(e caller.Event) (bool, error) {
		seen = append(seen, e.Type+string(e.Data))
		return e.Type == "job.succeeded", nil
	})
	want := []string{`job.progress{"n":1}`, `job.succeeded{"n":2}`}
	got, _ := json.Marshal(seen)    // texts
	wanted, _ := json.Marshal(want) // texts
	if err != nil || string(got) != string(wanted) {
		t.Errorf("got %s, error %v; want %s", got, err, wanted)
	}
}

// TestAStreamThatIsRefused ends at once, and one that is cancelled as well.
func TestAStreamThatIsRefused(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `{"error":{"code":"job_not_found","message":"gone"}}`)
	}))
	t.Cleanup(server.Close)
	never := func(caller.Event) (bool, error) { return false, nil }
	var refusal *caller.RefusedError
	if err := caller.New(server.URL, "x").Events(t.Context(), "/events", never); !errors.As(err, &refusal) || refusal.Code != "job_not_found" {
		t.Errorf("got error %v, want job_not_found", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := caller.New(server.URL, "x").Events(ctx, "/events", never); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want that of the context", err)
	}
}

// TestAServiceThatIsAway, and was heard before, is asked again for as long as an outage; one that was never there is not.
func TestAServiceThatIsAway(t *testing.T) {
	t.Parallel()
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	poll := caller.Request{Method: http.MethodGet, Path: "/x", Patient: true}
	stream := func(ctx context.Context, api *caller.Client) error {
		return api.Events(ctx, "/events", func(caller.Event) (bool, error) { return true, nil })
	}
	read := func(ctx context.Context, api *caller.Client) error {
		_, err := api.Do(ctx, poll)
		return err
	}
	for name, c := range map[string]struct {
		heard bool
		back  time.Duration // after which the service answers; 0 for never
		read  func(context.Context, *caller.Client) error
		good  bool
		least time.Duration
		most  time.Duration
	}{
		"a call, a minute":      {true, time.Minute, read, true, time.Minute, 90 * time.Second},
		"a call, for ever":      {true, 0, read, false, caller.Outage, caller.Outage + time.Minute},
		"a call, never heard":   {false, 0, read, false, 0, time.Second},
		"a stream, a minute":    {true, time.Minute, stream, true, time.Minute, 90 * time.Second},
		"a stream, for ever":    {true, 0, stream, false, caller.Outage, caller.Outage + time.Minute},
		"a stream, never heard": {false, 0, stream, false, 0, 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				api := caller.New("http://127.0.0.1", "token")
				var begin time.Time
				api.HTTP.Transport = trip(func(r *http.Request) (*http.Response, error) {
					switch {
					case begin.IsZero() && c.heard:
						return says(200, "", done)(r)
					case c.back == 0 || time.Since(begin) < c.back:
						return nil, refused
					case r.URL.Path == "/events":
						w := httptest.NewRecorder()
						w.Header().Set("Content-Type", "text/event-stream")
						_, _ = io.WriteString(w, "id: a\nevent: job.succeeded\ndata: {}\n\n")
						return w.Result(), nil
					}
					return says(200, "", done)(r)
				})
				if c.heard {
					_ = read(t.Context(), api)
				}
				begin = time.Now()
				err := c.read(t.Context(), api)
				if took := time.Since(begin); (err == nil) != c.good || took < c.least || took > c.most {
					t.Errorf("got error %v after %s; want none %t, after %s to %s", err, took, c.good, c.least, c.most)
				}
			})
		})
	}
}

// trip is a function that answers.
type trip func(*http.Request) (*http.Response, error)

// RoundTrip implements http.RoundTripper.
func (t trip) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }
