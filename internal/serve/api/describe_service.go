package api

import (
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

// cors is the header by which pages of any origin may read an answer.
const cors = "Access-Control-Allow-Origin"

// readable is the answer of a document that the caller may have already.
func readable(text string, media []string, headers ...string) []openapi.Answer {
	headers = append([]string{"ETag"}, headers...)
	return []openapi.Answer{
		{Status: http.StatusOK, Text: text, Media: media, Headers: headers},
		{Status: http.StatusNotModified, Text: "Your copy is current.", Headers: headers},
	}
}

func describeService(add adder) {
	add(http.MethodGet, "/healthz", openapi.Operation{
		ID: "getHealth", Tag: openapi.TagService, Summary: "Check that the service is up",
		Description: "On one machine, 503 names what keeps the service from serving: the engine of its tables, its queues or a full disk. " +
			"In AWS the answer is always 200, because a check asks nothing of the database.",
		Answers: []openapi.Answer{{Status: http.StatusOK, Text: "The service serves.", Body: reflect.TypeFor[health](), Example: health{"ok"}}},
		Refuses: []errs.Code{errs.ServiceUnavailable},
	})
	add(http.MethodGet, "/", openapi.Operation{
		ID: "getStart", Tag: openapi.TagService, Summary: "Open the reference, as /docs", Internal: true,
		Answers: []openapi.Answer{{Status: http.StatusOK, Text: "The reference page.", Media: []string{"text/html"}, Headers: []string{cors}}},
	})
	add(http.MethodGet, "/version", openapi.Operation{
		ID: "getVersion", Tag: openapi.TagService, Summary: "Get the version of the service",
		Answers: []openapi.Answer{{
			Status: http.StatusOK, Text: "The version.", Body: reflect.TypeFor[versionReport](),
			Example: versionReport{Version: "v1.0.0", Go: "go1.26.0", Document: openapi.Version},
		}},
	})
	describeDocuments(add)
	describeConsole(add)
}

func describeDocuments(add adder) {
	add(http.MethodGet, "/openapi.client.json", openapi.Operation{
		ID: "getClientDocument", Tag: openapi.TagService, Summary: "Get the document for generators",
		Description: "The same operations and shapes in OpenAPI 3.0, at most 200 KB: what jobs and calls have in common is there once, and all errors are of one type.",
		Params:      []*huma.Param{ifNoneMatch()},
		Answers:     readable("OpenAPI 3.0.", []string{"application/json"}, cors),
	})
	add(http.MethodGet, "/openapi.json", openapi.Operation{
		ID: "getDocument", Tag: openapi.TagService, Summary: "Get this document",
		Params:  []*huma.Param{ifNoneMatch()},
		Answers: readable("OpenAPI 3.1.", []string{"application/json"}, cors),
	})
	add(http.MethodGet, "/docs", openapi.Operation{
		ID: "getReference", Tag: openapi.TagService, Summary: "Open the interactive API reference",
		Answers: []openapi.Answer{{Status: http.StatusOK, Text: "The reference page.", Media: []string{"text/html"}, Headers: []string{cors}}},
	})
	add(http.MethodGet, "/docs/{file}", openapi.Operation{
		ID: "getGuide", Tag: openapi.TagService, Summary: "Get a guide or a file of the reference",
		Description: "`NAME.md` is a guide in Markdown, `NAME` the same for a browser. `/docs/`, with the slash, lists them; /llms.txt has the names.",
		Params:      []*huma.Param{ifNoneMatch()},
		Answers:     readable("The guide or file.", []string{"text/markdown", "text/html", "text/javascript"}),
		Refuses:     []errs.Code{errs.NotFound},
	})
	add(http.MethodGet, "/docs/calls/{file}", openapi.Operation{
		ID: "getCallPage", Tag: openapi.TagService, Summary: "Get a page about one call",
		Description: "`OPERATION.md` is what the call takes and answers, in Markdown, with an example and its errors; `OPERATION` the same for a browser.",
		Params:      []*huma.Param{ifNoneMatch()},
		Answers:     readable("The page.", []string{"text/markdown", "text/html"}),
		Refuses:     []errs.Code{errs.NotFound},
	})
	add(http.MethodGet, "/llms.txt", openapi.Operation{
		ID: "getOverview", Tag: openapi.TagService, Summary: "Get an overview for language models",
		Params:  []*huma.Param{ifNoneMatch()},
		Answers: readable("Markdown, in the format of llmstxt.org.", []string{"text/plain"}, cors),
	})
	add(http.MethodGet, "/llms-full.txt", openapi.Operation{
		ID: "getEverything", Tag: openapi.TagService, Summary: "Get the pages of all calls as one text",
		Params:  []*huma.Param{ifNoneMatch()},
		Answers: readable("Markdown: the overview, and the page of each call.", []string{"text/plain"}, cors),
	})
}

func describeConsole(add adder) {
	add(http.MethodGet, "/console", openapi.Operation{
		ID: "getConsole", Tag: openapi.TagService, Summary: "Open the console",
		Description: "A page by which people use the API in a browser: calls with their prices, jobs, crawls, credits and webhooks.",
		Params:      []*huma.Param{ifNoneMatch()},
		Answers:     readable("The console.", []string{"text/html"}),
	})
	add(http.MethodGet, "/console/{version}/{file}", openapi.Operation{
		ID: "getConsoleFile", Tag: openapi.TagService, Summary: "Get a file of the console", Internal: true,
		Params:  []*huma.Param{ifNoneMatch()},
		Answers: readable("The file.", []string{"text/javascript", "text/css", "image/svg+xml"}),
		Refuses: []errs.Code{errs.NotFound},
	})
	add(http.MethodGet, "/console/token", openapi.Operation{
		ID: "takeConsoleToken", Tag: openapi.TagService, Summary: "Take the token of a local service", Internal: true,
		Description: "Answers once, on the machine that serves it, to who has the key of the link that quarry local prints.",
		Params:      []*huma.Param{openapi.Header("X-Console-Key", "What the link has behind `once=`.", huma.Schema{Type: huma.TypeString})},
		Answers:     []openapi.Answer{{Status: http.StatusOK, Text: "The token.", Body: reflect.TypeFor[consoleToken](), Example: consoleToken{"satk_live_…"}}},
		Refuses:     []errs.Code{errs.NotFound},
	})
}
