package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
)

// extension is the name of tasks in capabilities: of clients that take a handle in the place of an answer, and ask for it
// later. It belongs to version 2026-07-28 of the protocol.
const extension = "io.modelcontextprotocol/tasks"

// pollInterval is how long a client should wait between two looks.
const pollInterval = 2 * time.Second

// task is a job or a crawl as the extension shows it. Its id is that of the job, and how long the answer may be, so that
// nothing is kept for it.
type task struct {
	mcp.ResultBase

	ResultType     string              `json:"resultType"`
	TaskID         string              `json:"taskId"`
	Status         string              `json:"status"`
	StatusMessage  string              `json:"statusMessage,omitempty"`
	CreatedAt      instant.Time        `json:"createdAt"`
	LastUpdatedAt  instant.Time        `json:"lastUpdatedAt"`
	TTLMS          int64               `json:"ttlMs"`
	PollIntervalMS int64               `json:"pollIntervalMs"`
	Result         *mcp.CallToolResult `json:"result,omitempty"`
}

// What tells a handle from an answer, and how tasks stand.
const (
	handed, complete            = "task", "complete"
	working, completed, stopped = "working", "completed", "cancelled"
)

// span is when something was made and ends.
type span struct {
	CreatedAt   instant.Time `json:"createdAt"`
	StartedAt   instant.Time `json:"startedAt"`
	CompletedAt instant.Time `json:"completedAt"`
	ExpiresAt   instant.Time `json:"expiresAt"`
}

func (s span) task(id string, tokens int, status, message string) *task {
	return &task{
		ResultType: complete, TaskID: id + "@" + strconv.Itoa(tokens), Status: status, StatusMessage: message, CreatedAt: s.CreatedAt,
		LastUpdatedAt: cmp.Or(s.CompletedAt, s.StartedAt, s.CreatedAt), TTLMS: s.ExpiresAt.Sub(s.CreatedAt.Time).Milliseconds(), PollIntervalMS: pollInterval.Milliseconds(),
	}
}

// handle is where a tool puts the task that its call has become.
type handle struct{ task *task }

type handleKey struct{}

// takes reports whether a call may be answered with a task.
func takes(ctx context.Context) bool {
	_, ok := ctx.Value(handleKey{}).(*handle)
	return ok
}

// hand has the call be answered with a task.
func hand(ctx context.Context, t *task) *mcp.CallToolResult {
	if h, ok := ctx.Value(handleKey{}).(*handle); ok {
		t.ResultType, h.task = handed, t
	}
	return said()
}

// tasks adds the extension to a server.
func (c *caller) tasks(s *mcp.Server) error {
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			call, ok := r.(*mcp.CallToolRequest)
			if !ok || !takesTasks(call.ClientCapabilities()) {
				return next(ctx, method, r)
			}
			h := &handle{}
			result, err := next(context.WithValue(ctx, handleKey{}, h), method, r)
			if err == nil && h.task != nil {
				return h.task, nil
			}
			return result, err
		}
	})
	return errors.Join(
		mcp.AddReceivingCustomMethod(s, "tasks/get", c.task),
		mcp.AddReceivingCustomMethod(s, "tasks/cancel", c.cancelTask),
		mcp.AddReceivingCustomMethod(s, "tasks/update", func(context.Context, *mcp.ServerSession, *taskParams) (*acknowledged, error) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no task of this service waits for input"}
		}),
	)
}

func takesTasks(c *mcp.ClientCapabilities) bool {
	if c == nil {
		return false
	}
	_, ok := c.Extensions[extension]
	return ok
}

// taskParams name a task.
type taskParams struct {
	mcp.ParamsBase

	TaskID string `json:"taskId"`
}

// acknowledged is the answer that has nothing in it.
type acknowledged struct {
	mcp.ResultBase

	ResultType string `json:"resultType"`
}

// taskOf reads a task's id. Error: *jsonrpc.Error.
func taskOf(p *taskParams) (id string, tokens int, err error) {
	id, given, _ := strings.Cut(p.TaskID, "@")
	tokens, err = strconv.Atoi(given)
	if err != nil || !ident.Valid(ident.Job, id) && !ident.Valid(ident.Crawl, id) {
		return "", 0, noTask(p.TaskID, errors.New("has no form of an id"))
	}
	return id, (&bounded{tokens}).limit(), nil
}

// noTask is the refusal of a task, for a reason.
func noTask(id string, why error) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("task %q: %v", id, why)}
}

// task answers tasks/get.
func (c *caller) task(ctx context.Context, _ *mcp.ServerSession, p *taskParams) (*task, error) {
	id, tokens, err := taskOf(p)
	if err != nil {
		return nil, err
	}
	if ident.Valid(ident.Crawl, id) {
		return c.crawlTask(ctx, id, tokens)
	}
	j := &watched{}
	answer, err := c.do(ctx, get("/jobs/"+id, nil), j)
	if err != nil {
		return nil, noTask(p.TaskID, err)
	}
	switch {
	case j.Status == job.Cancelled:
		return j.task(id, tokens, stopped, price(&j.Job, "")), nil
	case !j.Status.Terminal():
		return j.task(id, tokens, working, reached(j.Progress)), nil
	}
	t := j.task(id, tokens, completed, "")
	t.Result = c.shown(ctx, &j.Job, 0, tokens, answer.Header.Get("X-Credits-Remaining"))
	return t, nil
}

// crawlTask is a crawl as a task.
func (c *caller) crawlTask(ctx context.Context, id string, tokens int) (*task, error) {
	var at struct {
		crawlState
		span
	}
	if _, err := c.do(ctx, get("/crawl/"+id, nil), &at); err != nil {
		return nil, noTask(id, err)
	}
	switch at.Status {
	case "running":
		return at.task(id, tokens, working, fmt.Sprintf("%d of %d pages", at.Counts["succeeded"]+at.Counts["failed"], at.Counts["total"])), nil
	case "cancelled":
		return at.task(id, tokens, stopped, ""), nil
	}
	t := at.task(id, tokens, completed, "")
	var err error
	if t.Result, err = c.crawled(ctx, id, "", tokens); err != nil {
		return nil, noTask(id, err)
	}
	return t, nil
}

// reached says how far a job has come.
func reached(p *job.Progress) string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf("%s: %d of %d", p.Stage, p.Done, p.Total)
}

// cancelTask answers tasks/cancel. What has ended meanwhile stays as it is, which is no error.
func (c *caller) cancelTask(ctx context.Context, _ *mcp.ServerSession, p *taskParams) (*acknowledged, error) {
	id, _, err := taskOf(p)
	if err != nil {
		return nil, err
	}
	path := "/jobs/" + id
	if ident.Valid(ident.Crawl, id) {
		path = "/crawl/" + id
	}
	err = c.api.Cancel(c.from.WithContext(ctx), path)
	if refused, ok := errors.AsType[*asked.RefusedError](err); ok && refused.Status == http.StatusConflict {
		err = nil
	}
	if err != nil {
		return nil, noTask(p.TaskID, err)
	}
	return &acknowledged{ResultType: complete}, nil
}
