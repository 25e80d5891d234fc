package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/tools/mutants/breaks"
	"github.com/quarryapi/quarry/tools/mutants/mutate"
	"github.com/quarryapi/quarry/tools/mutants/trial"
)

// part is which of the listed breaks are tried: their numbers, both included.
type part struct{ first, last int }

// parsePart reads "3-10", "7" or nothing, which is all.
func parsePart(s string) (part, error) {
	if s == "" {
		return part{1, 1 << 30}, nil
	}
	from, to, several := strings.Cut(s, "-")
	if !several {
		to = from
	}
	first, err1 := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	if err := errors.Join(err1, err2); err != nil || first < 1 || last < first {
		return part{}, fmt.Errorf("%q is no range of numbers such as 3-10", s)
	}
	return part{first, last}, nil
}

// listed tries the breaks of a list, in their order, and says of each what became of it.
func (o *options) listed(ctx context.Context, out io.Writer, bench *trial.Bench) error {
	all, err := breaks.Read(o.breaks)
	if err != nil {
		return err
	}
	own, err := bench.Packages(ctx, "./...")
	if err != nil {
		return err
	}
	var lost []error
	all = slices.DeleteFunc(all, func(b breaks.Break) bool { return b.Number < o.only.first || b.Number > o.only.last })
	mutants := make([]mutate.Mutant, len(all))
	for i := range all {
		var missing error
		mutants[i], missing = all[i].Mutant(o.dir, o.module)
		lost = append(lost, missing)
	}
	if err := errors.Join(lost...); err != nil {
		return err
	}
	killed, explained := 0, 0
	for i, b := range all {
		judges := []trial.Package{judge(own, mutants[i].Package)}
		for _, folder := range append(b.By, o.with...) {
			judges = append(judges, own[path.Join(o.module, folder)])
		}
		verdict, err := bench.Try(ctx, &mutants[i], judges...)
		if err != nil {
			return err
		}
		said := b.Name
		switch {
		case verdict == trial.Killed || verdict == trial.TimedOut:
			killed++
		case verdict == trial.Survived && b.Why != "":
			explained++
			said += ": " + b.Why
		}
		fmt.Fprintf(out, "%3d %-18s %s\n", b.Number, verdict, said)
	}
	fmt.Fprintf(out, "%d of %d breaks killed; of those that survived %d have a reason\n", killed, len(all), explained)
	if killed+explained < len(all) {
		return errors.New("a break that no test notices and no reason explains, or that does not build")
	}
	return nil
}
