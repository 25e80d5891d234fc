package linkedin

import (
	"net/url"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/read/page/structured"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
)

// What LinkedIn marks for its own tests, by data-test-id, changes less than its classes.
const (
	cardArticle = `article.main-feed-activity-card[data-activity-urn]`
	cardLink    = `a[data-id="main-feed-card__full-link"], a.main-feed-card__full-link, a.main-feed-card__overlay-link`
	cardHeader  = `.main-feed-activity-card__header`
	cardLockup  = `[data-test-id="main-feed-activity-card__entity-lockup"]`
	cardText    = `[data-test-id="main-feed-activity-card__commentary"]`
	reshare     = `[data-test-id="feed-reshare-content"], article.feed-reshare-content`
	resharer    = `[data-test-id="feed-reshare-content__entity-lockup"]`
	reshared    = `[data-test-id="feed-reshare-content__commentary"]`
	actorName   = `a[data-tracking-control-name$="feed-actor-name"]`
	anyLink     = `a[href]`
	anyImage    = `img`
)

// cards are the posts within a part of a page, in its order.
func cards(part *goquery.Selection) []social.Item {
	var all []social.Item
	for _, article := range part.Find(cardArticle).EachIter() {
		if item, ok := card(article); ok {
			all = append(all, item)
		}
	}
	return all
}

// card reads one post. What a page repeats of others becomes an item within the page's
// own: the counts are the original's then, since LinkedIn counts them there.
func card(article *goquery.Selection) (social.Item, bool) {
	id := urnID(lookup.Attr(article, "data-activity-urn"))
	if permalink.Posted(id).IsZero() {
		return social.Item{}, false
	}
	quoted := lookup.First(article, reshare).Remove() // so that nothing of it is read as the post's own
	item := social.Item{
		Platform: social.LinkedIn, ExternalID: id, URL: address(article, id), Type: "post",
		Author: author(lookup.First(article, cardLockup)), PublishedAt: moment(permalink.Posted(id)),
		Text: plain(article, cardText), Counts: counts(article), Media: media(article), Source: Name,
	}
	item.LinkURL = linked(item.Media)
	clip(&item)
	if header := lookup.First(article, cardHeader); strings.Contains(lookup.Text(header), "repost") {
		return repost(article, header, item), true
	}
	if quoted.Length() > 0 {
		item.Type, item.QuoteOf = "quote", original(quoted)
	}
	return item, true
}

// repost puts an item that a page repeats without a word into one of the page's own.
func repost(article, header *goquery.Selection, item social.Item) social.Item {
	outer := social.Item{
		Platform: social.LinkedIn, ExternalID: item.ExternalID, URL: item.URL, Type: "repost",
		PublishedAt: item.PublishedAt, Source: Name,
	}
	a := lookup.First(header, anyLink)
	outer.Author = account(lookup.Attr(a, "href"), lookup.Text(a))
	urn := strings.TrimPrefix(lookup.Attr(article, "data-attributed-urn"), "urn:li:")
	if permalink.URN(urn) {
		item.ExternalID, item.URL = urnID(urn), permalink.Post(urn)
		item.PublishedAt = moment(permalink.Posted(item.ExternalID))
	}
	outer.RepostOf = &item
	return outer
}

// original is the post that another one quotes.
func original(quoted *goquery.Selection) *social.Item {
	urn := strings.TrimPrefix(lookup.Attr(quoted, "data-activity-urn"), "urn:li:")
	if !permalink.URN(urn) {
		urn = strings.TrimPrefix(lookup.Attr(quoted, "data-attributed-urn"), "urn:li:")
	}
	if !permalink.URN(urn) {
		return nil
	}
	item := &social.Item{
		Platform: social.LinkedIn, ExternalID: urnID(urn), URL: permalink.Post(urn), Type: "post",
		Author: author(lookup.First(quoted, resharer)), PublishedAt: moment(permalink.Posted(urnID(urn))),
		Text: plain(quoted, reshared), Media: media(quoted), Source: Name,
	}
	item.LinkURL = linked(item.Media)
	clip(item)
	return item
}

// clip marks texts that LinkedIn itself cut.
func clip(item *social.Item) {
	if cut, ok := strings.CutSuffix(item.Text, "…"); ok && cut != "" {
		item.TextTruncatedAtSource = new(true)
	}
}

// address is where a post can be read: as the page links to it, or by its id.
func address(article *goquery.Selection, id string) string {
	for _, s := range []*goquery.Selection{article, article.Parent()} {
		u, err := url.Parse(lookup.Attr(lookup.First(s, cardLink), "href"))
		if err == nil && strings.HasPrefix(u.Path, "/posts/") && strings.Contains(u.Path, id) {
			return "https://www.linkedin.com" + u.EscapedPath()
		}
	}
	return permalink.Post("activity:" + id)
}

func urnID(urn string) string { return urn[strings.LastIndexByte(urn, ':')+1:] }

// counts are a card's; a reaction or comment that nobody left is not shown at all, and
// so is what LinkedIn hides: absent is not known.
func counts(article *goquery.Selection) social.Counts {
	return social.Counts{
		Likes:    count(lookup.Attr(lookup.First(article, "[data-num-reactions]"), "data-num-reactions")),
		Comments: count(lookup.Attr(lookup.First(article, "[data-num-comments]"), "data-num-comments")),
	}
}

// author reads who wrote a post: beside the name stand the followers of a company, or
// what a person says of themselves.
func author(lockup *goquery.Selection) *social.Author {
	a := lookup.First(lockup, actorName)
	if a.Length() == 0 {
		a = lockup.Find(anyLink).FilterFunction(func(_ int, a *goquery.Selection) bool { return lookup.Text(a) != "" })
	}
	who := account(lookup.Attr(a, "href"), lookup.Text(a))
	if who == nil {
		return nil
	}
	who.AvatarURL = picture(lookup.First(lockup, anyImage))
	text := line(lockup, "p")
	if who.Counts.Followers = followers(text); who.Counts.Followers == nil {
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
		who.Username, who.URL = p.Person, permalink.Person(p.Person)
	case p.Company != "":
		_, who.Username, _ = strings.Cut(p.Company, "/")
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
