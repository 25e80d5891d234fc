// Command evalmeta compares what is read of pages' titles, authors and dates with what
// people wrote down. Without answers it reads the pages by Quarry's own code. Others'
// answers are lines of JSON with a path and, under metadata, the fields of page.Metadata;
// -list prints the paths, and behind a tab the addresses, that they need.
//
//	evalmeta -data DIR
//	evalmeta -data DIR -list
//	evalmeta -data DIR answers.jsonl …
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

type options struct {
	data, set, misses string
	half              int
	list, test        bool
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "evalmeta:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	var o options
	flags := flag.NewFlagSet("evalmeta", flag.ContinueOnError)
	flags.StringVar(&o.data, "data", "", "folder with the sets wcxb and traf")
	flags.StringVar(&o.set, "set", "", "one set only: wcxb-dev, wcxb-test, trafilatura")
	flags.StringVar(&o.misses, "misses", "", "print what comes out wrong of a field: title, author, date")
	flags.IntVar(&o.half, "half", -1, "one half only, by the file name's SHA-256: 0 or 1")
	flags.BoolVar(&o.list, "list", false, "list the pages and their addresses instead of scoring")
	flags.BoolVar(&o.test, "test", false, "with the test part of WCXB")
	if err := flags.Parse(args); err != nil {
		return err
	}
	golds, err := readSets(o.data, o.test)
	if err != nil {
		return err
	}
	golds = o.chosen(golds)
	if o.list {
		for _, g := range golds {
			fmt.Fprintf(out, "%s\t%s\n", g.Path, g.URL)
		}
		return nil
	}
	if flags.NArg() == 0 {
		answers, p, err := ours(golds)
		if err != nil {
			return err
		}
		p.print(out)
		return o.report(out, golds, answers)
	}
	for _, file := range flags.Args() {
		answers, err := readAnswers(file)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, filepath.Base(file))
		if err := o.report(out, golds, answers); err != nil {
			return err
		}
	}
	return nil
}

func (o options) report(out io.Writer, golds []gold, answers map[string]answer) error {
	if o.misses != "" {
		printMisses(out, golds, answers, o.misses)
	}
	return printTable(out, golds, answers)
}

func (o options) chosen(golds []gold) []gold {
	var kept []gold
	for _, g := range golds {
		if (o.set == "" || o.set == g.Set) && (o.half < 0 || o.half == g.half()) {
			kept = append(kept, g)
		}
	}
	return kept
}

func readAnswers(file string) (map[string]answer, error) {
	f, err := os.Open(file) //nolint:gosec // named by the user
	if err != nil {
		return nil, err
	}
	defer f.Close()
	answers := map[string]answer{}
	in := json.NewDecoder(bufio.NewReader(f))
	for in.More() {
		var a answer
		if err := in.Decode(&a); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		answers[a.Path] = a
	}
	return answers, nil
}

// printTable prints a line for each set and field. Pages without an answer count as
// answered with nothing.
func printTable(out io.Writer, golds []gold, answers map[string]answer) error {
	fmt.Fprintf(out, "%-12s %-7s %7s %7s %7s %9s %9s %9s %9s %9s\n", "set", "field", "told", "exact", "wrong", "missing", "nowhere", "untold", "declared", "invented")
	for start := 0; start < len(golds); {
		end := start
		for end < len(golds) && golds[end].Set == golds[start].Set {
			end++
		}
		for _, f := range fields {
			t, err := f.count(golds[start:end], answers)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%-12s %-7s %7d %7.3f %7d %9d %9d %9d %9d %9.3f\n", golds[start].Set, f.name,
				t.told(), t.exact(), t.of[wrong], t.of[missing], t.nowhere, t.untold(), t.of[declared], t.inventing())
		}
		start = end
	}
	return nil
}

func printMisses(out io.Writer, golds []gold, answers map[string]answer, field string) {
	for _, f := range fields {
		if f.name != field {
			continue
		}
		for _, g := range golds {
			a := answers[g.Path]
			v := f.judge(g, a)
			if v == right || v == silent {
				continue
			}
			want := map[string]any{"title": g.Title, "author": g.Author, "date": g.Date}[field]
			got := map[string]string{"title": a.Metadata.Title, "author": a.Metadata.Author, "date": a.Metadata.Published}[field]
			fmt.Fprintf(out, "%s %s\n  is  %q\n  got %q\n", v, g.Path, want, got)
		}
	}
}
