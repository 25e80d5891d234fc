package crawler

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
)

const (
	// partPages is how many pages an object of an export has, and partBytes how large it may get, unpacked,
	// before it has fewer.
	partPages = 100
	partBytes = 8 << 20
	// loads is how many results are read at once.
	loads = 8
)

// Line is a page as an export has it, in a line of its own.
type Line struct {
	Number          int64           `json:"number"`
	URL             string          `json:"url"`
	Depth           int             `json:"depth"`
	Change          string          `json:"change,omitempty"`
	DuplicateOf     int64           `json:"duplicateOf,omitempty"`
	JobID           string          `json:"jobId"`
	Status          job.Status      `json:"status"`
	CreditsCharged  int64           `json:"creditsCharged"`
	CreditsRefunded int64           `json:"creditsRefunded"`
	Result          json.RawMessage `json:"result,omitempty"`
	Error           *job.Failure    `json:"error,omitempty"`
	HTTPStatus      int             `json:"httpStatus,omitempty"`
}

// export writes the next pages that have ended to the bucket, once they are enough for an object or the crawl
// has ended. A bucket that is away keeps no crawl from going on.
func (d *draft) export(ctx context.Context) {
	s := d.next
	if !s.Exporting() {
		return
	}
	last := min(s.Exported+partPages, s.Admitted)
	if !s.Ended() {
		open := slices.Clone(s.InFlight)
		for _, a := range s.Again {
			open = append(open, a.Mark)
		}
		for _, mark := range open {
			if n := job.PageOf("", mark).Number; n > 0 {
				last = min(last, n-1)
			}
		}
	}
	if pages := last - s.Exported; pages <= 0 || pages < partPages && !s.Ended() {
		return
	}
	part, err := d.writePart(ctx, store.ExportPart{Run: s.Run, First: s.Exported + 1, Last: last})
	if err != nil {
		d.Log.WarnContext(ctx, "part of an export not written", "crawl_id", d.crawl.ID, "org_id", d.crawl.OrgID, "first", s.Exported+1, "error", err)
		return
	}
	s.Exported, d.step.Part, d.changed = part.Last, &part, true
}

// writePart writes the pages of a part to the bucket, or fewer where their results are large.
func (d *draft) writePart(ctx context.Context, part store.ExportPart) (store.ExportPart, error) {
	jobs, err := d.Store.CrawlPages(ctx, d.crawl, part.First, int(part.Last-part.First)+1)
	if err != nil {
		return part, err
	}
	var packed bytes.Buffer
	pack, raw := gzip.NewWriter(&packed), 0
	duplicates, err := d.Store.Duplicates(ctx, d.crawl, &d.plan.Rules, jobs)
	if err != nil {
		return part, err
	}
	for some := range slices.Chunk(jobs, loads) {
		lines, err := d.lines(ctx, some, duplicates)
		if err != nil {
			return part, err
		}
		for _, line := range lines {
			_, _ = pack.Write(append(line, '\n')) // a Buffer takes everything
			raw += len(line) + 1
		}
		if at := some[len(some)-1].Page.Number; raw >= partBytes && at < part.Last {
			part.Last = at
			break
		}
	}
	_ = pack.Close()
	part.Bytes = int64(packed.Len())
	return part, d.Objects.Put(ctx, part.Key(d.crawl), packed.Bytes())
}

// lines are pages with their results, which are read at once.
func (d *draft) lines(ctx context.Context, jobs []*job.Job, duplicates map[int64]int64) ([][]byte, error) {
	lines, problems := make([][]byte, len(jobs)), make([]error, len(jobs))
	var all sync.WaitGroup
	for i, j := range jobs {
		all.Go(func() { lines[i], problems[i] = d.line(ctx, j, duplicates[j.Page.Number]) })
	}
	all.Wait()
	for _, err := range problems {
		if err != nil {
			return nil, err
		}
	}
	return lines, nil
}

func (d *draft) line(ctx context.Context, j *job.Job, of int64) ([]byte, error) {
	counted := store.Crawl{State: *d.next} // the pages of this step, too
	line := Line{
		Number: j.Page.Number, URL: j.Target, Depth: j.Page.Depth, Change: counted.ChangeOf(j), DuplicateOf: of, JobID: j.ID, Status: j.Status,
		CreditsCharged: j.Quote.Credits, CreditsRefunded: j.Refunded, Error: j.Error, HTTPStatus: j.HTTPStatus(),
	}
	if j.Status == job.Succeeded && j.Result != nil {
		raw, err := d.Results.Whole(ctx, d.crawl.OrgID, j.Result)
		if err != nil {
			return nil, err
		}
		line.Result = raw
	}
	text, err := json.Marshal(line)
	if err != nil {
		return nil, errs.Internal(err)
	}
	return text, nil
}
