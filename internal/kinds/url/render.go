package url

import (
	"fmt"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kind/view"
	"github.com/quarryapi/quarry/internal/read/page"
)

// Render says whether a page is shown in a browser before it is read.
type Render string

// The choices.
const (
	Auto   Render = "auto" // when it is a shell that its scripts have yet to write; empty in an input
	Never  Render = "never"
	Always Render = "always"
)

// renderedPrice is of a page for which the caller asked for a browser. One that turns out to need
// it costs the same, where the operator has a price for it, and else what any page does.
var renderedPrice = credit.Flat("url.rendered", 1)

// Warning is a reason to look at a result before it is used.
type Warning string

// The warnings.
const (
	NeedsRendering  Warning = "needs_rendering"
	NoContent       Warning = "no_content"
	NothingSelected Warning = "nothing_selected"
	ArchivedCopy    Warning = "archived"
	Paywalled       Warning = "paywalled"
	PagesMissing    Warning = "pages_missing"
)

// Cautions are reasons to look at the page before it is used, in words.
func Cautions(r *Result) (all []string) {
	for _, w := range r.Warnings {
		switch w {
		case NeedsRendering:
			all = append(all, "scripts have yet to fill the page, which no browser has shown")
		case NoContent:
			all = append(all, "the page has next to no content, in a browser too")
		case NothingSelected:
			all = append(all, "the selectors leave nothing of the page: those of elements to return match none with text, or those of elements to remove match all")
		case Paywalled:
			all = append(all, "the page says that it must be paid for, and this may be no more than its beginning")
		case PagesMissing:
			if r.Pages != nil {
				all = append(all, fmt.Sprintf("the PDF has %d pages, of which the whole text of %d was read", r.Pages.Total, r.Pages.Read))
			}
		case ArchivedCopy:
			if r.Archive != nil {
				all = append(all, "this is an archive's copy of "+r.Archive.CapturedAt.Format(time.DateOnly)+", since the page itself could not be had: "+string(r.Archive.Code))
			}
		}
	}
	return all
}

// Rendering is what a result says of how the page's scripts were dealt with.
type Rendering struct {
	Rendered     bool            `json:"rendered" doc:"Whether a browser showed the page, with its scripts, before it was read"`
	EmbeddedData page.DataSource `json:"embeddedData,omitempty" enum:"jsonld,next,nuxt,sveltekit,state" doc:"Which data of a page that its scripts fill the content was read from; absent otherwise"`
	Warnings     []Warning       `json:"warnings,omitempty" enum:"needs_rendering,no_content,nothing_selected,archived,paywalled,pages_missing" doc:"needs_rendering: scripts have yet to fill the page, which no browser has shown. no_content: it has next to none in a browser, too. nothing_selected: includeTags match nothing with text, or excludeTags leave nothing. archived: this is not the page but an archive's copy, see archive. paywalled: the page declares that it must be paid for, and possibly only its beginning was read. pages_missing: a PDF has more than this, see pages"`
	Actions      []view.Report   `json:"actions,omitempty" doc:"What came of options.actions, in their order"`
}

// prepareRender checks the choice and decides whether the job goes to the browser at once: also
// when options ask for what only a browser does. Error: invalid_request.
func (a *Args) prepareRender() error {
	if !slices.Contains([]Render{"", Auto, Never, Always}, a.Render) {
		return errs.Field(errs.InvalidRequest, "render", "must be one of auto, never, always")
	}
	if a.Render == Auto {
		a.Render = "" // one form for what is the same
	}
	option := a.Options.Interactive()
	switch {
	case a.Render == Never && a.Wants(Screenshot):
		return errs.Field(errs.InvalidRequest, "render", "must be auto or always with format screenshot, which a browser takes")
	case a.Render == Always && a.Format == Resolve:
		return errs.Field(errs.InvalidRequest, "render", "must be auto or never with format resolve, which reads no page")
	case option != "" && a.Format == Resolve:
		return errs.Field(errs.InvalidRequest, "options."+option, "needs a browser, and format resolve has none; leave it out")
	case option != "" && a.Render == Never:
		return errs.Field(errs.InvalidRequest, "options."+option, "needs a browser; set render to auto, or leave it out")
	case a.Wants(Screenshot):
		a.Render = "" // it is rendered in any case
	case option != "":
		a.Render = Always
	}
	a.Options.shown = a.Render == Always
	return nil
}

// quote is what is charged at admission. Where rendering costs more than a page, a page that may turn
// out to need it is charged for it, and what was not needed goes back with the result: the balance is
// not to be gone by the time that a browser is needed.
func (a *Args) quote(caller kind.Caller) credit.Quote {
	q := quote(a.Wanted())
	if a.Render == Always {
		q = renderedPrice.For(1)
	}
	if a.Render == Always || a.Render != Never && a.Judged() { // beside a screenshot, too: content that a browser shows
		q.Credits = max(q.Credits, caller.RenderCredits)
	}
	return q
}

// Unneeded is what of the charge goes back when no browser has shown the page.
func (a *Args) Unneeded(charged int64) int64 {
	return max(0, charged-quote(a.Wanted()).Credits)
}

// Judged reports whether a page that turns out to be a shell is no answer: content is wanted, and
// the page's source or its metadata alone is not.
func (a *Args) Judged() bool {
	return slices.ContainsFunc([]Format{Markdown, HTML, Text, JSON}, a.Wants)
}
