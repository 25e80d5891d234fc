package mentionsrun

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/quarryapi/quarry/internal/core/errs"
	mentionskind "github.com/quarryapi/quarry/internal/kinds/mentions"
	"github.com/quarryapi/quarry/internal/read/social"
)

// result puts together what the platforms gave.
func result(args mentionskind.Args, outcomes []outcome) mentionskind.Result {
	r := mentionskind.Result{
		Domain: args.Domain, Items: []mentionskind.Mention{}, Platforms: []mentionskind.Coverage{}, FailedSources: []mentionskind.Failure{},
	}
	seen := map[string]bool{}
	for _, o := range outcomes {
		if o.err != nil {
			e := errs.As(o.err)
			r.FailedSources = append(r.FailedSources, mentionskind.Failure{Platform: o.platform, Code: e.Code, Reason: e.Message})
			continue
		}
		mentions := slices.DeleteFunc(o.found.Mentions, func(m mentionskind.Mention) bool { return again(seen, &m) })
		c := mentionskind.Coverage{Platform: o.platform, Found: len(mentions), Complete: o.found.Complete, Reason: o.found.Reason}
		newestFirst(mentions)
		if len(mentions) > 0 {
			c.OldestAt = mentions[len(mentions)-1].PublishedAt
		}
		r.Items, r.Platforms = append(r.Items, mentions...), append(r.Platforms, c)
		r.FailedSources = append(r.FailedSources, o.found.Failures...)
	}
	newestFirst(r.Items)
	more := len(r.Items) > int(args.Limit)
	r.Items = r.Items[:min(len(r.Items), int(args.Limit))]
	r.Coverage = coverage(&r, more)
	r.Exhausted = r.Coverage.Complete
	return r
}

// coverage puts together what is missing from the whole.
func coverage(r *mentionskind.Result, more bool) social.Coverage {
	partly := slices.ContainsFunc(r.Platforms, func(c mentionskind.Coverage) bool { return !c.Complete })
	switch {
	case more:
		return social.Coverage{Reason: "There are more mentions; send the time of the last item as until."}
	case len(r.FailedSources) > 0:
		return social.Coverage{Reason: "A platform, or a source of one, could not be read; see failedSources."}
	case partly:
		return social.Coverage{Reason: "Not all platforms could be searched completely; see platforms."}
	}
	return social.Coverage{Complete: true}
}

// again reports whether a mention was there before: under its id, its address, or as the
// same headline of the same publisher, which two searches of news have under two
// addresses.
func again(seen map[string]bool, m *mentionskind.Mention) bool {
	names := []string{m.Platform + " " + m.ExternalID, m.URL}
	if m.Publisher != nil {
		headline := strings.Join(strings.FieldsFunc(strings.ToLower(m.Title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
		names = append(names, strings.TrimPrefix(m.Publisher.Domain, "www.")+" "+headline)
	}
	before := slices.ContainsFunc(names, func(name string) bool { return seen[name] })
	for _, name := range names {
		seen[name] = true
	}
	return before
}

// newestFirst sorts by time, what has none last.
func newestFirst(mentions []mentionskind.Mention) {
	at := func(m mentionskind.Mention) int64 {
		t, err := time.Parse(time.RFC3339, m.PublishedAt)
		if err != nil {
			return 0
		}
		return t.Unix()
	}
	slices.SortStableFunc(mentions, func(a, b mentionskind.Mention) int { return cmp.Compare(at(b), at(a)) })
}
