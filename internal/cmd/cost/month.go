package main

import (
	"fmt"
	"strings"

	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// The month that is reckoned as an example, and what of it is in the bucket.
const (
	monthScrapes  = 300_000
	monthCached   = 100_000
	monthPolls    = 300_000
	monthWebhooks = 30_000
	monthLarge    = 15_000 // of the scrapes: their results are too large for a row
	largeBytes    = 30_000 // of one of these, packed
	monthMetrics  = 8      // those of one kind that runs around the clock
	audits        = 30
	looksOfAudit  = 2 // at all rows, where nothing moves in between; 4 KB of them are a unit
)

// month is an example of a whole month, with what calls leave behind them.
func month(f figures, url kind.Function) string {
	_, polling, alarms := atRest()
	waited := sum(scrape(f.waited, url, true))[1]
	kept := monthScrapes*f.waited.rounded().kept + monthCached*f.cached.rounded().kept + monthWebhooks*f.webhook.rounded().kept
	invoked := access + platform + platform // of a call, its function and its worker
	logged := monthScrapes*(f.waited.rounded().logged+float64(invoked)) + monthCached*(f.cached.rounded().logged+access+platform) + monthPolls*(f.polled.rounded().logged+access+platform)
	var b strings.Builder
	fmt.Fprintf(&b, monthText, store.MaxResultItem>>10, perPut*1e6, perGet*1e6, 1e6*perWriteUnit, f.waited.rounded().kept/1000, f.cached.rounded().kept/1000, f.webhook.rounded().kept/1000)
	total := 0.0
	for _, part := range []struct {
		name string
		cost float64
	}{
		{"300 000 scrapes of pages of 1 s, waited for", monthScrapes * waited},
		{"100 000 from the cache", monthCached * f.fromCache()},
		{"300 000 polls", monthPolls * f.poll()},
		{"30 000 webhooks", monthWebhooks * f.delivery()},
		{fmt.Sprintf("tables: %.1f GB", kept/1e9), kept * perKept},
		{"the same, to be restored to any second of 35 days", kept * perRestored},
		{"the audit of each night, which reads all rows twice", audits * looksOfAudit * kept / 4096 * perReadUnit},
		{"15 000 results of 30 KB in the bucket, each written and read once, and kept", monthLarge * (perPut + perGet + largeBytes*perStored)},
		{fmt.Sprintf("logs: %.1f GB that are kept", logged/1e9), logged * perArchived},
		{fmt.Sprintf("metrics: %d, of one kind around the clock", monthMetrics), monthMetrics * perMetric},
		{"a month of nothing, with the setting `cursorKey`", polling + alarms + sweeping()},
	} {
		total += part.cost
		fmt.Fprintf(&b, "| %s | %.2f |\n", part.name, part.cost)
	}
	fmt.Fprintf(&b, "| **sum** | **%.2f** |\n", total)
	return b.String()
}

const monthText = `
## What stays, and an example of a month

Rows, results and logs are kept for 30 days, so that what a month has left is what is paid for in the next one. Those of the ledger and of usage stay for good.
A result of more than %d KB packed is in the bucket and not in a row: a write of it is %.1f $ a million, and each read of it %.1f $. Below that each KB that it is larger, packed, is a write unit, %.3f $ a million.
Measured is what the tables grow by, with the entries of their indexes and the 100 bytes that DynamoDB adds to each: %.1f KB a scrape, %.1f KB one from the cache, %.1f KB a webhook.
The audit at night reads every row at least twice, and up to seven times where organizations are at work around it, at 0.03 $ a GB each time.

| part | $ a month |
|---|---|
`
