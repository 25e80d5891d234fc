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
		"WordPress": `<div id="comments" class="comments-area"><h2>2 thoughts</h2>` + threads["WordPress"] + `<div id="respond" class="comment-respond"><form><p>Leave a reply</p></form></div></div>`,
		"Lemmy":     `<div class="comments">` + threads["Lemmy"] + `</div>`,
		"links":     `<section class="comments"><div class="comment"><div><a href="/user/ann">Ann</a> <time datetime="2026-03-02T12:04:00Z">Monday</time></div>The north gate sticks.</div><div class="comment"><a href="/user/ben">Ben</a> <time datetime="2026-03-02T12:10:00Z">Monday</time><p>Grease it.</p></div></section>`,
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
	empty := posts.Sections(dom.Body(dom.Parse([]byte(`<p>Gates.</p><div id="comments"><h2>Comments</h2><p>Be the first.</p></div>`))))
	if got := posts.Comments(empty); got != nil {
		t.Errorf("of a section without comments: got %q, want none", dom.Text(got))
	}
}
