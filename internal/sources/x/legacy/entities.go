package legacy

import (
	"html"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
)

// Entities are the links and media within a text.
type Entities struct {
	URLs  List[Link]  `json:"urls"`
	Media List[Media] `json:"media"`
}

// Link is a short link of X and where it leads.
type Link struct {
	Short    string `json:"url"`
	Expanded string `json:"expanded_url"`
}

// Media is a picture or a video of a post.
type Media struct {
	Short    string `json:"url"` // the link that stands for it in the text
	Type     string `json:"type"`
	ImageURL string `json:"media_url_https"`
	AltText  string `json:"ext_alt_text"`
	Size     struct {
		Width  int `json:"width"`
		Height int `json:"height"`
	} `json:"original_info"`
	Video struct {
		Millis   int64         `json:"duration_millis"`
		Variants List[Variant] `json:"variants"`
	} `json:"video_info"`
}

// Variant is a file of a video.
type Variant struct {
	Bitrate int64  `json:"bitrate"`
	Type    string `json:"content_type"`
	URL     string `json:"url"`
}

// Text is a text as people read it: character references resolved, short links written
// out, and those that stand for media left out.
func Text(raw string, links []Link, media []Media) string {
	text := html.UnescapeString(raw)
	for _, l := range links {
		if l.Short != "" && l.Expanded != "" {
			text = strings.ReplaceAll(text, l.Short, l.Expanded)
		}
	}
	for _, m := range media {
		if m.Short != "" {
			text = strings.ReplaceAll(text, m.Short, "")
		}
	}
	return strings.TrimSpace(text)
}

// media are items' media, each once.
func media(list []Media) []social.Media {
	var all []social.Media
	seen := map[string]bool{}
	for _, m := range list {
		item := m.item()
		if item.URL == "" || seen[item.URL] {
			continue
		}
		seen[item.URL] = true
		all = append(all, item)
	}
	return all
}

func (m *Media) item() social.Media {
	item := social.Media{Type: "image", URL: m.ImageURL, Title: m.AltText, Width: m.Size.Width, Height: m.Size.Height}
	switch m.Type {
	case "video":
		item.Type = "video"
	case "animated_gif":
		item.Type = "gif"
	default:
		return item
	}
	item.ThumbnailURL = m.ImageURL
	if best := Best(m.Video.Variants); best != "" {
		item.URL = best
	}
	if m.Video.Millis > 0 {
		item.DurationSeconds = new((m.Video.Millis + 500) / 1000)
	}
	return item
}

// Best is the address of the file with the most bits a second; a playlist only where
// there is no file.
func Best(variants []Variant) string {
	best, most := "", int64(-1)
	for _, v := range variants {
		if v.Type == "video/mp4" && v.Bitrate > most {
			best, most = v.URL, v.Bitrate
		}
	}
	if best == "" && len(variants) > 0 {
		return variants[0].URL
	}
	return best
}
