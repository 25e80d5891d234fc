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
	TagScrape    = "Pages and search"
	TagCompanies = "Companies and domains"
	TagSocial    = "Social networks"
	TagJobs      = "Jobs"
	TagAccount   = "Account"
	TagWebhooks  = "Webhooks"
	TagService   = "Service"
)

// groups are the groups in the order of reading.
var groups = []huma.Tag{
	{Name: TagScrape, Description: "Read pages and sites, search the web, and answer from it. Each call creates a job."},
	{Name: TagCompanies, Description: "What can be known of a domain, a brand or a company. Each call creates a job."},
	{Name: TagSocial, Description: "Accounts, posts and discussions. Each call creates a job."},
	{Name: TagJobs, Description: "Read and cancel jobs."},
	{Name: TagAccount, Description: "Credits, usage, and information about the token."},
	{Name: TagWebhooks, Description: "Endpoints that receive events when jobs end, and the deliveries to them."},
	{Name: TagService, Description: "Documents that describe the service, and a health check. No token is required."},
}

// byUse are the paths of calls for jobs, those that are used most first: so they stand in the document,
// on the reference page and in the overview for language models. What is not named follows.
var byUse = map[string][]string{
	TagScrape: {"/scrape", "/scrape/batch", "/search", "/search/answer", "/scrape/site", "/scrape/sitemap", "/scrape/rss", "/scrape/research"},
	TagCompanies: {
		"/scrape/company", "/scrape/brand-design", "/scrape/brand-design/basic", "/scrape/infra", "/scrape/seo",
		"/scrape/linkedin/employees", "/scrape/mentions", "/scrape/ads", "/scrape/producthunt",
	},
	TagSocial: {
		"/scrape/channel", "/scrape/x/profile", "/scrape/x/post", "/scrape/reddit/profile", "/scrape/hn/search", "/scrape/hn/post",
		"/scrape/social/mentions", "/scrape/social/engagement",
	},
}

// TagOf is the group of a call for jobs by its path below the base.
func TagOf(path string) string {
	for tag, paths := range byUse {
		if slices.Contains(paths, path) {
			return tag
		}
	}
	return TagScrape
}

// introduction is what holds for all calls.
func introduction(kinds []kind.Definition) string {
	r := strings.NewReplacer(
		"{create}", strconv.Itoa(ratelimit.DefaultCreate), "{poll}", strconv.Itoa(ratelimit.DefaultPoll),
		"{retention}", strconv.Itoa(int(job.Retention.Hours()/24)), "{prices}", priceTable(kinds),
	)
	return r.Replace(introductionText)
}

const introductionText = `An open, self-hosted web-data API. It returns clean markdown, metadata or structured data for a URL.

## Jobs

A call that scrapes or searches creates a **job**: ` + "`queued → running → succeeded | failed | cancelled`" + `. By default the call
waits, at most 25 s, and returns 200 with the ended job, also when it failed, or 202 with ` + "`Location`" + ` and ` + "`Retry-After`" + `. Then
poll, or set a ` + "`webhookUrl`" + `. Jobs can be read for {retention} days. A result over 4 MB is cut at a field or item;
` + "`resultUrl`" + ` returns the whole result for one hour.

## Idempotency

Send an ` + "`Idempotency-Key`" + ` of 1 to 255 characters with calls that create jobs. The same key of one organization returns the
original job, whatever the body, without a second charge; the response has ` + "`Idempotent-Replayed: true`" + ` and
` + "`data.meta.idempotency.bodyMatched`" + `. A key is kept as long as its job.

## Credits

A job is charged when it is admitted and refunded in full when it fails or is cancelled; a search with contents refunds the
pages that it could not read. A cached result costs the same as
a fresh one, a valid empty result is a success, and no 4xx or 429 costs anything. ` + "`maxCredits`" + ` limits the cost of a call.

{prices}

## Limits

A token has two buckets: {create} requests per minute for calls that create and {poll} for calls that read, in bursts of the same
size, unless the operator set other limits. Every response below /v1/public to a valid token, 404 and 405 included, reports the state of its bucket. After a 429 wait for the
seconds in ` + "`Retry-After`" + `. An organization can have at most 100 unfinished jobs unless the operator set another number. A body has
at most 1 MB; a batch has 1 to 50 URLs.

## Errors

A rejected call returns ` + "`{\"error\":{code,message,requestId,retryable,details}}`" + `, or the same in the format of RFC 9457
with ` + "`Accept: application/problem+json`" + `. Nothing was created and nothing charged. Branch on ` + "`code`" + `. An unknown path is 404
` + "`not_found`" + `, an unknown method 405 ` + "`method_not_allowed`" + ` with ` + "`Allow`" + `; ` + "`HEAD`" + ` and ` + "`OPTIONS`" + ` work everywhere.

## Versions

Nothing under /v1 is removed or changes its meaning. Response objects get new members, and lists of codes and
statuses get new values: ignore what you do not know. The response to a request that uses something deprecated has a ` + "`Deprecation`" + `
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
