package wire

import (
	"slices"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/youtube/permalink"
)

// Source is the upstream's name in package sources.
const Source = "youtube"

// The types of items.
const (
	Video = "video"
	Short = "short"
	Live  = "live"
)

// The states of a broadcast.
const (
	Upcoming = "upcoming"
	Running  = "live"
	Ended    = "ended"
)

// entry is one place of a list: an item within or without a frame, or what continues
// the list.
type entry struct {
	content
	Framed struct {
		Content content `json:"content"`
	} `json:"richItemRenderer"`
	Continuation *struct {
		Endpoint struct {
			Command struct {
				Token string `json:"token"`
			} `json:"continuationCommand"`
		} `json:"continuationEndpoint"`
	} `json:"continuationItemRenderer"`
}

// content is an item in one of the forms that the site had.
type content struct {
	Lockup *lockup `json:"lockupViewModel"`       // videos and streams, since 2026
	Short  *short  `json:"shortsLockupViewModel"` // shorts, since 2024
	Video  *video  `json:"videoRenderer"`         // videos and streams, until 2025
}

// lists reads the items of a list, each once.
func lists(entries []entry, now time.Time) List {
	var l List
	for _, e := range entries {
		if e.Continuation != nil {
			l.Next = e.Continuation.Endpoint.Command.Token
		}
		for _, c := range []content{e.content, e.Framed.Content} {
			item, ok := c.item(now)
			if ok && !slices.ContainsFunc(l.Items, func(i social.Item) bool { return i.ExternalID == item.ExternalID }) {
				l.Items = append(l.Items, item)
			}
		}
	}
	return l
}

// item reads a place that has one. What is no video, such as a playlist, is left out.
func (c content) item(now time.Time) (item social.Item, ok bool) {
	switch {
	case c.Lockup != nil:
		item = c.Lockup.item(now)
	case c.Short != nil:
		item = c.Short.item()
	case c.Video != nil:
		item = c.Video.item(now)
	}
	return item, permalink.VideoID(item.ExternalID)
}

// base is an item with what all forms have.
func base(id, kind, title string, still images) social.Item {
	address := permalink.Video(id)
	if kind == Short {
		address = permalink.Short(id)
	}
	item := social.Item{
		Platform: social.YouTube, ExternalID: id, URL: address, Type: kind, Title: strings.Join(strings.Fields(title), " "), Source: Source,
	}
	if picture := still.largest(); picture.URL != "" {
		item.Media = []social.Media{{Type: "video", URL: address, ThumbnailURL: picture.URL}}
	}
	return item
}

// tell adds what a line below a title says: views, or since when.
func tell(item *social.Item, line string, now time.Time) {
	line = strings.TrimSpace(line)
	lower := strings.ToLower(line)
	switch {
	case strings.HasSuffix(lower, " view") || strings.HasSuffix(lower, " views"):
		seen(item, line)
	case strings.HasSuffix(lower, " watching"):
		item.Type, item.LiveStatus = Live, Running
	case strings.HasSuffix(lower, " waiting") || strings.HasPrefix(lower, "scheduled ") || strings.HasPrefix(lower, "premieres "):
		item.LiveStatus = Upcoming
	case strings.HasSuffix(lower, " ago"):
		item.PublishedAt = when(line, now)
		item.PublishedAtApproximate = item.PublishedAt != ""
		if strings.HasPrefix(lower, "streamed ") {
			item.Type, item.LiveStatus = Live, Ended
		}
	}
}

// seen adds a count of views.
func seen(item *social.Item, words string) {
	n, rounded := count(words)
	if item.Counts.Views = n; rounded {
		item.Counts.Rounded = []string{"views"}
	}
}

// badge adds what is written on a still image: the length, or that it is live.
func badge(item *social.Item, words string) {
	switch strings.ToUpper(strings.TrimSpace(words)) {
	case "LIVE":
		item.Type, item.LiveStatus = Live, Running
	case "UPCOMING", "PREMIERE":
		item.LiveStatus = Upcoming
	default:
		if length := seconds(words); length != nil {
			item.DurationSeconds = length
		}
	}
}

type short struct {
	EntityID string `json:"entityId"`
	OnTap    struct {
		Command struct {
			Reel struct {
				VideoID string `json:"videoId"`
			} `json:"reelWatchEndpoint"`
		} `json:"innertubeCommand"`
	} `json:"onTap"`
	Overlay struct {
		Title text `json:"primaryText"`
		Views text `json:"secondaryText"`
	} `json:"overlayMetadata"`
	Thumbnail struct {
		Model struct {
			Image images `json:"image"`
		} `json:"thumbnailViewModel"`
		Image images `json:"image"`
	} `json:"thumbnailViewModel"`
}

func (s *short) item() social.Item {
	id := strings.TrimPrefix(s.EntityID, "shorts-shelf-item-")
	if !permalink.VideoID(id) {
		id = s.OnTap.Command.Reel.VideoID
	}
	still := s.Thumbnail.Model.Image
	if len(still.Sources) == 0 {
		still = s.Thumbnail.Image
	}
	item := base(id, Short, s.Overlay.Title.String(), still)
	seen(&item, s.Overlay.Views.String())
	return item
}
