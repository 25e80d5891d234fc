package mentionsrun

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	mentionskind "github.com/quarryapi/quarry/internal/kinds/mentions"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/paging"
)

// page is a part of one search, the newest first.
type page struct {
	mentions  []mentionskind.Mention
	next      string // the position of the next one; empty when there is none
	exhausted bool   // the search has nothing more
	reason    string
}

// gatherTime leaves a worker of a minute time for the last call to end.
const gatherTime = 35 * time.Second

// gather reads one search page by page, until enough is found or it ends. What fails
// behind the first page is reported as missing.
func gather(ctx context.Context, q Query, read func(ctx context.Context, position string) (page, error)) (Found, error) {
	found, position := Found{}, ""
	begun, ended := false, false
	end, err := paging.Walk[page]{
		Most: q.Pages, Time: gatherTime,
		Kept: func() bool { return begun },
		Read: func(ctx context.Context) (page, error) { return read(ctx, position) },
		Take: func(p page) bool {
			begun, ended = true, p.next == "" || p.next == position
			found.Mentions = append(found.Mentions, p.mentions...)
			found.Reason = cmp.Or(p.reason, found.Reason)
			found.Complete = ended && p.exhausted && p.reason == ""
			position = p.next
			return ended || len(found.Mentions) >= q.Limit
		},
	}.Run(ctx)
	switch {
	case err != nil:
		return Found{}, err
	case end.Late:
		found.Reason = "The time for one job was over before all pages were read; narrow it by since and until."
	case end.Early != nil:
		found.Reason = "Reading ended early: " + errs.As(end.Early).Message
	case !ended:
		found.Reason = cmp.Or(found.Reason, "There is more behind these; narrow it by since and until, or read more by maxPages.")
	}
	return found, nil
}

// search is what came of one of a platform's searches.
type search struct {
	source string // the upstream that failed, if it did
	what   string // what it looks for, where a platform has several searches of one upstream
	found  Found
	err    error
}

// join puts together what a platform's searches found. Those that failed beside others
// are returned; the error is the first one's when all failed.
func join(platform mentionskind.Platform, searches ...search) (Found, error) {
	all, failed := Found{Complete: true}, 0
	for _, s := range searches {
		if s.err != nil {
			e := errs.As(s.err)
			all.Failures = append(all.Failures, mentionskind.Failure{Platform: platform, Source: s.source, Code: e.Code, Reason: s.what + e.Message})
			all.Complete = false
			failed++
			continue
		}
		all.Mentions = append(all.Mentions, s.found.Mentions...)
		all.Complete = all.Complete && s.found.Complete
		all.Reason = cmp.Or(all.Reason, s.found.Reason)
	}
	if failed == len(searches) {
		return Found{}, searches[0].err
	}
	return all, nil
}

// matches keeps items that name the domain, with where they do.
func (q Query) matches(items []social.Item) []mentionskind.Mention {
	var mentions []mentionskind.Mention
	for _, item := range items {
		if m := (mentionskind.Mention{Item: item, MatchedIn: q.places(&item)}); len(m.MatchedIn) > 0 && !item.Deleted {
			mentions = append(mentions, m)
		}
	}
	return mentions
}

func (q Query) places(item *social.Item) []mentionskind.Place {
	places := []mentionskind.Place{}
	linked := q.Domain.Linked(item.LinkURL) || slices.ContainsFunc(item.Media, func(m social.Media) bool { return m.Type == "link" && q.Domain.Linked(m.URL) })
	if linked {
		places = append(places, mentionskind.Link)
	}
	if q.Domain.Written(item.Title) {
		places = append(places, mentionskind.Title)
	}
	if q.Domain.Written(item.Text) {
		places = append(places, mentionskind.Text)
	}
	return places
}
