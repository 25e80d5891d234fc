package posts_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/posts"
)

// TestComments: a section in the order of the page, each with its line, without what answers it.
func TestComments(t *testing.T) {
	t.Parallel()
	for name, markup := range map[string]string{
		"WordPress":       `<div id="comments" class="comments-area"><h2>2 thoughts</h2>` + threads["WordPress"] + `<div id="respond" class="comment-respond"><form><p>Leave a reply</p></form></div></div>`,
		"Lemmy":           `<div class="comments">` + threads["Lemmy"] + `</div>`,
		"a numbered list": `<ol class="commentlist"><li class="alt" id="comment-1"><div class="comment-author">Ann</div><small class="commentmetadata"><a title="2026-03-02T12:04">Monday</a></small><p>The north gate sticks.</p></li><li id="comment-2"><div class="comment-author">Ben</div><small class="commentmetadata"><a title="2026-03-02T12:10">Monday</a></small><p>Grease it.</p></li></ol>`,
		"named otherwise": `<div id="jc_commentsDiv-12"><div class="jomentry1"><b class="author">Ann</b> <span class="date" title="2026-03-02T12:04">Monday</span> <p>The north gate sticks.</p></div><div class="jomentry2"><b class="author">Ben</b> <span class="date" title="2026-03-02T12:10">Monday</span> <p>Grease it.</p></div></div>`,
		"links":           `<section class="comments"><div class="comment"><div><a href="/user/ann">Ann</a> <time datetime="2026-03-02T12:04:00Z">Monday</time></div>The north gate sticks.</div><div class="comment"><a href="/user/ben">Ben</a> <time datetime="2026-03-02T12:10:00Z">Monday</time><p>Grease it.</p></div></section>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := dom.Body(dom.Parse([]byte(`<h1>Gates</h1><p>All about gates.</p>` + markup)))
			sections := posts.Sections(body)
			if len(sections) != 1 {
				t.Fatalf("got %d sections, want 1", len(sections))
			}
			got := strings.Join(strings.Fields(dom.Text(posts.Comments(sections))), " ")
			if want := "Comments Ann · 2026-03-02 12:04 The north gate sticks. Ben · 2026-03-02 12:10 Grease it."; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestNoSection: what holds the headline or the main part of a page is no section of comments.
func TestNoSection(t *testing.T) {
	t.Parallel()
	for name, markup := range map[string]string{
		"with the headline":  `<div class="comments"><h1>Gates</h1><div class="comment">It sticks.</div></div>`,
		"with the main part": `<div id="comments"><main><p>All about gates.</p></main></div>`,
		"another name":       `<div class="comments-count">12</div>`,
		"nothing in it":      `<div>All about gates.</div>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := posts.Sections(dom.Body(dom.Parse([]byte(markup)))); len(got) != 0 {
				t.Errorf("got %d sections, want none", len(got))
			}
		})
	}
	empty := posts.Sections(dom.Body(dom.Parse([]byte(`<p>Gates.</p><div id="comments"><h2>Comments</h2><form>Be the first.</form></div>`))))
	if got := posts.Comments(empty); got != nil {
		t.Errorf("of a section without comments: got %q, want none", dom.Text(got))
	}
}

// TestSectionNames: templates call the comments below a page by many names, and the counts of comments, links to them and
// single comments by others.
func TestSectionNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"comments": true, "comment-list": true, "comment_list": true, "commentlisting": true, "commentblock": true, "all-comments": true, "article-comments": true, "comments-block-7": true,
		"discussion-comments": true, "the-comments": true, "comments_inner_1761308": true,
		"comment": false, "comment-count": false, "comments-link": false, "comment-form": false, "comment-7": false, "commentary": false, "recent-comments": false, "nocomments": false,
	} {
		for _, markup := range []string{`<div class="x ` + name + `"><p>It sticks.</p></div>`, `<ul id="` + name + `"><li>It sticks.</li></ul>`} {
			got := len(posts.Sections(dom.Body(dom.Parse([]byte(`<h1>Gates</h1>`+markup))))) > 0
			if got != want {
				t.Errorf("%s: got a section %v, want %v", markup, got, want)
			}
		}
	}
}

// TestMark: what follows a heading of comments are comments, each of its parts once, and what surrounds a page is none.
func TestMark(t *testing.T) {
	t.Parallel()
	body := dom.Body(dom.Parse([]byte(`<div><h1>Gates</h1><p>All about gates.</p><div><h2 id="comments">2 comments</h2></div>` +
		`<div><p>It sticks.</p><p class="posted">Posted by Ann</p></div><div class="x"><ol class="commentlist"><li>Grease it.</li></ol></div><form>Answer</form><aside>Other gates</aside></div>`)))
	sections := posts.Sections(body)
	got := strings.Join(strings.Fields(dom.Text(posts.Comments(sections))), " ")
	if want := "Comments It sticks. Posted by Ann Grease it."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
