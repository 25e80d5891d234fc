package linkedin

import (
	"encoding/json"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/social"
)

var (
	imageItem    = cascadia.MustCompile(`[data-test-id="feed-images-content__list-item"] img, [data-test-id="feed-images-content"] > img`)
	video        = cascadia.MustCompile(`[data-test-id="feed-native-video-content"] [data-sources]`)
	linkCard     = byTest("article-content")
	linkTitle    = byTest("article-content__title")
	oldLink      = cascadia.MustCompile(`.share-article`)
	oldLinkTitle = cascadia.MustCompile(`a.share-article__title-link`)
	native       = cascadia.MustCompile(`[data-native-document-config]`)
)

// media are the images, the video and the link of a post, in this order.
func media(n *html.Node) []social.Media {
	var all []social.Media
	for _, img := range cascadia.QueryAll(n, imageItem) {
		if u := picture(img); u != "" {
			all = append(all, social.Media{Type: "image", URL: u, Title: dom.Attr(img, "alt")})
		}
	}
	if v := find(n, video); v != nil {
		if m, ok := film(v); ok {
			all = append(all, m)
		}
	}
	if d := find(n, native); d != nil {
		if m, ok := deck(d); ok {
			all = append(all, m)
		}
	}
	if m, ok := link(n); ok {
		all = append(all, m)
	}
	return all
}

// film takes the video in its best quality.
func film(v *html.Node) (social.Media, bool) {
	var files []struct {
		Src     string  `json:"src"`
		Bitrate float64 `json:"data-bitrate"`
	}
	if json.Unmarshal([]byte(dom.Attr(v, "data-sources")), &files) != nil {
		return social.Media{}, false
	}
	m, best := social.Media{Type: "video", ThumbnailURL: dom.Attr(v, "data-poster-url")}, -1.0
	for _, f := range files {
		if f.Bitrate > best && strings.HasPrefix(f.Src, "https://") {
			m.URL, best = f.Src, f.Bitrate
		}
	}
	return m, m.URL != ""
}

// deck is a document that a post shows page by page; guests see its cover.
func deck(d *html.Node) (social.Media, bool) {
	var config struct {
		Doc struct {
			Title string `json:"title"`
			Cover struct {
				Pages []struct {
					Config struct {
						Src string `json:"src"`
					} `json:"config"`
				} `json:"pages"`
			} `json:"coverPages"`
		} `json:"doc"`
	}
	if json.Unmarshal([]byte(dom.Attr(d, "data-native-document-config")), &config) != nil || len(config.Doc.Cover.Pages) == 0 {
		return social.Media{}, false
	}
	cover := config.Doc.Cover.Pages[0].Config.Src
	return social.Media{Type: "image", URL: cover, Title: config.Doc.Title}, strings.HasPrefix(cover, "https://")
}

// link is the page that a post shows as a card.
func link(n *html.Node) (social.Media, bool) {
	box, title := find(n, linkCard), linkTitle
	if box == nil {
		box, title = find(n, oldLink), oldLinkTitle
	}
	if box == nil {
		return social.Media{}, false
	}
	a := box
	if !dom.HasAttr(box, "href") {
		if a = find(box, anyLink); a == nil && box.Parent != nil && dom.HasAttr(box.Parent, "href") {
			a = box.Parent
		}
	}
	if a == nil {
		return social.Media{}, false
	}
	m := social.Media{Type: "link", URL: target(dom.Attr(a, "href")), Title: line(box, title), ThumbnailURL: picture(find(box, anyImage))}
	return m, m.URL != ""
}

// linked is where a post with a link leads.
func linked(all []social.Media) string {
	for _, m := range all {
		if m.Type == "link" {
			return m.URL
		}
	}
	return ""
}
