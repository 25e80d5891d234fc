package runner

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/errs"
	socialengagementkind "github.com/quarryapi/quarry/internal/kinds/social_engagement"
	"github.com/quarryapi/quarry/internal/social"
)

// authors are those who wrote some posts. What has no author, since its account is
// deleted, has no actor.
func authors(items []social.Item) []socialengagementkind.Actor {
	actors := []socialengagementkind.Actor{}
	for i := range items {
		item := &items[i]
		if item.Author == nil || item.Deleted {
			continue
		}
		actors = append(actors, socialengagementkind.Actor{Author: *item.Author, Post: &socialengagementkind.Post{
			ExternalID: item.ExternalID, URL: item.URL, Text: cmp.Or(item.Text, item.Title), PostedAt: item.PostedAt,
			PostedAtApproximate: item.PostedAtApproximate, Counts: item.Counts,
		}})
	}
	return actors
}

// part cuts a page out of a whole list, from a position on: how many were given, and the
// last of them, behind which the page begins even when others came before it meanwhile.
func part(all []socialengagementkind.Actor, position string, n int) (actors []socialengagementkind.Actor, next string, err error) {
	from := 0
	if position != "" {
		count, last, _ := strings.Cut(position, " ")
		if from, err = strconv.Atoi(count); err != nil || from < 1 {
			return nil, "", errs.New(errs.InvalidCursor, errs.InvalidCursor.Text())
		}
		if i := slices.IndexFunc(all, func(a socialengagementkind.Actor) bool { return a.Post.ExternalID == last }); i >= 0 {
			from = i + 1
		}
	}
	from = min(from, len(all))
	to := min(from+n, len(all))
	if to < len(all) {
		next = strconv.Itoa(to) + " " + all[to-1].Post.ExternalID
	}
	return all[from:to], next, nil
}

// whole is an Engagement of a list that was read whole, as far as coverage says.
func whole(post social.Item, comments []social.Item, coverage social.Coverage, position string, n int) (Engagement, error) {
	actors, next, err := part(authors(comments), position, n)
	if err != nil {
		return Engagement{}, err
	}
	e := Engagement{Post: post, Actors: actors, Next: next, Exhausted: next == "" && coverage.Complete, Source: post.Source, Origin: post.Origin}
	if !coverage.Complete {
		e.Reason = coverage.Reason
	}
	return e, nil
}
