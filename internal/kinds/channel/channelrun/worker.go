// Package channelrun performs jobs of kind channel: it asks the platform that a job names,
// each behind one small interface. It links the readers of all platforms, so only a
// worker may import it.
package channelrun

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/channel"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x"
	"github.com/quarryapi/quarry/internal/sources/youtube"
)

// Platform reads the channels of one platform.
type Platform interface {
	// Channel returns a channel and its items. It MUST return an *errs.Error with a
	// job-level code for a channel that cannot be read: no such channel, a wall, and
	// invalid_cursor for a position that is stale.
	Channel(ctx context.Context, r Request) (Page, error)
}

// Request is what to read.
type Request struct {
	Handle    string // canonical, as channelkind.Args.Prepare leaves it
	Position  string // Page.Next of a former page; "" is the beginning
	Limit     int    // how many items at most
	Employees bool
}

// Page is a channel and a part of what it publishes.
type Page struct {
	Channel  channel.Channel
	Items    []social.Item // never nil
	Next     string        // empty when nothing more can be reached
	Coverage social.Coverage
	Source   string // the upstream that gave the items
	// Employees are nil unless they were asked for.
	Employees         []social.Author
	EmployeesCoverage *social.Coverage
}

// Platforms are those of a process's upstreams, by their names. Now is time.Now except
// in tests. A new one is a line here.
func Platforms(set upstream.Upstreams, now func() time.Time) map[string]Platform {
	return map[string]Platform{
		social.LinkedIn: LinkedIn{linkedin.New(set.Client(linkedin.Name))},
		social.Reddit:   Reddit{reddit.From(set, now)},
		social.X:        X{x.New(set.Client, now)},
		social.YouTube:  YouTube{youtube.New(set.Client(youtube.Source), now)},
	}
}

// Worker performs jobs of kind channel. It is safe for concurrent use.
type Worker struct {
	platforms map[string]Platform
	cursors   cursor.Sealer
}

// New returns a Worker.
func New(platforms map[string]Platform, cursors cursor.Sealer) *Worker {
	return &Worker{platforms: platforms, cursors: cursors}
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[channel.Args]) (Output, error) {
	args := run.Args
	platform, ok := r.platforms[args.Platform]
	if !ok {
		return Output{}, errs.Of(errs.InternalError)
	}
	position, err := r.cursors.Open(run.OrgID, args.Walk(), args.Cursor)
	if err != nil {
		return Output{}, err
	}
	page, err := platform.Channel(ctx, Request{Handle: args.Handle, Position: position, Limit: int(args.Limit), Employees: args.IncludeEmployees})
	if err != nil {
		return Output{}, err
	}
	next := r.cursors.Seal(run.OrgID, args.Walk(), page.Next)
	if len(next) > cursor.MaxLength {
		next = ""
		page.Coverage = social.Coverage{Reason: "There are more items, but the platform's continuation token is too long for a cursor."}
	}
	return Output{Result: channel.Result{
		Channel: page.Channel, Items: page.Items, NextCursor: next, Exhausted: page.Coverage.Complete, Coverage: page.Coverage, Source: page.Source,
		Employees: page.Employees, EmployeesCoverage: page.EmployeesCoverage,
	}}, nil
}

// behind says that nextCursor leads on.
const behind = "There are more items; use nextCursor."
