package sources_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/drift"
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
after five consecutive failures, nor for as long as its ` + "`Retry-After`" + ` asks (15 minutes at most), and is never called
faster than its pace: by all processes of an installation together.

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

| to set | for ` + "`quarry local`" + ` | for the stack, in its [settings](deploy.md#settings) |
|---|---|---|
| a key | ` + "`QUARRY_KEYS='crux=…,pagespeed=…'`" + ` in the environment | a secret of that form, named by ` + "the setting `keysSecret`" + `, see [deploy.md](deploy.md) |
| another pace | ` + "`--source linkedin.pace=10s`" + ` | ` + "`\"sources\": \"linkedin.pace=10s\"`" + ` |
| an HTTP proxy; it is among the keys, since it may contain a password | ` + "`QUARRY_KEYS='linkedin.proxy=http://user:password@host:3128'`" + ` | the same in the secret |
| another base URL: a mirror, a proxy, your own instance | ` + "`--source tranco=https://…`" + ` (repeatable) | ` + "`\"sources\": \"tranco=https://…\"`" + ` |
| the language model | ` + "`QUARRY_MODEL=openai:<id>`" + ` with the key ` + "`model`" + ` | ` + "`\"model\": \"bedrock:<id>\"`" + ` or ` + "`\"model\": \"openai:<id>\"`" + ` |
| the embedding model | ` + "`QUARRY_EMBEDDINGS=openai:<id>`" + ` or ` + "`--embeddings openai:<id>`" + `, with the same key | ` + "`\"embeddings\": \"bedrock:<id>\"`" + ` or ` + "`\"embeddings\": \"openai:<id>\"`" + ` |

## When an upstream changes

Nobody announces a change of a page or of an API without a contract. ` + "`quarry probe`" + ` asks every upstream
that is configured for something small, by the code that jobs use, and compares the answer with what the
parser was written for. Run it on a schedule, from where the service runs:

` + "```sh" + `
quarry probe                                     # all that are configured
quarry probe youtube linkedin --json             # some, for a machine
quarry probe linkedin --subject linkedin=company/your-own --source linkedin=https://…
` + "```" + `

It tells members that are **missing**, that have **changed** their type, and that are **unknown**, and of each whether
the parser reads it; those that it does not read are counted, and listed with ` + "`--all`" + `.

| exit code | says |
|---|---|
| 0 | nothing is different that a parser reads; with ` + "`--strict`" + `, nothing at all |
| 1 | drift: something that a parser reads is missing or of another type, or it does not understand the answer |
| 2 | no drift, but an upstream could not be asked: it is down, blocks, or lacks its key; or the command is mistaken |

| state | means |
|---|---|
| ` + "`same`" + ` | as known |
| ` + "`drift`" + ` | see above |
| ` + "`unknown`" + ` | the parser reads the answer, and no recording of such an answer is at hand to compare it with; it says why |
| ` + "`failed`, `no_key`" + ` | could not be asked, with the reason: for ` + "`no_key`" + ` the key that is missing |

What is known comes from the skeletons of recorded answers that the parsers are tested with
(` + "`testdata/skeleton`" + ` of their packages; ` + "`make generate`" + ` writes it to ` + "`internal/sources/drift/shapes`" + `), and what a parser
reads from the parser itself, which is given each skeleton without one member after another. An
answer about another subject may lack what only some have: choose one by ` + "`--subject`" + ` that has it. ` + "`model`" + ` is
asked for the list of its models, which costs nothing; calls to ` + "`xapi`, `brave`, `tavily`" + ` and others with a quota
count as any.

No recording of a whole answer is at hand for these:

| name | why |
|---|---|
`)
	without := drift.Unrecorded()
	for _, name := range slices.Sorted(maps.Keys(without)) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, without[name])
	}
	b.WriteString(`

## What recorded answers say

| of | what |
|---|---|
| captures of the Internet Archive | are what carries the header ` + "`Memento-Datetime`" + `, which has their time: a site that may not be shown has a page of the archive's own in its place, with status 200, and redirects lead to captures of other times |
| PageSpeed | the reports of Lighthouse 12.8 and 13 have audits whose ` + "`details.items`" + ` is an object; each audit is read by itself, and only if something of it is used |
| ads of Meta | ` + "`transparency_by_location.eu_transparency`" + ` has the reach in the EU, also of ads that do not target it; an age group lacks the genders that nobody of was reached; addresses of some pages have a number in place of a name; of dynamic ads the texts are templates, and what people see is in ` + "`cards`" + ` |
| archives of Reddit | have objects of Reddit's API as it was then: older ones lack ` + "`name`, `permalink` or `author`" + `, ` + "`edited`" + ` is false or a time, ` + "`thumbnail`" + ` may be null; scores of the first 36 hours are those of the first minutes, and are absent |
| Cert Spotter | of the issuer without more than ` + "`name`" + ` the authority is its ` + "`CN`" + ` and the organization its ` + "`O`" + `; ids are numbers as texts |
| feeds of Product Hunt | have texts set in by spaces and lines; entries may lack their authors |
| LinkedIn | names pages of companies, schools and showcases by ` + "`pageKey`" + `s that begin with ` + "`d_org_guest`" + `; websites in its structured data may lack a scheme |

## Names

A name that is not in the list, or a base URL that is not on the public internet, stops the
start with one line that says so.
`)
	return b.String()
}
