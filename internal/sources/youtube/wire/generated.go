package wire

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/social"
)

// carousel is the header of channels such as Music and Sports.
type carousel struct {
	Contents []struct {
		Details *details `json:"topicChannelDetailsRenderer"`
	} `json:"contents"`
}

type details struct {
	Title    text   `json:"title"`
	Avatar   images `json:"avatar"`
	Subtitle text   `json:"subtitle"` // its subscribers
}

// topic is the header of channels about a game.
type topic struct {
	Title       text   `json:"title"`
	Description text   `json:"description"`
	BoxArt      images `json:"boxArt"`
	Banner      images `json:"banner"`
}

// Generated reports whether YouTube itself puts the channel together, out of videos of
// others. Such channels have one of three headers; the third is that of all channels, with
// neither the page for machines nor a list of videos.
func (b *Browse) Generated() bool {
	if b.Contents == nil || b.Gated() {
		return false
	}
	bare := b.Metadata.Channel == nil && b.Header.Page.Title != "" && !slices.Contains(b.Tabs(), Videos)
	return b.Header.Carousel != nil || b.Header.Topic != nil || bare
}

// names reports whether an answer says that it is about a channel, by one of the places
// that generated channels have; what says nothing is about the one that was asked for.
func (b *Browse) names(id string) bool {
	said := []string{path.Base(b.Microformat.Data.URL)}
	for _, t := range b.Contents.Columns.Tabs {
		said = append(said, t.Tab.Identifier, t.Tab.Endpoint.Browse.ID)
	}
	said = slices.DeleteFunc(said, func(s string) bool { return !strings.HasPrefix(s, "UC") })
	return len(said) == 0 || slices.Contains(said, id)
}

// generated adds what the header of a generated channel says about it.
func (b *Browse) generated(p *social.Profile) {
	p.Name = cmp.Or(p.Name, strings.TrimSpace(b.Header.Page.Title))
	if h := b.Header.Topic; h != nil {
		p.Name, p.Bio = cmp.Or(p.Name, strings.TrimSpace(h.Title.String())), cmp.Or(p.Bio, strings.TrimSpace(h.Description.String()))
		p.AvatarURL, p.BannerURL = cmp.Or(p.AvatarURL, secure(h.BoxArt.largest().URL)), cmp.Or(p.BannerURL, secure(h.Banner.largest().URL))
	}
	if b.Header.Carousel == nil {
		return
	}
	for _, c := range b.Header.Carousel.Contents {
		if d := c.Details; d != nil {
			p.Name, p.AvatarURL = cmp.Or(p.Name, strings.TrimSpace(d.Title.String())), cmp.Or(p.AvatarURL, secure(d.Avatar.largest().URL))
			describe(p, d.Subtitle.String())
		}
	}
}

// secure is an address with its scheme, which these headers leave out.
func secure(address string) string {
	if strings.HasPrefix(address, "//") {
		return "https:" + address
	}
	return address
}
