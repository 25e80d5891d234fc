package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/result"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// crawlTries bounds the rounds against steps of the crawl that are made at the same time.
const crawlTries = 20

// changeCrawl changes where a crawl stands. change returns false when there is nothing to change. After a change of
// a crawl that has not ended its callers MUST send it: a step that was made meanwhile is refused, and not made anew.
func (s *Server) changeCrawl(c *call, change func(*store.Crawl, *store.CrawlState) (bool, error)) (*store.Crawl, error) {
	for range crawlTries {
		found, err := s.findCrawl(c)
		if err != nil {
			return nil, err
		}
		step := store.CrawlStep{State: found.State}
		changes, err := change(found, &step.State)
		if err != nil || !changes {
			return found, err
		}
		moved, err := s.Store.AdvanceCrawl(c.Context(), found, step)
		if err != nil {
			return nil, err
		}
		if moved {
			return found, nil
		}
	}
	return nil, errs.Of(errs.ServiceUnavailable)
}

// cancelCrawl answers POST /crawl/{crawlId}/cancel: no page is admitted any more, and those that have not
// ended are cancelled and refunded. Cancelling twice is the same as once; a crawl that has ended stays as it is.
func (s *Server) cancelCrawl(w http.ResponseWriter, c *call) error {
	found, err := s.changeCrawl(c, func(_ *store.Crawl, at *store.CrawlState) (bool, error) {
		if at.Ended() || at.Halt == store.HaltCancelled {
			return false, nil
		}
		at.Halt = store.HaltCancelled
		return true, nil
	})
	if err != nil {
		return err
	}
	if !found.State.Ended() {
		s.sendCrawl(c, found) // which cancels its pages
	}
	return s.answerCrawl(w, c, found)
}

// resumption is the body of POST /crawl/{crawlId}/resume.
type resumption struct {
	MaxCredits int64 `json:"maxCredits,omitempty" minimum:"1" doc:"The most that the crawl costs in all from now on. Default: as before."`
}

var resumptionSchema = sync.OnceValue(func() *schema { return newSchema(reflect.TypeFor[resumption]()) })

// resumeCrawl answers POST /crawl/{crawlId}/resume: a crawl that ended before it was through goes on where
// it stopped. One that runs stays as it is, but for another limit. Errors: crawl_not_resumable, insufficient_credits.
func (s *Server) resumeCrawl(w http.ResponseWriter, c *call) error {
	body, err := readOptionalBody(w, c.Request)
	if err != nil {
		return err
	}
	var asked resumption
	if err := resumptionSchema().decode(body, &asked); err != nil {
		return err
	}
	found, err := s.changeCrawl(c, func(made *store.Crawl, at *store.CrawlState) (bool, error) {
		changes := asked.MaxCredits > 0 && asked.MaxCredits != made.Most()
		at.MaxCredits = cmp.Or(asked.MaxCredits, at.MaxCredits)
		most := cmp.Or(at.MaxCredits, made.MaxCredits)
		switch {
		case !at.Ended() && at.Halt == "":
			return changes, nil
		case !at.Ended():
			return false, errs.Newf(errs.CrawlNotResumable, "The crawl is ending: pages are still under way. Wait a few seconds and ask again; it can be resumed once its status is no longer %s.", at.Status)
		case at.Status == store.CrawlFinished && at.Halt == "" && at.TruncatedBy() != "":
			return false, errs.Newf(errs.CrawlNotResumable, "The crawl has read all pages within its %s; start another one with a higher one.", at.TruncatedBy())
		case at.Status == store.CrawlFailed || at.Halt == "":
			return false, errs.Newf(errs.CrawlNotResumable, "The crawl has %s and is through; start another one.", at.Status)
		case at.Halt == store.HaltCredits && most > 0 && most-at.Charged+at.Refunded < s.planOf(made).Quote.Credits:
			return false, errs.Newf(errs.CrawlNotResumable, "A maxCredits of %d covers no more than the crawl has cost so far; resume it with more.", most)
		}
		if at.Waiting() > 0 || at.Listing {
			if err := s.covered(c, s.planOf(made).Quote.Credits); err != nil {
				return false, err
			}
		}
		at.Status, at.Halt = store.CrawlRunning, ""
		at.Run, at.Exported = at.Run+1, 0 // pages that were cancelled may succeed now
		at.StartedAt, at.CompletedAt, at.WakeAt, at.RoomAt = time.Time{}, time.Time{}, time.Time{}, time.Time{}
		return true, nil
	})
	if err != nil {
		return err
	}
	s.sendCrawl(c, found)
	return s.answerCrawl(w, c, found)
}

// crawlEvents answers GET /crawl/{crawlId}/events: the end of each page, by their numbers, what the counts are,
// and the end of the crawl. The id of an event names the last page whose end was shown, so whoever resumes
// gets each once, and none is lost.
func (s *Server) crawlEvents(w http.ResponseWriter, c *call) error {
	began, err := s.findCrawl(c)
	if err != nil {
		return err
	}
	return s.stream(w, c, began.ID, func(ctx context.Context, seen string) ([]frame, bool, error) {
		found, err := s.findCrawl(c)
		if err != nil {
			return nil, false, err
		}
		if seen == finished && found.State.Ended() {
			return nil, true, nil
		}
		return s.crawlFrames(ctx, found, seen)
	}, nil)
}

// pagesShown is how many pages one look shows.
const pagesShown = 25

func (s *Server) crawlFrames(ctx context.Context, found *store.Crawl, seen string) (frames []frame, ended bool, err error) {
	shown, version := readCrawlMark(seen)
	jobs, err := s.Store.CrawlPages(ctx, found, shown+1, pagesShown)
	if err != nil {
		return nil, false, err
	}
	rules := s.planOf(found).Rules
	duplicates, err := s.Store.Duplicates(ctx, found, &rules, jobs)
	if err != nil {
		return nil, false, err
	}
	room := result.MaxInline
	for _, j := range jobs {
		if !s.pageEnded(found, j) {
			break
		}
		most := min(room, result.MaxEvent)
		page := s.page(ctx, found, j, duplicates[j.Page.Number], &most)
		room -= len(page.Result)
		shown = page.Number
		frames = append(frames, frame{crawlMark(shown, version), "crawl.page", page})
		if room < result.MaxEvent {
			break
		}
	}
	ended = found.State.Ended() && (len(frames) == 0 || shown >= found.State.Admitted)
	if !ended && version == found.State.Version {
		return frames, false, nil
	}
	view, err := s.wholeCrawl(ctx, found)
	if err != nil {
		return nil, false, err
	}
	if ended {
		return append(frames, frame{finished, "crawl.finished", view}), true, nil
	}
	return append(frames, frame{crawlMark(shown, found.State.Version), "crawl.progress", view}), false, nil
}

// pageEnded reports whether a page has ended for good: it will not be tried again.
func (s *Server) pageEnded(c *store.Crawl, j *job.Job) bool {
	if !j.Status.Terminal() {
		return false
	}
	of := func(mark int64) bool { return job.PageOf(c.ID, mark).Number == j.Page.Number }
	return !slices.ContainsFunc(c.State.InFlight, of) && !slices.ContainsFunc(c.State.Again, func(a store.Again) bool { return of(a.Mark) })
}

// crawlMark is the id of an event of a crawl: the last page that was shown, and the state that its counts were of.
func crawlMark(shown, version int64) string { return fmt.Sprintf("%d-%d", shown, version) }

func readCrawlMark(id string) (shown, version int64) {
	first, second, _ := strings.Cut(id, "-")
	shown, err := strconv.ParseInt(first, 10, 64)
	if err != nil || shown < 0 {
		return 0, 0
	}
	if version, err = strconv.ParseInt(second, 10, 64); err != nil {
		return 0, 0
	}
	return shown, version
}
