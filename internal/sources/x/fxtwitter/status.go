package fxtwitter

import (
	"cmp"
	"math"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/read/page/dates/zone"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/legacy"
	"github.com/quarryapi/quarry/internal/sources/x/permalink"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

// status is a post, or a tombstone that says why there is none.
type status struct {
	Type    string `json:"type"`   // status or tombstone
	Reason  string `json:"reason"` // of a tombstone
	ID      string `json:"id"`
	Text    string `json:"text"`
	Created string `json:"created_at"`
	Lang    string `json:"lang"`
	Adult   bool   `json:"possibly_sensitive"`

	Likes     *float64 `json:"likes"`
	Reposts   *float64 `json:"reposts"`
	Quotes    *float64 `json:"quotes"`
	Replies   *float64 `json:"replies"`
	Views     *float64 `json:"views"`
	Bookmarks *float64 `json:"bookmarks"`

	Author     *user  `json:"author"`
	RepostedBy *actor `json:"reposted_by"`
	ReplyingTo *struct {
		Handle string `json:"screen_name"`
		Status string `json:"status"`
	} `json:"replying_to"`
	Quote *status `json:"quote"`
	Media media   `json:"media"`
	Poll  *struct {
		Choices []struct {
			Label string   `json:"label"`
			Count *float64 `json:"count"`
		} `json:"choices"`
	} `json:"poll"`
	Article *struct {
		Title   string `json:"title"`
		Preview string `json:"preview_text"`
		Content struct {
			Blocks legacy.List[struct {
				Text string `json:"text"`
			}] `json:"blocks"`
		} `json:"content"`
	} `json:"article"`
}

// actor is an account in few words.
type actor struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Handle    string `json:"screen_name"`
	AvatarURL string `json:"avatar_url"`
}

type media struct {
	Photos legacy.List[file] `json:"photos"`
	Videos legacy.List[file] `json:"videos"`
	// External is a video of another site.
	External *file `json:"external"`
}

type file struct {
	Type      string  `json:"type"`
	URL       string  `json:"url"`
	Thumbnail string  `json:"thumbnail_url"`
	AltText   string  `json:"altText"`
	Width     int     `json:"width"`
	Height    int     `json:"height"`
	Duration  float64 `json:"duration"` // seconds
}

func (m *media) items() []social.Media {
	var all []social.Media
	for _, p := range m.Photos {
		kind := "image"
		if p.Type == "gif" {
			kind = "gif"
		}
		all = append(all, social.Media{Type: kind, URL: p.URL, Title: p.AltText, Width: p.Width, Height: p.Height})
	}
	for _, v := range m.Videos {
		video := social.Media{Type: "video", URL: v.URL, ThumbnailURL: v.Thumbnail, Title: v.AltText, Width: v.Width, Height: v.Height}
		if v.Type == "gif" {
			video.Type = "gif"
		}
		if seconds := int64(math.Round(v.Duration)); seconds > 0 {
			video.DurationSeconds = &seconds
		}
		all = append(all, video)
	}
	if e := m.External; e != nil && e.URL != "" {
		all = append(all, social.Media{Type: "link", URL: e.URL, ThumbnailURL: e.Thumbnail, Width: e.Width, Height: e.Height})
	}
	return all
}

// gone reports whether there is a place only.
func (s *status) gone() bool { return s.Type == "tombstone" || s.ID == "" }

// item is the post as an item. A repost is reported as the original with the name of who
// repeated it: its own id and time are not given.
func (s *status) item() social.Item {
	original := s.original()
	if s.RepostedBy == nil {
		return original
	}
	repost := shape.Item(s.ID, s.RepostedBy.author(), Name)
	repost.URL, repost.RepostOf = original.URL, &original
	shape.Settle(&repost)
	return repost
}

// repost is one whose own id is known, from which its time follows.
func (s *status) repost(id string) *social.Item {
	item := s.item()
	item.ExternalID, item.URL = id, permalink.Post(s.RepostedBy.Handle, id)
	if at := shape.Posted(id); !at.IsZero() {
		item.PublishedAt = instant.Text(at)
	}
	return &item
}

func (s *status) original() social.Item {
	item := shape.Item(s.ID, s.Author.author(), Name)
	item.Text, item.PublishedAt, item.Language = strings.TrimSpace(s.Text), s.posted(), legacy.Language(s.Lang)
	item.Sensitive = s.Adult
	item.Counts = social.Counts{
		Likes: count(s.Likes), Reposts: count(s.Reposts), Quotes: count(s.Quotes), Comments: count(s.Replies),
		Views: count(s.Views), Bookmarks: count(s.Bookmarks),
	}
	item.Media = s.Media.items()
	if r := s.ReplyingTo; r != nil {
		item.InReplyTo = shape.Reference(r.Status, r.Handle)
	}
	if s.Poll != nil {
		for _, c := range s.Poll.Choices {
			item.PollOptions = append(item.PollOptions, social.PollOption{Text: c.Label, Votes: count(c.Count)})
		}
	}
	switch q := s.Quote; {
	case q == nil:
	case !q.gone():
		item.QuoteOf = new(q.original())
	case permalink.ID(q.ID):
		item.QuoteOf = shape.Removed(q.ID, "", Name)
	}
	s.article(&item)
	shape.Settle(&item)
	return item
}

// article puts a long text with a title in place of the link to it.
func (s *status) article(item *social.Item) {
	if s.Article == nil {
		return
	}
	item.Title = s.Article.Title
	var paragraphs []string
	for _, b := range s.Article.Content.Blocks {
		if text := strings.TrimSpace(b.Text); text != "" {
			paragraphs = append(paragraphs, text)
		}
	}
	if len(paragraphs) > 0 {
		item.Text = strings.Join(paragraphs, "\n\n")
	} else if s.Article.Preview != "" {
		item.Text, item.TextTruncatedAtSource = s.Article.Preview, new(true)
	}
}

func (s *status) posted() string { return shape.Time(s.Created) }

// count is a number of people, nil when it is not given.
func count(n *float64) *int64 {
	if n == nil || *n < 0 || *n > math.MaxInt64/2 {
		return nil
	}
	return new(int64(*n))
}

func (a *actor) author() *social.Author {
	return &social.Author{ExternalID: a.ID, Username: a.Handle, Name: a.Name, URL: permalink.User(a.Handle), AvatarURL: shape.Avatar(a.AvatarURL)}
}

// user is an account.
type user struct {
	actor
	Description string   `json:"description"`
	Location    string   `json:"location"`
	BannerURL   string   `json:"banner_url"`
	Joined      string   `json:"joined"`
	Protected   *bool    `json:"protected"`
	Followers   *float64 `json:"followers"`
	Following   *float64 `json:"following"`
	Statuses    *float64 `json:"statuses"`
	Website     *struct {
		URL string `json:"url"`
	} `json:"website"`
	Verification *struct {
		Verified *bool  `json:"verified"`
		Type     string `json:"type"`
	} `json:"verification"`
}

func (u *user) author() *social.Author {
	if u == nil || u.ID == "" && u.Handle == "" {
		return nil
	}
	author := u.actor.author()
	author.Headline, author.Counts.Followers = u.Description, count(u.Followers)
	if u.Verification != nil {
		author.Verified = u.Verification.Verified
	}
	return author
}

func (u *user) profile() *social.Profile {
	p := &social.Profile{
		Platform: social.X, ExternalID: u.ID, URL: permalink.User(u.Handle), Username: u.Handle, Name: u.Name, Bio: u.Description,
		Location: u.Location, CreatedAt: joined(u.Joined), AvatarURL: shape.Avatar(u.AvatarURL), BannerURL: u.BannerURL, Protected: u.Protected,
		Counts: social.ProfileCounts{Followers: count(u.Followers), Following: count(u.Following), Posts: count(u.Statuses)}, Source: Name,
	}
	if u.Website != nil {
		p.Website = u.Website.URL
	}
	if v := u.Verification; v != nil {
		if p.Verified = v.Verified; v.Verified != nil && *v.Verified {
			p.VerifiedAs = legacy.VerifiedAs(cmp.Or(v.Type, "none"))
		}
	}
	return p
}

// joined is when an account was made: a time of X, or that of a JavaScript program.
func joined(s string) string {
	t, err := time.Parse(time.RFC1123, s)
	if err != nil {
		return shape.Time(s)
	}
	if t, known := zone.Applied(t); known {
		return instant.Text(t)
	}
	return ""
}
