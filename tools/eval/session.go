package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/tools/eval/comments"
	"github.com/quarryapi/quarry/tools/eval/corpus"
	"github.com/quarryapi/quarry/tools/eval/document"
	"github.com/quarryapi/quarry/tools/eval/hostile"
	"github.com/quarryapi/quarry/tools/eval/judge"
	"github.com/quarryapi/quarry/tools/eval/kept"
	"github.com/quarryapi/quarry/tools/eval/process"
	"github.com/quarryapi/quarry/tools/eval/report"
	"github.com/quarryapi/quarry/tools/eval/speed"
	"github.com/quarryapi/quarry/tools/eval/way"
)

// The parts of a run.
const (
	quality    = "quality"
	discussion = "comments"
	fast       = "speed"
	worst      = "hostile"
)

var allParts = []string{quality, discussion, fast, worst}

// reader is the program that reads hostile pages; it lies beside this one.
const reader = "readhostile"

// sparse is which of WCXB's pages are taken for speed: one of so many, since some
// ways take a fifth of a second for each.
const sparse = 10

// outside is a way of another process.
type outside struct {
	way.Way
	process *process.Process
}

// session is one run.
type session struct {
	order  order
	out    io.Writer // for tables, as soon as they are known
	told   io.Writer // for how far it is
	others []*process.Process
	here   []way.Way // in this process, Quarry's first
	there  []outside
	report report.Report
}

func (s *session) run(ctx context.Context) error {
	if err := s.choose(ctx); err != nil {
		return err
	}
	sets, err := s.load()
	if err != nil {
		return err
	}
	for _, set := range sets {
		if err := s.judge(ctx, set); err != nil {
			return err
		}
		if err := s.discuss(ctx, set); err != nil {
			return err
		}
		if err := s.time(ctx, set); err != nil {
			return err
		}
	}
	return s.endure(ctx)
}

// load reads all sets before anything is measured, so that what is wrong with them
// is told at once.
func (s *session) load() ([]corpus.Set, error) {
	var sets []corpus.Set
	if !slices.ContainsFunc(s.order.parts, func(p string) bool { return p != worst }) {
		return nil, nil
	}
	for _, name := range s.order.sets {
		set, err := corpus.Load(s.order.data, name)
		if err != nil {
			return nil, err
		}
		s.report.Final = s.report.Final || set.HeldOut && (s.has(quality) || s.has(discussion))
		sets = append(sets, set)
	}
	if s.report.Final {
		return sets, report.Notice(s.out)
	}
	return sets, nil
}

func (s *session) has(part string) bool { return slices.Contains(s.order.parts, part) }

// choose finds the ways that are wanted. A program is started only for its own.
func (s *session) choose(ctx context.Context) error {
	for _, w := range way.Go() {
		if strings.HasPrefix(w.Name, way.Quarry) || s.wants(w.Name) {
			s.here = append(s.here, w)
		}
	}
	if !s.has(quality) && !s.has(fast) {
		return nil
	}
	for _, program := range process.Programs(s.order.folder) {
		if len(s.order.ways) > 0 && !slices.ContainsFunc(s.order.ways, program.May) {
			continue
		}
		p, err := process.Start(ctx, program.Command[0], program.Command[1:]...)
		if err != nil {
			return fmt.Errorf("extractors of %s: %w", program.Command[0], err)
		}
		s.others = append(s.others, p)
		all, err := p.Ways(ctx)
		if err != nil {
			return fmt.Errorf("extractors of %s: %w", program.Command[0], err)
		}
		for _, w := range all {
			if s.wants(w.Name) {
				s.there = append(s.there, outside{w, p})
			}
		}
	}
	return nil
}

func (s *session) wants(name string) bool {
	return len(s.order.ways) == 0 || slices.ContainsFunc(s.order.ways, func(begin string) bool { return strings.HasPrefix(name, begin) })
}

func (s *session) judge(ctx context.Context, set corpus.Set) error {
	if !s.has(quality) {
		return nil
	}
	ways := slices.Clone(s.here)
	for _, w := range s.there {
		ways = append(ways, w.Way)
	}
	if err := s.keep(ways); err != nil {
		return err
	}
	result, err := judge.Set(ctx, set, ways, func(done, all int) {
		if done%100 == 0 || done == all {
			fmt.Fprintf(s.told, "%s: %d of %d pages\n", set.Title, done, all)
		}
	})
	if err != nil {
		return fmt.Errorf("%s: %w", set.Title, err)
	}
	s.report.Sets = append(s.report.Sets, result)
	return report.Quality(s.out, result)
}

// discuss measures what becomes of comments, on sets that have them apart.
func (s *session) discuss(ctx context.Context, set corpus.Set) error {
	if !s.has(discussion) || !slices.ContainsFunc(set.Pages, func(p corpus.Page) bool { return p.Truth.Comments != "" }) {
		return nil
	}
	var r comments.Reader
	r.Omitted, r.Included, r.Whole = way.Commented()
	result, err := comments.Measure(ctx, set, r)
	if err != nil {
		return fmt.Errorf("%s: %w", set.Title, err)
	}
	s.report.Comments = append(s.report.Comments, result)
	return report.Comments(s.out, result)
}

// keep has the answers of others kept. Quarry changes from run to run.
func (s *session) keep(ways []way.Way) error {
	if s.order.kept == "" {
		return nil
	}
	store, err := kept.Open(s.order.kept, s.order.folder)
	if err != nil {
		return err
	}
	for i, w := range ways {
		if !strings.HasPrefix(w.Name, way.Quarry) {
			ways[i] = store.Of(w)
		}
	}
	return nil
}

// time takes AEB's pages, and some of WCXB's, which are of all types. Those that are
// held out are not needed for it.
func (s *session) time(ctx context.Context, set corpus.Set) error {
	if !s.has(fast) || set.HeldOut || set.Measure != corpus.Shingles && set.Measure != corpus.Words {
		return nil
	}
	var pages []way.Page
	for i, p := range set.Pages {
		if set.Measure == corpus.Words && i%sparse != 0 {
			continue
		}
		body, err := p.HTML()
		if err != nil {
			return err
		}
		pages = append(pages, way.Page{Body: body, URL: p.URL})
	}
	fmt.Fprintf(s.told, "%s: speed on %d pages\n", set.Title, len(pages))
	var here []way.Way
	for _, w := range append(slices.Clone(s.here), way.Floor()) {
		if w.Markdown != nil {
			here = append(here, w)
		}
	}
	var there []speed.Outside
	for _, w := range s.there {
		there = append(there, speed.Outside{Name: w.Name, Process: w.process})
	}
	result, err := speed.Measure(ctx, set.Title, pages, here, there)
	if err != nil {
		return err
	}
	s.report.Speed = append(s.report.Speed, result)
	return report.Speed(s.out, result)
}

// endure measures hostile pages, each in a process of its own.
func (s *session) endure(ctx context.Context) error {
	if !s.has(worst) {
		return nil
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Fprintln(s.told, "hostile pages")
	s.report.Hostile = hostile.Run(ctx, filepath.Join(filepath.Dir(program), reader))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return report.Hostile(s.out, s.report.Hostile)
}

// tabulate writes tables into the document.
func (s *session) tabulate() error {
	if s.order.document == "" {
		return nil
	}
	return document.Fill(s.order.document, s.report.Beside)
}

// save writes the figures for machines.
func (s *session) save() error {
	if s.order.output == "" {
		return nil
	}
	f, err := os.Create(s.order.output)
	if err != nil {
		return err
	}
	defer f.Close()
	return s.report.JSON(f)
}

func (s *session) close() {
	for _, p := range s.others {
		_ = p.Close() // it has nothing to say that matters any more
	}
}
