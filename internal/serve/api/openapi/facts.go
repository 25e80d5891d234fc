package openapi

import (
	"fmt"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/credit"
)

// facts says in words what a call needs and costs.
func facts(o Operation) string {
	if o.Scope == "" {
		return "No token is required."
	}
	lines := []string{fmt.Sprintf("Requires the scope `%s`; counts against the `%s` bucket.", o.Scope, o.Bucket)}
	if o.Kind == nil {
		return lines[0]
	}
	if o.Crawls {
		return lines[0] + " " + crawlFacts(o)
	}
	costs := "Costs "
	if len(o.Call.Prices) > 1 {
		costs = "Costs one of these, by what is asked for: "
	}
	lines = append(lines, costs+priceWords(o.Call.Prices)+".")
	switch {
	case o.Kind.CacheTTL > 0:
		lines = append(lines, fmt.Sprintf("Results are reused for %s unless `cacheTtlSec` is set.", words(o.Kind.CacheTTL)))
	default:
		lines = append(lines, "Results are reused only when `cacheTtlSec` is set.")
	}
	lines = append(lines, fmt.Sprintf("A job runs for at most %s.", words(ceiling(o))))
	if o.Kind.AsyncOnly {
		lines = append(lines, "Always returns 202; `wait` is accepted and ignored.")
	}
	return strings.Join(lines, " ")
}

// crawlFacts says what a crawl costs, page by page.
func crawlFacts(o Operation) string {
	return fmt.Sprintf("A page costs what its scrape does, one of: %s. A page's job runs for at most %s, and the crawl for `timeoutSec`. Always returns 202.",
		priceWords(o.Call.Prices), words(ceiling(o)))
}

// priceWords says prices as people do, each with its action.
func priceWords(of []credit.Price) string {
	list := make([]string, len(of))
	for i, p := range of {
		list[i] = fmt.Sprintf("%s (`%s`)", p.Words(), p.Action())
	}
	return strings.Join(list, ", ")
}

// machineFacts is the same for programs: the member x-quarry of an operation.
func machineFacts(o Operation) map[string]any {
	all := map[string]any{}
	if o.Scope != "" {
		all["scope"], all["bucket"] = o.Scope, o.Bucket
	}
	if o.Kind != nil {
		all["kind"], all["prices"] = o.Kind.Name, prices(o.Call.Prices)
		all["cacheTtlSec"], all["ceilingSec"] = int(o.Kind.CacheTTL.Seconds()), int(ceiling(o).Seconds())
		all["asyncOnly"] = o.Kind.AsyncOnly || o.Crawls
	}
	if o.Crawls {
		all["crawls"] = true
	}
	return all
}

// ceiling is the longest that a job of the call may run, whatever its action.
func ceiling(o Operation) time.Duration {
	var longest time.Duration
	for _, action := range o.Call.Actions() {
		longest = max(longest, o.Kind.FunctionOf(action).Ceiling)
	}
	return longest
}

func prices(of []credit.Price) []map[string]any {
	list := []map[string]any{}
	for _, p := range of {
		list = append(list, map[string]any{
			"action": p.Action(), "credits": p.Base, "creditsPerBlock": p.PerBlock, "blockSize": p.Block,
		})
	}
	return list
}

// words says a time as people do.
func words(d time.Duration) string {
	for _, unit := range []struct {
		length time.Duration
		name   string
	}{{time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		if n := d / unit.length; n > 0 && d%unit.length == 0 {
			if n == 1 {
				return "1 " + unit.name
			}
			return fmt.Sprintf("%d %ss", n, unit.name)
		}
	}
	return d.String()
}
