package wire

import (
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/youtube/permalink"
)

// images is a picture in several sizes, in one of two forms.
type images struct {
	Sources    []image `json:"sources"`
	Thumbnails []image `json:"thumbnails"`
}

type image struct {
	URL   string `json:"url"`
	Width int    `json:"width"`
}

func (i images) largest() image {
	var best image
	for _, s := range append(i.Sources, i.Thumbnails...) {
		if s.URL != "" && (best.URL == "" || s.Width > best.Width) {
			best = s
		}
	}
	return best
}

// metadata is a channel's page for machines.
type metadata struct {
	Channel *struct {
		Title       string `json:"title"`
		Description string `json:"description"`
		ID          string `json:"externalId"`
		Vanity      string `json:"vanityChannelUrl"`
		Avatar      images `json:"avatar"`
	} `json:"channelMetadataRenderer"`
}

// header is what a channel's page shows above its tabs.
type header struct {
	Carousel *carousel `json:"carouselHeaderRenderer"`
	Topic    *topic    `json:"interactiveTabbedHeaderRenderer"`
	Page     struct {
		Title   string `json:"pageTitle"`
		Content struct {
			Model struct {
				Title struct {
					Model struct {
						Text struct {
							Runs []attachment `json:"attachmentRuns"`
						} `json:"text"`
					} `json:"dynamicTextViewModel"`
				} `json:"title"`
				Metadata struct {
					Model rows `json:"contentMetadataViewModel"`
				} `json:"metadata"`
				Banner struct {
					Model struct {
						Image images `json:"image"`
					} `json:"imageBannerViewModel"`
				} `json:"banner"`
			} `json:"pageHeaderViewModel"`
		} `json:"content"`
	} `json:"pageHeaderRenderer"`
}

// attachment is a sign behind a name.
type attachment struct {
	Element struct {
		Type struct {
			Image struct {
				Image struct {
					Sources []struct {
						Resource struct {
							Name string `json:"imageName"`
						} `json:"clientResource"`
					} `json:"sources"`
				} `json:"image"`
			} `json:"imageType"`
		} `json:"type"`
	} `json:"element"`
}

// Channel returns what a page has about the channel with an id; nil when it has nothing
// of that one.
func (b *Browse) Channel(id string) *social.Profile {
	p := &social.Profile{Platform: social.YouTube, ExternalID: id, URL: permalink.Channel(id), Source: Source}
	if g := b.gate(); g != nil {
		p.Name, p.AvatarURL = strings.TrimSpace(g.Title), g.Avatar.largest().URL
		return p
	}
	m := b.Metadata.Channel
	if m == nil && b.Generated() && b.names(id) {
		b.generated(p)
		return p
	}
	if m == nil || m.ID != id {
		return nil
	}
	p.Name, p.Bio, p.AvatarURL = strings.TrimSpace(m.Title), strings.TrimSpace(m.Description), m.Avatar.largest().URL
	if u, err := url.Parse(m.Vanity); err == nil && strings.HasPrefix(u.Path, "/@") {
		p.Username = u.Path[len("/@"):]
	}
	page := b.Header.Page.Content.Model
	p.BannerURL = page.Banner.Model.Image.largest().URL
	if verified(page.Title.Model.Text.Runs) {
		p.Verified = new(true)
	}
	for _, fact := range page.Metadata.Model.all() {
		describe(p, fact)
	}
	if b.Generated() {
		b.generated(p)
	}
	return p
}

// describe adds a small fact of the header.
func describe(p *social.Profile, fact string) {
	n, rounded := count(fact)
	name := ""
	switch words := strings.Fields(strings.ToLower(fact)); {
	case strings.HasPrefix(fact, "@") && len(words) == 1:
		p.Username = fact[1:]
	case n == nil || len(words) != 2:
	case strings.HasPrefix(words[1], "subscriber"):
		p.Counts.Followers, name = n, "followers"
	case strings.HasPrefix(words[1], "video"):
		p.Counts.Posts, name = n, "posts"
	}
	if rounded && name != "" {
		p.Counts.Rounded = append(p.Counts.Rounded, name)
	}
}

// verified looks for the sign that YouTube gives to channels and to artists.
func verified(runs []attachment) bool {
	for _, run := range runs {
		for _, source := range run.Element.Type.Image.Image.Sources {
			if n := source.Resource.Name; strings.HasPrefix(n, "CHECK_CIRCLE") || strings.HasPrefix(n, "AUDIO_BADGE") || strings.HasPrefix(n, "MUSIC_FILLED") {
				return true
			}
		}
	}
	return false
}
