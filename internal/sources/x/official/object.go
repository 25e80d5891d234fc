package official

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/legacy"
	"github.com/quarryapi/quarry/internal/sources/x/permalink"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// post is a post. The API calls posts tweets, and since August 2026 posts, too: fields
// with the word in them are read by both names.
type post struct {
	ID             string    `json:"id"`
	Text           string    `json:"text"`
	AuthorID       string    `json:"author_id"`
	CreatedAt      string    `json:"created_at"`
	ConversationID string    `json:"conversation_id"`
	Language       string    `json:"lang"`
	Sensitive      bool      `json:"possibly_sensitive"`
	Metrics        metrics   `json:"public_metrics"`
	NoteTweet      *note     `json:"note_tweet"`
	NotePost       *note     `json:"note_post"`
	RefTweets      []related `json:"referenced_tweets"`
	RefPosts       []related `json:"referenced_posts"`
	Entities       entities  `json:"entities"`
	Attachments    struct {
		Media []string `json:"media_keys"`
		Polls []string `json:"poll_ids"`
	} `json:"attachments"`
}

type note struct {
	Text     string   `json:"text"`
	Entities entities `json:"entities"`
}

type related struct {
	Type string `json:"type"` // retweeted, reposted, quoted or replied_to
	ID   string `json:"id"`
}

type metrics struct {
	Retweets    *int64 `json:"retweet_count"`
	Reposts     *int64 `json:"repost_count"`
	Replies     *int64 `json:"reply_count"`
	Likes       *int64 `json:"like_count"`
	Quotes      *int64 `json:"quote_count"`
	Bookmarks   *int64 `json:"bookmark_count"`
	Impressions *int64 `json:"impression_count"`
}

type entities struct {
	URLs legacy.List[struct {
		Short    string `json:"url"`
		Expanded string `json:"expanded_url"`
		MediaKey string `json:"media_key"` // of links that stand for media
	}] `json:"urls"`
}

// split divides links from those that stand for media.
func (e *entities) split() (links []legacy.Link, files []legacy.Media) {
	for _, u := range e.URLs {
		if u.MediaKey != "" {
			files = append(files, legacy.Media{Short: u.Short})
		} else {
			links = append(links, legacy.Link{Short: u.Short, Expanded: u.Expanded})
		}
	}
	return links, files
}

type user struct {
	ID           string  `json:"id"`
	Name         string  `json:"name"`
	Handle       string  `json:"username"`
	CreatedAt    string  `json:"created_at"`
	Description  string  `json:"description"`
	Location     string  `json:"location"`
	URL          string  `json:"url"`
	AvatarURL    string  `json:"profile_image_url"`
	BannerURL    string  `json:"profile_banner_url"`
	Verified     *bool   `json:"verified"`
	VerifiedType *string `json:"verified_type"`
	Protected    *bool   `json:"protected"`
	Metrics      struct {
		Followers *int64 `json:"followers_count"`
		Following *int64 `json:"following_count"`
		Tweets    *int64 `json:"tweet_count"`
		Posts     *int64 `json:"post_count"`
	} `json:"public_metrics"`
	Entities struct {
		Description legacy.Maybe[legacy.Entities] `json:"description"`
		URL         legacy.Maybe[legacy.Entities] `json:"url"`
	} `json:"entities"`
}

// whole is the account in the form of the first API, whose reader knows the rest.
func (u *user) whole() *legacy.User {
	w := &legacy.User{
		ID: u.ID, Name: u.Name, Handle: u.Handle, Description: u.Description, Location: u.Location, URL: u.URL, CreatedAt: u.CreatedAt,
		AvatarURL: u.AvatarURL, BannerURL: u.BannerURL, Followers: u.Metrics.Followers, Following: u.Metrics.Following,
		Posts: cmp.Or(u.Metrics.Posts, u.Metrics.Tweets), Verified: u.Verified, Protected: u.Protected,
	}
	if u.VerifiedType != nil && *u.VerifiedType != "none" {
		w.VerifiedAs = *u.VerifiedType
	}
	w.Entities.Value.Description, w.Entities.Value.URL = u.Entities.Description, u.Entities.URL
	return w
}

type media struct {
	Key      string    `json:"media_key"`
	Type     string    `json:"type"`
	URL      string    `json:"url"`
	Preview  string    `json:"preview_image_url"`
	AltText  string    `json:"alt_text"`
	Width    int       `json:"width"`
	Height   int       `json:"height"`
	Millis   int64     `json:"duration_ms"`
	Variants []variant `json:"variants"`
}

// variant is a file of a video.
type variant struct {
	Bitrate int64  `json:"bit_rate"`
	Type    string `json:"content_type"`
	URL     string `json:"url"`
}

func (m *media) item() social.Media {
	item := social.Media{Type: "image", URL: m.URL, Title: m.AltText, Width: m.Width, Height: m.Height, ThumbnailURL: m.Preview}
	switch m.Type {
	case "video":
		item.Type = "video"
	case "animated_gif":
		item.Type = "gif"
	}
	if item.Type != "image" {
		files := make([]legacy.Variant, len(m.Variants))
		for i, v := range m.Variants {
			files[i] = legacy.Variant(v)
		}
		item.URL = cmp.Or(legacy.Best(files), m.URL, m.Preview)
	}
	if m.Millis > 0 {
		item.DurationSeconds = new((m.Millis + 500) / 1000)
	}
	return item
}

type poll struct {
	ID      string `json:"id"`
	Options []struct {
		Label string `json:"label"`
		Votes *int64 `json:"votes"`
	} `json:"options"`
}

// includes are the objects that posts name.
type includes struct {
	Users  []user  `json:"users"`
	Tweets []post  `json:"tweets"`
	Posts  []post  `json:"posts"`
	Media  []media `json:"media"`
	Polls  []poll  `json:"polls"`
}

// library finds included objects by their ids.
type library struct {
	users map[string]*user
	posts map[string]*post
	media map[string]*media
	polls map[string]*poll
}

func (in *includes) library() *library {
	l := &library{users: map[string]*user{}, posts: map[string]*post{}, media: map[string]*media{}, polls: map[string]*poll{}}
	for i := range in.Users {
		l.users[in.Users[i].ID] = &in.Users[i]
	}
	for _, list := range [][]post{in.Tweets, in.Posts} {
		for i := range list {
			l.posts[list[i].ID] = &list[i]
		}
	}
	for i := range in.Media {
		l.media[in.Media[i].Key] = &in.Media[i]
	}
	for i := range in.Polls {
		l.polls[in.Polls[i].ID] = &in.Polls[i]
	}
	return l
}

func (l *library) author(id string) *social.Author {
	if u := l.users[id]; u != nil {
		return u.whole().Author()
	}
	if !permalink.ID(id) {
		return nil
	}
	return &social.Author{ExternalID: id, URL: permalink.UserID(id)}
}

func (l *library) handle(postID string) string {
	if p := l.posts[postID]; p != nil {
		if u := l.users[p.AuthorID]; u != nil {
			return u.Handle
		}
	}
	return ""
}

// nesting is how deep posts within posts are followed: included ones can name each other.
const nesting = 2

// item is a post as an item, with what it repeats and quotes as far as that is included.
func (l *library) item(p *post, depth int) social.Item {
	item := shape.Item(p.ID, l.author(p.AuthorID), Name)
	item.PublishedAt, item.Language = shape.Time(p.CreatedAt), legacy.Language(p.Language)
	item.Sensitive = p.Sensitive
	item.Counts = social.Counts{
		Likes: p.Metrics.Likes, Comments: p.Metrics.Replies, Reposts: cmp.Or(p.Metrics.Reposts, p.Metrics.Retweets),
		Quotes: p.Metrics.Quotes, Bookmarks: p.Metrics.Bookmarks, Views: p.Metrics.Impressions,
	}
	raw, in := p.Text, &p.Entities
	if n := cmp.Or(p.NotePost, p.NoteTweet); n != nil && n.Text != "" {
		raw, in = n.Text, &n.Entities
		item.TextTruncatedAtSource = new(false)
	}
	links, files := in.split()
	item.Text = legacy.Text(raw, links, files)
	for _, key := range p.Attachments.Media {
		if m := l.media[key]; m != nil {
			item.Media = append(item.Media, m.item())
		}
	}
	for _, id := range p.Attachments.Polls {
		if found := l.polls[id]; found != nil {
			for _, o := range found.Options {
				item.PollOptions = append(item.PollOptions, social.PollOption{Text: o.Label, Votes: o.Votes})
			}
		}
	}
	l.relate(p, &item, depth)
	shape.Settle(&item)
	if item.RepostOf == nil && strings.HasPrefix(raw, "RT @") && strings.HasSuffix(raw, "…") {
		item.TextTruncatedAtSource = new(true) // of a repost whose original is not included, 140 characters are returned
	}
	if item.RepostOf == nil && slices.ContainsFunc(p.related(), related.repeats) {
		item.Type = "repost"
	}
	return item
}

func (p *post) related() []related { return append(slices.Clone(p.RefTweets), p.RefPosts...) }

func (r related) repeats() bool { return r.Type == "retweeted" || r.Type == "reposted" }

// relate fills in what a post answers, repeats and quotes.
func (l *library) relate(p *post, item *social.Item, depth int) {
	for _, r := range p.related() {
		switch {
		case r.Type == "replied_to":
			item.InReplyTo = shape.Reference(r.ID, l.handle(r.ID))
			if p.ConversationID != p.ID && p.ConversationID != r.ID {
				item.Thread = shape.Reference(p.ConversationID, "")
			}
		case r.repeats():
			item.RepostOf = l.nested(r.ID, depth)
		case r.Type == "quoted":
			if item.QuoteOf = l.nested(r.ID, depth); item.QuoteOf == nil {
				item.QuoteOf = new(shape.Item(r.ID, nil, Name))
			}
		}
	}
}

// nested is an included post, nil when it is not included.
func (l *library) nested(id string, depth int) *social.Item {
	if p := l.posts[id]; p != nil && depth < nesting {
		return new(l.item(p, depth+1))
	}
	return nil
}
