package sources_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/sources"
)

// TestDocument holds docs/sources.md to the list of upstreams.
func TestDocument(t *testing.T) {
	t.Parallel()
	golden.Document(t, "../../docs/sources.md", document())
}

func document() string {
	var b strings.Builder
	b.WriteString(`<!-- Generated from internal/sources by "make generate"; do not edit. -->

# Upstreams

Besides the sites in requests, jobs call these services. Each is not called for a minute
after five consecutive failures, and is never called faster than its pace.

| name | where | key | at most | for |
|---|---|---|---|---|
`)
	for _, u := range sources.All() {
		key, pace := "none", "–"
		switch {
		case u.NeedsKey:
			key = "**required**"
		case u.TakesKey:
			key = "optional"
		}
		if u.Pace > 0 {
			pace = fmt.Sprintf("1 call in %s", u.Pace)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", u.Name, cmp.Or(u.BaseURL, "your own"), key, pace, u.About)
	}
	b.WriteString(`
Without a required key, a signal has the status ` + "`not_configured`" + `, and a job that
cannot run without it fails with ` + "`provider_not_configured`" + ` and costs nothing.

| to set | for ` + "`quarry local`" + ` | for the stack |
|---|---|---|
| a key | ` + "`QUARRY_KEYS='crux=…,pagespeed=…'`" + ` in the environment | a secret of that form, named by ` + "`-c keysSecret=…`" + `, see [deploy.md](deploy.md) |
| another pace | ` + "`--source linkedin.pace=10s`" + ` | ` + "`-c sources='linkedin.pace=10s'`" + ` |
| an HTTP proxy; it is among the keys, since it may contain a password | ` + "`QUARRY_KEYS='linkedin.proxy=http://user:password@host:3128'`" + ` | the same in the secret |
| another base URL: a mirror, a proxy, your own instance | ` + "`--source tranco=https://…`" + ` (repeatable) | ` + "`-c sources='tranco=https://…'`" + ` |
| the language model | ` + "`QUARRY_MODEL=openai:<id>`" + ` with the key ` + "`model`" + ` | ` + "`-c model=bedrock:<id>`" + ` or ` + "`-c model=openai:<id>`" + ` |
| the embedding model | ` + "`QUARRY_EMBEDDINGS=openai:<id>`" + ` or ` + "`--embeddings openai:<id>`" + `, with the same key | ` + "`-c embeddings=bedrock:<id>`" + ` or ` + "`-c embeddings=openai:<id>`" + ` |

With a name that is not in the list, or a base URL that is not on the public internet, the
start fails with a one-line error.
`)
	return b.String()
}
