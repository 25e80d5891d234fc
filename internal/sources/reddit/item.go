package reddit

import (
	"encoding/json"
	"html"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
)

// record is an item with its time, by which archives page.
type record struct {
	social.Item
	at int64
}

// The types of items. A post of another's post is a repost, under a title of its own.
const (
	postType    = "post"
	repostType  = "repost"
	commentType = "comment"
)

// deleted is what Reddit writes for an author that it does not name.
const deleted = "[deleted]"

// source is where things were read.
type source struct{ name, origin string }

func (s source) post(l *link) record {
	item := social.Item{
		Platform: social.Reddit, ExternalID: permalink.PostPrefix + l.ID, URL: permalink.At(l.Permalink), Type: postType,
		Title: strings.Join(strings.Fields(l.Title), " "), Text: s.text(l.SelftextHTML, l.Selftext), Author: author(l.Author, l.AuthorID),
		PublishedAt: stamp(l.Created), UpdatedAt: stamp(l.Edited), Community: l.Subreddit, Sensitive: l.Over18,
		Counts: social.Counts{Comments: count(l.NumComments), Reposts: count(l.NumCrossposts)},
		Source: s.name, Origin: s.origin, CapturedAt: s.capturedAt(l.capture),
	}
	if item.URL == "" {
		item.URL = permalink.Post(l.ID)
	}
	if !l.HideScore {
		item.Counts.Score = count(l.Score)
		if l.UpvoteRatio != nil {
			item.Counts.UpvoteRatio = new(float64(*l.UpvoteRatio))
		}
	}
	if s.early(l.Created, l.capture, l.Score) {
		item.Counts = social.Counts{}
	}
	if !l.IsSelf && strings.HasPrefix(l.URL, "http") {
		item.LinkURL = l.URL
	}
	item.Media, item.PollOptions = l.media(), l.poll()
	s.cross(&item, l)
	return record{item, int64(l.Created)}
}

// cross fills in what a crosspost repeats.
func (s source) cross(item *social.Item, l *link) {
	var parents []*link
	if json.Unmarshal(l.Crossposted, &parents) != nil || len(parents) == 0 || parents[0] == nil || !permalink.ID(parents[0].ID) {
		return
	}
	parents[0].Crossposted = nil // that of a crosspost's crosspost is not there, and must not be followed
	parents[0].capture = l.capture
	item.Type, item.RepostOf = repostType, new(s.post(parents[0]).Item)
	item.LinkURL = ""
}

func (s source) comment(r *remark) record {
	postID := strings.TrimPrefix(r.LinkID, permalink.PostPrefix)
	item := social.Item{
		Platform: social.Reddit, ExternalID: permalink.CommentPrefix + r.ID, URL: permalink.At(r.Permalink), Type: commentType,
		Text: s.text(r.BodyHTML, r.Body), Author: author(r.Author, r.AuthorID),
		PublishedAt: stamp(r.Created), UpdatedAt: stamp(r.Edited), Community: r.Subreddit, Sensitive: r.Over18,
		Deleted: removed(r.Body), Source: s.name, Origin: s.origin, CapturedAt: s.capturedAt(r.capture),
	}
	if item.URL == "" {
		item.URL = permalink.Comment(postID, r.ID)
	}
	if !r.ScoreHidden && !s.early(r.Created, r.capture, r.Score) {
		item.Counts.Score = count(r.Score)
	}
	if permalink.ID(postID) {
		item.Thread = &social.Reference{ExternalID: r.LinkID, URL: permalink.Post(postID), Title: r.LinkTitle}
		item.InReplyTo = &social.Reference{ExternalID: r.ParentID, URL: permalink.Post(postID)}
		if parent, ok := strings.CutPrefix(r.ParentID, permalink.CommentPrefix); ok {
			item.InReplyTo.URL = permalink.Comment(postID, parent)
		} else if r.ParentID == "" {
			item.InReplyTo = nil
		}
	}
	return record{item, int64(r.Created)}
}

func author(name, id string) *social.Author {
	if name == "" || name == deleted {
		return nil
	}
	a := &social.Author{Username: name, URL: permalink.User(name)}
	if strings.HasPrefix(id, permalink.UserPrefix) {
		a.ExternalID = id
	}
	return a
}

// removed matches the texts that stand where one was deleted by its author or removed by
// a moderator.
func removed(text string) bool {
	text = strings.TrimSpace(text)
	return text == deleted || text == "[removed]" || strings.HasPrefix(text, "[ Removed by ") && strings.HasSuffix(text, "]")
}

// text is the whole body: of the HTML where there is one, else the author's Markdown.
func (s source) text(markup, markdown string) string {
	if removed(markdown) {
		return ""
	}
	if markup == "" {
		if s.origin == social.Archive { // which keeps what was once escaped for HTML
			markdown = entities.Replace(markdown)
		}
		return strings.TrimSpace(markdown)
	}
	if strings.HasPrefix(markup, "&lt;") {
		markup = html.UnescapeString(markup)
	}
	return dom.Paragraphs(dom.Body(dom.Parse([]byte(markup))))
}

var entities = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">")

func (s source) capturedAt(c capture) string {
	if s.origin != social.Archive {
		return ""
	}
	return stamp(max(c.RetrievedOn, c.RetrievedUTC, c.Meta.Again))
}

// settled is how old a post is when archives look at its counts again.
const settled = 36 * time.Hour

// early reports that an archive's counts are those of a post that nobody had seen yet. A
// copy without its time is trusted unless it says what new posts have.
func (s source) early(created number, c capture, score *number) bool {
	if s.origin != social.Archive {
		return false
	}
	captured := max(c.RetrievedOn, c.RetrievedUTC, c.Meta.Again)
	if captured == 0 {
		return score != nil && *score <= 1
	}
	return captured-created < number(settled.Seconds())
}
