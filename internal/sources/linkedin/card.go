package linkedin

import (
	"net/url"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
)

var (
	cardArticle = cascadia.MustCompile(`article.main-feed-activity-card[data-activity-urn]`)
	cardLink    = cascadia.MustCompile(`a[data-id="main-feed-card__full-link"], a.main-feed-card__full-link, a.main-feed-card__overlay-link`)
	cardHeader  = cascadia.MustCompile(`.main-feed-activity-card__header`)
	cardLockup  = byTest("main-feed-activity-card__entity-lockup")
	cardText    = byTest("main-feed-activity-card__commentary")
	reshare     = cascadia.MustCompile(`[data-test-id="feed-reshare-content"], article.feed-reshare-content`)
	resharer    = byTest("feed-reshare-content__entity-lockup")
	reshared    = byTest("feed-reshare-content__commentary")
	reactions   = cascadia.MustCompile(`[data-num-reactions]`)
	commented   = cascadia.MustCompile(`[data-num-comments]`)
	actorName   = cascadia.MustCompile(`a[data-tracking-control-name$="feed-actor-name"]`)
	anyLink     = cascadia.MustCompile(`a[href]`)
	anyImage    = cascadia.MustCompile(`img`)
	headline    = cascadia.MustCompile(`p`)
)

// cards are the posts below n, in its order.
func cards(n *html.Node) []social.Item {
	var all []social.Item
	for _, article := range cascadia.QueryAll(n, cardArticle) {
		if item, ok := card(article); ok {
			all = append(all, item)
		}
	}
	return all
}

// card reads one post. What a page repeats of others becomes an item within the page's
// own: the counts are the original's then, since LinkedIn counts them there.
func card(article *html.Node) (social.Item, bool) {
	id := urnID(dom.Attr(article, "data-activity-urn"))
	if permalink.Posted(id).IsZero() {
		return social.Item{}, false
	}
	inner := detach(article)
	item := social.Item{
		Platform: social.LinkedIn, ExternalID: id, URL: address(article, id), Type: "post",
		Author: author(find(article, cardLockup)), PostedAt: moment(permalink.Posted(id)),
		Text: plain(find(article, cardText)), Counts: counts(article), Media: media(article), Source: Name,
	}
	item.LinkURL = linked(item.Media)
	clip(&item)
	if header := find(article, cardHeader); header != nil && strings.Contains(dom.Text(header), "repost") {
		return repost(article, header, item), true
	}
	if inner != nil {
		item.Type, item.QuoteOf = "quote", original(inner)
	}
	return item, true
}

// repost puts an item that a page repeats without a word into one of the page's own.
func repost(article, header *html.Node, item social.Item) social.Item {
	outer := social.Item{
		Platform: social.LinkedIn, ExternalID: item.ExternalID, URL: item.URL, Type: "repost",
		PostedAt: item.PostedAt, Source: Name,
	}
	if a := find(header, anyLink); a != nil {
		outer.Author = account(dom.Attr(a, "href"), dom.Text(a))
	}
	urn := strings.TrimPrefix(dom.Attr(article, "data-attributed-urn"), "urn:li:")
	if permalink.URN(urn) {
		item.ExternalID, item.URL = urnID(urn), permalink.Post(urn)
		item.PostedAt = moment(permalink.Posted(item.ExternalID))
	}
	outer.RepostOf = &item
	return outer
}

// original is the post that another one quotes.
func original(n *html.Node) *social.Item {
	urn := strings.TrimPrefix(dom.Attr(n, "data-activity-urn"), "urn:li:")
	if !permalink.URN(urn) {
		urn = strings.TrimPrefix(dom.Attr(n, "data-attributed-urn"), "urn:li:")
	}
	if !permalink.URN(urn) {
		return nil
	}
	item := &social.Item{
		Platform: social.LinkedIn, ExternalID: urnID(urn), URL: permalink.Post(urn), Type: "post",
		Author: author(find(n, resharer)), PostedAt: moment(permalink.Posted(urnID(urn))),
		Text: plain(find(n, reshared)), Media: media(n), Source: Name,
	}
	item.LinkURL = linked(item.Media)
	clip(item)
	return item
}

// detach takes what a post quotes out of it, so that nothing of it is read as the
// post's own; nil when it quotes nothing.
func detach(article *html.Node) *html.Node {
	inner := find(article, reshare)
	if inner != nil {
		dom.Remove(inner)
	}
	return inner
}

// clip marks texts that LinkedIn itself cut.
func clip(item *social.Item) {
	if cut, ok := strings.CutSuffix(item.Text, "…"); ok && cut != "" {
		item.TextTruncatedAtSource = new(true)
	}
}

// address is where a post can be read: as the page links to it, or by its id.
func address(article *html.Node, id string) string {
	for _, n := range []*html.Node{article, article.Parent} {
		u, err := url.Parse(attribute(find(n, cardLink), "href"))
		if err == nil && strings.HasPrefix(u.Path, "/posts/") && strings.Contains(u.Path, id) {
			return "https://www.linkedin.com" + u.EscapedPath()
		}
	}
	return permalink.Post("activity:" + id)
}

func urnID(urn string) string { return urn[strings.LastIndexByte(urn, ':')+1:] }

// counts are a card's; a reaction or comment that nobody left is not shown at all, and
// so is what LinkedIn hides: absent is not known.
func counts(n *html.Node) (c social.Counts) {
	if m := find(n, reactions); m != nil {
		c.Likes = count(dom.Attr(m, "data-num-reactions"))
	}
	if m := find(n, commented); m != nil {
		c.Replies = count(dom.Attr(m, "data-num-comments"))
	}
	return c
}

// author reads who wrote a post: beside the name stand the followers of a company, or
// what a person says of themselves.
func author(lockup *html.Node) *social.Author {
	if lockup == nil {
		return nil
	}
	a := find(lockup, actorName)
	if a == nil {
		for _, link := range cascadia.QueryAll(lockup, anyLink) {
			if dom.Text(link) != "" {
				a = link
				break
			}
		}
	}
	if a == nil {
		return nil
	}
	who := account(dom.Attr(a, "href"), dom.Text(a))
	if who == nil {
		return nil
	}
	who.AvatarURL = picture(find(lockup, anyImage))
	text := line(lockup, headline)
	if who.Followers = followers(text); who.Followers == nil {
		who.Headline = text
	}
	return who
}

// account is who an address and a name stand for; nil without a name.
func account(href, name string) *social.Author {
	if name == "" {
		return nil
	}
	who := &social.Author{Name: name}
	u, err := url.Parse(href)
	if err != nil {
		return who
	}
	switch p, _ := permalink.Path(u.Path); {
	case p.Person != "":
		who.Handle, who.URL = p.Person, permalink.Person(p.Person)
	case p.Company != "":
		_, who.Handle, _ = strings.Cut(p.Company, "/")
		who.URL = permalink.Company(p.Company)
	}
	return who
}

// exact replaces texts by those of the page's structured data, which are never cut, for
// the posts that it has.
func exact(items []social.Item, data []structured.Object) {
	texts := map[string]string{}
	for _, o := range data {
		for _, key := range []string{"mainEntityOfPage", "url", "@id"} {
			u, err := url.Parse(said(o[key]))
			if err != nil || !o.Is("Posting") {
				continue
			}
			if p, _ := permalink.Path(u.Path); p.Post != "" {
				texts[urnID(p.Post)] = text(o)
			}
		}
	}
	for i := range items {
		if full := texts[items[i].ExternalID]; len(full) > len(items[i].Text) && items[i].RepostOf == nil {
			items[i].Text, items[i].TextTruncatedAtSource = full, nil
		}
	}
}
