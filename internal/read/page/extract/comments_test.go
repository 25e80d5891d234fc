package extract_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/extract"
)

// discussion are comments as WordPress writes them, one an answer to another, with the form
// below them; article is what they are about.
const (
	discussed  = `<meta property="og:type" content="article"><main><article><h1>Noon</h1>`
	discussion = `</article><div id="comments" class="comments-area"><h2 class="comments-title">2 thoughts on Noon</h2><ol class="comment-list">
<li id="comment-7" class="comment even"><article id="div-comment-7" class="comment-body"><footer class="comment-meta"><div class="comment-author vcard"><b class="fn">Ida Brandt</b> <span class="says">says:</span></div>
<div class="comment-metadata"><a href="#comment-7"><time datetime="2026-03-02T12:04:00+01:00">March 2, 2026 at 12:04</time></a></div></footer>
<div class="comment-content"><p>The gauge was wrong in March, and the keeper knew it when he wrote this down.</p></div><div class="reply"><a href="?replytocom=7">Reply</a></div></article>
<ol class="children"><li id="comment-9" class="comment odd"><article class="comment-body"><footer class="comment-meta"><div class="comment-author vcard"><b class="fn">Per</b> <span class="says">says:</span></div><time datetime="2026-03-03">March 3</time></footer>
<div class="comment-content"><p>It was not, as anybody can see who reads the book.</p><pre>noon 3.02</pre></div></article></li></ol></li></ol>
<div id="respond" class="comment-respond"><h3>Leave a reply</h3><form><p>Your email address will not be published.</p></form></div></div></main>`
)

// TestComments: those below an article are left out as a whole, or returned as a section with
// author and time of each.
func TestComments(t *testing.T) {
	t.Parallel()
	const section = "## Comments\n\n**Ida Brandt** · 2026-03-02 12:04\n\nThe gauge was wrong in March, and the keeper knew it when he wrote this down.\n\n" +
		"**Per** · 2026-03-03\n\nIt was not, as anybody can see who reads the book.\n\n```\nnoon 3.02\n```\n"
	for name, article := range map[string]string{"found by the model": days(0, 9), "a short page": days(0, 3)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := extract.Options{Parts: extract.Markdown | extract.Text, OnlyMainContent: true}
			p := read(t, "text/html", discussed+article+discussion, o)
			for _, s := range []string{"Ida", "gauge was wrong", "who reads the book", "thoughts on", "Leave a reply", "email"} {
				if strings.Contains(p.Markdown, s) || strings.Contains(p.Text, s) {
					t.Errorf("got %q without comments, want it left out:\n%s", s, p.Markdown)
				}
			}
			o.Comments = true
			p = read(t, "text/html", discussed+article+discussion, o)
			if !strings.HasSuffix(p.Markdown, "\n"+section) {
				t.Errorf("got the end %q, want %q", p.Markdown[max(0, len(p.Markdown)-len(section)-99):], section)
			}
			if n := strings.Count(p.Text, "who reads the book"); n != 1 {
				t.Errorf("got the second comment %d times in the text, want once", n)
			}
		})
	}
}

// TestThread: each post of a thread is a section that begins with its author and date, in
// the order of the page, and comments on an answer are content there.
func TestThread(t *testing.T) {
	t.Parallel()
	post := func(author, date, said string) string {
		return `<article class="message message--post" data-author="` + author + `"><div class="message-user"><h4 class="message-name"><a class="username">` + author + `</a></h4></div><time datetime="` + date + `">yesterday</time><div class="bbWrapper">` + said + `</div></article>`
	}
	body := `<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script><h1>When is noon?</h1>` +
		post("keeper", "2026-01-02", days(0, 2)) + post("ida", "2026-01-03", `<blockquote>`+days(1, 2)+`</blockquote>`+days(3, 5)) + post("keeper", "2026-01-04", days(6, 8))
	p := read(t, "text/html", body, extract.Options{Parts: extract.Markdown, OnlyMainContent: true})
	last := -1
	for _, s := range []string{"**keeper** · 2026-01-02\n\nOn day 0", "**ida** · 2026-01-03\n\n> On day 1", "On day 4", "**keeper** · 2026-01-04\n\nOn day 6", "On day 7"} {
		at := strings.Index(p.Markdown, s)
		if at <= last {
			t.Errorf("got %q at %d, want it behind %d:\n%s", s, at, last, p.Markdown)
		}
		last = at
	}
	if n := strings.Count(p.Markdown, "ida"); n != 1 {
		t.Errorf("got an author %d times, want once:\n%s", n, p.Markdown)
	}
}
