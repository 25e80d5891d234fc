package kinds_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds"
)

// TestDocument holds docs/pricing.md to the price list and the kinds.
func TestDocument(t *testing.T) {
	t.Parallel()
	golden.Document(t, "../../docs/pricing.md", pricing())
}

func pricing() string {
	var b strings.Builder
	b.WriteString(`<!-- Generated from internal/core/credit and internal/kinds by "make generate"; do not edit. -->

# Pricing

| call below /v1/public | action | price | reused for | runs at most |
|---|---|---|---|---|
`)
	for _, s := range kinds.All() {
		for _, c := range s.Calls {
			row(&b, s, c.Path, c.Prices, "")
		}
		if s.Batch != nil {
			row(&b, s, s.Batch.Path, s.Main().Prices, ", for each job")
		}
	}
	b.WriteString(`
- A job is charged when it is admitted, by what was requested, and **refunded in full** in the
  same transaction that makes it failed or cancelled. ` + "`search.contents`" + ` gives back the credits of
  pages that were not read in the transaction that ends it.
- A result from the cache costs what it cost when it was fetched. It is reused for the time above, or
  for ` + "`cacheTtlSec`" + `, at most 7 days; ` + "`\"fresh\":true`" + ` requests a new one.
- A valid empty result is a success and costs its price.
- A rejected call, 4xx or 429, costs nothing.
- ` + "`\"maxCredits\":5`" + ` rejects calls that would cost more with ` + "`max_credits_exceeded`" + `.

Every job reports its charge: ` + "`creditsCharged`, `creditsRefunded` and `pricingDecision`" + `.
` + "`GET /v1/public/balance`" + ` returns the balance, and ` + "`GET /v1/public/usage`" + ` the credits spent and
refunded by action, never netted.

## Crawls

` + "`POST /crawl`" + ` itself costs nothing and holds nothing in advance. Each page is a job of ` + "`url.page`" + `, ` + "`url.rendered`" + ` or ` + "`url.screenshot`" + `: charged when its job is made, refunded in full when it fails or is cancelled. A page that its host put off is charged again for the next try, after the refund of the last.

| what | price |
|---|---|
| a page | that of the same scrape: 1 credit, 5 for a screenshot |
| a page that is the same as in the earlier crawl, or since ` + "`since`" + ` | that of format ` + "`resolve`" + `; the rest of its charge is refunded as it ends |
| the site's sitemaps, with ` + "`sitemap`" + ` ` + "`include`" + ` or ` + "`only`" + ` | that of one sitemap job |
| URLs that are skipped: by robots.txt, ` + "`excludePaths`" + `, traps, ` + "`maxDepth`" + ` | nothing |
| a page that redirects to another page of the crawl, or names one as its canonical URL | that of a page: it was fetched |
| a first page that cannot be read | nothing, and the crawl has failed |

` + "`maxCredits`" + ` bounds the crawl as a whole, refunds deducted. [Crawls](crawl.md#what-it-costs) says how one that ran out goes on.

## Rendered pages

A page that a browser shows before it is read costs 1 credit, as any page, unless the operator of an installation charges more
(` + "`QUARRY_RENDER_CREDITS`" + `). Then ` + "`render: always`" + ` costs that, and with ` + "`render: auto`" + ` it is charged at
admission where a browser may turn out to be needed: for ` + "`markdown`, `html`, `text` and `json`" + `. What was not needed is refunded in the
transaction that ends the job; ` + "`pricingDecision`" + ` is then ` + "`partly_refunded`" + ` for the reason ` + "`not_needed`" + `, and the result costs 1
credit from the cache, too. Pages with ` + "`render: never`" + ` and other formats cost 1 credit from the beginning,
a screenshot its 5, and a screenshot beside content what is dearer. ` + "`maxCredits`" + ` is
held to what the page costs when it is rendered, also where the cache then has it for 1 credit: a lower one needs ` + "`render: never`" + `.
`)
	return b.String()
}

func row(b *strings.Builder, s kind.Definition, path string, booked []credit.Price, each string) {
	var actions, prices, ceilings []string
	for _, p := range booked {
		actions, prices = append(actions, "`"+string(p.Action())+"`"), append(prices, p.Words()+each)
		ceilings = append(ceilings, duration(s.FunctionOf(p.Action()).Ceiling))
	}
	reused := "only on request"
	if s.CacheTTL > 0 {
		reused = duration(s.CacheTTL)
	}
	fmt.Fprintf(b, "| `POST %s` | %s | %s | %s | %s |\n",
		path, strings.Join(actions, "<br>"), strings.Join(prices, "<br>"), reused, strings.Join(slices.Compact(ceilings), "<br>"))
}

func duration(d time.Duration) string {
	if d%time.Hour == 0 {
		return fmt.Sprintf("%d h", d/time.Hour)
	}
	return fmt.Sprintf("%d min", d/time.Minute)
}
