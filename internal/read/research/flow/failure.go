package flow

import (
	"fmt"
	"slices"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/lane"
)

// failure is why there is nothing to settle: no source could be read, or no lane
// answered. That some lane says that there is nothing is an answer.
func (t *task) failure() error {
	switch {
	case t.readAny():
		return nil
	case len(t.Documents) > 0:
		return t.unread()
	case t.Spent:
		return errs.New(errs.UpstreamTimeout, "The time was used up before any source was read; send seedUrls, or try again later.")
	case len(t.Candidates) > 0:
		return errs.New(errs.UpstreamBlocked, "The sources found can only be read in a browser; send seedUrls, or try other words.")
	case slices.ContainsFunc(t.Reports, lane.Answered):
		return nil
	}
	for _, r := range t.Reports {
		return errs.Newf(errs.Code(r.Code), "All lanes of the research failed. %s: %s", r.Lane, r.Reason)
	}
	return nil
}

func (t *task) readAny() bool {
	return slices.ContainsFunc(t.Documents, func(d research.Document) bool { return d.Text != "" })
}

// unread is the error of the first source, which is the one that the caller wants most.
func (t *task) unread() error {
	d := t.Documents[0]
	err := errs.Newf(errs.Code(d.Code), "None of the %d sources that were tried could be read. The first, %s: %s", len(t.Documents), d.URL, d.Reason)
	err.Permanent = d.Status == research.NotFound
	return err
}

// reports are how the lanes went, in their order: those that search, and those whose
// sources the caller names, which went as reading these did.
func (t *task) reports() []research.Report {
	var all []research.Report
	for _, l := range research.Lanes() {
		searched := slices.IndexFunc(t.Reports, func(r research.Report) bool { return r.Lane == l })
		switch {
		case searched >= 0:
			all = append(all, t.Reports[searched])
		case l == research.Archive && t.Archive.Looked > 0:
			all = append(all, t.archiveReport())
		case l.Named() && len(t.named(l)) > 0:
			all = append(all, t.namedReport(l))
		}
	}
	return all
}

func (t *task) namedReport(l research.Lane) research.Report {
	r := research.Report{Lane: l, Outcome: research.OK, Found: len(t.named(l))}
	tried, missed := 0, []research.Document{}
	for _, d := range t.Documents {
		if d.Lane == l {
			if tried++; d.Text == "" {
				missed = append(missed, d)
			}
		}
	}
	switch {
	case len(missed) > 0:
		r.Reason = fmt.Sprintf("%d of %d sources could not be read. %s: %s", len(missed), r.Found, missed[0].URL, missed[0].Reason)
		if len(missed) == tried {
			r.Outcome = outcomes[missed[0].Status]
		}
	case tried < r.Found:
		r.Reason = fmt.Sprintf("%d of %d sources were not read, because of maxDocuments or time.", r.Found-tried, r.Found)
	}
	return r
}

// outcomes are what the status of a source says of its lane.
var outcomes = map[research.Status]research.Outcome{
	research.SourceBlocked: research.Blocked,
	research.NotFound:      research.Failed,
	research.Timeout:       research.TimedOut,
	research.Unsupported:   research.Failed,
	research.Broken:        research.Failed,
}

func (t *task) archiveReport() research.Report {
	r := research.Report{Lane: research.Archive, Provider: "wayback", Outcome: research.OK, Queries: t.Archive.Looked, Found: t.Archive.Captures, Reason: t.Archive.Reason}
	switch {
	case t.Archive.Captures > 0:
	case t.Archive.Reason != "":
		r.Outcome = t.Archive.Outcome
	default:
		r.Outcome, r.Reason = research.Empty, "The archive has no capture of the missing sources."
	}
	return r
}
