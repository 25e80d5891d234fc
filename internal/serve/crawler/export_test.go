package crawler_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/crawler"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// exporting is a crawl whose first page has so many links, and which is exported.
func exporting(t *testing.T, many int) *scene {
	t.Helper()
	s := crawling(t, 10_000, 100, kind.CrawlPlan{Export: true}, 0)
	s.goOn()
	s.end(s.found(links(many)...))
	s.goOn()
	return s
}

// through ends all pages of a crawl, each with an outcome of its own.
func (s *scene) through(outcome func() store.Outcome) {
	s.Helper()
	for !s.goOn().State.Ended() {
		for _, mark := range s.at().State.InFlight {
			s.end(outcome(), job.PageOf("", mark).Number)
		}
	}
	s.goOn()
}

// parts are the files of the newest run of a crawl, as the numbers of their first and last pages.
func (s *scene) parts() (spans [][2]int64, list []store.ExportPart) {
	s.Helper()
	list, err := s.Parts(s.Context(), s.at(), 1, 1000)
	s.must(err)
	for _, p := range list {
		spans = append(spans, [2]int64{p.First, p.Last})
	}
	return spans, list
}

// read are the lines of a file.
func (s *scene) read(p store.ExportPart) (lines []crawler.Line) {
	s.Helper()
	packed, err := s.blobs.Get(s.Context(), p.Key(s.at()))
	s.must(err)
	if int64(len(packed)) != p.Bytes {
		s.Errorf("got %d bytes, want %d as the row says", len(packed), p.Bytes)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	s.must(err)
	raw, err := io.ReadAll(r)
	s.must(err)
	for text := range strings.Lines(string(raw)) {
		var line crawler.Line
		s.must(json.Unmarshal([]byte(text), &line))
		lines = append(lines, line)
	}
	return lines
}

// holdsAll holds that the files have each page once, in order, and succeeded ones with their results.
func (s *scene) holdsAll(list []store.ExportPart, results bool) {
	s.Helper()
	next := int64(1)
	for _, p := range list {
		for _, line := range s.read(p) {
			if line.Number != next || line.URL == "" || line.JobID == "" {
				s.Fatalf("got page %d at %q in a line of page %d, want that one", line.Number, line.URL, next)
			}
			if line.Status == job.Succeeded && line.Number > 1 && results != (line.Result != nil) {
				s.Errorf("got page %d with a result of %d bytes, want one: %t", next, len(line.Result), results)
			}
			next++
		}
	}
	if admitted := s.at().State.Admitted; next != admitted+1 {
		s.Errorf("got pages up to %d in files, want all of %d", next-1, admitted)
	}
}

// TestExportParts: a file has a hundred pages while the crawl runs, and the rest comes at its end.
func TestExportParts(t *testing.T) {
	t.Parallel()
	s := exporting(t, 249)
	for s.at().State.Succeeded < 130 {
		s.end(s.found())
		s.goOn()
	}
	if spans, _ := s.parts(); !cmp.Equal(spans, [][2]int64{{1, 100}}) {
		t.Errorf("got files of pages %v while the crawl runs, want one of 1 to 100", spans)
	}
	s.through(func() store.Outcome { return s.found() })
	spans, list := s.parts()
	if want := [][2]int64{{1, 100}, {101, 200}, {201, 250}}; !cmp.Equal(spans, want) {
		t.Errorf("got files of pages %v, want %v", spans, want)
	}
	s.holdsAll(list, false)
}

// TestExportOfLargePages: a file ends with the page by which it has 8 MB, read eight at a time.
func TestExportOfLargePages(t *testing.T) {
	t.Parallel()
	s := exporting(t, 39)
	large, err := json.Marshal(map[string]string{"text": strings.Repeat("a word and another ", 1<<20/19)})
	s.must(err)
	s.through(func() store.Outcome {
		o := s.found()
		o.Result, err = s.results.Save(s.Context(), s.Job(s.org, 1), large)
		s.must(err)
		return o
	})
	spans, list := s.parts()
	if want := [][2]int64{{1, 16}, {17, 24}, {25, 32}, {33, 40}}; !cmp.Equal(spans, want) {
		t.Errorf("got files of pages %v, want %v", spans, want)
	}
	s.holdsAll(list, true)
}

// TestExportWaitsForPages: a page that is in flight, or is to be tried again, keeps those behind it out of files.
func TestExportWaitsForPages(t *testing.T) {
	t.Parallel()
	s := exporting(t, 149)
	for s.at().State.Admitted < 150 {
		for _, mark := range s.at().State.InFlight {
			if n := job.PageOf("", mark).Number; n != 100 {
				s.end(s.found(), n)
			}
		}
		s.goOn()
	}
	if spans, _ := s.parts(); len(spans) > 0 {
		t.Errorf("got files of pages %v with page 100 in flight, want none", spans)
	}
	s.end(failed(errs.UpstreamRateLimited), 100)
	s.end(s.found(), 150)
	s.goOn()
	if spans, _ := s.parts(); len(spans) > 0 {
		t.Errorf("got files of pages %v with page 100 to be tried again, want none", spans)
	}
	s.Clock.Move(10 * time.Minute)
	s.through(func() store.Outcome { return s.found() })
	spans, list := s.parts()
	if want := [][2]int64{{1, 100}, {101, 150}}; !cmp.Equal(spans, want) {
		t.Errorf("got files of pages %v, want %v", spans, want)
	}
	s.holdsAll(list, false)
}

// TestExportAfterResume: the files of a crawl that was resumed are all its own, with pages as they are now.
func TestExportAfterResume(t *testing.T) {
	t.Parallel()
	s := exporting(t, 15)
	s.cancel()
	s.goOn()
	s.goOn()
	_, before := s.parts()
	s.holdsAll(before, false)
	s.resume()
	s.through(func() store.Outcome { return s.found() })
	spans, list := s.parts()
	if want := [][2]int64{{1, 16}}; !cmp.Equal(spans, want) || list[0].Key(s.at()) == before[0].Key(s.at()) {
		t.Errorf("got files of pages %v, want %v in another file than before", spans, want)
	}
	s.holdsAll(list, false)
	for _, line := range s.read(list[0]) {
		if line.Status != job.Succeeded {
			t.Errorf("got page %d %s, want it succeeded", line.Number, line.Status)
		}
	}
}

// TestExportOfFailures: a line of a page that failed says by which HTTP status, if there was an answer.
func TestExportOfFailures(t *testing.T) {
	t.Parallel()
	s := exporting(t, 3)
	s.end(s.ends(errs.TargetError, job.Found{Status: http.StatusNotFound}), 2)
	s.end(failed(errs.UpstreamTimeout), 3)
	s.end(s.found(), 4)
	s.goOn()
	s.goOn()
	_, list := s.parts()
	var got []int
	for _, line := range s.read(list[0]) {
		got = append(got, line.HTTPStatus)
	}
	if want := []int{0, http.StatusNotFound, 0, 0}; !cmp.Equal(got, want) {
		t.Errorf("got HTTP statuses %v, want %v", got, want)
	}
}

// TestExportOfChanges: a line says what its page is to the earlier crawl, also of the first such page, which is counted in the step that writes the file.
func TestExportOfChanges(t *testing.T) {
	t.Parallel()
	s := crawling(t, 1000, 40, kind.CrawlPlan{}, 0)
	s.goOn()
	s.end(s.found(root + "gone"))
	s.goOn()
	s.end(s.found())
	first := s.goOn()
	s.id = s.begin(kind.CrawlPlan{Export: true, Against: first.ID}, 0)
	s.goOn()
	s.end(s.found(root + "new"))
	s.goOn()
	for _, mark := range s.at().State.InFlight {
		p := job.PageOf(s.id, mark)
		o := s.found()
		if j, err := s.Store.Job(s.Context(), s.org, s.at().PageJob(mark)); err != nil || j.Target == root+"gone" {
			o = s.ends(errs.TargetError, job.Found{Status: http.StatusNotFound})
		}
		s.end(o, p.Number)
	}
	s.goOn()
	_, list := s.parts()
	got := map[string]string{}
	for _, line := range s.read(list[0]) {
		got[line.URL] = line.Change
	}
	want := map[string]string{root: store.PageChanged, root + "new": store.PageNew, root + "gone": store.PageGone}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes mismatch (-want +got):\n%s", diff)
	}
}
