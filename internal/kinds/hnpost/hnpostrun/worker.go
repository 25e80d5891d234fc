// Package hnpostrun performs jobs of kind hn_post: it reads an item of Hacker News and its
// comments. It links the readers of texts, so only a worker may import it.
package hnpostrun

import (
	"context"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/hnpost"
	"github.com/quarryapi/quarry/internal/sources/hackernews"
)

// Reader is the part of hackernews.Client that a Worker needs.
type Reader interface {
	Thread(ctx context.Context, id string, want int) (*hackernews.Thread, error)
}

// Worker performs jobs of kind hn_post. It is safe for concurrent use.
type Worker struct{ posts Reader }

// New returns a Worker.
func New(posts Reader) *Worker { return &Worker{posts: posts} }

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[hnpost.Args]) (Output, error) {
	args := run.Args
	if args.CommentsLimit == nil {
		return Output{}, errs.Of(errs.InternalError)
	}
	limit := int(*args.CommentsLimit)
	thread, err := r.posts.Thread(ctx, args.ID, limit)
	if err != nil {
		return Output{}, err
	}
	result := hnpost.Result{Post: thread.Post, Total: int64(thread.Known)}
	result.Post.Replies, result.Returned = thread.Replies(limit)
	result.Coverage = thread.Coverage(result.Returned)
	result.Exhausted = result.Coverage.Complete
	if counted := thread.Post.Counts.Comments; counted != nil {
		result.Total = max(result.Total, *counted)
	}
	return Output{Result: result}, nil
}
