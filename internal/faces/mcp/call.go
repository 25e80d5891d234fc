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

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
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

// begin makes a call of the API that makes something. Of a service elsewhere the answer is waited for, too, when the caller has
// left: a request that is broken off leaves a job behind whose id nobody knows.
func (c *caller) begin(ctx context.Context, call asked.Call, data any) (*asked.Answer, error) {
	if c.afar {
		outlasting, stop := context.WithTimeout(context.WithoutCancel(ctx), leaving)
		defer stop()
		ctx = outlasting
	}
	return c.do(ctx, call, data)
}

func get(path string, query url.Values) asked.Call {
	return asked.Call{Method: http.MethodGet, Path: path, Query: query}
}

// watched is a job with how far it has come.
type watched struct {
	asked.Job
	Progress *job.Progress `json:"progress"`
	span
}

// job makes a job and waits for its end. One that takes longer goes on, and is read by its id.
func (c *caller) job(ctx context.Context, r *mcp.CallToolRequest, call asked.Call, tokens int) *mcp.CallToolResult {
	ctx, stop := c.present(ctx)
	defer stop()
	j := &watched{}
	answer, err := c.begin(ctx, call, j)
	if err != nil {
		return failed(err)
	}
	left := answer.Header.Get("X-Credits-Remaining")
	if !j.Status.Terminal() && takes(ctx) && ctx.Err() == nil {
		return hand(ctx, j.task(j.JobID, tokens, working, reached(j.Progress)))
	}
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
		return failed(cmp.Or(c.api.Cancel(c.from.WithContext(ctx), "/jobs/"+j.JobID), error(errs.Of(errs.Cancelled))))
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
		return unread(j, left)
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
	TruncatedBy     string           `json:"truncatedBy"`
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
	args := body{&page.CrawlArgs{URL: in.URL, Limit: or(in.Limit, 10), IncludePaths: in.IncludePaths}, in.MaxCredits}
	if _, err := c.begin(ctx, call("/crawl", args), &made); err != nil {
		return failed(err), nil, nil
	}
	if takes(ctx) {
		if t, err := c.crawlTask(ctx, made.CrawlID, in.limit()); err == nil {
			return hand(ctx, t), nil, nil
		}
	}
	for waited, rest := time.Duration(0), pause; waited+rest <= c.options.Longest; {
		waited += rest
		if !asked.Wait(c.from.WithContext(ctx), rest) {
			return failed(cmp.Or(c.api.Cancel(c.from.WithContext(ctx), "/crawl/"+made.CrawlID), error(errs.Of(errs.Cancelled)))), nil, nil
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
	out, err := c.crawled(ctx, made.CrawlID, "", in.limit())
	if err != nil { // it was made all the same
		out = failed(err)
		out.Content = append(out.Content, &mcp.TextContent{Text: "The crawl was made and is charged by the page. Ask jobs for the id " + made.CrawlID + " in a while; do not start it again."})
	}
	return out, nil, nil
}

// crawled is what a crawl has come to: why it failed, or its state and a page of its pages, each of which is a job to read.
// The error is why it could not be looked at.
func (c *caller) crawled(ctx context.Context, id, cursor string, tokens int) (*mcp.CallToolResult, error) {
	var at crawlState
	if _, err := c.do(ctx, get("/crawl/"+id, nil), &at); err != nil {
		return nil, err
	}
	cost := &asked.Job{JobID: id, Status: job.Failed, CreditsCharged: at.CreditsCharged, CreditsRefunded: at.CreditsRefunded, Error: at.Error}
	if at.Error != nil {
		return unread(cost, c.left(ctx)), nil
	}
	pages, lines, err := c.pages(ctx, id, cursor, tokens)
	if err != nil {
		return nil, err
	}
	about := fmt.Sprintf("%s is %s: %d of %d pages read, %d failed, %s. Read a page by jobs with its id", id, at.Status, at.Counts["succeeded"], at.Counts["total"],
		at.Counts["failed"], price(cost, c.left(ctx)))
	if why := at.TruncatedBy; why != "" {
		about += "; the site has more pages than were crawled, because of: " + why
	}
	if pages.NextCursor != "" && len(pages.Items) > 0 {
		about += fmt.Sprintf("; more pages: jobs with cursor %q", id+"@"+pages.NextCursor)
	}
	return said(lines, about), nil
}

// left is the balance, as an answer about a crawl has it, which says nothing of it by itself; empty where it could not be read.
func (c *caller) left(ctx context.Context) string {
	var b struct {
		Balance *int64 `json:"balance"`
	}
	if _, err := c.do(ctx, get("/balance", nil), &b); err != nil || b.Balance == nil {
		return ""
	}
	return strconv.FormatInt(*b.Balance, 10)
}

// crawlPages is a page of a crawl's pages.
type crawlPages struct {
	Items []struct {
		URL    string     `json:"url"`
		JobID  string     `json:"jobId"`
		Status job.Status `json:"status"`
	} `json:"items"`
	NextCursor string `json:"nextCursor"`
}

// tokensOfLine is the least that a line of a list has.
const tokensOfLine = 30

// pages are as many of a crawl's pages as fit, in lines. A line that does not fit alone is cut: its job has the address.
func (c *caller) pages(ctx context.Context, id, cursor string, tokens int) (p *crawlPages, lines string, err error) {
	for limit := min(tokens/tokensOfLine, 100); ; {
		query := url.Values{"limit": {strconv.Itoa(limit)}}
		if cursor != "" {
			query.Set("cursor", cursor)
		}
		p = &crawlPages{}
		if _, err := c.do(ctx, get("/crawl/"+id+"/pages", query), p); err != nil {
			return nil, "", err
		}
		var all strings.Builder
		fit := 0
		for _, page := range p.Items {
			fmt.Fprintf(&all, "%s %s %s\n", page.JobID, page.Status, page.URL)
			if budget.Tokens(all.String()) <= tokens {
				fit++
			}
		}
		if fit = max(fit, 1); fit >= len(p.Items) {
			return p, budget.Plain(all.String(), 0, budget.Limit{Tokens: tokens}).Text, nil
		}
		limit = fit // another look, for the cursor behind these
	}
}

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
		out, err := c.crawled(ctx, id, place, in.limit())
		if err != nil {
			out = failed(err)
		}
		return out, nil, nil
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

// mostResource is how many bytes of JSON are sure to pass a gateway that lets 6 MB pass, escaped as they are within JSON.
const mostResource = 2 << 20

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
	if c.options.Bounded && (j.ResultTruncated || len(j.Result) > mostResource) {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the result is larger than an answer can be: read it in parts by the tool jobs, or by GET " + asked.Base + "/jobs/" + id + "/result"}
	}
	if err := c.api.Whole(c.from.WithContext(ctx), j); err != nil {
		return nil, err
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, MIMEType: "application/json", Text: string(j.Result)}}}, nil
}
