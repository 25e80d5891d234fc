package extract_test

import (
	"fmt"
	"net/url"
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

// TestMoreCommentsThanArticle: comments below a short article are left out however many they are, on a page that does not
// say what it is, too, and returned apart on request. At an address of threads they are no comments.
func TestMoreCommentsThanArticle(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	for i := range 40 {
		fmt.Fprintf(&said, `<li class="comment" id="comment-%d"><b class="fn">Reader %d</b> <time datetime="2026-03-02">March 2</time><p>%s</p><div class="reply"><a href="#">Reply</a></div></li>`, i, i, days(10*i+100, 10*i+103))
	}
	body := `<div class="post"><h1>Noon</h1>` + days(0, 9) + `</div><ol class="commentlist">` + said.String() + `</ol>`
	for address, apart := range map[string]bool{"https://example.com/noon": true, "https://example.com/forum/noon": false, "https://gardenforum.example/noon": false} {
		where, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		from := source(t, "text/html", []byte(body))
		from.URL = where
		o := extract.Options{Parts: extract.Text | extract.Markdown, OnlyMainContent: true}
		p, err := newEngine().Extract(t.Context(), from, o)
		if err != nil {
			t.Fatal(err)
		}
		if apart && strings.Contains(p.Text, "day 101") {
			t.Errorf("%s: got comments, want them left out", address)
		}
		if !strings.Contains(p.Text, "day 7") {
			t.Errorf("%s: the article is missing, want it kept", address)
		}
		o.Comments = true
		if p, err = newEngine().Extract(t.Context(), from, o); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(p.Markdown, "## Comments\n\n**Reader 0** · 2026-03-02\n\nOn day 100"); got != apart {
			t.Errorf("%s: got a section of comments %v, want %v", address, got, apart)
		}
	}
}

// TestReplyLinks: what answers a comment is named like a post, and is none, so that an article with few comments is no thread.
func TestReplyLinks(t *testing.T) {
	t.Parallel()
	comment := func(day int) string {
		return `<li class="comment"><b class="fn">Ida</b> <p>` + days(day, day+2) + `</p></li><li class="reply"><a href="#">Reply to this</a></li>`
	}
	o := extract.Options{Parts: extract.Markdown, OnlyMainContent: true, Comments: true}
	p := read(t, "text/html", `<div class="post"><h1>Noon</h1>`+days(0, 30)+`</div><ol class="commentlist">`+comment(90)+comment(95)+`</ol>`, o)
	if _, section, _ := strings.Cut(p.Markdown, "## Comments\n"); !strings.Contains(section, "day 91") || !strings.Contains(section, "**Ida**") {
		t.Errorf("got no section of comments, want one:\n%s", p.Markdown)
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
