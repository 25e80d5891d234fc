// Package calls makes commands of the API's operations: their names, flags, help and prices follow
// from the definitions that the service itself is made of, so that a new kind has its command
// without code. It must not know a terminal, nor send anything.
package calls

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/quarryapi/quarry/internal/kinds"
	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

// Sort says what a command's operation does.
type Sort int

// The sorts.
const (
	Read   Sort = iota // asks for something
	Change             // changes something, and makes no job
	Create             // makes a job
	Batch              // makes many
	Crawl              // makes a crawl
	Stream             // follows events
)

// Command is an operation as a command.
type Command struct {
	openapi.Operation
	Words   []string       // "jobs", "list"
	Aliases []string       // other last words
	Sort    Sort           //
	Preset  map[string]any // members of the body that the command's name stands for

	inputs func() []*Input
}

const public = "/v1/public/"

// named are commands whose names do not follow from their paths: by the operation's id.
var named = map[string][]string{
	"searchAnswer": {"answer"}, "scrapeSitemap": {"map"}, "scrapeBrandDesign": {"brand"}, "scrapeBrandDesignBasic": {"brand-basic"},
}

// others are other names of commands.
var others = map[string][]string{"scrapeSitemap": {"sitemap"}, "scrapeRss": {"feed"}, "scrapeBrandDesign": {"brand-design"}}

// All are the commands of all operations that need a token, in the order of the reference.
func All() ([]*Command, error) {
	service, err := api.New(api.Deps{Kinds: kinds.All()}).Describe()
	if err != nil {
		return nil, err
	}
	var all []*Command
	for _, o := range service.Operations {
		if o.Scope == "" {
			continue
		}
		c := command(o)
		all = append(all, c)
		if o.ID == "scrape" {
			shot := command(o)
			shot.Words, shot.Preset, shot.Summary = []string{"screenshot"}, map[string]any{"format": "screenshot"}, "Take a picture of a page"
			all = append(all, shot)
		}
	}
	return all, nil
}

func command(o openapi.Operation) *Command {
	c := &Command{Operation: o, Words: words(o), Aliases: others[o.ID], Sort: sort(o)}
	c.inputs = sync.OnceValue(func() []*Input { return inputs(c) })
	return c
}

// Inputs are what the command takes: parameters of the path, then the members of its query or body.
func (c *Command) Inputs() []*Input { return c.inputs() }

// Name is the command as it is written.
func (c *Command) Name() string { return strings.Join(c.Words, " ") }

func sort(o openapi.Operation) Sort {
	switch {
	case strings.HasSuffix(o.Path, "/events"):
		return Stream
	case o.Method == http.MethodGet:
		return Read
	case o.Kind != nil && o.Kind.Batch != nil && o.Path == public+strings.TrimPrefix(o.Kind.Batch.Path, "/"):
		return Batch
	case o.Kind != nil && o.Kind.Crawl != nil && o.Path == public+strings.TrimPrefix(o.Kind.Crawl.Path, "/"):
		return Crawl
	case o.Kind != nil:
		return Create
	}
	return Change
}

// words are the name of a command: of one that makes jobs its path, of the others what is asked for
// and how, by the operation's id: listJobs is jobs list, cancelJob is jobs cancel, and
// rotateEndpointSecret, which is below webhooks, is webhooks rotate.
func words(o openapi.Operation) []string {
	if name, ok := named[o.ID]; ok {
		return name
	}
	path := strings.TrimPrefix(o.Path, public)
	if o.Kind != nil {
		if _, rest, ok := strings.Cut(path, "scrape/"); ok {
			path = rest
		}
		return []string{strings.ReplaceAll(path, "/", "-")}
	}
	segments := strings.Split(path, "/")
	if len(segments) == 1 && !strings.HasPrefix(o.ID, "list") || o.ID == "listRequests" {
		return []string{path}
	}
	group := segments[0]
	parts := strings.Fields(camel(o.ID))
	verb, nouns := parts[0], slices.DeleteFunc(parts[1:], func(noun string) bool { return strings.HasPrefix(group, noun[:len(noun)-1]) })
	if !strings.HasSuffix(group, "s") && !strings.HasSuffix(group, "es") {
		group += "s"
	}
	if len(nouns) > 0 && (verb == "get" || verb == "list" || verb == "stream") {
		verb = nouns[len(nouns)-1]
	}
	return []string{group, verb}
}

// camel parts the words of a name and writes them small: "getJobResult" is "get job result".
func camel(name string) string { return spaced(name, ' ') }

// Kebab is a member's name as a flag: "timeoutMs" is "timeout-ms".
func Kebab(name string) string { return spaced(name, '-') }

func spaced(name string, with rune) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteRune(with)
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
