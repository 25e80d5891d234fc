package api

import (
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
	"github.com/quarryapi/quarry/internal/serve/store"
)

func describeCrawl(add adder, def kind.Definition) {
	path, id := base+def.Crawl.Path, sample(ident.Crawl)
	one := path + "/{crawlId}"
	made := crawlAnswer{CrawlID: id, Status: store.CrawlRunning, PollURL: crawlURL(id), PagesURL: crawlURL(id) + "/pages", EventsURL: crawlURL(id) + "/events"}
	add(http.MethodPost, path, openapi.Operation{
		ID: "startCrawl", Tag: openapi.TagOf(def.Crawl.Path), Summary: def.Crawl.Title, Kind: &def, Call: def.Main(), Crawls: true,
		Description: def.Crawl.Summary + "\n\nCreates a crawl, which follows the links of the site and creates a job for each page. Nothing is held in advance: each page is " +
			"charged when its job is made, and refunded when it fails. `maxCredits` bounds the crawl as a whole. `wait`, `waitTimeoutMs`, `cacheTtlSec` and `fresh` have no effect.",
		Params:  []*huma.Param{keyHeader()},
		Body:    &openapi.Body{Name: "CrawlRequest", Parts: crawlBody(def), Examples: bodies(def.Crawl.Examples)},
		Refuses: []errs.Code{errs.CrawlNotFound},
		Answers: []openapi.Answer{{Status: http.StatusAccepted, Text: "The crawl was created. Poll it at `pollUrl`.", Data: reflect.TypeFor[crawlAnswer](), Example: made, Gives: [2]string{"crawlId", "/data/crawlId"}}},
	})
	done := exampleCrawl(def, id)
	brief := *done
	brief.Input, brief.SkippedSamples = nil, nil
	add(http.MethodGet, path+"s", openapi.Operation{
		ID: "listCrawls", Tag: openapi.TagJobs, Summary: "List crawls, newest first",
		Description: "Those of the last 30 days, without arguments, failures and samples.",
		Params:      append(pageParams(), openapi.Query("status", "Only crawls in this status.", oneOf("running", "finished", "failed", "cancelled"))),
		Answers:     ok("A page of crawls.", crawlsData{Exhausted: true, Items: []*crawlView{&brief}}),
		Refuses:     []errs.Code{errs.InvalidRequest, errs.InvalidCursor},
	})
	add(http.MethodGet, one, openapi.Operation{
		ID: "getCrawl", Tag: openapi.TagJobs, Summary: "Read a crawl",
		Description: "The status of the crawl, the number of its pages in each state, and what they cost. It can be read for 30 days.",
		Answers:     []openapi.Answer{{Status: http.StatusOK, Text: "The crawl.", Data: reflect.TypeFor[crawlView](), Headers: []string{"Retry-After"}, Example: done}},
		Refuses:     []errs.Code{errs.CrawlNotFound},
	})
	add(http.MethodGet, one+"/pages", openapi.Operation{
		ID: "listCrawlPages", Tag: openapi.TagJobs, Summary: "List the pages of a crawl",
		Description: "The pages that have a job, in the order in which they were found.",
		Params: append(pageParams(),
			openapi.Query("status", "Only pages whose job is in this status.", oneOf("queued", "running", "succeeded", "failed", "cancelled")),
			openapi.Query("change", "Only pages that are this to the earlier crawl.", oneOf("new", "changed", "same", "gone")),
			openapi.Query("results", "Return the results of pages that have succeeded, as long as they fit into the response together.", huma.Schema{Type: huma.TypeBoolean, Default: false})),
		Answers: ok("A page of pages.", crawlPages{Exhausted: true, Items: []*crawlPage{{
			Number: 1, URL: "https://example.com/", JobID: sample(ident.Job), Status: job.Succeeded, PollURL: pollURL(sample(ident.Job)), CreditsCharged: 1,
		}}}),
		Refuses: []errs.Code{errs.CrawlNotFound, errs.InvalidRequest, errs.InvalidCursor},
	})
	add(http.MethodGet, one+"/events", openapi.Operation{
		ID: "streamCrawlEvents", Tag: openapi.TagJobs, Summary: "Stream what happens to a crawl",
		Description: "Server-sent events: `crawl.page` for the end of each page, once each and in the order of their numbers, with its result of at most 256 KB; " +
			"`crawl.progress` with the crawl when its counts change; `crawl.finished` at the end." + streamText,
		Params: []*huma.Param{lastEventID()}, Answers: streamed(),
		Refuses: []errs.Code{errs.CrawlNotFound, errs.TooManyStreams},
	})
	describeCrawlFiles(add, one, done)
	describeCrawlChanges(add, one, done)
}

// describeCrawlChanges adds the calls that stop a crawl and let it go on.
func describeCrawlChanges(add adder, one string, done *crawlView) {
	add(http.MethodPost, one+"/cancel", openapi.Operation{
		ID: "cancelCrawl", Tag: openapi.TagJobs, Summary: "Cancel a crawl",
		Description: "No more pages are admitted, and those that have not ended are cancelled and refunded soon after. The crawl can be resumed.",
		Answers:     crawlNow(done),
		Refuses:     []errs.Code{errs.CrawlNotFound},
	})
	add(http.MethodPost, one+"/resume", openapi.Operation{
		ID: "resumeCrawl", Tag: openapi.TagJobs, Summary: "Resume a crawl",
		Description: "A crawl that ended by `credits`, `time` or `cancelled` goes on where it stopped. Where `maxCredits` is used up it takes more of them.",
		Body: &openapi.Body{Name: "ResumeCrawlRequest", Optional: true, Parts: []reflect.Type{reflect.TypeFor[resumption]()}, Examples: []openapi.Example{
			{Name: "more", Summary: "With another limit", Value: resumption{MaxCredits: 500}},
		}},
		Answers: crawlNow(done),
		Refuses: []errs.Code{errs.CrawlNotFound, errs.CrawlNotResumable, errs.InsufficientCredits},
	})
}

func describeCrawlFiles(add adder, one string, done *crawlView) {
	add(http.MethodGet, one+"/export", openapi.Operation{
		ID: "listCrawlFiles", Tag: openapi.TagJobs, Summary: "List the files of a crawl's export",
		Description: "Links to files of JSON lines, each of up to 100 pages with their whole results, in the order of their numbers. They are written as the pages end.",
		Params:      pageParams(),
		Answers:     ok("A page of files.", crawlParts{Exhausted: true, Items: []crawlPart{{First: 1, Last: 2, Bytes: 1834, URL: "https://quarry-results.s3.us-east-1.amazonaws.com/results/pages.jsonl?X-Amz-Signature=…"}}}),
		Refuses:     []errs.Code{errs.CrawlNotFound, errs.InvalidRequest, errs.InvalidCursor},
	})
	add(http.MethodPost, one+"/export", openapi.Operation{
		ID: "exportCrawl", Tag: openapi.TagJobs, Summary: "Export a crawl",
		Description: "The pages of a crawl that was made without `export` are written to files, too. A crawl that has ended can be exported.",
		Answers:     crawlNow(done),
		Refuses:     []errs.Code{errs.CrawlNotFound},
	})
}

// crawlNow is the answer of calls that change a crawl.
func crawlNow(done *crawlView) []openapi.Answer {
	return []openapi.Answer{{Status: http.StatusOK, Text: "The crawl, as it is then.", Data: reflect.TypeFor[crawlView](), Headers: []string{"Retry-After"}, Example: done}}
}

func exampleCrawl(def kind.Definition, id string) *crawlView {
	return &crawlView{
		CrawlID: id, Status: store.CrawlFinished, URL: "https://example.com/", Host: "example.com", Counts: crawlCounts{Total: 2, Succeeded: 1, Failed: 1, Skipped: 1},
		FailedBy: map[string]int64{"target_error": 1}, SkippedBy: map[string]int64{"robots": 1}, SkippedSamples: map[string][]string{"robots": {"https://example.com/private/"}}, CreditsCharged: 2, CreditsRefunded: 1,
		Input:   json.RawMessage(def.Crawl.Examples[0].Body),
		PollURL: crawlURL(id), PagesURL: crawlURL(id) + "/pages", EventsURL: crawlURL(id) + "/events",
		CreatedAt: instant.Of(exampleTime), CompletedAt: instant.Of(exampleTime), ExpiresAt: instant.Of(exampleTime.Add(job.Retention)),
	}
}
