// Package redditrun performs jobs of kind reddit: it asks Reddit and its archives for an
// account. It links the readers of texts, so only a worker may import it.
package redditrun

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/quarryapi/quarry/internal/kind"
	redditkind "github.com/quarryapi/quarry/internal/kinds/reddit"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
)

// Reader is the part of reddit.Client that a Worker needs.
type Reader interface {
	Account(ctx context.Context, name string) (*reddit.Account, error)
	Activity(ctx context.Context, name string) (*reddit.Activity, error)
	Posts(ctx context.Context, of permalink.Place, position string, n int) (reddit.Page, error)
}

// Worker performs jobs of kind reddit. It is safe for concurrent use.
type Worker struct{ reader Reader }

// New returns a Worker.
func New(reader Reader) *Worker { return &Worker{reader: reader} }

// Run implements kind.Worker.
func (r *Worker) Run(ctx context.Context, run kind.Run[redditkind.Args]) (Output, error) {
	args := run.Args
	account, err := r.reader.Account(ctx, args.Username)
	if err != nil {
		return Output{}, err
	}
	page, err := r.reader.Posts(ctx, permalink.Place{User: args.Username}, "", redditkind.Posts)
	if err != nil {
		return Output{}, err
	}
	profile := profile(account, page)
	if !account.Coverage.Complete {
		profile.Archived = r.archived(ctx, args.Username)
	}
	return Output{Result: redditkind.Result{
		Profile: profile, Items: page.Items, Exhausted: page.Next == "" && page.Exhausted, Coverage: coverage(page, profile), Source: page.Source, Origin: page.Origin,
	}}, nil
}

// additionTime is what an addition may take of a run.
const additionTime = 10 * time.Second

// archived is an addition: a job does not fail without it.
func (r *Worker) archived(ctx context.Context, name string) *redditkind.Archived {
	ctx, cancel := context.WithTimeout(ctx, additionTime)
	defer cancel()
	a, err := r.reader.Activity(ctx, name)
	if err != nil || a == nil {
		return nil
	}
	return &redditkind.Archived{Counts: redditkind.ArchivedCounts{Posts: a.Posts, Comments: a.Comments}, FirstSeenAt: a.FirstAt, LastSeenAt: a.LastAt, Source: a.Source}
}

func profile(a *reddit.Account, page reddit.Page) redditkind.Profile {
	p := redditkind.Profile{
		Profile: a.Profile, IsEmployee: a.Employee, IsModerator: a.Moderator, IsPremium: a.Premium, IsEmailVerified: a.VerifiedEmail,
		Sensitive: a.Sensitive, Facts: a.Coverage,
	}
	if a.PostKarma != nil || a.CommentKarma != nil || a.TotalKarma != nil {
		p.Karma = &redditkind.Karma{Post: a.PostKarma, Comment: a.CommentKarma, Total: a.TotalKarma}
	}
	if len(page.Items) > 0 && p.Source == "" {
		if by := page.Items[0].Author; by != nil { // who writes the name in its own capitals
			p.Username, p.ExternalID, p.URL = by.Username, by.ExternalID, by.URL
		}
	}
	p.Source = cmp.Or(p.Source, page.Source)
	return p
}

// coverage says whether the posts are all. Accounts can hide theirs: then Reddit's list
// is empty, and what it counts is not.
func coverage(page reddit.Page, p redditkind.Profile) social.Coverage {
	switch {
	case page.Reason != "":
		return social.Coverage{Reason: page.Reason}
	case page.Next != "":
		return social.Coverage{Reason: fmt.Sprintf("The newest %d posts; the account has more.", len(page.Items))}
	case len(page.Items) == 0 && hasPosted(p):
		return social.Coverage{Reason: "Reddit shows no posts of this account although it has posted: it hides them on its page, or they were removed."}
	}
	return social.Coverage{Complete: page.Exhausted}
}

// hasPosted determines by karma, of which every account has 1 from the start, or by what an
// archive saw.
func hasPosted(p redditkind.Profile) bool {
	return p.Karma != nil && p.Karma.Post != nil && *p.Karma.Post > 1 || p.Archived != nil && p.Archived.Counts.Posts != nil && *p.Archived.Counts.Posts > 0
}
