package posts

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// postNames are what the templates of forums, of question sites and of blogs call one post
// among many.
var postNames = []string{"post", "message", "question", "answer", "reply", "topic-post", "crawler-post", "postcontainer", "post_wrapper", "post-container", "comment", "comtr"}

// Thread returns the posts of a page that is a thread, in order: one within another, an answer
// with comments below it, stands behind that. What has neither author nor time and lies within
// a post or around one is a part of it or a box, whatever it is called. Of a page with fewer than
// two there are none.
func Thread(root *html.Node) []Post {
	var found []Post
	for n := range dom.Descendants(root) {
		if len(found) == maxPosts {
			break
		}
		if n.Type == html.ElementNode && isPost(n) {
			found = append(found, read(n, isPost))
		}
	}
	found = slices.DeleteFunc(found, isPart(found))
	if len(found) < 2 {
		return nil
	}
	return found
}

// isPart returns what knows posts that are parts of others, or boxes around them.
func isPart(found []Post) func(Post) bool {
	around := map[*html.Node]bool{} // posts that hold others
	inside := map[*html.Node]bool{}
	for _, p := range found {
		for n := p.Node.Parent; n != nil; n = n.Parent {
			if isPost(n) {
				around[n], inside[p.Node] = true, true
				break
			}
		}
	}
	return func(p Post) bool {
		return p.Author == "" && p.Time == "" && (around[p.Node] || inside[p.Node])
	}
}

func isPost(n *html.Node) bool {
	if itemType(n, "Question", "Answer", "Comment", "DiscussionForumPosting") {
		return true
	}
	for f := range strings.FieldsSeq(classes(n)) {
		if slices.Contains(postNames, f) {
			return true
		}
	}
	return false
}
