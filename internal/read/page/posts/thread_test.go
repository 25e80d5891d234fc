package posts_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/posts"
)

// threads are two posts each, as the programs write them that run most of the web's threads.
var threads = map[string]string{
	"phpBB": `<div id="p1" class="post has-profile bg2"><div class="inner"><dl class="postprofile" id="profile1"><dt class="has-profile-rank no-avatar"><a href="./memberlist.php?mode=viewprofile&amp;u=2" class="username">Ann</a></dt><dd>Posts: 12</dd></dl>
<div class="postbody"><div id="post_content1"><h3 class="first"><a href="#p1">Gate sticks</a></h3><p class="author"><a class="unread" href="#p1"><span class="sr-only">Post</span></a><span class="responsive-hide">by <strong><a href="./memberlist.php?u=2" class="username">Ann</a></strong> » </span><time datetime="2026-03-02T12:04:00+00:00">Mon Mar 02, 2026 12:04 pm</time></p><div class="content">The north gate sticks.</div></div></div></div></div>
<div id="p2" class="post has-profile bg1"><div class="inner"><dl class="postprofile"><dt><a class="username-coloured">Ben</a></dt></dl><div class="postbody"><p class="author">by <strong><a href="./memberlist.php?u=3" class="username">Ben</a></strong> » <time datetime="2026-03-02T12:10:00+00:00">Mon Mar 02, 2026 12:10 pm</time></p><div class="content">Grease it.</div></div></div></div>`,

	"Discourse": `<div id="post_1" itemprop="comment" itemscope itemtype="http://schema.org/Comment" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" href="https://forum.example/u/ann"><span itemprop="name">Ann</span></a></span><span class="crawler-post-infos"><time itemprop="datePublished" datetime="2026-03-02T12:04:00Z" class="post-time">March 2, 2026, 12:04pm</time><span itemprop="position">1</span></span></div><div class="post" itemprop="text"><p>The north gate sticks.</p></div></div>
<div id="post_2" itemprop="comment" itemscope itemtype="http://schema.org/Comment" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" href="https://forum.example/u/ben"><span itemprop="name">Ben</span></a></span><time itemprop="datePublished" datetime="2026-03-02T12:10:00Z" class="post-time">March 2</time></div><div class="post" itemprop="text"><p>Grease it.</p></div></div>`,

	"XenForo": `<article class="message message--post js-post" data-author="Ann" data-content="post-1" id="js-post-1"><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user" itemprop="author" itemscope itemtype="https://schema.org/Person"><div class="message-avatar"><a href="/members/ann.2/" class="avatar avatar--default"><span>A</span></a></div><div class="message-userDetails"><h4 class="message-name"><a href="/members/ann.2/" class="username"><span itemprop="name">Ann</span></a></h4></div></section></div><div class="message-cell message-cell--main"><header class="message-attribution"><time class="u-dt" datetime="2026-03-02T12:04:00+0000">Mar 2, 2026</time></header><article class="message-body"><div class="bbWrapper">The north gate sticks.</div></article></div></div></article>
<article class="message message--post js-post" data-author="Ben" id="js-post-2"><h4 class="message-name"><a href="/members/ben.3/" class="username">Ben</a></h4><time class="u-dt" datetime="2026-03-02T12:10:00+0000">Mar 2, 2026</time><article class="message-body"><div class="bbWrapper"><blockquote><a class="username">Ann</a> said: The north gate sticks.</blockquote>Grease it.</div></article></article>`,

	"vBulletin": `<ol id="posts"><li class="postbitlegacy postbitim postcontainer old" id="post_1"><div class="posthead"><span class="postdate old"><span class="date">2026-03-02 12:04</span></span></div><div class="postdetails"><div class="userinfo"><a class="username offline popupctrl" href="members/2-ann" title="Ann is offline"><strong>Ann</strong></a></div><div class="postbody"><blockquote class="postcontent restore">The north gate sticks.</blockquote></div></div></li>
<li class="postbitlegacy postcontainer old" id="post_2"><div class="posthead"><span class="postdate old">2026-03-02 12:10</span></div><div class="userinfo"><a class="username" href="members/3-ben"><strong>Ben</strong></a></div><div class="postbody"><blockquote class="postcontent restore">Grease it.</blockquote></div></li></ol>`,

	"Stack Exchange": `<div class="question js-question" data-questionid="1"><div class="postcell post-layout--right"><div class="s-prose js-post-body" itemprop="text"><p>The north gate sticks.</p></div><div class="post-signature"><div class="user-info"><div class="user-action-time">edited <span title="2026-03-05 09:00:00Z">Mar 5 at 9:00</span></div><div class="user-details"><a href="/users/9/editor">Editor</a></div></div></div><div class="post-signature owner"><div class="user-info"><div class="user-action-time">asked <span title="2026-03-02 12:04:33Z" class="relativetime">Mar 2 at 12:04</span></div><div class="user-details" itemprop="author" itemscope itemtype="http://schema.org/Person"><a href="/users/2/ann">Ann</a></div></div></div></div></div>
<ul><li id="comment-5" class="comment js-comment"><div class="comment-text"><div class="comment-body"><span class="comment-copy">Grease it.</span> – <a href="/users/3/ben" class="comment-user">Ben</a> <span class="comment-date"><span title="2026-03-02 12:10:11Z, License: CC BY-SA 4.0" class="relativetime-clean">Mar 2 at 12:10</span></span></div></div></li></ul>`,

	"WordPress": `<ol class="comment-list"><li id="comment-1" class="comment even thread-even depth-1"><article id="div-comment-1" class="comment-body"><footer class="comment-meta"><div class="comment-author vcard"><b class="fn"><a href="https://ann.example" class="url" rel="ugc">Ann</a></b> <span class="says">says:</span></div><div class="comment-metadata"><a href="#comment-1"><time datetime="2026-03-02T12:04:00+00:00">March 2, 2026 at 12:04 pm</time></a></div></footer><div class="comment-content"><p>The north gate sticks.</p></div><div class="reply"><a rel="nofollow" class="comment-reply-link">Reply</a></div></article>
<ol class="children"><li id="comment-2" class="comment odd alt depth-2"><article class="comment-body"><div class="comment-author vcard"><b class="fn">Ben</b> <span class="says">says:</span></div><div class="comment-metadata"><time datetime="2026-03-02T12:10:00+00:00">March 2</time></div><div class="comment-content"><p>Grease it.</p></div></article></li></ol></li></ol>`,

	"Hacker News": `<table class="comment-tree"><tr class="athing comtr" id="1"><td><table><tr><td class="ind"></td><td class="default"><div><span class="comhead"><a href="user?id=ann" class="hnuser">Ann</a> <span class="age" title="2026-03-02T12:04:00 1772453040"><a href="item?id=1">2 hours ago</a></span></span></div><br><div class="comment"><div class="commtext c00">The north gate sticks.</div><div class="reply"><a href="reply?id=1">reply</a></div></div></td></tr></table></td></tr>
<tr class="athing comtr" id="2"><td><table><tr><td class="ind"></td><td class="default"><span class="comhead"><a href="user?id=ben" class="hnuser">Ben</a> <span class="age" title="2026-03-02T12:10:00 1772453400"><a href="item?id=2">1 hour ago</a></span></span><div class="comment"><div class="commtext c00">Grease it.</div></div></td></tr></table></td></tr></table>`,

	"Lemmy": `<ul class="comments"><li class="comment list-unstyled"><article id="comment-1" class="details comment-node"><div class="small"><a class="person-listing text-info" href="/u/ann"><span>Ann</span></a> <span class="moment-time pointer">2026-03-02 12:04</span></div><div class="comment-content"><div class="md-div"><p>The north gate sticks.</p></div></div></article></li>
<li class="comment list-unstyled"><article class="details comment-node"><a class="person-listing" href="/u/ben@other.example"><span>Ben</span></a> <span class="moment-time">2026-03-02 12:10</span><div class="comment-content"><div class="md-div"><p>Grease it.</p></div></div></article></li></ul>`,

	"Reddit, old": `<div class="thing id-t1_a noncollapsed comment" data-type="comment"><div class="entry"><p class="tagline"><a href="https://old.reddit.example/user/ann" class="author may-blank">Ann</a> <span class="score">3 points</span> <time title="Mon Mar 2 12:04:00 2026 UTC" datetime="2026-03-02T12:04:00+00:00">2 hours ago</time></p><div class="usertext-body"><div class="md"><p>The north gate sticks.</p></div></div></div>
<div class="child"><div class="thing id-t1_b comment" data-type="comment"><div class="entry"><p class="tagline"><a href="/user/ben" class="author">Ben</a> <time datetime="2026-03-02T12:10:00+00:00">1 hour ago</time></p><div class="md"><p>Grease it.</p></div></div></div></div></div>`,
}

// shown are two posts each whose times are text, as older programs and those of their own write
// them: no element and no class says what they are.
var shown = map[string]string{
	"phpBB 3.0": `<div id="p1" class="post bg2"><div class="postbody"><h3><a href="#p1">Re: The gate</a></h3><p class="author"><a href="./viewtopic.php?p=1#p1"></a>by <strong><a href="./memberlist.php?mode=viewprofile&amp;u=2">Ann</a></strong> » Mon Mar 02, 2026 12:04 pm </p><div class="content">The north gate sticks.</div></div><dl class="postprofile"><dt><a href="./memberlist.php?mode=viewprofile&amp;u=2">Ann</a></dt><dd>Posts: 171</dd><dd><strong>Joined:</strong> Sun Feb 04, 2024 6:38 pm</dd></dl></div>
<div id="p2" class="post bg1"><div class="postbody"><h3><a href="#p2">Re: The gate</a></h3><p class="author">by <strong><a href="./memberlist.php?mode=viewprofile&amp;u=3">Ben</a></strong> » Mon Mar 02, 2026 12:10 pm </p><div class="content">Grease it.</div></div></div>`,

	"MyBB": `<div class="post" id="post_1"><div class="post_author"><div class="author_information"><strong><span class="largetext"><a href="https://forum.example/user-2.html">Ann</a></span></strong></div><div class="author_statistics">Posts: 171<br>Joined: Feb 2019</div></div><div class="post_content"><div class="post_head"><strong><a href="thread-1-post-1.html#pid1">#1</a></strong> <span class="post_date">Mar 02, 2026 12:04 pm</span></div><div class="post_body">The north gate sticks.</div></div><div class="post_controls"><a href="newreply.php?tid=1&amp;replyto=1">Reply</a></div></div>
<div class="post" id="post_2"><div class="post_author"><a href="https://forum.example/user-3.html">Ben</a></div><span class="post_date">Mar 02, 2026 12:10 pm</span><div class="post_body">Grease it.</div></div>`,

	"vBulletin 3": `<div id="posts"><div><table id="post1"><tr><td class="thead"><a name="post1"></a> Mar 02, 2026 12:04 pm</td></tr><tr><td class="alt2"><a class="bigusername" href="member.php?u=2">Ann</a></td><td class="alt1"><div id="post_message_1">The north gate sticks.</div></td></tr></table></div>
<div><table id="post2"><tr><td class="thead"><a name="post2"></a> Mar 02, 2026 12:10 pm</td></tr><tr><td class="alt2"><a class="bigusername" href="member.php?u=3">Ben</a></td><td class="alt1"><div id="post_message_2">Grease it.</div></td></tr></table></div></div>`,

	"Invision": `<article id="elComment_1" class="cPost ipsBox ipsComment"><aside class="ipsComment_author cAuthorPane"><h3 class="cAuthorPane_author"><a href="https://forum.example/profile/2-ann/">Ann</a></h3><ul class="cAuthorPane_info"><li>Members</li></ul></aside><div class="ipsComment_meta"><a href="#c1">Posted <span>Mar 02, 2026 12:04 pm</span></a></div><div data-role="commentContent"><p>The north gate sticks.</p></div></article>
<article id="elComment_2" class="cPost ipsBox ipsComment"><aside class="ipsComment_author cAuthorPane"><h3 class="cAuthorPane_author"><a href="https://forum.example/profile/3-ben/">Ben</a></h3></aside><div class="ipsComment_meta"><a href="#c2">Posted <span>Mar 02, 2026 12:10 pm</span></a></div><div data-role="commentContent"><p>Grease it.</p></div></article>`,

	"of its own, nested": `<ol><li class="subtree"><div class="entry"><a href="/~ann">Ann</a> <a href="/c/1">Mar 02, 2026 12:04 pm</a><div class="said">The north gate sticks.</div></div><ol><li class="subtree"><div class="entry"><a href="/~ben">Ben</a> <a href="/c/2">Mar 02, 2026 12:10 pm</a><div class="said">Grease it.</div></div></li></ol></li>
<li class="subtree"><div class="entry"><a href="/~cid">Cid</a> <a href="/c/3">Mar 02, 2026 12:12 pm</a><div class="said">Both.</div></div></li></ol>`,
}

// TestShownTimes: posts are known by their form, and their times by what they show; what the page says
// again, and of its members, is gone.
func TestShownTimes(t *testing.T) {
	t.Parallel()
	for name, markup := range shown {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := dom.Body(dom.Parse([]byte(`<h1>The gate</h1>` + markup)))
			posts.Entitle(posts.Thread(body), "The gate")
			text, at := strings.Join(strings.Fields(dom.Text(body)), " "), -1
			for _, s := range []string{"The gate", "Ann · Mar 02, 2026 12:04 pm", "The north gate sticks.", "Ben · Mar 02, 2026 12:10 pm", "Grease it."} {
				i := strings.Index(text, s)
				if i <= at {
					t.Errorf("%q stands at %d, want it behind %d, in %q", s, i, at, text)
				}
				at = i
			}
			for _, s := range []string{"Re: The gate", "171", "Joined", "Reply", "Members"} {
				if strings.Contains(text, s) {
					t.Errorf("the page's own line is still there: got %q in %q, want none", s, text)
				}
			}
			if got := strings.Count(text, "Ann"); got != 1 {
				t.Errorf("got the author %d times in %q, want once", got, text)
			}
		})
	}
}

// TestTimeBesideText: what somebody wrote beside a time stays.
func TestTimeBesideText(t *testing.T) {
	t.Parallel()
	body := dom.Body(dom.Parse([]byte(`<div class="post"><a class="username">Ann</a><div>Mar 02, 2026 12:04 pm<br>Grease it.</div></div><div class="post"><a class="username">Ben</a><div>Mar 02, 2026 12:10 pm<br>No.</div></div>`)))
	posts.Entitle(posts.Thread(body), "")
	for _, s := range []string{"Grease it.", "No."} {
		if text := dom.Text(body); !strings.Contains(text, s) {
			t.Errorf("got %q, want %q in it", text, s)
		}
	}
}

// TestEntries: cards of a list have authors and times as well, and are no posts.
func TestEntries(t *testing.T) {
	t.Parallel()
	for name, class := range map[string]string{"by name": "post", "by form": "card"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			card := `<div class="` + class + `"><h2><a href="/gates">Gates</a></h2><a class="author" href="/u/ann">Ann</a> <time datetime="2026-03-02">2 March</time><p>All about gates.</p></div>`
			if got := posts.Thread(dom.Body(dom.Parse([]byte(strings.Repeat(card, 4))))); got != nil {
				t.Errorf("got %d posts, want none", len(got))
			}
		})
	}
}

func TestThreads(t *testing.T) {
	t.Parallel()
	type post struct{ Author, Time string }
	want := []post{{"Ann", "2026-03-02 12:04"}, {"Ben", "2026-03-02 12:10"}}
	for name, markup := range threads {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := dom.Body(dom.Parse([]byte(markup)))
			found := posts.Thread(body)
			var got []post
			for _, p := range found {
				got = append(got, post{p.Author, p.Time})
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("posts (-want +got):\n%s", diff)
			}
			posts.Entitle(found, "")
			text := dom.Text(body)
			at := -1
			for _, s := range []string{"Ann · 2026-03-02 12:04", "The north gate sticks.", "Ben · 2026-03-02 12:10", "Grease it."} {
				i := strings.Index(text, s)
				if i <= at {
					t.Errorf("%q stands at %d, want it behind %d, in %q", s, i, at, text)
				}
				at = i
			}
			for _, s := range []string{"2 hours ago", "by Ann", "March 2", "»"} {
				if strings.Contains(text, s) {
					t.Errorf("the page's own line is still there: got %q in %q, want none", s, text)
				}
			}
		})
	}
}

// TestQuestionTime: a question is from when its page says that it was asked, and not from when it was changed last.
func TestQuestionTime(t *testing.T) {
	t.Parallel()
	const answer = `<div class="answer" itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer"><p>Grease it.</p><div itemprop="author"><span itemprop="name">Ben</span></div><time itemprop="dateCreated" datetime="2026-03-02T12:10:00"></time></div>`
	body := dom.Body(dom.Parse([]byte(`<div itemscope itemtype="https://schema.org/Question"><h1>Why does the gate stick?</h1><div>Asked <time itemprop="dateCreated" datetime="2026-03-02T12:04:00Z">two years ago</time></div>` +
		`<div class="question"><p>The north gate sticks.</p><div>edited <span class="relativetime" title="2026-04-01 09:00:00Z">in April</span></div><div itemprop="author"><span itemprop="name">Ann</span></div></div>` + answer + `</div>`)))
	var got []string
	for _, p := range posts.Thread(body) {
		got = append(got, p.Author+" "+p.Time)
	}
	if diff := cmp.Diff([]string{"Ann 2026-03-02 12:04", "Ben 2026-03-02 12:10"}, got); diff != "" {
		t.Errorf("posts (-want +got):\n%s", diff)
	}
}

// TestAuthors: by declarations, by names, and by links to people at a post's head.
func TestAuthors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ head, want string }{
		"a link to /user/":       {`<div><a href="/user/ann">Ann</a></div>`, "Ann"},
		"a link to /u/":          {`<div><a href="https://forum.example/u/ann/summary">Ann</a></div>`, "Ann"},
		"a link to /member/":     {`<div><a href="/member/12-ann">Ann</a></div>`, "Ann"},
		"a link to /profile/":    {`<p><a href="/profile/2-ann/">Ann</a> posted</p>`, "Ann"},
		"a picture, then a link": {`<a href="/users/2"><img src="a.png"></a><a href="/users/2">Ann</a>`, "Ann"},
		"itemprop":               {`<span itemprop="author">Ann</span>`, "Ann"},
		"rel":                    {`<a rel="nofollow author" href="/about">Ann</a>`, "Ann"},
		"h-card":                 {`<div class="h-card"><a class="u-photo"><span>A</span></a><span class="p-name">Ann</span></div>`, "Ann"},
		"p-author":               {`<span class="p-author">Ann</span>`, "Ann"},
		"a declaration after":    {`<a class="username">Editor</a><span itemprop="author">Ann</span>`, "Ann"},
		"a name after a link":    {`<a href="/u/editor">Editor</a><b class="username">Ann</b>`, "Ann"},
		"a mention":              {`<p>As <a href="/u/ann">Ann</a> said on Tuesday, when all of this began, it is the grease.</p>`, ""},
		"a mention by name":      {`<div><a class="mention" href="/u/ann">Ann</a></div>`, ""},
		"a quotation":            {`<blockquote><a class="username">Ann</a> wrote that</blockquote>`, ""},
		"a list of people":       {`<div><a href="/users/">Users</a> <a href="/us/ann">Us</a></div>`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := posts.Thread(dom.Body(dom.Parse([]byte(`<div class="post">` + c.head + `<div><p>The gate sticks.</p></div></div><div class="post"><p>Grease it.</p></div>`))))
			if len(found) != 2 {
				t.Fatalf("got %d posts, want 2", len(found))
			}
			if found[0].Author != c.want {
				t.Errorf("got author %q, want %q", found[0].Author, c.want)
			}
		})
	}
}

// TestShortPosts: a post that is as short as the line above it, and begins with its author, stays.
func TestShortPosts(t *testing.T) {
	t.Parallel()
	body := dom.Body(dom.Parse([]byte(`<div class="post"><p><b class="author">Ann</b> agreed</p></div><div class="post"><p><b class="author">Ben</b> never</p></div>`)))
	posts.Entitle(posts.Thread(body), "")
	for _, s := range []string{"agreed", "never"} {
		if text := dom.Text(body); !strings.Contains(text, s) {
			t.Errorf("got %q, want %q in it", text, s)
		}
	}
}

func TestNoThread(t *testing.T) {
	t.Parallel()
	for name, markup := range map[string]string{
		"one post":       `<div class="post"><b class="author">Ann</b><p>The gate sticks.</p></div>`,
		"parts of a one": `<div class="post"><b class="author">Ann</b><div class="message"><p>The gate sticks.</p></div><div class="reply">Reply</div></div>`,
		"none":           `<div><p>The gate sticks.</p></div>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if found := posts.Thread(dom.Body(dom.Parse([]byte(markup)))); found != nil {
				t.Errorf("got %d posts, want none", len(found))
			}
		})
	}
}
