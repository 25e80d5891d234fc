package htmlpage

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/posts"
)

// threadOf are the posts of a page that is a thread, read before anything is taken out of it. A
// page is one, too, whose posts hold most of its text, unless it calls itself an article and they
// are the comments below it.
func threadOf(doc *html.Node, o Options, s sort) ([]posts.Post, sort) {
	if s == product || len(o.IncludeTags) > 0 || !o.OnlyMainContent {
		return nil, s
	}
	body, find := dom.Body(doc), posts.Thread
	if s == article {
		find = posts.Named // most pages are articles, and few of them threads
	}
	thread := find(body)
	switch {
	case s == collection:
		return thread, s
	case !areOfPeople(thread) || !holdMost(body, thread):
		return nil, s
	case !areComments(body, thread):
		return thread, collection
	case s == article:
		return nil, s
	}
	return thread, s
}

// fewPosts is how many posts do not make a page a thread that does not call itself one.
const fewPosts = 3

// holdMost reports whether posts hold most of the text of a page.
func holdMost(body *html.Node, thread []posts.Post) bool {
	const measured = 1 << 20
	length := 0
	for i := range thread {
		n := thread[i].Node
		if i == 0 || !isBelow(n, []*html.Node{thread[i-1].Node}) {
			length += dom.TextLength(n, measured)
		}
	}
	return length*2 > clean.TextLength(body, measured)
}

// areOfPeople reports whether nearly all of several posts say who wrote them and when, and hardly any
// has a headline, as articles one below the other do.
func areOfPeople(thread []posts.Post) bool {
	known, titled := 0, 0
	for _, p := range thread {
		if p.Author != "" && p.Time != "" {
			known++
		}
		switch h := dom.First(p.Node, atom.H1, atom.H2); {
		case dom.Is(h, atom.H1):
			return false
		case h != nil:
			titled++
		}
	}
	return len(thread) > fewPosts && 5*known >= 4*len(thread) && 5*titled <= len(thread)
}

// areComments reports whether some of the posts are in the page's section of comments.
func areComments(body *html.Node, thread []posts.Post) bool {
	sections := posts.Sections(body)
	for _, p := range thread {
		if isBelow(p.Node, sections) {
			return true
		}
	}
	return false
}

// isBelow reports whether a node is one of others or lies within one.
func isBelow(n *html.Node, others []*html.Node) bool {
	for ; n != nil; n = n.Parent {
		if slices.Contains(others, n) {
			return true
		}
	}
	return false
}
