package runner_test

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/fetch"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/job"
	seokind "github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/kinds/seo/runner"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/webtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// today is the day of the tests.
var today = time.Date(2026, 2, 21, 12, 0, 0, 0, time.UTC)

// hurry is a clock on which the least time between two calls has always passed.
func hurry() func() time.Time {
	ticks := make(chan time.Time, 1)
	ticks <- today
	return func() time.Time {
		now := <-ticks
		ticks <- now.Add(2 * time.Second)
		return now
	}
}

// setup gives a runner on the sample web and the extra sites, with the keys of the
// sample web's upstreams or others.
func setup(t *testing.T, keys map[string]string, extra ...webtest.Site) (*runner.Runner, *webtest.Web) {
	t.Helper()
	server := webtest.Start(t, extra...)
	hosts, err := target.ParseHosts([]string{server.HostsRule()})
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(server.CA())
	web := fetch.New(fetch.Config{Hosts: hosts, RootCAs: roots, Now: func() time.Time { return today }})
	t.Cleanup(web.CloseIdle)
	if keys == nil {
		keys = server.Web().Keys()
	}
	settings, err := sources.NewSettings(server.Web().Sources(), keys)
	if err != nil {
		t.Fatal(err)
	}
	return runner.New(web, upstream.NewSet(web, settings, hurry()), func() time.Time { return today }), server.Web()
}

// run admits a body as the API does and runs the job.
func run(ctx context.Context, t *testing.T, r *runner.Runner, body string) (*seokind.Result, error) {
	t.Helper()
	args := seokind.Spec().Args()
	if err := json.Unmarshal([]byte(body), args); err != nil {
		t.Fatal(err)
	}
	if _, err := args.Prepare(job.Caller{}); err != nil {
		t.Fatal(err)
	}
	input, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	out, err := r.Run(ctx, job.Run{JobID: "job_1", OrgID: "org_1", Input: input})
	if err != nil {
		return nil, err
	}
	result, ok := out.Result.(*seokind.Result)
	if !ok {
		t.Fatalf("the result is a %T", out.Result)
	}
	return result, nil
}

// TestSnapshot holds everything that is said of the sample company.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"company": `{"domain":"company.test","productName":"Marrowfen"}`,
		"page":    `{"domain":"www.company.test","url":"http://company.test/blog/","signals":["technical","blogfeed"]}`,
	}
	r, _ := setup(t, nil)
	for name, body := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := run(t.Context(), t, r, body)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name, result)
		})
	}
}

func golden(t *testing.T, name string, value any) {
	t.Helper()
	got, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	path := "testdata/" + name + ".json"
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}
