package local_test

import (
	"errors"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/local"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/filelayer"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// books is a store over an engine over a file, with an organization that has credits.
type books struct {
	*store.Store
	engine *dynamo.Engine
	org    string
	now    time.Time
}

func openBooks(t *testing.T, path, layer, org string) *books {
	t.Helper()
	engine, err := dynamo.Open(t.Context(), dynamo.Options{Path: path, Layer: layer, Check: true})
	if err != nil {
		t.Fatalf("opening the engine: got error %v", err)
	}
	db := dynamodb.NewFromConfig(aws.Config{
		Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
		BaseEndpoint: aws.String("http://engine.invalid"), HTTPClient: engine.Client(), RetryMaxAttempts: 1,
	})
	must(t, store.CreateTables(t.Context(), db, "core", "edge"))
	b := &books{engine: engine, org: org, now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	b.Store = store.New(db, "core", "edge", func() time.Time { return b.now })
	return b
}

// work admits a job, and ends two of three: one well and one with a refund. It returns which job was acknowledged, and as what.
func (b *books) work(t *testing.T, n int) (id string, status job.Status) {
	t.Helper()
	j := &job.Job{
		ID: ident.New(ident.Job), OrgID: b.org, Kind: "url", Worker: "url", Status: job.Queued, Input: []byte(`{"url":"http://a.test/"}`),
		Quote: credit.Quote{Action: "url.page", Units: 1, Credits: 3}, CreatedAt: b.now, ExpiresAt: b.now.Add(job.Retention),
	}
	if _, _, err := b.Admit(t.Context(), store.Admission{Job: j, Shards: 1}); err != nil {
		return "", ""
	}
	if n%3 == 0 {
		return j.ID, job.Queued
	}
	claimed, _, err := b.Claim(t.Context(), b.org, j.ID, store.Terms{Lease: time.Hour})
	if err != nil {
		return j.ID, ""
	}
	o := store.Outcome{Status: job.Succeeded}
	if n%3 == 1 {
		o = store.Outcome{Status: job.Failed, Error: job.FailureOf(errs.New(errs.UpstreamBlocked, "A bot wall."))}
	}
	if _, err := b.Finish(t.Context(), claimed, o); err != nil {
		return j.ID, ""
	}
	return j.ID, o.Status
}

// hold fails the test where the books do not balance, or a job is not as it was acknowledged.
func (b *books) hold(t *testing.T, when string, acknowledged map[string]job.Status) {
	t.Helper()
	_, err := admin.New(b.Store, slog.New(slog.DiscardHandler)).Handle(t.Context(), admin.Request{Op: "audit"})
	if err != nil {
		t.Errorf("%s: got error %v of the audit, want books that balance", when, err)
	}
	for id, want := range acknowledged {
		j, err := b.Job(t.Context(), b.org, id)
		if err != nil {
			t.Errorf("%s: got error %v of a job that was acknowledged", when, err)
			continue
		}
		if want != "" && want != job.Queued && j.Status != want {
			t.Errorf("%s: got a job that is %s, want it %s as was acknowledged", when, j.Status, want)
		}
	}
}

func foundBooks(t *testing.T, path, layer string) *books {
	t.Helper()
	b := openBooks(t, path, layer, ident.New(ident.Org))
	must(t, b.CreateOrg(t.Context(), &store.Org{ID: b.org, Name: "test", InFlightCap: 100}))
	must(t, b.Grant(t.Context(), b.org, ident.New(ident.Grant), 1000, "test"))
	return b
}

// TestBooksAfterPowerLoss: the power goes behind any change of a file, and the jobs and the money that were acknowledged are there at
// the next start, and balance.
func TestBooksAfterPowerLoss(t *testing.T) {
	t.Parallel()
	layer := filelayer.New(t)
	b := foundBooks(t, filepath.Join(t.TempDir(), "tables.db"), layer.Name)
	type acknowledgement struct {
		id     string
		status job.Status
		at     int
	}
	from := layer.Count()
	var all []acknowledgement
	for n := range 40 {
		id, status := b.work(t, n)
		all = append(all, acknowledgement{id, status, layer.Count()})
	}
	must(t, b.engine.Close())
	dice := rand.New(rand.NewPCG(13, 14))
	for turn := range 20 {
		at, dir := from+dice.IntN(layer.Count()+1-from), t.TempDir()
		must(t, layer.Lose(at, []int{10, 50, 100}[turn%3], dice, dir))
		want := map[string]job.Status{}
		for _, a := range all {
			if a.at <= at {
				want[a.id] = a.status
			}
		}
		again := openBooks(t, filepath.Join(dir, "tables.db"), "", b.org)
		again.now = b.now
		again.hold(t, "power lost", want)
		must(t, again.engine.Close())
	}
}

// TestBooksOnAFullDisk: each write fails in turn for want of space, and whatever was acknowledged between is there and balances.
func TestBooksOnAFullDisk(t *testing.T) {
	t.Parallel()
	layer := filelayer.New(t)
	path := filepath.Join(t.TempDir(), "tables.db")
	b := foundBooks(t, path, layer.Name)
	want, refused := map[string]job.Status{}, 0
	for n := range 60 {
		left := n
		layer.Fail(func(_ int, c filelayer.Change) filelayer.Fault {
			if left--; c.Kind == filelayer.Write && left < 0 && left > -8 {
				return filelayer.Full
			}
			return filelayer.None
		})
		id, status := b.work(t, n)
		if id == "" {
			refused++
			continue
		}
		want[id] = status
	}
	layer.Fail(nil)
	if refused == 0 || len(want) == 0 {
		t.Errorf("got %d admissions refused and %d acknowledged, want some of both", refused, len(want))
	}
	b.hold(t, "with space again", want)
	must(t, errors.Join(b.engine.Err(), b.engine.Close()))
	again := openBooks(t, path, "", b.org)
	again.hold(t, "at the next start", want)
	must(t, again.engine.Close())
}

// TestNothingRunsBeforeTheLogGoes: when a service ends, its folder says so before the log is removed, so that a kill between
// the two is no log that was lost.
func TestNothingRunsBeforeTheLogGoes(t *testing.T) {
	t.Parallel()
	layer, dir := filelayer.New(t), t.TempDir()
	o := options(dir)
	o.Layer = layer.Name
	s, err := local.Start(t.Context(), o)
	must(t, err)
	var running []bool
	layer.Fail(func(_ int, c filelayer.Change) filelayer.Fault {
		if c.Kind == filelayer.Delete {
			info, err := local.ReadInfo(dir)
			running = append(running, err != nil || info.Running)
		}
		return filelayer.None
	})
	s.Close()
	if len(running) != 1 || running[0] {
		t.Errorf("got running %v as the log went, want false once", running)
	}
}

// TestInterruptedStart: a start that is interrupted, or finds no space, leaves the log of a service that was killed, so that the
// next one goes on.
func TestInterruptedStart(t *testing.T) {
	t.Parallel()
	killed, _ := images(t)
	layer := filelayer.New(t)
	o := options(killed)
	o.Layer = layer.Name
	layer.Fail(func(_ int, c filelayer.Change) filelayer.Fault {
		if c.Kind == filelayer.Open {
			return filelayer.None
		}
		return filelayer.Full
	})
	if s, err := local.Start(t.Context(), o); err == nil {
		s.Close()
		t.Fatal("on a full disk: got a service, want an error")
	}
	layer.Fail(nil)
	s, err := local.Start(t.Context(), options(killed))
	if err != nil {
		t.Fatalf("with space again: got error %v, want a service", err)
	}
	s.Close()
}
