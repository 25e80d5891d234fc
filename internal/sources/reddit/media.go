package reddit

import (
	"encoding/json"
	"html"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
)

// media are the images and the video of a post. Their parts come in many forms; what is
// not understood is left out.
func (l *link) media() []social.Media {
	if gallery := l.gallery(); len(gallery) > 0 {
		return gallery
	}
	var m struct {
		Video *struct {
			URL      string `json:"fallback_url"`
			Width    number `json:"width"`
			Height   number `json:"height"`
			Duration number `json:"duration"`
			GIF      bool   `json:"is_gif"`
		} `json:"reddit_video"`
	}
	still, width, height := l.still()
	if json.Unmarshal(l.Media, &m) == nil && m.Video != nil && m.Video.URL != "" {
		kind := "video"
		if m.Video.GIF {
			kind = "gif"
		}
		return []social.Media{{
			Type: kind, URL: m.Video.URL, ThumbnailURL: still,
			Width: int(m.Video.Width), Height: int(m.Video.Height), DurationSeconds: new(int64(m.Video.Duration)),
		}}
	}
	if isImage(l.URL) || l.PostHint == "image" {
		return []social.Media{{Type: "image", URL: l.URL, ThumbnailURL: l.thumbnail(), Width: width, Height: height}}
	}
	if still == "" {
		still = l.thumbnail()
	}
	if still == "" || l.IsSelf {
		return nil
	}
	return []social.Media{{Type: "link", URL: l.URL, ThumbnailURL: still}}
}

// gallery are the images of a post with several, in its order.
func (l *link) gallery() []social.Media {
	var order struct {
		Items []struct {
			ID      string `json:"media_id"`
			Caption string `json:"caption"`
		} `json:"items"`
	}
	var files map[string]struct {
		Source struct {
			URL    string `json:"u"`
			GIF    string `json:"gif"`
			Width  number `json:"x"`
			Height number `json:"y"`
		} `json:"s"`
	}
	if json.Unmarshal(l.GalleryData, &order) != nil || json.Unmarshal(l.MediaMetadata, &files) != nil {
		return nil
	}
	var all []social.Media
	for _, item := range order.Items {
		file := files[item.ID]
		m := social.Media{
			Type: "image", URL: html.UnescapeString(file.Source.URL), Title: item.Caption,
			Width: int(file.Source.Width), Height: int(file.Source.Height),
		}
		if file.Source.GIF != "" {
			m.Type, m.URL = "gif", html.UnescapeString(file.Source.GIF)
		}
		if m.URL != "" {
			all = append(all, m)
		}
	}
	return all
}

// still is the image that Reddit shows of a post, and its size in pixels.
func (l *link) still() (address string, width, height int) {
	var p struct {
		Images []struct {
			Source struct {
				URL    string `json:"url"`
				Width  number `json:"width"`
				Height number `json:"height"`
			} `json:"source"`
		} `json:"images"`
	}
	if json.Unmarshal(l.Preview, &p) != nil || len(p.Images) == 0 {
		return "", 0, 0
	}
	s := p.Images[0].Source
	return html.UnescapeString(s.URL), int(s.Width), int(s.Height)
}

// thumbnail is the small image; "self", "default", "nsfw" and the like are none.
func (l *link) thumbnail() string {
	if !strings.HasPrefix(l.Thumbnail, "http") {
		return ""
	}
	return html.UnescapeString(l.Thumbnail)
}

func isImage(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Hostname() == "i.redd.it"
}

// poll are the choices of a poll, nil of any other post.
func (l *link) poll() []social.PollOption {
	var p struct {
		Options []struct {
			ID    string  `json:"id"`
			Text  string  `json:"text"`
			Votes *number `json:"vote_count"` // only when it has ended
		} `json:"options"`
	}
	if json.Unmarshal(l.PollData, &p) != nil {
		return nil
	}
	var all []social.PollOption
	for _, o := range p.Options {
		all = append(all, social.PollOption{ExternalID: o.ID, Text: o.Text, Votes: count(o.Votes)})
	}
	return all
}
