package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// drop resets the connection without an answer.
func drop(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = conn.Close()
	}
	panic(http.ErrAbortHandler)
}

// lost performs each call and loses its answer.
func (p *proxy) lost(w http.ResponseWriter, r *http.Request) {
	p.service.ServeHTTP(discarded{http.Header{}}, r)
	drop(w)
}

type discarded struct{ header http.Header }

func (d discarded) Header() http.Header         { return d.header }
func (d discarded) Write(p []byte) (int, error) { return len(p), nil }
func (d discarded) WriteHeader(int)             {}

// orphan answers what creates jobs, and nothing that asks for them.
func (p *proxy) orphan(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		drop(w)
	}
	p.service.ServeHTTP(w, r)
}

// stall never answers.
func stall(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// trickle sends a byte every tenth of a second, without an end.
func trickle(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	for beat := time.NewTicker(100 * time.Millisecond); r.Context().Err() == nil; <-beat.C {
		_, _ = io.WriteString(w, " ")
		_ = http.NewResponseController(w).Flush()
	}
}

// cut breaks off within an answer.
func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, `{"data":{"jobId":"job_`)
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// page answers like a network that wants a login first.
func page(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	_, _ = io.WriteString(w, "<html>Log in to this network.</html>")
}

// gateway answers like a proxy whose service is away.
func gateway(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(http.StatusBadGateway)
	_, _ = io.WriteString(w, "<html>Bad gateway</html>")
}

// refuse answers with an error of the service's form.
func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error":{"code":%q,"message":"refused by the proxy","requestId":"req_proxy","retryable":true,"details":[]}}`, code)
}

// date answers 429 first, to what creates jobs with a number for Retry-After, to the others with a
// date that is two seconds away by a clock that is an hour fast, and refuses who comes before.
func (p *proxy) date(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	before, again := p.last("date\n" + call(r, body))
	switch {
	case !again:
		fast := p.now().Add(time.Hour).UTC()
		w.Header().Set("Date", fast.Format(http.TimeFormat))
		w.Header().Set("Retry-After", fast.Add(2*time.Second).Format(http.TimeFormat))
		if r.Method == http.MethodPost {
			w.Header().Set("Retry-After", "2")
		}
		refuse(w, http.StatusTooManyRequests, "rate_limited")
	case p.now().Sub(before) < 1900*time.Millisecond:
		refuse(w, http.StatusBadRequest, "impatient")
	default:
		p.service.ServeHTTP(w, r)
	}
}

// later is answered with a wait that nobody has: an hour, as a date or as a number.
func (p *proxy) later(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Retry-After", "3600")
	if r.Method == http.MethodGet {
		now := p.now().UTC()
		w.Header().Set("Date", now.Format(http.TimeFormat))
		w.Header().Set("Retry-After", now.Add(time.Hour).Format(http.TimeFormat))
	}
	refuse(w, http.StatusTooManyRequests, "rate_limited")
}

// eager has a job that never ends and says to poll at once; it refuses those who do.
func (p *proxy) eager(w http.ResponseWriter, r *http.Request) {
	before, again := p.last("eager\n" + call(r, nil))
	if again && p.now().Sub(before) < 400*time.Millisecond {
		refuse(w, http.StatusBadRequest, "busy_polling")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Retry-After", "0")
	if r.Method == http.MethodPost {
		w.WriteHeader(http.StatusAccepted)
	}
	id := strings.TrimPrefix(r.URL.Path, "/v1/public/jobs/")
	if id == r.URL.Path {
		id = "job_eager_" + r.Header.Get("Idempotency-Key")
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"data": map[string]any{
		"jobId": id, "status": "running", "progress": map[string]any{"done": 1, "total": 3, "stage": "pages"},
	}})
}

// stuck has a list whose cursor does not advance.
func stuck(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"data":{"items":[],"nextCursor":"again","exhausted":false}}`)
}

// flaky answers 503 to the first attempt of each call.
func (p *proxy) flaky(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	if _, again := p.last("flaky\n" + call(r, body)); !again {
		refuse(w, http.StatusServiceUnavailable, "service_unavailable")
		return
	}
	p.service.ServeHTTP(w, r)
}

// broken cuts a stream of events within the second event of each connection.
func (p *proxy) broken(w http.ResponseWriter, r *http.Request) {
	if !strings.HasSuffix(r.URL.Path, "/events") {
		p.service.ServeHTTP(w, r)
		return
	}
	p.service.ServeHTTP(&cutter{ResponseWriter: w}, r)
}

// cutter passes on a stream until its first event is whole, and the begin of another.
type cutter struct {
	http.ResponseWriter
	passed []byte
}

func (c *cutter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *cutter) Write(p []byte) (int, error) {
	begun := len(c.passed)
	c.passed = append(c.passed, p...)
	at := bytes.Index(c.passed, []byte("\nid: "))
	if at >= 0 {
		if end := bytes.Index(c.passed[at:], []byte("\n\n")); end >= 0 {
			_, _ = c.ResponseWriter.Write(c.passed[begun : at+end+2])
			_, _ = io.WriteString(c.ResponseWriter, "id: finished\nevent: batch.finished\ndata: {\"half")
			_ = http.NewResponseController(c.ResponseWriter).Flush()
			panic(http.ErrAbortHandler)
		}
	}
	return c.ResponseWriter.Write(p)
}
