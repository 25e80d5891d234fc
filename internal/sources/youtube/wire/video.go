package wire

import (
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/social"
)

// lockup is a video or a stream as the site shows it since 2026.
type lockup struct {
	ID    string `json:"contentId"`
	Type  string `json:"contentType"`
	Image struct {
		Thumbnail struct {
			Image    images    `json:"image"`
			Overlays []overlay `json:"overlays"`
		} `json:"thumbnailViewModel"`
	} `json:"contentImage"`
	Metadata struct {
		Model struct {
			Title text `json:"title"`
			Lines struct {
				Model rows `json:"contentMetadataViewModel"`
			} `json:"metadata"`
		} `json:"lockupMetadataViewModel"`
	} `json:"metadata"`
}

// overlay is what lies over a still image; two forms have badges.
type overlay struct {
	Bottom struct {
		Badges []thumbnailBadge `json:"badges"`
	} `json:"thumbnailBottomOverlayViewModel"`
	Badge struct {
		Badges []thumbnailBadge `json:"thumbnailBadges"`
	} `json:"thumbnailOverlayBadgeViewModel"`
}

type thumbnailBadge struct {
	Model struct {
		Text string `json:"text"`
	} `json:"thumbnailBadgeViewModel"`
}

// rows are lines of small facts.
type rows struct {
	Rows []struct {
		Parts []struct {
			Text text `json:"text"`
		} `json:"metadataParts"`
	} `json:"metadataRows"`
}

// all returns the facts in their order.
func (r rows) all() []string {
	var facts []string
	for _, row := range r.Rows {
		for _, part := range row.Parts {
			if s := strings.TrimSpace(part.Text.String()); s != "" {
				facts = append(facts, s)
			}
		}
	}
	return facts
}

func (l *lockup) item(now time.Time) social.Item {
	if l.Type != "LOCKUP_CONTENT_TYPE_VIDEO" {
		return social.Item{}
	}
	item := base(l.ID, Video, l.Metadata.Model.Title.String(), l.Image.Thumbnail.Image)
	for _, fact := range l.Metadata.Model.Lines.Model.all() {
		tell(&item, fact, now)
	}
	for _, o := range l.Image.Thumbnail.Overlays {
		for _, b := range append(o.Bottom.Badges, o.Badge.Badges...) {
			badge(&item, b.Model.Text)
		}
	}
	return item
}

// video is a video or a stream as the site showed it until 2025.
type video struct {
	ID        string `json:"videoId"`
	Title     text   `json:"title"`
	Published text   `json:"publishedTimeText"`
	Views     text   `json:"viewCountText"`
	Length    text   `json:"lengthText"`
	Snippet   text   `json:"descriptionSnippet"`
	Thumbnail images `json:"thumbnail"`
	Upcoming  any    `json:"upcomingEventData"`
	Overlays  []struct {
		Status struct {
			Style string `json:"style"`
		} `json:"thumbnailOverlayTimeStatusRenderer"`
	} `json:"thumbnailOverlays"`
}

func (v *video) item(now time.Time) social.Item {
	item := base(v.ID, Video, v.Title.String(), v.Thumbnail)
	for _, line := range []string{v.Views.String(), v.Published.String()} {
		tell(&item, line, now)
	}
	badge(&item, v.Length.String())
	for _, o := range v.Overlays {
		badge(&item, o.Status.Style)
	}
	if v.Upcoming != nil {
		item.LiveStatus = Upcoming
	}
	if item.Text = strings.TrimSpace(v.Snippet.String()); item.Text != "" {
		cut := strings.HasSuffix(item.Text, "...") || strings.HasSuffix(item.Text, "…")
		item.TextTruncatedAtSource = &cut
	}
	return item
}
