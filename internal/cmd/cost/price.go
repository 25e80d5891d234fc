package main

import (
	"math"
	"time"
)

// The list prices of us-east-1 in $, without any free tier, as of priced. A bill in another region or of
// another year differs: change them here and write the document anew.
const (
	priced = "November 2026"

	perRequest   = 0.20 / 1e6    // an invocation of Lambda
	perGBSecond  = 13.3334 / 1e6 // arm64
	perGBSecondX = 16.6667 / 1e6 // x86_64, the browser's
	perCall      = 1.00 / 1e6    // HTTP API, up to 512 KB
	perMessage   = 0.40 / 1e6    // a request of SQS
	perReadUnit  = 0.125 / 1e6   // DynamoDB on demand
	perWriteUnit = 0.625 / 1e6
	perLogged    = 0.50 / 1e9  // a byte into CloudWatch Logs
	perSent      = 0.09 / 1e9  // a byte to the internet
	perKept      = 0.25 / 1e9  // a byte of a table, a month
	perRestored  = 0.20 / 1e9  // a byte of a table of which every second of 35 days can be restored, a month
	perStored    = 0.023 / 1e9 // a byte of the bucket, a month
	perPut       = 5.00 / 1e6
	perGet       = 0.40 / 1e6
	perArchived  = 0.03 / 1e9 // a byte of logs that is kept, a month
	perMetric    = 0.30       // a month
	perAlarm     = 0.10       // a metric of an alarm, a month
	perSecret    = 0.40       // a month
	perCPUHour   = 0.03238    // Fargate on arm64
	perGBHour    = 0.00356
	perBalancer  = 16.43 // a month, without its traffic
)

// What cannot be measured on a laptop, and is assumed.
const (
	// hop is a call to DynamoDB, SQS or S3 within the region.
	hop = 6 * time.Millisecond
	// start is from the send of a message to the worker's first line.
	start = 30 * time.Millisecond
	// pageCPU is the time of a whole core that a page of 100 KB takes to be read, see docs/figures.md: twice the
	// article's, and TLS.
	pageCPU = 12 * time.Millisecond
	// wholeCore is the memory with which a function has one.
	wholeCore = 1769
	// pdfStart is the time of a whole core that the engine of PDFs takes to start, and pdfCPU what ten pages of 2400
	// characters do.
	pdfStart, pdfCPU = 1400 * time.Millisecond, 100 * time.Millisecond
	// callCPU is the time of a whole core that a call of the API takes.
	callCPU = 3 * time.Millisecond
	// platform is what Lambda itself logs of an invocation, its start and its report, and access what API
	// Gateway does of a call.
	platform, access = 460, 330
	// shown is what a browser takes beside the page's own time.
	shown = 900 * time.Millisecond
	// polledBy is how many of Lambda's pollers wait at a queue, each for 20 s.
	polledBy = 5
	// hours are those of a month.
	hours = 720
)

// function is what an invocation of such a memory costs for so long.
func function(memoryMB int, took time.Duration) float64 {
	return perRequest + platform*perLogged + float64(memoryMB)/1024*took.Seconds()*perGBSecond
}

// price is what is billed by use of tables, logs and traffic.
func (u used) price() float64 {
	u = u.rounded()
	return u.reads*perReadUnit + u.writes*perWriteUnit + u.logged*perLogged + u.sent*perSent
}

// rounded is what is the same for each measurement: the digits of times are not.
func (u used) rounded() used {
	to := func(step, v float64) float64 { return math.Round(v/step) * step }
	return used{capacity{to(0.5, u.reads), to(0.5, u.writes)}, to(200, u.logged), to(500, u.sent), to(250, u.kept)}
}

// work is the run of a worker of such a memory at a page that takes so long: the page, its reading by the
// part of a core that the memory brings, and six calls.
func work(memoryMB int, page time.Duration) time.Duration {
	return page + slowed(memoryMB, pageCPU) + 6*hop
}

// slowed is how long a function takes for what a whole core does in such a time: it gets the part of one that its
// memory brings.
func slowed(memoryMB int, alone time.Duration) time.Duration {
	return time.Duration(float64(alone) / min(1, float64(memoryMB)/wholeCore))
}

// looks are the reads of a call that waits so long, as package api makes them: the first after 50 ms, then after
// pauses that grow by a quarter up to 500 ms.
func looks(wait time.Duration) (n int, until time.Duration) {
	for pause := 50 * time.Millisecond; until < wait; pause = min(pause+pause/4, 500*time.Millisecond) {
		until += pause
		n++
	}
	return n, until
}
