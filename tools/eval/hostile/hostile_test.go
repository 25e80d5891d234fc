package hostile_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"github.com/quarryapi/quarry/tools/eval/hostile"
)

func TestInputsAreFullAndDiffer(t *testing.T) {
	t.Parallel()
	names, pages := hostile.Inputs()
	seen := map[string]bool{}
	for i, name := range names {
		body := pages[i]()
		if len(body) > 5<<20 || len(body) < 5<<20-4096 {
			t.Errorf("%s has %d bytes", name, len(body))
		}
		begin, end := body[:len(body)/1000], body[len(body)-len(body)/1000:]
		if seen[name] || seen[begin+end] {
			t.Errorf("%s is there twice", name)
		}
		seen[name], seen[begin+end] = true, true
	}
}

func TestReadTellsWhatItTook(t *testing.T) { //nolint:paralleltest // it holds its process to one core
	names, _ := hostile.Inputs()
	for i, name := range names {
		if name != "comment, never closed" {
			continue
		}
		var out bytes.Buffer
		if err := hostile.Read(t.Context(), &out, []string{strconv.Itoa(i), "true"}); err != nil {
			t.Fatal(err)
		}
		var c hostile.Cost
		if err := json.Unmarshal(out.Bytes(), &c); err != nil || c.Error != "" {
			t.Errorf("got error %v, error %s; want no error, empty Error", err, c.Error)
		}
		if _, err := os.Stat("/proc/self/status"); err == nil && c.MB < 5 {
			t.Errorf("the process had %v MB at its peak", c.MB)
		}
	}
	for _, args := range [][]string{nil, {"1"}, {"x", "true"}, {"-1", "true"}, {"999", "true"}} {
		if err := hostile.Read(t.Context(), new(bytes.Buffer), args); err == nil {
			t.Errorf("%q was read", args)
		}
	}
}

// A program that is none of ours gives no figures, and no end of the run.
func TestRunTellsOfWhatEnded(t *testing.T) {
	t.Parallel()
	names, _ := hostile.Inputs()
	results := hostile.Run(t.Context(), "/nonexistent")
	if len(results) != len(names) || results[0].Main.Error == "" || results[0].Input != names[0] {
		t.Errorf("got %+v", results[:1])
	}
}
