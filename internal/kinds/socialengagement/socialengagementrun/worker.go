// Package socialengagementrun performs jobs of kind social_engagement: it reads a post's counts and
// the public list of those who reacted. It links the readers of the platforms, so only a
// worker may import it.
package socialengagementrun

import (
	"context"
	"fmt"
	"time"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
	"github.com/quarryapi/quarry/internal/sources/linkedin"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/sources/x"
)

// Reader is a platform.
type Reader interface {
	// Post returns a post with its counts.
	Post(ctx context.Context, id string) (*social.Item, error)
	// Engaged returns a post with its counts and up to n of those who engaged with it in
	// a way that the platform names, from a position on, "" being the first.
	Engaged(ctx context.Context, id string, by socialengagement.Type, position string, n int) (Engagement, error)
}

// Engagement is a part of a list of actors.
type Engagement struct {
	Post      social.Item
	Actors    []socialengagement.Actor
	Next      string // the position of the next part; empty when there is none
	Exhausted bool   // there are no more
	Reason    string // what is missing, and why; empty when nothing is known to be
	Source    string
	Origin    string // of platforms with archives
}

// Platforms are the readers by their platforms.
type Platforms map[socialengagement.Platform]Reader

// From returns the readers of a process's upstreams. A nil now is time.Now.
func From(set upstream.Upstreams, now func() time.Time) Platforms {
	return Platforms{
		socialengagement.X:          X{x.From(set, now)},
		socialengagement.Reddit:     Reddit{reddit.From(set, now)},
		socialengagement.HackerNews: HackerNews{hackernews.From(set)},
		socialengagement.LinkedIn:   LinkedIn{linkedin.New(set.Client(linkedin.Name))},
	}
}

// Worker performs jobs of kind social_engagement. It is safe for concurrent use.
type Worker struct {
	platforms Platforms
	cursors   cursor.Sealer
}

// New returns a Worker.
func New(platforms Platforms, cursors cursor.Sealer) *Worker {
	return &Worker{platforms: platforms, cursors: cursors}
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[socialengagement.Args]) (Output, error) {
	args := run.Args
	position, err := r.cursors.Open(run.OrgID, args.Walk(), args.Cursor)
	if err != nil {
		return Output{}, err
	}
	platform, ok := r.platforms[args.Platform]
	if !ok {
		return Output{}, errs.Internal(fmt.Errorf("no reader of %q", args.Platform))
	}
	if hidden := socialengagement.Hidden(args.Platform, args.Type); hidden != "" {
		post, err := platform.Post(ctx, args.ID)
		if err != nil {
			return Output{}, err
		}
		result := about(args, post)
		result.Coverage, result.Source, result.Origin = social.Coverage{Reason: hidden}, post.Source, post.Origin
		return Output{Result: result}, nil
	}
	got, err := platform.Engaged(ctx, args.ID, args.Type, position, int(args.Limit))
	if err != nil {
		return Output{}, err
	}
	result := listed(args, &got, position == "")
	result.NextCursor = r.cursors.Seal(run.OrgID, args.Walk(), got.Next)
	return Output{Result: result}, nil
}

// about is a result without actors.
func about(args socialengagement.Args, post *social.Item) socialengagement.Result {
	return socialengagement.Result{
		Platform: args.Platform, ExternalID: post.ExternalID, URL: post.URL, EngagementType: args.Type, Counts: post.Counts,
	}
}

func listed(args socialengagement.Args, got *Engagement, first bool) socialengagement.Result {
	result := about(args, &got.Post)
	result.ActorsAvailable, result.Items, result.Exhausted = true, got.Actors, got.Exhausted
	result.Source, result.Origin = got.Source, got.Origin
	if result.Items == nil {
		result.Items = []socialengagement.Actor{}
	}
	reason := got.Reason
	if n := counted(args.Type, &got.Post.Counts); first && len(result.Items) == 0 && got.Next == "" && n > 0 {
		result.Exhausted = false
		if reason == "" {
			reason = fmt.Sprintf("%d are counted but none is shown: they are deleted, or hidden from the public.", n)
		}
	}
	result.Coverage = social.Covered(reason, got.Next, result.Exhausted)
	result.Exhausted = result.Coverage.Complete
	return result
}

// counted is how many there are by the platform's own count; 0 when it has none.
func counted(t socialengagement.Type, c *social.Counts) int64 {
	count := map[socialengagement.Type]*int64{
		socialengagement.Retweeters: c.Reposts, socialengagement.Reshares: c.Reposts,
		socialengagement.Quotes: c.Quotes, socialengagement.Comments: c.Comments,
	}[t]
	if count == nil {
		return 0
	}
	return *count
}
