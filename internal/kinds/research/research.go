// Package research declares jobs of kind research: evidence on a topic from many
// sources, each passage with its scores and each claim with the quote that holds it. It
// holds what the API needs and links nothing that makes a function start slowly;
// package researchrun below it does the work.
package research

import (
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/read/research"
)

// Kind is the kind's public name.
const Kind = "research"

// Profile is how far a job goes.
type Profile = research.Profile

// The profiles.
const (
	Simple  = research.Simple
	Auto    = research.Auto
	Complex = research.Complex
)

// What jobs cost.
var (
	standardPrice = credit.Flat("research.standard", 50)
	complexPrice  = credit.Flat("research.complex", 150)
)

// Definition declares the kind.
func Definition() kind.Definition {
	return kind.Definition{
		Name:      Kind,
		Calls:     []kind.Call{Call().Call},
		AsyncOnly: true,
		Functions: []kind.Function{Function()},
	}
}

// Call is the call that makes the kind's jobs.
func Call() kind.Typed[Args, Result] {
	return kind.Define[Args](kind.About{
		Path:  "/scrape/research",
		Title: "Research a topic with evidence",
		Summary: "Search the web, news and scholarly works for a topic, read the best sources and those in the request, and return scored passages, facts and claims, each supported by a quote. " +
			"Always returns 202. With a configured language model it also proposes queries and judges claims, and with embeddings it scores passages; without one the same sources give the same result. " +
			"The job fails, and is refunded, when no source can be read.",
		Examples: []kind.Example{
			{Name: "topic", Summary: "A topic with a page to start from", Body: `{"topic":{"title":"Battery life of Marrowfen river gauges"},"targetKeywords":["battery","ten years"],"researchProfile":"simple","seedUrls":["https://example.com/"]}`},
			{Name: "message", Summary: "A statement of a page, and whether others support it", Body: `{"topic":{"title":"Marrowfen gauges and ice","summary":"How the makers of water-level gauges deal with ice.","keyMessages":[{"title":"Ice pushes gauges out of their pipes","url":"https://example.com/blog/ice-in-the-pipe"}]},"trustedCandidates":["https://example.com/docs/"],"options":{"maxDocuments":6}}`},
			{Name: "complex", Summary: "All lanes, and a second round", Body: `{"topic":{"title":"Skerwick tide barrier","keyMessages":[{"title":"The barrier cost 184 million pounds"}]},"targetKeywords":["cost"],"researchProfile":"complex","seedUrls":["https://example.com/"]}`},
		},
		Prices:  []credit.Price{standardPrice, complexPrice},
		Refuses: []errs.Code{errs.InvalidURL},
	}, sample())
}

// Function is the queue and the function of the kind's jobs.
func Function() kind.Function {
	return kind.Function{Name: Kind, Ceiling: 10 * time.Minute, Documents: true, Model: true, MemoryMB: 1024, Concurrency: 10}
}
