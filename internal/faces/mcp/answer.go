package mcp

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/kinds/sitemap"
	"github.com/quarryapi/quarry/internal/kinds/url"
	"github.com/quarryapi/quarry/internal/read/page/budget"
)

// Tokens of an answer.
const (
	fewestTokens = 200
	usualTokens  = 4000
	mostTokens   = 50_000
)

// limit is how many tokens an answer may have.
func (b *bounded) limit() int {
	return min(max(cmp.Or(b.MaxTokens, usualTokens), fewestTokens), mostTokens)
}

// failed is the answer to a call that did not succeed. It is for the model, which can do something about it.
func failed(err error) *mcp.CallToolResult {
	text := errs.As(err).Code.Text()
	if e, ok := errors.AsType[*errs.Error](err); ok && e.Err == nil {
		text = string(e.Code) + ": " + e.Message
	}
	if r, ok := errors.AsType[*asked.RefusedError](err); ok {
		text = string(r.Code) + ": " + r.Message
	}
	if f, ok := errors.AsType[*asked.FailedError](err); ok {
		return lost(f.Job, "")
	}
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// lost is the answer about a job that failed.
func lost(j *asked.Job, left string) *mcp.CallToolResult {
	why := (&asked.FailedError{Job: j}).Failure()
	text := fmt.Sprintf("%s: %s (job %s, %s)", why.Code, why.Message, j.JobID, price(j, left))
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// said is an answer of some texts.
func said(texts ...string) *mcp.CallToolResult {
	r := &mcp.CallToolResult{}
	for _, text := range texts {
		r.Content = append(r.Content, &mcp.TextContent{Text: text})
	}
	return r
}

// listed are the pages of a site, a line each, with when they were changed.
func listed(result json.RawMessage) (string, bool) {
	var site sitemap.Result
	if json.Unmarshal(result, &site) != nil {
		return "", false
	}
	var lines strings.Builder
	for _, page := range site.Items {
		lines.WriteString(strings.TrimSpace(page.URL+" "+page.UpdatedAt) + "\n")
	}
	if why := site.Coverage.Reason; why != "" {
		fmt.Fprintf(&lines, "\nNot all pages: %s\n", why)
	}
	return lines.String(), true
}

// text is a result as a model reads it: the content of a page as it is, the pages of a site as lines, and all else as JSON.
func text(kind string, result json.RawMessage) (out string, markdown bool) {
	if kind == sitemap.Kind {
		if lines, ok := listed(result); ok {
			return lines, false
		}
	}
	var page struct {
		FinalURL string  `json:"finalUrl"`
		Title    string  `json:"title"`
		Markdown *string `json:"markdown"`
		HTML     *string `json:"html"`
		Text     *string `json:"text"`
	}
	if json.Unmarshal(result, &page) != nil || page.FinalURL == "" {
		return string(result), false
	}
	for _, content := range []*string{page.Markdown, page.HTML, page.Text} {
		if content != nil {
			return strings.TrimSpace("<"+page.FinalURL+">\n\n"+*content) + "\n", content == page.Markdown
		}
	}
	return string(result), false
}

// part is what of a finished job's result begins at an offset and fits, and a line about the job.
func part(j *asked.Job, offset, tokens int, left string) *mcp.CallToolResult {
	whole, markdown := text(j.Kind, j.Result)
	cut := budget.Plain
	if markdown {
		cut = budget.Markdown
	}
	p := cut(whole, offset, budget.Limit{Tokens: tokens})
	if offset > p.Total {
		return failed(errs.Of(errs.InvalidCursor))
	}
	about := fmt.Sprintf("%s, %s", j.JobID, price(j, left))
	var page url.Result
	if j.Kind == url.Kind && json.Unmarshal(j.Result, &page) == nil {
		if cautions := url.Cautions(&page); len(cautions) > 0 {
			about += "; caution: " + strings.Join(cautions, "; ")
		}
	}
	if p.Next > 0 {
		about += fmt.Sprintf("; the rest: jobs with cursor %q", j.JobID+"@"+strconv.Itoa(p.Next))
	}
	return said(p.Text, about)
}

// price is what a job costs, and what is left.
func price(j *asked.Job, left string) string {
	out := fmt.Sprintf("%d credits", j.Spent())
	if left != "" {
		out += ", " + left + " left"
	}
	return out
}
