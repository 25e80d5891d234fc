package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/permalink"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// is reports whether an item has a type of schema.org.
func is(item page.Item, name string) bool {
	return slices.ContainsFunc(item.Type, func(t string) bool { return strings.HasSuffix(t, "/"+name) })
}

// one is the first text of a property; items within it are none.
func one(item page.Item, name string) string {
	for _, value := range item.Properties[name] {
		if text, ok := value.(string); ok {
			return text
		}
	}
	return ""
}

// within are the items of a property.
func within(item page.Item, name string) []page.Item {
	var all []page.Item
	for _, value := range item.Properties[name] {
		if found, ok := value.(page.Item); ok {
			all = append(all, found)
		}
	}
	return all
}

// postings are the posts of a page in its order, but for those that others cite.
func postings(items []page.Item) []page.Item {
	return slices.DeleteFunc(slices.Clone(items), func(item page.Item) bool { return !is(item, "SocialMediaPosting") })
}

// counter is a number that people see, by its name.
func counter(item page.Item, list, name string) *int64 {
	for _, c := range within(item, list) {
		if !strings.EqualFold(one(c, "name"), name) {
			continue
		}
		if n, err := strconv.ParseInt(one(c, "userInteractionCount"), 10, 64); err == nil {
			return &n
		}
	}
	return nil
}

const (
	received = "interactionStatistic"      // what others did
	done     = "agentInteractionStatistic" // what the account did
)

// posting is a post as an item.
func posting(p page.Item) social.Item {
	var author *social.Author
	for _, a := range within(p, "author") {
		author = person(a, "alternateName")
	}
	item := shape.Item(one(p, "identifier"), author, Name)
	// articleBody has the links that stand for media, which people do not see; text
	// has not, but also lacks what is behind such a link.
	item.Text = one(p, "articleBody")
	if text := one(p, "text"); text != "" && strings.HasPrefix(item.Text, text) && strings.HasPrefix(strings.TrimSpace(item.Text[len(text):]), "https://t.co/") {
		item.Text = text
	}
	item.PublishedAt = shape.Time(one(p, "dateCreated"))
	item.Counts = social.Counts{
		Likes: counter(p, received, "Likes"), Reposts: counter(p, received, "Retweets"), Quotes: counter(p, received, "Quotes"),
		Comments: counter(p, received, "Replies"), Views: counter(p, received, "Views"), Bookmarks: counter(p, received, "Bookmarks"),
	}
	for _, value := range p.Properties["image"] {
		if address, ok := value.(string); ok {
			item.Media = append(item.Media, social.Media{Type: "image", URL: address})
		}
	}
	// A page's own post may be a part of a collection, too: only texts are parents.
	parent := one(p, "isPartOf")
	for _, whole := range within(p, "isPartOf") {
		if parent == "" && is(whole, "WebPage") {
			parent = one(whole, "isPartOf")
		}
	}
	if id := idOf(parent); id != "" && id != item.ExternalID {
		item.InReplyTo = shape.Reference(id, handleOf(parent))
	}
	if based := idOf(one(p, "isBasedOn")); based != "" {
		item.QuoteOf = new(shape.Item(based, nil, Name))
	}
	for _, cited := range within(p, "citation") {
		item.QuoteOf = new(posting(cited))
	}
	shape.Settle(&item)
	return item
}

// person is an account; handles have another name on posts than on profiles.
func person(p page.Item, handle string) *social.Author {
	a := &social.Author{
		ExternalID: one(p, "identifier"), Username: one(p, handle), Name: one(p, "name"), URL: one(p, "url"),
		AvatarURL: shape.Avatar(one(p, "image")), Headline: one(p, "description"),
		Counts: social.ProfileCounts{Followers: counter(p, received, "Follows")},
	}
	if a.ExternalID == "" && a.Username == "" {
		return nil
	}
	return a
}

// account is what the page of a profile has about it.
func account(top page.Item, all []page.Item) *social.Profile {
	for _, p := range append(within(top, "mainEntity"), all...) {
		if !is(p, "Person") && !is(p, "Organization") {
			continue
		}
		a := person(p, "additionalName")
		if a == nil || a.Username == "" {
			continue
		}
		profile := &social.Profile{
			Platform: social.X, ExternalID: a.ExternalID, URL: permalink.User(a.Username), Username: a.Username, Name: a.Name, Bio: a.Headline,
			Website: one(p, "sameAs"), CreatedAt: shape.Time(one(top, "dateCreated")), AvatarURL: a.AvatarURL, Source: Name,
			Counts: social.ProfileCounts{Followers: a.Counts.Followers, Following: counter(p, done, "Following"), Posts: counter(p, done, "Tweets")},
		}
		for _, home := range within(p, "homeLocation") {
			profile.Location = one(home, "name")
		}
		for _, picture := range within(p, "image") {
			profile.AvatarURL = one(picture, "contentUrl")
		}
		return profile
	}
	return nil
}

// idOf and handleOf read the address of a post.
func idOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	id, _ := permalink.IDOf(u)
	return id
}

func handleOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	handle, _ := permalink.HandleOf(u)
	return handle
}
