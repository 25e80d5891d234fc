package posts

import (
	"slices"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// postNames are what the templates of forums, of question sites and of blogs call one post
// among many.
var postNames = []string{"post", "message", "question", "answer", "reply", "topic-post", "crawler-post", "postcontainer", "post_wrapper", "post-container", "comment"}

// Thread returns the posts of a page that is a thread, in order: one within another, an answer
// with comments below it, stands behind that. Of a page with fewer than two there are none.
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
	if len(found) < 2 {
		return nil
	}
	return found
}

func isPost(n *html.Node) bool {
	if itemType(n, "Question", "Answer", "Comment", "DiscussionForumPosting") {
		return true
	}
	return slices.ContainsFunc(fields(n), func(f string) bool { return slices.Contains(postNames, f) })
}
