// Package atom reads the Atom feeds of YouTube's channels: the 15 newest videos, shorts
// and streams together, with exact times and counts. It is pure.
package atom

import (
	"encoding/xml"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/youtube/permalink"
	"github.com/quarryapi/quarry/internal/sources/youtube/wire"
)

// Feed is what a feed has.
type Feed struct {
	Name      string        // the channel's
	CreatedAt string        // since when it exists, RFC 3339; empty when unknown
	Items     []social.Item // in the order of the feed, each once
}

// ErrForeign is the error of a feed of something else, or of no feed.
var ErrForeign = errors.New("not the feed of the channel")

type document struct {
	XMLName xml.Name `xml:"feed"`
	Author  struct {
		Name string `xml:"name"`
	} `xml:"author"`
	Published string  `xml:"published"`
	Links     []link  `xml:"link"`
	Entries   []entry `xml:"entry"`
}

type link struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type entry struct {
	Video     string `xml:"http://www.youtube.com/xml/schemas/2015 videoId"`
	Channel   string `xml:"http://www.youtube.com/xml/schemas/2015 channelId"`
	Title     string `xml:"http://www.w3.org/2005/Atom title"`
	Links     []link `xml:"link"`
	Published string `xml:"published"`
	Media     struct {
		Description string `xml:"description"`
		Thumbnail   struct {
			URL string `xml:"url,attr"`
		} `xml:"thumbnail"`
		Community struct {
			Likes struct {
				Count *int64 `xml:"count,attr"`
			} `xml:"starRating"`
			Statistics struct {
				Views *int64 `xml:"views,attr"`
			} `xml:"statistics"`
		} `xml:"community"`
	} `xml:"http://search.yahoo.com/mrss/ group"`
}

// Read reads the feed of the channel with an id. The head of a feed may write the id
// without its UC, so what identifies the channel are the entries and the head's link.
func Read(body []byte, id string) (*Feed, error) {
	var d document
	if err := xml.Unmarshal(body, &d); err != nil {
		return nil, err
	}
	f := &Feed{Name: strings.TrimSpace(d.Author.Name), CreatedAt: moment(d.Published)}
	seen := map[string]bool{}
	for _, e := range d.Entries {
		if e.Channel != "" && strings.TrimPrefix(e.Channel, "UC") != strings.TrimPrefix(id, "UC") {
			return nil, ErrForeign
		}
		if permalink.VideoID(e.Video) && !seen[e.Video] {
			seen[e.Video] = true
			f.Items = append(f.Items, e.item())
		}
	}
	if len(d.Entries) == 0 && !strings.HasSuffix(alternate(d.Links), "/"+id) {
		return nil, ErrForeign
	}
	return f, nil
}

func (e entry) item() social.Item {
	kind, address := wire.Video, permalink.Video(e.Video)
	if u, err := url.Parse(alternate(e.Links)); err == nil && strings.HasPrefix(u.Path, "/shorts/") {
		kind, address = wire.Short, permalink.Short(e.Video)
	}
	item := social.Item{
		Platform: social.YouTube, ExternalID: e.Video, URL: address, Type: kind, Title: strings.Join(strings.Fields(e.Title), " "),
		Text: strings.TrimSpace(e.Media.Description), PublishedAt: moment(e.Published), Source: wire.Source,
	}
	item.Counts.Views = e.Media.Community.Statistics.Views
	if likes := e.Media.Community.Likes.Count; likes != nil && *likes > 0 { // hidden ones are 0
		item.Counts.Likes = likes
	}
	if still := e.Media.Thumbnail.URL; still != "" {
		item.Media = []social.Media{{Type: "video", URL: address, ThumbnailURL: still}}
	}
	return item
}

func alternate(links []link) string {
	for _, l := range links {
		if l.Rel == "alternate" {
			return l.Href
		}
	}
	return ""
}

func moment(s string) string {
	t, err := time.Parse(time.RFC3339, strings.TrimSpace(s))
	if err != nil {
		return ""
	}
	return instant.Text(t)
}
