package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/aws/aws-lambda-go/lambdacontext"

	"github.com/quarryapi/quarry/internal/core/seal"
	"github.com/quarryapi/quarry/internal/serve/local"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
	"github.com/quarryapi/quarry/internal/serve/local/loopback"
	logmeter "github.com/quarryapi/quarry/internal/serve/meter"
	"github.com/quarryapi/quarry/internal/webtest"
)

// rounds is how often each way is gone. What is measured is the least: a machine with other work makes a call
// look more often for its job, and never less.
const rounds = 5

// used is what one call, or one job, uses of what is billed by use.
type used struct {
	capacity
	logged float64 // bytes of lines
	sent   float64 // bytes of answers
	kept   float64 // bytes of rows that stay
}

// figures are what the ways to call use.
type figures struct {
	waited  used // a scrape that the caller waits for, without the reads of the wait
	async   used // without waiting
	cached  used // from the cache
	polled  used // one poll of a job that has ended
	webhook used // what an endpoint adds to a job
	crawl   crawled
}

// crawlPages is how many pages are crawled to measure one.
const crawlPages = 80

// bench is a service over a metered engine.
type bench struct {
	info   *local.Info
	tables *meter
	lines  *counter
}

// counter counts bytes and lines, and those that say that something is over.
type counter struct{ bytes, lines, over atomic.Int64 }

// Write implements io.Writer.
func (c *counter) Write(p []byte) (int, error) {
	c.bytes.Add(int64(len(p)))
	c.lines.Add(int64(bytes.Count(p, []byte("\n"))))
	if bytes.Contains(p, []byte(logmeter.EndedLine)) || bytes.Contains(p, []byte("webhook attempt")) {
		c.over.Add(1)
	}
	return len(p), nil
}

// eventOverhead is what CloudWatch Logs adds to each event when it bills its bytes.
const eventOverhead = 26

func (c *counter) take() float64 {
	return float64(c.bytes.Swap(0) + eventOverhead*c.lines.Swap(0))
}

// measure has a service on loopback do each way, and says what it used.
func measure(ctx context.Context) (f figures, err error) {
	engine, err := dynamo.Open(ctx, dynamo.Options{})
	if err != nil {
		return f, err
	}
	b := &bench{tables: &meter{engine: engine}, lines: &counter{}}
	tables, err := loopback.Serve(ctx, "127.0.0.1:0", b.tables)
	if err != nil {
		return f, err
	}
	defer tables.Close()
	hooks, err := loopback.Serve(ctx, "127.0.0.1:0", webtest.NewReceiver())
	if err != nil {
		return f, err
	}
	defer hooks.Close()
	dir, err := os.MkdirTemp("", "quarry-cost")
	if err != nil {
		return f, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	// The log is that of a function, from info on.
	log := slog.New(logmeter.Log(seal.Log(slog.NewJSONHandler(b.lines, &slog.HandlerOptions{ReplaceAttr: lambdacontext.ReplaceAttr})), "quarry"))
	service, err := local.Start(ctx, local.Options{
		Listen: "127.0.0.1:0", DataDir: dir, SampleWeb: true, DynamoDBEndpoint: tables.Endpoint(), Log: log,
		Hosts: []string{"hooks:hooks.company.test=" + strings.TrimPrefix(hooks.Endpoint(), "http://")},
	})
	if err != nil {
		return f, err
	}
	defer service.Close()
	b.info = service.Info()
	return b.ways(ctx)
}

func (b *bench) ways(ctx context.Context) (f figures, err error) {
	if _, err = b.call(ctx, http.MethodPost, "/scrape", body(`"cacheTtlSec":600`)); err != nil { // which fills the cache and the token's bucket
		return f, err
	}
	id := ""
	for _, way := range []struct {
		more string
		into *used
		over int64 // lines that say that all is done
	}{
		{`"cacheTtlSec":0`, &f.waited, 1},
		{`"cacheTtlSec":0,"wait":false`, &f.async, 1},
		{`"cacheTtlSec":600`, &f.cached, 1},
		{`"cacheTtlSec":0,"wait":false,"webhookUrl":"http://hooks.company.test/"`, &f.webhook, 2},
	} {
		if *way.into, err = b.least(func() (float64, error) {
			b.lines.over.Store(0)
			answer, err := b.call(ctx, http.MethodPost, "/scrape", body(way.more))
			if err != nil {
				return 0, err
			}
			for b.lines.over.Load() < way.over && ctx.Err() == nil {
				time.Sleep(time.Millisecond)
			}
			id, err = jobOf(answer)
			return float64(len(answer)), err
		}); err != nil {
			return f, err
		}
	}
	// What a wait reads depends on its time, and is added for each time; beside it there is the result's row.
	f.waited.capacity, f.waited.logged, f.waited.kept = f.async.capacity, f.async.logged, f.async.kept
	f.waited.reads += readUnits(1, true)
	f.polled, err = b.least(func() (float64, error) {
		answer, err := b.call(ctx, http.MethodGet, "/jobs/"+id, "")
		return float64(len(answer)), err
	})
	if err != nil {
		return f, err
	}
	f.webhook = f.webhook.less(f.async)
	f.crawl, err = b.crawl(ctx, crawlPages, f.async)
	return f, err
}

// quiet is for how long the tables must have nothing to do to be done with what follows an answer.
const quiet = 100 * time.Millisecond

func (b *bench) settle() {
	for last := int64(-1); last != b.tables.calls.Load(); time.Sleep(quiet) {
		last = b.tables.calls.Load()
	}
}

// body asks for the sample article.
func body(more string) string { return `{"url":"http://article.test/",` + more + `}` }

// least does something some times and returns the least that it used.
func (b *bench) least(do func() (sent float64, err error)) (u used, err error) {
	all := [5]float64{math.MaxFloat64, math.MaxFloat64, math.MaxFloat64, math.MaxFloat64, math.MaxFloat64}
	for range rounds {
		b.settle()
		b.tables.take()
		b.tables.grown()
		b.lines.take()
		sent, err := do()
		if err != nil {
			return u, err
		}
		b.settle()
		c := b.tables.take()
		for i, v := range []float64{c.reads, c.writes, b.lines.take(), sent, b.tables.grown()} {
			all[i] = min(all[i], v)
		}
	}
	return used{capacity{all[0], all[1]}, all[2], all[3], all[4]}, nil
}

func (u used) less(o used) used {
	return used{capacity{u.reads - o.reads, u.writes - o.writes}, u.logged - o.logged, u.sent - o.sent, u.kept - o.kept}
}

// jobOf is the id of an answer's job.
func jobOf(answer []byte) (string, error) {
	var a struct {
		Data struct {
			ID string `json:"jobId"`
		} `json:"data"`
	}
	err := json.Unmarshal(answer, &a)
	return a.Data.ID, err
}

func (b *bench) call(ctx context.Context, method, path, body string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, b.info.BaseURL+"/v1/public"+path, bytes.NewBufferString(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+b.info.Token)
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r) //nolint:forbidigo // to the service that this program started
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s: got status %d, %s", path, res.StatusCode, answer)
	}
	return answer, err
}
