package linkedin

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
)

// Post is a single post with the comments that everybody sees, about ten at most. Who
// reacted to it or shared it LinkedIn never shows without an account.
type Post struct {
	social.Item
	Comments []social.Item // in the page's order, never nil
}

// Post reads a post; urn is as permalink.Place has it. Where its page is walled, the
// form in which other sites show it is tried. Errors: target_error and permanent for one
// that does not exist or is not public, login_required, upstream_blocked, parse_failed
// and those of upstream.Client.
func (c *Client) Post(ctx context.Context, urn string) (*Post, error) {
	p, err := c.post(ctx, "/feed/update/urn:li:"+urn+"/", urn)
	if errs.Is(err, errs.LoginRequired) || errs.Is(err, errs.ParseFailed) {
		if embedded, second := c.post(ctx, "/embed/feed/update/urn:li:"+urn, urn); second == nil {
			return embedded, nil
		}
	}
	return p, err
}

func (c *Client) post(ctx context.Context, path, urn string) (*Post, error) {
	d, err := c.get(ctx, path, "")
	switch {
	case err != nil:
		return nil, err
	case d.status == http.StatusNotFound || d.status == http.StatusGone || d.status == http.StatusBadRequest:
		return nil, missing("post " + urnID(urn))
	case d.status != http.StatusOK:
		return nil, unreadable("a post")
	}
	return post(d.page, urn)
}

const (
	oldCard     = `.share-update-card`
	oldText     = `.share-update-card__update-text`
	oldActor    = `.share-update-card__header`
	oldCount    = `.social-counts-reactions__social-counts-numRections`
	comment     = `section.comment`
	commentBy   = `a[data-tracking-control-name$="comment_actor-name"], .comment__author`
	commentSays = `.comment__text`
	commentWho  = `.comment__author-headline`
	commentURN  = `[data-semaphore-content-urn*="comment"]`
	commentLike = `[data-tracking-control-name$="comment_reactions"]`
)

// post reads the post that a page is about; others that it recommends follow behind it.
func post(page *goquery.Selection, urn string) (*Post, error) {
	item, found := shown(page, urn)
	data := posting(structured.Objects(structured.JSONLD(page.Nodes[0])))
	if !found && data == nil {
		return nil, unreadable("a post")
	}
	fill(&item, data)
	p := &Post{Item: item, Comments: []social.Item{}}
	for _, section := range page.Find(comment).EachIter() {
		if one, ok := remark(section, &p.Item); ok {
			p.Comments = append(p.Comments, one)
		}
	}
	if len(p.Comments) == 0 {
		p.Comments = remarks(data, &p.Item)
	}
	return p, nil
}

// shown reads the post as the page lays it out, today or as until 2022.
func shown(page *goquery.Selection, urn string) (social.Item, bool) {
	id := urnID(urn)
	for _, article := range page.Find(cardArticle).EachIter() {
		own := []string{urnID(lookup.Attr(article, "data-activity-urn")), urnID(lookup.Attr(article, "data-attributed-urn"))}
		if item, ok := card(article); ok && (own[0] == id || own[1] == id) {
			return item, true
		}
	}
	item := social.Item{
		Platform: social.LinkedIn, ExternalID: id, URL: permalink.Post(urn), Type: "post",
		PublishedAt: moment(permalink.Posted(id)), Source: Name,
	}
	box := lookup.First(page, oldCard)
	if box.Length() == 0 {
		return item, false
	}
	item.Author, item.Text, item.Media = author(lookup.First(box, oldActor)), plain(box, oldText), media(box)
	item.LinkURL = linked(item.Media)
	item.Counts.Likes = count(line(box, oldCount))
	return item, true
}

// posting is the structured data of the post, nil when there is none.
func posting(data []structured.Object) structured.Object {
	for _, kind := range []string{"SocialMediaPosting", "DiscussionForumPosting", "VideoObject", "Article"} {
		for _, o := range data {
			if o.Is(kind) {
				return o
			}
		}
	}
	return nil
}

// text is the body of a posting, wherever its type has it.
func text(o structured.Object) string {
	for _, key := range []string{"articleBody", "text", "description", "headline"} {
		if s := said(o[key]); s != "" {
			return strings.ReplaceAll(s, "\r\n", "\n")
		}
	}
	return ""
}

// fill adds what structured data has to a post; it has whole texts and real counts.
func fill(item *social.Item, data structured.Object) {
	if data == nil {
		return
	}
	if full := text(data); len(full) > len(item.Text) && item.RepostOf == nil {
		item.Text, item.TextTruncatedAtSource = full, nil
	}
	if item.Author == nil {
		item.Author = creator(data["author"])
	}
	if item.PublishedAt == "" {
		item.PublishedAt = written(said(data["datePublished"]))
	}
	stats := data["interactionStatistic"]
	if n := interactions(stats, "LikeAction"); n != nil {
		item.Counts.Likes = n
	}
	if n := interactions(stats, "CommentAction"); n != nil {
		item.Counts.Comments = n
	}
	if n, ok := data["commentCount"].(float64); ok && n >= 0 {
		item.Counts.Comments = new(int64(n))
	}
}

// creator is an author of structured data.
func creator(v any) *social.Author {
	o := object(v)
	who := account(said(o["url"]), said(o["name"]))
	if who == nil {
		return nil
	}
	who.AvatarURL = said(object(o["image"])["url"])
	who.Counts.Followers = interactions(o["interactionStatistic"], "FollowAction")
	return who
}

// remark is a comment as the page lays it out.
func remark(section *goquery.Selection, on *social.Item) (social.Item, bool) {
	a := lookup.First(section, commentBy)
	who := account(lookup.Attr(a, "href"), lookup.Text(a))
	if who == nil {
		return social.Item{}, false
	}
	who.Headline, who.AvatarURL = line(section, commentWho), picture(lookup.First(section, anyImage))
	urn := lookup.Attr(lookup.First(section, commentURN), "data-semaphore-content-urn")
	id := strings.TrimSuffix(urn[strings.LastIndexByte(urn, ',')+1:], ")")
	item := reply(on, who)
	if at := permalink.Posted(id); !at.IsZero() {
		item.ExternalID, item.PublishedAt = id, moment(at)
		item.URL = on.URL + "?commentUrn=" + url.QueryEscape(urn)
	}
	item.Text = plain(section, commentSays)
	item.Counts.Likes = count(line(section, commentLike))
	return item, true
}

// remarks are the comments of structured data, which has no ids.
func remarks(data structured.Object, on *social.Item) []social.Item {
	all := []social.Item{}
	for _, o := range objects(data["comment"]) {
		who := creator(o["author"])
		if who == nil {
			continue
		}
		item := reply(on, who)
		item.Text, item.PublishedAt = text(o), written(said(o["datePublished"]))
		item.Counts.Likes = interactions(o["interactionStatistic"], "LikeAction")
		all = append(all, item)
	}
	return all
}

// reply is a comment on a post; without an id of its own it has the post's address.
func reply(on *social.Item, who *social.Author) social.Item {
	return social.Item{
		Platform: social.LinkedIn, URL: on.URL, Type: "comment", Author: who, Source: Name,
		InReplyTo: &social.Reference{ExternalID: on.ExternalID, URL: on.URL},
	}
}
