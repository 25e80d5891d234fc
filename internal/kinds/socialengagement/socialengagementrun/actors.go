package socialengagementrun

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kinds/socialengagement"
	"github.com/quarryapi/quarry/internal/read/social"
)

// authors are those who wrote some posts. What has no author, since its account is
// deleted, has no actor.
func authors(items []social.Item) []socialengagement.Actor {
	actors := []socialengagement.Actor{}
	for i := range items {
		item := &items[i]
		if item.Author == nil || item.Deleted {
			continue
		}
		actors = append(actors, socialengagement.Actor{Author: *item.Author, Post: &socialengagement.Post{
			ExternalID: item.ExternalID, URL: item.URL, Text: cmp.Or(item.Text, item.Title), PublishedAt: item.PublishedAt,
			PublishedAtApproximate: item.PublishedAtApproximate, Counts: item.Counts,
		}})
	}
	return actors
}

// part cuts a page out of a whole list, from a position on: how many were given, and the
// last of them, behind which the page begins even when others came before it meanwhile.
func part(all []socialengagement.Actor, position string, n int) (actors []socialengagement.Actor, next string, err error) {
	from := 0
	if position != "" {
		count, last, _ := strings.Cut(position, " ")
		if from, err = strconv.Atoi(count); err != nil || from < 1 {
			return nil, "", errs.Of(errs.InvalidCursor)
		}
		if from > len(all) || sum(&all[from-1]) != last {
			if i := slices.IndexFunc(all, func(a socialengagement.Actor) bool { return sum(&a) == last }); i >= 0 {
				from = i + 1
			}
		}
	}
	from = min(from, len(all))
	to := min(from+n, len(all))
	if to < len(all) {
		next = strconv.Itoa(to) + " " + sum(&all[to-1])
	}
	return all[from:to], next, nil
}

// sum distinguishes actors, also by comments that LinkedIn shows without their ids.
func sum(a *socialengagement.Actor) string {
	h := fnv.New64a()
	for _, s := range []string{a.Post.ExternalID, a.URL, a.Post.Text} {
		_, _ = h.Write([]byte(s + "\x00")) // a sum takes everything
	}
	return strconv.FormatUint(h.Sum64(), 36)
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
