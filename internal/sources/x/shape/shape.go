// Package shape is what every surface of X gives in one form: pages of lists, items
// with their address and kind, times, and the errors for what is not there to be read.
// It knows no surface's format and asks nobody.
package shape

import (
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/permalink"
)

// Page is a part of a list, as one call of a surface gives it.
type Page[T any] struct {
	Items []T
	Next  string // the surface's token of the page behind; empty when it gives none
	// Ended says that the surface has nothing more to give. Without it and without
	// Next the rest is out of reach.
	Ended bool
	// Ordered says that the surface lists the newest first.
	Ordered bool
	Reason  string // what the surface leaves out, in words; empty when nothing is known
}

// Item begins an item: its id, address, author and source.
func Item(id string, author *social.Author, source string) social.Item {
	handle := ""
	if author != nil {
		handle = author.Username
	}
	return social.Item{
		Platform: social.X, ExternalID: id, URL: permalink.Post(handle, id), Type: "post", Author: author, Source: source,
	}
}

// Settle fills in what follows from an item's other fields: its type, and of a repost
// the words, which are those of what it repeats.
func Settle(item *social.Item) {
	within(item, nesting)
	switch {
	case item.RepostOf != nil:
		item.Type = "repost"
		item.Text, item.Title = item.RepostOf.Text, item.RepostOf.Title
		item.TextTruncatedAtSource = item.RepostOf.TextTruncatedAtSource
	case item.InReplyTo != nil:
		item.Type = "reply"
	case item.QuoteOf != nil:
		item.Type = "quote"
	default:
		item.Type = "post"
	}
	whole := item.TextTruncatedAtSource != nil && !*item.TextTruncatedAtSource
	if beginning, isCut := cut(item.Text, item.ExternalID); isCut && item.RepostOf == nil && !whole {
		item.Text, item.TextTruncatedAtSource = beginning, new(true)
	}
}

// nesting is how many posts within each other are returned. X itself shows two.
const nesting = 4

// within leaves out what is further within an item than some steps.
func within(item *social.Item, steps int) {
	for _, in := range []**social.Item{&item.RepostOf, &item.QuoteOf} {
		switch {
		case *in == nil:
		case steps == 0:
			*in = nil
		default:
			within(*in, steps-1)
		}
	}
}

// cut reports whether a text ends as X ends those that it shortens: with an ellipsis and
// a link to the post itself, which is left out of the beginning. Surfaces that do not say
// what they shorten leave that link as it is, and those that people write have been
// replaced by where they lead.
func cut(text, id string) (beginning string, isCut bool) {
	const ellipsis = "…"
	at := strings.LastIndex(text, ellipsis+" https://")
	if at <= 0 {
		return text, false
	}
	link := strings.TrimPrefix(text[at:], ellipsis+" https://")
	own := strings.HasPrefix(link, "t.co/") || strings.HasSuffix(link, "/"+id)
	return text[:at+len(ellipsis)], own && !strings.ContainsAny(link, " \n")
}

// Removed is an item of which only the place is left.
func Removed(id, handle, source string) *social.Item {
	item := Item(id, nil, source)
	item.URL, item.Deleted = permalink.Post(handle, id), true
	return &item
}

// Reference names a post; nil for what is no id.
func Reference(id, handle string) *social.Reference {
	if !permalink.ID(id) {
		return nil
	}
	return &social.Reference{ExternalID: id, URL: permalink.Post(handle, id), Author: handle}
}

// Time is a time in the form of items, from one of the forms that X writes: RFC 3339,
// or "Tue Mar 21 20:50:14 +0000 2006". Anything else is "".
func Time(s string) string {
	for _, layout := range []string{time.RFC3339, time.RubyDate} {
		if t, err := time.Parse(layout, s); err == nil && t.Unix() > 0 {
			return instant.Text(t)
		}
	}
	return ""
}

// Posted is when an id was given out, which follows from ids since November 2010; the zero
// time for older ones.
func Posted(id string) time.Time {
	const epoch, firstDigits = 1288834974657, 11
	if !permalink.ID(id) || len(id) < firstDigits {
		return time.Time{}
	}
	var n int64
	for _, digit := range id {
		n = n*10 + int64(digit-'0')
	}
	return time.UnixMilli(n>>22 + epoch).UTC()
}

// Avatar is the address of a picture in the largest size that X always has.
func Avatar(address string) string {
	for _, small := range []string{"_normal.", "_200x200.", "_bigger.", "_mini."} {
		if i := strings.LastIndex(address, small); i >= 0 && strings.HasPrefix(address, "https://pbs.twimg.com/") {
			return address[:i] + "_400x400." + address[i+len(small):]
		}
	}
	return address
}
