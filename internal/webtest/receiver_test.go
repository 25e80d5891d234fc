package webtest_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/webtest"
)

func post(ctx context.Context, r http.Handler, body string) *httptest.ResponseRecorder {
	req := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://hook.test/", strings.NewReader(body))
	req.Header.Set("X-Service-Signature", "sha256=00")
	res := httptest.NewRecorder()
	r.ServeHTTP(res, req)
	return res
}

func TestReceiverAnswersInOrder(t *testing.T) {
	t.Parallel()
	r := webtest.NewReceiver(
		webtest.Answer{Status: http.StatusServiceUnavailable, RetryAfter: 7},
		webtest.Answer{Status: http.StatusFound, Location: "http://elsewhere.test/"},
	)
	r.Answer(webtest.Answer{Status: http.StatusGone, Body: "gone"})

	type answer struct {
		Status                     int
		RetryAfter, Location, Body string
	}
	got := make([]answer, 0, 5)
	for i := range 5 {
		if i == 4 {
			r.Always(webtest.Answer{Status: http.StatusTeapot})
		}
		res := post(t.Context(), r, "{}")
		got = append(got, answer{res.Code, res.Header().Get("Retry-After"), res.Header().Get("Location"), res.Body.String()})
	}
	want := []answer{{503, "7", "", ""}, {302, "", "http://elsewhere.test/", ""}, {410, "", "", "gone"}, {204, "", "", ""}, {418, "", "", ""}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

func TestReceiverRecords(t *testing.T) {
	t.Parallel()
	r := webtest.NewReceiver()
	s := webtest.Start(t, r.Site("hook.test"))
	const raw = "{ \"type\" : \"job.succeeded\" }\n"
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://hook.test/in/1?x=2", strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Webhook-Id", "evt_1")
	res, err := client(s).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()

	got, err := r.Wait(t.Context(), 1)
	if err != nil || len(got) != 1 {
		t.Fatalf("%d requests, %v", len(got), err)
	}
	g := got[0]
	if g.Method != http.MethodPost || g.Host != "hook.test" || g.Path != "/in/1?x=2" || string(g.Body) != raw ||
		g.Header.Get("Webhook-Id") != "evt_1" || g.At.IsZero() {
		t.Errorf("recorded %+v with body %q", g, g.Body)
	}
}

func TestReceiverDelaysAndHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := webtest.NewReceiver(webtest.Answer{Delay: 20 * time.Second}, webtest.Answer{Hang: true})
		start := time.Now()
		if res := post(t.Context(), r, "a"); res.Code != http.StatusNoContent || time.Since(start) != 20*time.Second {
			t.Errorf("%d after %s", res.Code, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
		defer cancel()
		start = time.Now()
		// A recorder that nothing was written to says 200; an answer would have been 204.
		if res := post(ctx, r, "b"); res.Code != http.StatusOK || time.Since(start) != 15*time.Second {
			t.Errorf("a black hole answered after %s", time.Since(start))
		}
		if n := len(r.Received()); n != 2 {
			t.Errorf("%d requests recorded, want 2: what is not answered has still come", n)
		}
	})
}

func TestReceiverWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := webtest.NewReceiver()
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				time.Sleep(time.Second)
				post(t.Context(), r, "x")
			})
		}
		if got, err := r.Wait(t.Context(), 8); err != nil || len(got) != 8 {
			t.Errorf("%d requests, %v", len(got), err)
		}
		wg.Wait()

		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if got, err := r.Wait(ctx, 9); !errors.Is(err, context.DeadlineExceeded) || len(got) != 8 {
			t.Errorf("%d requests, %v; want 8 and the end of the wait", len(got), err)
		}
	})
}

// brokenBody fails in the middle, as when a client leaves.
type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestReceiverForgetsBrokenRequests(t *testing.T) {
	t.Parallel()
	r := webtest.NewReceiver()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://hook.test/", brokenBody{})
	r.ServeHTTP(httptest.NewRecorder(), req)
	if n := len(r.Received()); n != 0 {
		t.Errorf("%d requests recorded", n)
	}
}
