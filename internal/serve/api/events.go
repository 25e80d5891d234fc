package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// jobEvents answers GET /jobs/{jobId}/events. A job's events are what it is now, so the id
// of one names the state that it shows, and whoever resumes misses no state that lasts.
func (s *Server) jobEvents(w http.ResponseWriter, c *call) error {
	id := c.PathValue("jobId")
	if !ident.Valid(ident.Job, id) {
		return noID(errs.JobNotFound, id)
	}
	ended, stop := s.watch(id)
	defer stop()
	return s.stream(w, c, id, func(ctx context.Context, seen string) ([]frame, bool, error) {
		j, err := s.Store.Job(ctx, c.principal.OrgID, id)
		if err != nil {
			return nil, false, err
		}
		now := version(j)
		if now == seen {
			return nil, j.Status.Terminal(), nil
		}
		name := "job." + string(j.Status)
		if run := string(job.Running) + "-" + strconv.FormatInt(j.Fence, 10); j.Status == job.Running && (seen == run || strings.HasPrefix(seen, run+"-")) {
			name = "job.progress"
		}
		return []frame{{now, name, s.told(ctx, j)}}, j.Status.Terminal(), nil
	}, ended)
}

// told is a job as an event shows it: with its result where that has the size of one that
// webhooks carry.
func (s *Server) told(ctx context.Context, j *job.Job) *envelope {
	e := unfilled(j)
	if j.Result == nil {
		return e
	}
	if j.Result.Size <= result.MaxEvent {
		raw, err := s.Results.Load(ctx, j.OrgID, j.Result)
		if err == nil {
			e.Result = raw
			return e
		}
		s.Log.WarnContext(ctx, "event without its result", "job_id", j.ID, "org_id", j.OrgID, "error", err)
	}
	e.ResultTruncated, e.ResultURL = true, e.PollURL+"/result"
	return e
}

// batchEvents answers GET /batches/{batchId}/events: the end of each job, what the counts
// are, and the end of all. The id of an event has a bit for each job whose end was shown, so
// whoever resumes gets each end once, and none is lost.
func (s *Server) batchEvents(w http.ResponseWriter, c *call) error {
	b, err := s.findBatch(c)
	if err != nil {
		return err
	}
	look := &batchLook{Server: s, call: c, left: -1, ended: map[string]*job.Job{}}
	return s.stream(w, c, b.ID, look.next, nil)
}

// batchLook is what a stream knows of its batch.
type batchLook struct {
	*Server
	*call
	left, looks int // jobs that had not ended, and looks since their rows were read
	ended       map[string]*job.Job
}

// finished is the id of a batch's last event.
const finished = "finished"

// rowsEvery is every how many looks the rows of unfinished jobs are read although none has
// ended: some may have begun.
const rowsEvery = 5

func (l *batchLook) next(ctx context.Context, seen string) ([]frame, bool, error) {
	b, err := l.Store.Batch(ctx, l.principal.OrgID, l.PathValue("batchId"))
	if err != nil {
		return nil, false, err
	}
	if seen == finished && b.Left == 0 {
		return nil, true, nil
	}
	if l.looks++; b.Left == l.left && l.looks < rowsEvery {
		return nil, false, nil
	}
	l.left, l.looks = b.Left, 0
	return l.changes(ctx, b, seen)
}

// changes are the events behind the one that was seen.
func (l *batchLook) changes(ctx context.Context, b *store.Batch, seen string) ([]frame, bool, error) {
	shown, running := readMark(seen)
	jobs, err := l.jobs(ctx, b)
	if err != nil {
		return nil, false, err
	}
	// The counts are those of the rows whose ends are shown: some may have ended since b was read.
	b.Count(jobs)
	view := viewBatch(b)
	frames, shown, all := l.ends(ctx, b, jobs, shown, running)
	if !all {
		l.left = -1 // the others come with the next look
		return frames, false, nil
	}
	if b.Left == 0 {
		return append(frames, frame{finished, "batch.finished", view}), true, nil
	}
	if len(frames) > 0 || seen == "" || running != view.Counts.Running {
		frames = append(frames, frame{mark(shown, view.Counts.Running), "batch.progress", view})
	}
	return frames, false, nil
}

// jobs are all jobs of the batch, in its order. Those that have ended are read once.
func (l *batchLook) jobs(ctx context.Context, b *store.Batch) ([]*job.Job, error) {
	waiting := slices.DeleteFunc(slices.Clone(b.Jobs), func(id string) bool { return l.ended[id] != nil })
	read, err := l.Store.JobsOf(ctx, b.OrgID, waiting)
	if err != nil {
		return nil, err
	}
	all := make([]*job.Job, 0, len(b.Jobs))
	for _, id := range b.Jobs {
		j := l.ended[id]
		if i := slices.IndexFunc(read, func(j *job.Job) bool { return j.ID == id }); i >= 0 {
			j = read[i]
		}
		if j == nil {
			continue // not kept any more
		}
		if all = append(all, j); j.Status.Terminal() {
			l.ended[id] = j
		}
	}
	return all, nil
}

// ends are the events of jobs that have ended, as many as one look shows; all is false when
// there are more.
func (l *batchLook) ends(
	ctx context.Context, b *store.Batch, jobs []*job.Job, shown uint64, running int,
) (frames []frame, now uint64, all bool) {
	room := result.MaxInline
	for _, j := range jobs {
		bit := uint64(1) << slices.Index(b.Jobs, j.ID)
		if !j.Status.Terminal() || shown&bit != 0 {
			continue
		}
		if room < result.MaxEvent {
			return frames, shown, false
		}
		item := &batchItem{URL: j.Target, job: j}
		most := min(room, result.MaxEvent)
		l.fill(ctx, item, &most)
		room -= len(item.Result)
		shown |= bit
		frames = append(frames, frame{mark(shown, running), "job." + string(j.Status), item})
	}
	return frames, shown, true
}

// mark is the id of an event of a batch: a bit for each job whose end was shown, and how
// many jobs ran.
func mark(shown uint64, running int) string { return fmt.Sprintf("%x-%d", shown, running) }

// readMark reads what mark wrote; an id that it did not write is of no event.
func readMark(id string) (shown uint64, running int) {
	bits, rest, _ := strings.Cut(id, "-")
	shown, err := strconv.ParseUint(bits, 16, 64)
	if err != nil {
		return 0, 0
	}
	if running, err = strconv.Atoi(rest); err != nil {
		return 0, 0
	}
	return shown, running
}
