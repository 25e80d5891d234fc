package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/tools/eval/corpus/corpustest"
	"github.com/quarryapi/quarry/tools/eval/report"
)

func measure(t *testing.T, args ...string) (report.Report, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "figures.json")
	var out, told bytes.Buffer
	if err := run(t.Context(), append(args, "-o", file), &out, &told); err != nil {
		t.Fatalf("got error %v, told %s; want no error", err, told.String())
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r report.Report
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatal(err)
	}
	return r, out.String()
}

// Held-out sets are looked at only by those who ask, and the report says so.
func TestHeldOutSetsNeedAsking(t *testing.T) {
	t.Parallel()
	folder := corpustest.Folder(t)
	const warning = "nothing may be chosen or tuned by it"
	for _, c := range []struct {
		args  []string
		sets  string
		final bool
	}{
		{nil, "even dev traf dragnet cleaneval", false},
		{[]string{"-sets", "dev, traf"}, "dev traf", false},
		{[]string{"-sets", "test"}, "test", true},
		{[]string{"-final"}, "even odd dev test traf dragnet dragnet-odd cleaneval cleaneval-odd", true},
	} {
		r, out := measure(t, append(c.args, "-data", folder, "-ways", "none", "-only", "quality")...)
		var sets []string
		for _, s := range r.Sets {
			sets = append(sets, s.Set)
			if len(s.Verdicts) != 2 || s.Verdicts[1].Lead == nil || s.Verdicts[0].Lead != nil {
				t.Errorf("%s: got verdicts %+v, want length 2, [1].Lead not nil, [0].Lead nil", s.Set, s.Verdicts)
			}
		}
		if got := strings.Join(sets, " "); got != c.sets || r.Final != c.final || strings.Contains(out, warning) != c.final {
			t.Errorf("%q: sets %s, final %v:\n%s", c.args, got, r.Final, out)
		}
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	folder := corpustest.Folder(t)
	r, out := measure(t, "-data", folder, "-ways", "readeck", "-sets", "test", "-only", "quality")
	set := r.Sets[0]
	if set.Pages != 2 || set.Verdicts[0].Groups["all"].Pages != 3 || set.Verdicts[0].Groups["forum"].Pages != 1 {
		t.Errorf("a page that repeats one of dev counts: %+v", set)
	}
	for _, line := range []string{
		"### WCXB test, clean: 2 pages, held out",
		"| way | F1 (95 %) | precision | recall | phrases kept | let in | quarry leads by (95 %) |",
		"| F1 by part | forum (1) | product (1) | all (3) |",
		"| readeck go-readability |",
	} {
		if !strings.Contains(out, line) {
			t.Errorf("there is no line %q:\n%s", line, out)
		}
	}
}

func TestSpeed(t *testing.T) { //nolint:paralleltest // it holds its process to one core
	r, out := measure(t, "-data", corpustest.Folder(t), "-ways", "none", "-sets", "dev", "-only", "speed")
	figures := r.Speed[0].Figures
	if len(r.Sets) != 0 || len(figures) != 2 || figures[0].Pages <= 0 || figures[0].Ratio != 1 {
		t.Errorf("got %+v", r)
	}
	if !strings.Contains(out, "| parsing alone (x/net/html) |") {
		t.Errorf(`got out %q, want with "| parsing alone (x/net/html) |"`, out)
	}
}

func TestMistakesAreToldBeforeTheRun(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{},
		{"-data", "x", "-only", "fun"},
		{"-data", t.TempDir(), "-ways", "none"},
		{"-data", t.TempDir(), "-ways", "none", "-sets", "all"},
		{"-unknown"},
	} {
		var out bytes.Buffer
		if err := run(t.Context(), args, &out, new(bytes.Buffer)); err == nil {
			t.Errorf("%q: no error, and %q", args, out.String())
		}
	}
}
