package reference

import (
	"fmt"
	"strings"

	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

// overview is /llms.txt: what the service is and what there is to call, in the form
// that llmstxt.org describes.
func overview(service openapi.Service) string {
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
- [Interactive reference](/docs): the same for people, interactive
`)
	tag := ""
	for _, o := range service.Operations {
		if o.Tag != tag {
			tag = o.Tag
			fmt.Fprintf(&b, "\n## %s\n\n", tag)
		}
		fmt.Fprintf(&b, "- `%s %s`: %s\n", o.Method, o.Path, o.Summary)
	}
	return b.String()
}
