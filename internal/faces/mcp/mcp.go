// Package mcp offers the service to language models by the Model Context Protocol: a few tools, whose answers are
// bounded and say what they cost. It asks the API as any caller does, with the token of whoever calls. It must not know
// how jobs and money are kept.
package mcp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
)

const (
	// Name is the face's, in settings.
	Name = "mcp"
	// Path is where the protocol is spoken over HTTP.
	Path = "/mcp"
)

const (
	// firstWait is how long the API waits for a job before it is polled, so that progress can be reported.
	firstWait = 5 * time.Second
	// pause is between two looks at a job.
	pause = time.Second
)

// Options say how tools answer.
type Options struct {
	Version string
	// Longest is how long a tool waits for its job, which goes on after that: clients end a call after a minute.
	Longest time.Duration
}

// face makes servers, one for each caller.
type face struct {
	api     asked.API
	options Options
	schemas *mcp.SchemaCache
}

// New returns the handler of Path: streamable HTTP without sessions, with a bearer token.
func New(api asked.API, o Options) http.Handler {
	f := &face{api, o, mcp.NewSchemaCache()}
	streamable := mcp.NewStreamableHTTPHandler(f.serverFor, &mcp.StreamableHTTPOptions{Stateless: true})
	return http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(strings.ToLower(r.Header.Get("Authorization")), "bearer ") {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, errs.MissingToken.Text(), http.StatusUnauthorized)
			return
		}
		_, err := api.Do(r, asked.Call{Method: http.MethodGet, Path: "/token-info"}, nil)
		if refused, ok := errors.AsType[*asked.RefusedError](err); ok && refused.Status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
			http.Error(w, refused.Message, http.StatusUnauthorized)
			return
		}
		streamable.ServeHTTP(w, r)
	}))
}

// Serve speaks the protocol over a pair of streams until the first ends or ctx does.
func Serve(ctx context.Context, api asked.API, o Options, in io.ReadCloser, out io.WriteCloser) error {
	from, err := http.NewRequestWithContext(ctx, http.MethodPost, Path, http.NoBody)
	if err != nil {
		return err
	}
	f := &face{api, o, mcp.NewSchemaCache()}
	return f.serverFor(from).Run(ctx, &mcp.IOTransport{Reader: in, Writer: out})
}

// instructions are what a model reads before it uses any tool.
const instructions = `Tools that read the web. Each call is charged in credits; its answer ends with what it cost and what is left. A failed call costs nothing, and a page behind a wall or a login is an error. Answers are cut at maxTokens; read on with jobs and the cursor, for nothing. What takes longer than a call answers with an id: ask jobs for it.`

// serverFor is the server of one caller, whose request the calls of its tools are made from.
func (f *face) serverFor(from *http.Request) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "quarry", Title: "Quarry", Version: f.options.Version}, &mcp.ServerOptions{
		Instructions: instructions, SchemaCache: f.schemas, Capabilities: &mcp.ServerCapabilities{},
	})
	c := &caller{f, from}
	tool(s, c, "scrape", "Read a page: its main content as markdown, or another format.", (*scrapeIn).call)
	mcp.AddTool(s, &mcp.Tool{Name: "crawl", Description: "Read the pages of a site, each as a job of its own."}, c.crawl)
	tool(s, c, "map", "List the pages of a site, from its sitemaps, feeds and links.", (*mapIn).call)
	tool(s, c, "search", "Search the web, the news or scholarly works.", (*searchIn).call)
	tool(s, c, "answer", "Answer a question from pages of the web, with quotes.", (*answerIn).call)
	tool(s, c, "research", "Research a topic in many sources, with evidence. Takes minutes.", (*researchIn).call)
	tool(s, c, "brand", "Logo, colours and typefaces of a brand.", (*siteIn).call)
	tool(s, c, "company", "Profile of a company: what it is, where, who, and the sources.", (*domainIn).call)
	tool(s, c, "social", "Posts of an account, channel, subreddit or company page.", (*socialIn).call)
	tool(s, c, "ads", "Ads of a company or to a domain, in Meta's and Google's archives.", (*adsIn).call)
	mcp.AddTool(s, &mcp.Tool{
		Name: "jobs", Description: "Read a job's or a crawl's state and result, read on with a cursor, or list the newest jobs. Costs nothing.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, c.jobs)
	mcp.AddTool(s, &mcp.Tool{Name: "balance", Description: "Credits that are left.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, c.balance)
	s.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "job", URITemplate: scheme + "{id}", MIMEType: "application/json", Description: "The result of a finished job, whole.",
	}, c.resource)
	return s
}

// tool adds a tool that makes a job by one call.
func tool[In any](s *mcp.Server, c *caller, name, description string, call func(*In) (asked.Call, error)) {
	mcp.AddTool(s, &mcp.Tool{Name: name, Description: description}, func(ctx context.Context, r *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		made, err := call(&in)
		if err != nil {
			return failed(err), nil, nil
		}
		return c.job(ctx, r, made, limitOf(&in)), nil, nil
	})
}
