package reference

import (
	"fmt"
	"strings"

	"github.com/quarryapi/quarry/docs"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
	"github.com/quarryapi/quarry/internal/serve/api/reference/callpage"
)

// overview is /llms.txt: what the service is and what there is to call, in the form
// that llmstxt.org describes.
func overview(service openapi.Service, calls map[string]callpage.Page) string {
	var b strings.Builder
	b.WriteString(`# Quarry

> An open, self-hosted web-data API: it returns clean markdown, metadata or structured data for a URL. Every call that
> scrapes or searches creates a job: paid in credits, idempotent, cached, delivered by signed webhooks.

Send ` + "`Authorization: Bearer <token>`" + ` and JSON bodies. Successful responses are ` + "`{\"data\": …}`" + `, errors
` + "`{\"error\": {code, message, requestId, retryable, details}}`" + `. A job-creating call waits up to 25 s and returns 200 with
the ended job (check ` + "`data.status`" + `) or 202 with a ` + "`Location`" + ` to poll. Send an ` + "`Idempotency-Key`" + ` when you may retry.
After a 429 wait for the seconds in ` + "`Retry-After`" + `.

## Reference

- [OpenAPI 3.1 document](/openapi.json): every path, field, limit, price, error code, header and webhook
- [OpenAPI 3.0 document for generators of clients](/openapi.client.json): the same operations and shapes, small
- [Interactive reference](/docs): the same for people, interactive
- [All calls on one page](/llms-full.txt): every member of what they take and answer; each on a page of its own below

## Guides

`)
	for _, name := range guideNames() {
		fmt.Fprintf(&b, "- [%s](/docs/%s.md)\n", headingOf(name), name)
	}
	tag := ""
	for _, o := range service.Operations {
		if o.Tag != tag {
			tag = o.Tag
			fmt.Fprintf(&b, "\n## %s\n\n", tag)
		}
		fmt.Fprintf(&b, "- [`%s %s`: %s](/docs/calls/%s.md)", o.Method, o.Path, o.Summary, o.ID)
		if takes := calls[o.ID].Brief; takes != "" {
			b.WriteString(": " + takes)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// guideNames are the guides that are served, in order.
func guideNames() []string {
	entries, err := docs.Guides.ReadDir(".")
	if err != nil {
		panic(err) // they are part of the program
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".md")
	}
	return names
}

// headingOf is what a guide is called, by its name.
func headingOf(name string) string {
	text, _ := docs.Guides.ReadFile(name + ".md") // it is listed
	if m := title.FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return name
}

// everything is /llms-full.txt: the overview, and the page of each call.
func everything(service openapi.Service, calls map[string]callpage.Page) string {
	var b strings.Builder
	b.WriteString(overview(service, calls))
	for _, o := range service.Operations {
		if o.Tag != openapi.TagService {
			b.WriteString("\n" + calls[o.ID].Markdown)
		}
	}
	return b.String()
}
