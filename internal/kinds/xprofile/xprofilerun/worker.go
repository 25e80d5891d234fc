// Package xprofilerun performs jobs of kind x_profile: it reads accounts of X and their
// timelines. It links the readers of pages, so only a worker may import it.
package xprofilerun

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/kinds/xprofile"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x"
)

// Reader is the part of x.Client that a Worker needs.
type Reader interface {
	Profile(ctx context.Context, handle string) (*social.Profile, []social.Failure, error)
	Timeline(ctx context.Context, p *social.Profile, w x.Walk) (x.Posts, error)
}

// Worker performs jobs of kind x_profile. It is safe for concurrent use.
type Worker struct {
	accounts Reader
	cursors  cursor.Sealer
}

// New returns a Worker.
func New(accounts Reader, cursors cursor.Sealer) *Worker {
	return &Worker{accounts: accounts, cursors: cursors}
}

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[xprofile.Args]) (Output, error) {
	args := run.Args
	position, err := r.cursors.Open(run.OrgID, args.Walk(), args.Cursor)
	if err != nil {
		return Output{}, err
	}
	profile, failed, err := r.accounts.Profile(ctx, args.Username)
	if err != nil {
		return Output{}, err
	}
	walk := x.Walk{Position: position, PageSize: int(args.Limit), MaxPages: int(args.MaxPages), Known: args.KnownTweetIDs}
	walk.EndAtKnown = args.TimelineMode == xprofile.Incremental
	list, err := r.accounts.Timeline(ctx, profile, walk)
	if err != nil {
		return Output{}, err
	}
	covered := coverage(profile, &list, args.Cursor == "")
	return Output{Result: xprofile.Result{
		Profile: *profile, Items: list.Items, NextCursor: r.cursors.Seal(run.OrgID, args.Walk(), list.Next),
		Exhausted: covered.Complete, Chronological: list.Chronological, ReachedKnown: list.ReachedKnown, KnownSkipped: list.Known,
		PagesRead: list.Pages, Source: list.Source, FailedSources: Failures(failed, list.Failed),
		Coverage: covered,
	}}, nil
}

// Failures are those of several questions, each once.
func Failures(lists ...[]social.Failure) []social.Failure {
	var all []social.Failure
	for _, f := range slices.Concat(lists...) {
		if !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all
}

// coverage says whether a list is all of an account's posts: only where it begins at the
// beginning, and the account counts no more.
func coverage(p *social.Profile, list *x.Posts, whole bool) social.Coverage {
	total := p.Counts.Posts
	read := int64(len(list.Items) + list.Known)
	switch {
	case whole && list.Exhausted && total != nil && *total <= read:
		return social.Coverage{Complete: true}
	case list.ReachedKnown:
		return social.Coverage{Reason: cmp.Or(list.Reason, "Reading stopped at known posts; older ones were not read.")}
	case list.Next != "":
		return social.Coverage{Reason: cmp.Or(list.Reason, "There are more posts; use nextCursor.")}
	case whole && total != nil:
		return social.Coverage{Reason: cmp.Or(list.Reason, fmt.Sprintf("X counts %d posts of the account, including replies, and returns %d of them here.", *total, read))}
	}
	return social.Coverage{Reason: cmp.Or(list.Reason, "X returns no more; replies and posts beyond about the latest 3200 are not returned.")}
}
