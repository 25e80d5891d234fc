package upstream

import (
	"context"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/internal/web/fetch"
)

// Called is a call that was made: one that was refused while the upstream rests is none.
type Called struct {
	Name   string // of the upstream
	Host   string
	Status int           // of the answer; 0 without one
	Took   time.Duration // without the wait for the call's turn
	Err    error         // what Client.Do returns
}

// Observer sees a call with its context when it has ended. It MUST return at once.
type Observer func(ctx context.Context, c Called)

// observe has the Observer see a call. Resp is nil without an answer.
func (c *Client) observe(ctx context.Context, resp *fetch.Response, err error, began time.Time) {
	if c.called == nil {
		return
	}
	seen := Called{Name: c.Name, Took: c.manners.now().Sub(began), Err: err}
	if base, err := url.Parse(c.BaseURL); err == nil {
		seen.Host = base.Hostname()
	}
	if resp != nil {
		seen.Status = resp.Status
	}
	c.called(ctx, seen)
}
