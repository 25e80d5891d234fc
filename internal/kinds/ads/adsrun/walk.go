package adsrun

import (
	"context"
	"errors"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/ads"
)

// walk is the way through one archive, as far as it came. Its JSON is what a run keeps.
type walk struct {
	Archive ads.Archive `json:"archive"`
	At      point       `json:"at"`
	Done    bool        `json:"done,omitempty"` // there is no more
	Given   string      `json:"given,omitempty"`

	Packed    []packed   `json:"packed,omitempty"`
	Count     int64      `json:"count,omitempty"` // of ads
	Loads     int64      `json:"loads"`
	Elsewhere int64      `json:"elsewhere,omitempty"`
	Total     *ads.Range `json:"total,omitempty"`
	Nobody    bool       `json:"nobody,omitempty"` // the archive knows no such advertiser
	Missed    []string   `json:"missed,omitempty"`
	Note      string     `json:"note,omitempty"`
	Ahead     string     `json:"ahead,omitempty"`
	Failure   *failure   `json:"failure,omitempty"`

	Ads    []ads.Ad `json:"-"` // that are not packed
	start  point
	after  []point // for each of Ads, where a walk goes on behind it
	given  given
	blurry string // why details are missing
}

// point is a place in a walk: before a load, or behind some of the ads from there on.
type point struct {
	State string `json:"s,omitempty"`
	Skip  int    `json:"k,omitempty"`
}

// failure is what an archive could not be read for.
type failure struct {
	Code      errs.Code `json:"code"`
	Message   string    `json:"message"`
	Permanent bool      `json:"permanent,omitempty"`
	Passing   bool      `json:"passing,omitempty"`
}

// lost reports whether the walk cannot be gone on with from where it stands.
func (f *failure) lost() bool { return f != nil && (f.Permanent || f.Code == errs.InvalidCursor) }

func (f *failure) err(message string) *errs.Error {
	return &errs.Error{Code: f.Code, Message: message, Permanent: f.Permanent, Passing: f.Passing}
}

// maxMissed is how many sentences on what is missed are kept.
const maxMissed = 20

// open reports whether there may be more, and the archive answers.
func (w *walk) open() bool { return !w.Done && w.Failure == nil }

// take adds what is new of a load.
func (w *walk) take(load *ads.Load) {
	before := w.At
	// A page may be shorter than the one that was read in part, when the limit is.
	w.At, w.Done = point{State: load.Next, Skip: max(0, before.Skip-len(load.Ads))}, load.Next == ""
	for i, ad := range load.Ads {
		if i < before.Skip || !w.given.first(&ad) {
			continue
		}
		behind := point{State: before.State, Skip: i + 1}
		if i == len(load.Ads)-1 && !w.Done {
			behind = w.At
		}
		w.Ads, w.after = append(w.Ads, ad), append(w.after, behind)
		w.Count++
	}
	w.Elsewhere += int64(load.Elsewhere)
	if w.Total == nil {
		w.Total = load.Total
	}
	w.Nobody = w.Nobody || load.NoAdvertiser
	w.Ahead = load.Ahead
	if load.Note != "" {
		w.Note = load.Note
	}
	if load.Missed != "" && len(w.Missed) < maxMissed {
		w.Missed = append(w.Missed, load.Missed)
	}
}

// cut leaves the first n ads; the walk goes on behind them.
func (w *walk) cut(n int) {
	if n >= len(w.Ads) {
		return
	}
	w.At, w.Done, w.Failure = w.start, false, nil
	if n > 0 {
		w.At = w.after[n-1]
	}
	w.given.forget(w.Ads[n:])
	w.Ads, w.after, w.Count = w.Ads[:n], w.after[:n], int64(n)
}

// step makes a load, and once more after a passing failure when two may be made. A failure
// of the archive's is the walk's; the error is of the run: its time is over, or we failed.
func (r *Worker) step(ctx context.Context, w *walk, q ads.Query, most int64) error {
	for try := range min(most, 2) {
		load, err := r.libraries[w.Archive].Load(ctx, q, w.At.State)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err == nil:
			w.Failure = nil
			w.Loads += int64(load.Loads)
			w.take(&load)
			return nil
		}
		w.Loads++
		e, ok := errors.AsType[*errs.Error](err)
		if !ok || e.Code == errs.InternalError {
			return err
		}
		w.Failure = &failure{Code: e.Code, Message: e.Message, Permanent: e.Permanent, Passing: e.Passing}
		wait, again := passing(e)
		if !again || try+1 == min(most, 2) {
			return nil
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
	return nil
}

const (
	// breath is how long an archive is left alone that failed or was slow.
	breath = 3 * time.Second
	// politeness is how long when it limits us and does not say for how long; where it
	// asks for more than patience, waiting is the caller's.
	politeness, patience = 10 * time.Second, 30 * time.Second
)

// passing reports whether a failure may be over in a moment.
func passing(e *errs.Error) (wait time.Duration, ok bool) {
	switch {
	case e.Permanent:
		return 0, false
	case e.Code == errs.UpstreamTimeout, e.Code == errs.ProviderUnavailable:
		return breath, true
	case e.Code == errs.UpstreamRateLimited && e.RetryAfter == 0:
		return politeness, true
	}
	return e.RetryAfter, e.Code == errs.UpstreamRateLimited && e.RetryAfter <= patience
}

func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
