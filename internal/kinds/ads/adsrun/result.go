package adsrun

import (
	"fmt"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	adskind "github.com/quarryapi/quarry/internal/kinds/ads"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/read/social"
)

// result makes the result of a trip. It is an error when there are no ads and an archive could not be
// read, or no page was loaded in time: then nothing says that there are none.
func (r *Worker) result(run kind.Run[adskind.Args], args *adskind.Args, t *trip, stop adskind.Stop) (adskind.Result, error) {
	all, err := t.ads()
	if err != nil {
		return adskind.Result{}, err
	}
	result := adskind.Result{
		Op: args.Op, Creatives: all, StoppedBy: stop, Loads: new(t.loads()), Archives: []adskind.Outcome{}, Exhausted: new(true),
		NextCursor: t.next(func(position string) string { return r.cursors.Seal(run.OrgID, args.Walk(), position) }),
	}
	whole := true
	var failures []failed
	for _, w := range t.Walks {
		result.Archives = append(result.Archives, w.outcome(t.Continued))
		*result.Exhausted = *result.Exhausted && w.Done
		whole = whole && len(w.Missed) == 0
		if w.Failure != nil {
			failures = append(failures, failed{w.Archive, *w.Failure})
		}
	}
	hidden := ""
	if !whole {
		hidden = "An archive has ads that it did not show; see archives."
	}
	result.Coverage = new(social.Covered(hidden, result.NextCursor, *result.Exhausted))
	switch {
	case len(result.Creatives) > 0:
		return result, nil
	case t.loads() == 0:
		return adskind.Result{}, errs.New(errs.UpstreamTimeout, "The archives returned no page in time; try again later.")
	}
	return result, join(failures, len(t.Walks))
}

// outcome reports how an archive went.
func (w *walk) outcome(continued bool) adskind.Outcome {
	o := adskind.Outcome{
		Archive: w.Archive, Status: adskind.OK, Creatives: new(w.Count), Loads: new(w.Loads), Total: w.Total, Elsewhere: w.Elsewhere,
		Exhausted: new(w.Done), Ahead: w.Ahead, Missed: w.Missed, Note: w.Note, Reason: w.blurry,
	}
	switch {
	case w.Failure != nil:
		o.Status, o.Reason = statusOf(w.Failure.Code), w.Failure.Message
	case w.Count > 0:
	case w.Nobody:
		o.Status, o.Reason = adskind.NoAdvertiser, "It has no advertiser of that name; op resolve lists similar ones."
	case w.Done && continued:
		o.Status, o.Reason = adskind.Empty, "It has no further ads."
	case w.Done:
		o.Status, o.Reason = adskind.Empty, "It reports that there are no such ads."
		if w.Elsewhere > 0 {
			o.Reason = fmt.Sprintf("None of the %d ads that it found by words belongs to this advertiser.", w.Elsewhere)
		}
	case w.Loads == 0:
		o.Status, o.Reason = adskind.NotAsked, "The page loads or the time were used up before it was queried."
	default:
		o.Reason = fmt.Sprintf("No such ad is on the %d pages that were loaded; use nextCursor for more.", w.Loads)
	}
	return o
}

func statusOf(code errs.Code) adskind.Status {
	switch code {
	case errs.UpstreamBlocked, errs.UpstreamRateLimited, errs.LoginRequired:
		return adskind.Blocked
	case errs.ProviderNotConfigured:
		return adskind.NotConfigured
	default:
		return adskind.Failed
	}
}

// failed is an archive that could not be read.
type failed struct {
	archive ads.Archive
	failure
}

// join makes one error of the failures of a question that found nothing; nil without any.
// Its code is the first one's, preferring one after which trying again helps.
func join(all []failed, asked int) error {
	if len(all) == 0 {
		return nil
	}
	first := all[0]
	var said []string
	for _, f := range all {
		if f.err("").Retryable() && !first.err("").Retryable() {
			first = f
		}
		said = append(said, f.archive.Title()+": "+f.Message)
	}
	message := first.Message
	switch {
	case len(all) > 1:
		message = "No archive could be read. " + strings.Join(said, " ")
	case asked > 1 && first.archive == ads.Meta:
		message += " The Google Ads Transparency Center has no results for it; send archive google to query only that one."
	case asked > 1:
		message += " The Meta Ad Library has no results for it; send archive meta to query only that one."
	}
	return first.err(message)
}
