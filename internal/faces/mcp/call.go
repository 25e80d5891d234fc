package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	page "github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page/budget"
)

// caller is who uses the tools.
type caller struct {
	*face
	from *http.Request
}

// do makes a call of the API for as long as ctx lasts.
func (c *caller) do(ctx context.Context, call asked.Call, data any) (*asked.Answer, error) {
	return c.api.Do(c.from.WithContext(ctx), call, data)
}

func get(path string, query url.Values) asked.Call {
	return asked.Call{Method: http.MethodGet, Path: path, Query: query}
}

// watched is a job with how far it has come.
type watched struct {
	asked.Job
	Progress *job.Progress `json:"progress"`
}

// job makes a job and waits for its end. One that takes longer goes on, and is read by its id.
func (c *caller) job(ctx context.Context, r *mcp.CallToolRequest, call asked.Call, tokens int) *mcp.CallToolResult {
	ctx, stop := c.present(ctx)
	defer stop()
	j := &watched{}
	answer, err := c.do(ctx, call, j)
	if err != nil {
		return failed(err)
	}
	left := answer.Header.Get("X-Credits-Remaining")
	for waited, rest := firstWait, pause; !j.Status.Terminal() && waited+rest <= c.options.Longest; {
		c.report(ctx, r, j.Progress)
		waited += rest
		if !asked.Wait(c.from.WithContext(ctx), rest) {
			break
		}
		seen := &watched{}
		_, err := c.do(ctx, get("/jobs/"+j.JobID, nil), seen)
		if rest = max(pause, asked.Later(err)); err == nil {
			j = seen
		}
	}
	if !j.Status.Terminal() && ctx.Err() != nil {
		return failed(cmp.Or(c.api.Cancel(c.from.WithContext(ctx), "/jobs/"+j.JobID), ctx.Err()))
	}
	return c.shown(ctx, &j.Job, 0, tokens, left)
}

// present lasts as long as the caller waits: nobody learns the id of what is made for one that has left, and it is
// cancelled and refunded.
func (c *caller) present(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(c.from.Context(), cancel)
	return ctx, func() { stop(); cancel() }
}

// shown is what a job has come to.
func (c *caller) shown(ctx context.Context, j *asked.Job, offset, tokens int, left string) *mcp.CallToolResult {
	switch {
	case !j.Status.Terminal():
		return said(fmt.Sprintf("The job is %s. Ask jobs for the id %s in a while.", j.Status, j.JobID), price(j, left))
	case j.Status != job.Succeeded:
		return failed(&asked.FailedError{Job: j})
	}
	if err := c.api.Whole(c.from.WithContext(ctx), j); err != nil {
		return failed(err)
	}
	return part(j, offset, tokens, left)
}

// report sends how far a job has come to who asked for that.
func (c *caller) report(ctx context.Context, r *mcp.CallToolRequest, p *job.Progress) {
	token := r.Params.GetProgressToken()
	if token == nil || p == nil {
		return
	}
	_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ // who is gone needs none
		ProgressToken: token, Progress: float64(p.Done), Total: float64(p.Total), Message: p.Stage,
	})
}

// crawlState is what is read of a crawl.
type crawlState struct {
	CrawlID         string           `json:"crawlId"`
	Status          string           `json:"status"`
	Counts          map[string]int64 `json:"counts"`
	CreditsCharged  int64            `json:"creditsCharged"`
	CreditsRefunded int64            `json:"creditsRefunded"`
	Error           *job.Failure     `json:"error"`
}

// crawl makes a crawl and waits for its end.
func (c *caller) crawl(ctx context.Context, r *mcp.CallToolRequest, in crawlIn) (*mcp.CallToolResult, any, error) {
	ctx, stop := c.present(ctx)
	defer stop()
	var made crawlState
	args := &page.CrawlArgs{URL: in.URL, Limit: or(in.Limit, 10), IncludePaths: in.IncludePaths}
	if _, err := c.do(ctx, asked.Call{Method: http.MethodPost, Path: "/crawl", Body: args}, &made); err != nil {
		return failed(err), nil, nil
	}
	for waited, rest := time.Duration(0), pause; waited+rest <= c.options.Longest; {
		waited += rest
		if !asked.Wait(c.from.WithContext(ctx), rest) {
			return failed(cmp.Or(c.api.Cancel(c.from.WithContext(ctx), "/crawl/"+made.CrawlID), ctx.Err())), nil, nil
		}
		at := crawlState{}
		_, err := c.do(ctx, get("/crawl/"+made.CrawlID, nil), &at)
		if rest = max(pause, asked.Later(err)); err != nil {
			continue
		}
		if at.Status != "running" {
			break
		}
		c.report(ctx, r, &job.Progress{Done: at.Counts["succeeded"] + at.Counts["failed"], Total: at.Counts["total"], Stage: "pages"})
	}
	out := c.crawled(ctx, made.CrawlID, "", in.limit())
	if out.IsError { // it was made all the same
		out.Content = append(out.Content, &mcp.TextContent{Text: "The crawl was made and is charged by the page. Ask jobs for the id " + made.CrawlID + " in a while; do not start it again."})
	}
	return out, nil, nil
}

// crawled is what a crawl has come to: its state, and a page of its pages, each of which is a job to read.
func (c *caller) crawled(ctx context.Context, id, cursor string, tokens int) *mcp.CallToolResult {
	var at crawlState
	if _, err := c.do(ctx, get("/crawl/"+id, nil), &at); err != nil {
		return failed(err)
	}
	if at.Error != nil {
		return failed(errs.New(at.Error.Code, at.Error.Message))
	}
	var pages struct {
		Items []struct {
			URL    string     `json:"url"`
			JobID  string     `json:"jobId"`
			Status job.Status `json:"status"`
		} `json:"items"`
		NextCursor string `json:"nextCursor"`
	}
	query := url.Values{"limit": {strconv.Itoa(min(tokens/tokensOfLine, 100))}}
	if cursor != "" {
		query.Set("cursor", cursor)
	}
	if _, err := c.do(ctx, get("/crawl/"+id+"/pages", query), &pages); err != nil {
		return failed(err)
	}
	var lines strings.Builder
	for _, p := range pages.Items {
		fmt.Fprintf(&lines, "%s %s %s\n", p.JobID, p.Status, p.URL)
	}
	about := fmt.Sprintf("%s is %s: %d of %d pages read, %d failed, %d credits. Read a page by jobs with its id", id, at.Status, at.Counts["succeeded"], at.Counts["total"],
		at.Counts["failed"], at.CreditsCharged-at.CreditsRefunded)
	if pages.NextCursor != "" && len(pages.Items) > 0 {
		about += fmt.Sprintf("; more pages: jobs with cursor %q", id+"@"+pages.NextCursor)
	}
	return said(lines.String(), about)
}

// tokensOfLine is what a line of a list has at most, nearly always.
const tokensOfLine = 60

// jobs reads a job or a crawl, or lists the newest jobs.
func (c *caller) jobs(ctx context.Context, _ *mcp.CallToolRequest, in jobsIn) (*mcp.CallToolResult, any, error) {
	id, place, _ := strings.Cut(in.Cursor, "@")
	if id == "" {
		id = in.ID
	}
	switch {
	case id == "":
		return c.newest(ctx, in.limit()), nil, nil
	case ident.Valid(ident.Crawl, id):
		return c.crawled(ctx, id, place, in.limit()), nil, nil
	}
	offset, ok := offsetOf(place)
	if !ok {
		return failed(errs.Of(errs.InvalidCursor)), nil, nil
	}
	if !ident.Valid(ident.Job, id) {
		return failed(errs.Of(errs.JobNotFound)), nil, nil
	}
	j := &asked.Job{}
	answer, err := c.do(ctx, get("/jobs/"+id, nil), j)
	if err != nil {
		return failed(err), nil, nil
	}
	return c.shown(ctx, j, offset, in.limit(), answer.Header.Get("X-Credits-Remaining")), nil, nil
}

// offsetOf is the place of a cursor within a result; none is its beginning.
func offsetOf(place string) (offset int, ok bool) {
	if place == "" {
		return 0, true
	}
	offset, err := strconv.Atoi(place)
	return offset, err == nil && offset >= 0
}

// newest lists jobs, as many as fit.
func (c *caller) newest(ctx context.Context, tokens int) *mcp.CallToolResult {
	const tokensOfJob, most = 200, 10
	var list json.RawMessage
	limit := strconv.Itoa(min(max(tokens/tokensOfJob, 1), most))
	if _, err := c.do(ctx, get("/requests", url.Values{"limit": {limit}}), &list); err != nil {
		return failed(err)
	}
	p := budget.Plain(string(list), 0, budget.Limit{Tokens: tokens})
	if p.Next > 0 {
		return said(p.Text, "That is cut at maxTokens.")
	}
	return said(p.Text)
}

// balance says what is left.
func (c *caller) balance(ctx context.Context, _ *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
	var b struct {
		Balance  int64 `json:"balance"`
		Reserved int64 `json:"reserved"`
	}
	if _, err := c.do(ctx, get("/balance", nil), &b); err != nil {
		return failed(err), nil, nil
	}
	return said(fmt.Sprintf("%d credits left, %d more in unfinished jobs.", b.Balance, b.Reserved)), nil, nil
}

// scheme is what the addresses of jobs as resources begin with.
const scheme = "quarry://jobs/"

// resource is the result of a finished job.
func (c *caller) resource(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	id := strings.TrimPrefix(r.Params.URI, scheme)
	if !ident.Valid(ident.Job, id) {
		return nil, mcp.ResourceNotFoundError(r.Params.URI)
	}
	j := &asked.Job{}
	_, err := c.do(ctx, get("/jobs/"+id, nil), j)
	if err != nil || j.Status != job.Succeeded {
		return nil, mcp.ResourceNotFoundError(r.Params.URI)
	}
	if err := c.api.Whole(c.from.WithContext(ctx), j); err != nil {
		return nil, err
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, MIMEType: "application/json", Text: string(j.Result)}}}, nil
}
