package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// pageBenchmarks is where the benchmarks of reading pages are; `go test -bench`
// there gives a profile of them.
const pageBenchmarks = "./internal/read/page/extract"

// reading is what one benchmark of one page measured.
type reading struct {
	nanoseconds float64 // of one operation
	perSecond   float64 // pages a second on one core
	megabytes   float64 // MB/s
	bytes       float64 // allocated a page
	allocs      float64
	stage       float64 // µs of CPU for a page up to the end of a stage
}

// measurePages prints how fast pages are read, beside parsing them alone, which is
// the floor of every way through the tree.
func measurePages(ctx context.Context, _ *workshop) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", ".", "-benchmem", "-benchtime", "1s", "-cpu", "1", pageBenchmarks)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	fmt.Println("a page to its content, one core; the ratio is over parsing alone")
	fmt.Printf("  %-22s %10s %8s %12s %10s %8s\n", "benchmark", "pages/s", "MB/s", "kB a page", "allocs", "ratio")
	floors := map[string]float64{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		name, r, ok := parseReading(lines.Text())
		if ok && r.stage > 0 {
			fmt.Printf("  %-22s %10.0f µs of CPU a page up to the end of this stage\n", name, r.stage)
		}
		if !ok || r.perSecond == 0 {
			continue
		}
		what, page, _ := strings.Cut(name, "/")
		if what == "Parse" {
			floors[page] = r.perSecond
		}
		fmt.Printf("  %-22s %10.0f %8.1f %12.0f %10.0f %8.1f\n", name, r.perSecond, r.megabytes, r.bytes/1000, r.allocs, floors[page]/r.perSecond)
	}
	return nil
}

// parseReading reads a line of `go test -bench`: a name, a count, then pairs of
// value and unit.
func parseReading(line string) (name string, r reading, ok bool) {
	fields := strings.Fields(line)
	name, ok = strings.CutPrefix(line, "Benchmark")
	if !ok || len(fields) < 4 {
		return "", r, false
	}
	for i := 2; i+1 < len(fields); i += 2 {
		value, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return "", r, false
		}
		switch fields[i+1] {
		case "ns/op":
			r.nanoseconds = value
		case "pages/s":
			r.perSecond = value
		case "MB/s":
			r.megabytes = value
		case "B/op":
			r.bytes = value
		case "allocs/op":
			r.allocs = value
		case "cpu-µs/page":
			r.stage = value
		}
	}
	return strings.Fields(name)[0], r, r.nanoseconds > 0
}
