package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/probe"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// probed runs a probe of the sample web.
func probed(t *testing.T, args []string, extra ...webtest.Site) (code int, out, said string) {
	t.Helper()
	server := webtest.Start(t, extra...)
	args = append([]string{"probe", "--hosts", server.HostsRule(), "--subject", "tranco=company.test", "--subject", "hackernews=8920"}, args...)
	for name, base := range webtest.New().Sources() {
		args = append(args, "--source", name+"="+base)
	}
	var stdout, stderr bytes.Buffer
	code = run(t.Context(), args, streams{out: &stdout, err: &stderr})
	return code, stdout.String(), stderr.String()
}

// ranks answers as Tranco does.
func ranks(body string) webtest.Site {
	return webclient.Instead("tranco", webclient.Answer(http.StatusOK, body))
}

func TestProbe(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args []string
		site webtest.Site
		code int
		out  string
	}{
		"nothing changed":          {[]string{"tranco", "hackernews"}, ranks(`{"ranks":[{"date":"2026-06-01","rank":7}],"domain":"a"}`), 0, "tranco             same     \nhackernews         same"},
		"a member is gone":         {[]string{"hackernews", "tranco"}, ranks(`{"rank":[{"date":"2026-06-01","rank":7}],"domain":"a"}`), 1, "  missing ranks: was list\n  and 1 that no parser reads; --all lists them\n"},
		"all findings":             {[]string{"tranco", "--all"}, ranks(`{"ranks":[{"date":"2026-06-01","rank":7}],"more":1}`), 0, "  missing domain: was string (not read)\n  unknown more: number\n"},
		"strict":                   {[]string{"tranco", "--strict"}, ranks(`{"ranks":[{"date":"2026-06-01","rank":7}],"domain":"a","more":1}`), 1, "  unknown more: number\n"},
		"it does not answer":       {[]string{"tranco", "hackernews"}, webclient.Instead("tranco", webclient.Answer(http.StatusBadGateway, "")), 2, "tranco             failed   tranco returned 502 Bad Gateway; try again later\n"},
		"drift wins over failures": {[]string{"xguest", "tranco"}, ranks(`{"ranks":[{"date":"2026-06-01","rank":"7"}]}`), 1, "  changed ranks[].rank: was number, is string\n"},
		"a key is missing":         {[]string{"xguest"}, ranks(`{}`), 2, "xguest             no_key   set the key xguest in QUARRY_KEYS\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, out, said := probed(t, c.args, c.site)
			if code != c.code || !strings.Contains(out, c.out) || said != "" {
				t.Errorf("got the exit code %d and\n%s%s, want %d and\n%s", code, out, said, c.code, c.out)
			}
		})
	}
}

func TestProbeAsJSON(t *testing.T) {
	t.Parallel()
	code, out, _ := probed(t, []string{"tranco", "--json"}, ranks(`{"rank":[],"domain":"a"}`))
	var got struct {
		Upstreams []probe.Report `json:"upstreams"`
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 1 || len(got.Upstreams) != 1 {
		t.Fatalf("got the exit code %d and %s, want 1 and one report: %v", code, out, err)
	}
	if r := got.Upstreams[0]; r.State != probe.Drift || len(r.Findings) != 2 || !r.Findings[0].Read || r.Findings[0].Path != "ranks" {
		t.Errorf("got %+v, want drift by what is missing", r)
	}
}

func TestProbeMistakes(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"nobody"}, {"tranco", "--source", "nobody=http://a.test"}, {"tranco", "--hosts", "a"}, {"--timeout", "soon"}} {
		if code, out, said := probed(t, args); code != 2 || out != "" || !strings.HasPrefix(said, "quarry: ") && !strings.Contains(said, "quarry: ") {
			t.Errorf("%v: got the exit code %d, %q, %q, want 2 and a line that says why", args, code, out, said)
		}
	}
}
