package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// figure is a benchmark of `go test` whose metrics are printed.
type figure struct {
	name, goal string
	pkg, bench string
	time       string   // how long or how often it runs, as -benchtime says
	metrics    []string // which of its units, in this order
}

// researched are the figures of searching, answering and looking up.
var researched = []figure{
	{"an answer from ten pages, all but the model", "1.10 x the slowest page", "./internal/kinds/search/answerrun", "^BenchmarkAnswer$", "20x", []string{"x-slowest", "ms-slowest"}},
	{"BM25 over fifteen documents of 20 kB", "", "./internal/read/retrieval/bm25", "^BenchmarkBM25$", "1s", []string{"ns/op", "B/op"}},
	{"passages of a document", "", "./internal/read/retrieval/passage", "^BenchmarkSplit$", "1s", []string{"ns/op", "MB/s"}},
	{"a local vector space over fifteen documents", "", "./internal/read/retrieval/vector", "^BenchmarkSpace$", "1s", []string{"ns/op", "B/op"}},
	{"40 loads of ads", "64 MB at the peak", "./internal/kinds/ads/adsrun", "^BenchmarkArchive$", "3x", []string{"peak-MB", "ads", "result-MB"}},
}

// measureResearch prints what search/answer, research and ads are held to.
func measureResearch(ctx context.Context, _ *workshop) error {
	fmt.Println("searching, answering and looking up, over replays in the same process")
	for _, f := range researched {
		if err := f.print(ctx); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

func (f figure) print(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", f.bench, "-benchmem", "-benchtime", f.time, f.pkg) //nolint:gosec // from the table above
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	goal := ""
	if f.goal != "" {
		goal = " (goal: " + f.goal + ")"
	}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := f.name
		if _, sub, ok := strings.Cut(fields[0], "/"); ok {
			name += ", " + strings.TrimRight(strings.TrimRight(sub, "0123456789"), "-")
		}
		fmt.Printf("  %-48s", name)
		for _, unit := range f.metrics {
			for i := 2; i+1 < len(fields); i += 2 {
				if fields[i+1] == unit {
					fmt.Printf(" %10s %s", fields[i], unit)
				}
			}
		}
		fmt.Println(goal)
	}
	return nil
}
