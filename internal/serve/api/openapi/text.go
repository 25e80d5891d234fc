package openapi

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
)

// The groups of operations.
const (
	TagScrape   = "Scrape"
	TagSearch   = "Search"
	TagJobs     = "Jobs"
	TagAccount  = "Account"
	TagWebhooks = "Webhooks"
	TagService  = "Service"
)

// groups are the groups in the order of reading.
var groups = []huma.Tag{
	{Name: TagScrape, Description: "Calls that make jobs: pages, sites and profiles in, data out."},
	{Name: TagSearch, Description: "Calls that make search jobs."},
	{Name: TagJobs, Description: "What became of jobs."},
	{Name: TagAccount, Description: "Credits, what was spent, and who a token is."},
	{Name: TagWebhooks, Description: "Where the ends of jobs are posted, and what came of it."},
	{Name: TagService, Description: "What describes the service and tells that it is up. No token is needed."},
}

// introduction is what holds for all calls.
func introduction(kinds []kind.Definition) string {
	r := strings.NewReplacer(
		"{create}", strconv.Itoa(ratelimit.DefaultCreate), "{poll}", strconv.Itoa(ratelimit.DefaultPoll),
		"{retention}", strconv.Itoa(int(job.Retention.Hours()/24)), "{prices}", priceTable(kinds),
	)
	return r.Replace(introductionText)
}

const introductionText = `An open, self-hosted web-data API. A URL goes in; clean markdown, metadata or structure comes out.

## Jobs

A call that scrapes or searches makes a **job**: ` + "`queued → running → succeeded | failed | cancelled`" + `. By default the call
waits, at most 25 s, and answers 200 with the ended job, a failed one too, or 202 with ` + "`Location`" + ` and ` + "`Retry-After`" + `. Then
poll, or name a ` + "`webhookUrl`" + `. Jobs can be read for {retention} days. A result over 4 MB is cut at a field or item;
` + "`resultUrl`" + ` gives the whole for an hour.

## Idempotency

Send an ` + "`Idempotency-Key`" + ` of 1 to 255 characters with what creates. The same key of one organization gives the original job,
whatever the body, without a second charge; the answer has ` + "`Idempotent-Replayed: true`" + ` and
` + "`data.meta.idempotency.bodyMatched`" + `. A key lives as long as its job.

## Credits

A job is charged when it is admitted and refunded in full when it fails or is cancelled. A cached result costs the same as
a fresh one, a valid empty result is a success, and no 4xx or 429 costs anything. ` + "`maxCredits`" + ` bounds what a call may cost.

{prices}

## Limits

A token has two buckets: {create} requests a minute for what creates and {poll} for what reads, in bursts of as many,
unless the operator set others. Every answer to a good token tells where its bucket stands. After a 429 wait for the
seconds in ` + "`Retry-After`" + `. An organization has at most 100 unfinished jobs unless the operator set another number. A body has
at most 1 MB; a batch 1 to 50 URLs.

## Errors

A refused call is answered with ` + "`{\"error\":{code,message,requestId,retryable,details}}`" + `, or the same as RFC 9457 has it
with ` + "`Accept: application/problem+json`" + `. Nothing was created and nothing charged. Switch on ` + "`code`" + `. An unknown path is 404
` + "`not_found`" + `, an unknown method 405 ` + "`method_not_allowed`" + ` with ` + "`Allow`" + `; ` + "`HEAD`" + ` and ` + "`OPTIONS`" + ` work everywhere.

## Versions

Nothing under /v1 is taken away or changes its meaning. Objects of answers get new members, and lists of codes and
statuses new values: ignore what you do not know. A request that uses something deprecated is answered with a ` + "`Deprecation`" + `
header.`

// priceTable lists what every action costs.
func priceTable(kinds []kind.Definition) string {
	var prices []credit.Price
	for _, k := range kinds {
		for _, call := range k.Calls {
			prices = append(prices, call.Prices...)
		}
	}
	slices.SortFunc(prices, func(a, b credit.Price) int { return cmp.Compare(a.Action(), b.Action()) })
	var b strings.Builder
	b.WriteString("| action | price |\n|---|---|")
	for _, p := range prices {
		fmt.Fprintf(&b, "\n| `%s` | %s |", p.Action(), p.Words())
	}
	return b.String()
}
