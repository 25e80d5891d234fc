// Package xpostrun performs jobs of kind x_post: it reads posts of X and the replies to
// them. It links the readers of pages, so only a worker may import it.
package xpostrun

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/xpost"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x"
)

// Reader is the part of x.Client that a Worker needs.
type Reader interface {
	Post(ctx context.Context, id string) (*social.Item, []social.Failure, error)
	Replies(ctx context.Context, id string, liked bool, w x.Walk) (x.Posts, error)
}

// Worker performs jobs of kind x_post. It is safe for concurrent use.
type Worker struct {
	posts   Reader
	cursors cursor.Sealer
}

// New returns a Worker.
func New(posts Reader, cursors cursor.Sealer) *Worker {
	return &Worker{posts: posts, cursors: cursors}
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[xpost.Args]) (Output, error) {
	args := run.Args
	if args.CommentsLimit == nil {
		return Output{}, errs.Of(errs.InternalError)
	}
	position, err := r.cursors.Open(run.OrgID, args.Walk(), args.Cursor)
	if err != nil {
		return Output{}, err
	}
	post, failed, err := r.posts.Post(ctx, args.ID)
	if err != nil {
		return Output{}, err
	}
	result := xpost.Result{Post: *post, Items: []social.Item{}, Total: post.Counts.Comments, FailedSources: failed}
	if *args.CommentsLimit == 0 {
		result.Coverage.Reason = "No replies were requested."
		return Output{Result: result}, nil
	}
	if err := r.comments(ctx, run.OrgID, &args, position, &result); err != nil {
		return Output{}, err
	}
	return Output{Result: result}, nil
}

// The first letter of a position says in which order the list is.
const (
	byLikes = "l"
	byTime  = "t"
)

// comments fills in the replies. A call that is about the post does not fail when they
// cannot be read; one that goes through its replies does.
func (r *Worker) comments(ctx context.Context, org string, args *xpost.Args, position string, result *xpost.Result) error {
	order := byTime
	if args.CommentsMode == "" {
		order = byLikes
	}
	if position != "" {
		order, position = position[:1], position[1:]
	}
	list, err := r.posts.Replies(ctx, args.ID, order == byLikes, x.Walk{
		Position: position, PageSize: int(*args.CommentsLimit), MaxCalls: int(args.MaxPages), Known: args.KnownCommentIDs,
		EndAtKnown: args.CommentsMode == xpost.Incremental, Boundary: true,
	})
	result.FailedSources = append(result.FailedSources, slices.DeleteFunc(list.Failed, func(f social.Failure) bool {
		return slices.Contains(result.FailedSources, f)
	})...)
	if err != nil {
		if ctx.Err() != nil || args.CommentsMode != "" || args.Cursor != "" {
			return err
		}
		result.Coverage.Reason = "The replies could not be read: " + strings.TrimSpace(errs.As(err).Message)
		return nil
	}
	next := ""
	if list.Next != "" {
		next = r.cursors.Seal(org, args.Walk(), order+list.Next)
	}
	result.Items, result.NextCursor, result.CommentsNextCursor = list.Items, next, next
	result.Chronological = list.Chronological
	result.ReachedKnown, result.KnownSkipped, result.Source = list.ReachedKnown, list.Known, list.Source
	result.Coverage = coverage(result, &list, args.Cursor == "")
	result.Exhausted = result.Coverage.Complete
	return nil
}

// coverage says whether a list is all replies: only where it begins at the beginning,
// and X counts no more.
func coverage(result *xpost.Result, list *x.Posts, whole bool) social.Coverage {
	total, read := result.Total, int64(len(list.Items)+list.Known)
	switch {
	case whole && total != nil && *total == 0 && read == 0, whole && list.Exhausted && total != nil && *total <= read:
		return social.Coverage{Complete: true}
	case list.ReachedKnown:
		return social.Coverage{Reason: cmp.Or(list.Reason, "Reading stopped at known replies; older ones were not read.")}
	case list.Next != "":
		return social.Coverage{Reason: cmp.Or(list.Reason, "There are more replies; send nextCursor as cursor.")}
	case whole && total != nil:
		return social.Coverage{Reason: cmp.Or(list.Reason, fmt.Sprintf("X counts %d replies, including hidden and deleted ones, and returns %d.", *total, read))}
	}
	return social.Coverage{Reason: cmp.Or(list.Reason, "X returns no more replies; hidden ones are not returned.")}
}
