package posts

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// postNames are what the templates of forums, of question sites and of blogs call one post
// among many.
var postNames = []string{"post", "message", "question", "answer", "reply", "topic-post", "crawler-post", "postcontainer", "post_wrapper", "post-container", "comment", "comtr", "forum-post"}

// Thread returns the posts of a page that is a thread, in order: one within another, an answer
// with comments below it, stands behind that. What has neither author nor time and lies within
// a post or around one is a part of it or a box, whatever it is called. Where the names of the page find
// no authors, posts are known by their form. Of a page with fewer than two there are none.
func Thread(root *html.Node) []Post {
	found := named(root)
	if len(found) < 2 || !slices.ContainsFunc(found, isKnown) {
		if byForm := formed(root); len(byForm) > 1 {
			found = byForm
		}
	}
	return several(found)
}

// Named are the posts of a page that are called so: what Thread looks for first, and costs least.
func Named(root *html.Node) []Post { return several(named(root)) }

func several(found []Post) []Post {
	if len(found) < 2 || areEntries(found) {
		return nil
	}
	return found
}

func named(root *html.Node) (found []Post) {
	var nodes []*html.Node
	for n := range dom.Descendants(root) {
		if len(nodes) == maxPosts {
			break
		}
		if n.Type == html.ElementNode && len(n.Attr) > 0 && isPost(n) {
			nodes = append(nodes, n)
		}
	}
	if len(nodes) < 2 { // as of most pages, and then they are none
		return nil
	}
	for _, n := range nodes {
		found = append(found, read(n, isPost))
	}
	hand(found)
	return slices.DeleteFunc(found, isPart(found))
}

// hand gives the time of a box around a question, in which nobody is named, to the question: what stands with its author
// is when it was changed last.
func hand(found []Post) {
	for i := range len(found) - 1 {
		box, first := &found[i], &found[i+1]
		if box.Author == "" && box.Time != "" && first.Author != "" && itemType(box.Node, "Question") && within(box.Node, func(c *html.Node) bool { return c == first.Node }) != nil {
			first.Time, first.when, box.Time = box.Time, box.when, ""
		}
	}
}

// areEntries reports whether what is named like posts are entries of a list: the headings of most
// link to pages of their own.
func areEntries(found []Post) bool {
	entries := 0
	for i := range found {
		for n := range dom.Descendants(found[i].Node) {
			if dom.HeadingLevel(n) > 0 && leadsAway(n) {
				entries++
				break
			}
		}
	}
	return 2*entries > len(found)
}

// isKnown reports whether it is known who wrote a post.
func isKnown(p Post) bool { return p.Author != "" }

// formed are the posts of a page by their form.
func formed(root *html.Node) (found []Post) {
	nodes := byTemplate(root)
	isOne := make(map[*html.Node]bool, len(nodes))
	for _, n := range nodes {
		isOne[n] = true
	}
	for _, n := range nodes {
		found = append(found, read(n, func(n *html.Node) bool { return isOne[n] }))
	}
	return found
}

// isPart returns what knows posts that are parts of others, or boxes around them.
func isPart(found []Post) func(Post) bool {
	first := map[*html.Node]string{} // of posts that hold others, who wrote the first of these
	inside := map[*html.Node]bool{}
	for _, p := range found {
		for n := p.Node.Parent; n != nil; n = n.Parent {
			if isPost(n) {
				if _, more := first[n]; !more {
					first[n] = p.Author
				}
				inside[p.Node] = true
				break
			}
		}
	}
	return func(p Post) bool {
		who, around := first[p.Node]
		return p.Time == "" && (p.Author == "" && (around || inside[p.Node]) || around && p.Author == who)
	}
}

func isPost(n *html.Node) bool {
	class := ""
	for i := range n.Attr { // every element of a page is asked
		switch a := &n.Attr[i]; a.Key {
		case "itemtype":
			if itemType(n, "Question", "Answer", "Comment", "DiscussionForumPosting") {
				return true
			}
		case "class":
			class = strings.TrimSpace(a.Val)
		}
	}
	if len(class) > maxName {
		return false
	}
	for begin, i := 0, 0; i <= len(class); i++ {
		if i < len(class) && !isSpace(class[i]) {
			continue
		}
		if i-begin >= shortestName && isPostName(class[begin:i]) {
			return true
		}
		begin = i + 1
	}
	return false
}

// isSpace knows what stands between the names of a class.
func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// shortestName is the length of the shortest of postNames.
const shortestName = 4

// isPostName compares names in any case.
func isPostName(f string) bool {
	for _, name := range postNames {
		if len(f) == len(name) && f[0]|0x20 == name[0] && strings.EqualFold(f, name) {
			return true
		}
	}
	return false
}
