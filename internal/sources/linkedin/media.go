package linkedin

import (
	"encoding/json"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"github.com/quarryapi/quarry/internal/read/page/lookup"
	"github.com/quarryapi/quarry/internal/read/social"
)

const (
	imageItem    = `[data-test-id="feed-images-content__list-item"] img, [data-test-id="feed-images-content"] > img`
	video        = `[data-test-id="feed-native-video-content"] [data-sources]`
	linkCard     = `[data-test-id="article-content"]`
	linkTitle    = `[data-test-id="article-content__title"]`
	oldLink      = `.share-article`
	oldLinkTitle = `a.share-article__title-link`
	native       = `[data-native-document-config]`
)

// media are the images, the video and the link of a post, in this order.
func media(post *goquery.Selection) []social.Media {
	var all []social.Media
	for _, img := range post.Find(imageItem).EachIter() {
		if u := picture(img); u != "" {
			all = append(all, social.Media{Type: "image", URL: u, Title: lookup.Attr(img, "alt")})
		}
	}
	if m, ok := film(lookup.First(post, video)); ok {
		all = append(all, m)
	}
	if m, ok := deck(lookup.First(post, native)); ok {
		all = append(all, m)
	}
	if m, ok := link(post); ok {
		all = append(all, m)
	}
	return all
}

// film takes the video in its best quality.
func film(v *goquery.Selection) (social.Media, bool) {
	var files []struct {
		Src     string  `json:"src"`
		Bitrate float64 `json:"data-bitrate"`
	}
	if json.Unmarshal([]byte(lookup.Attr(v, "data-sources")), &files) != nil {
		return social.Media{}, false
	}
	m, best := social.Media{Type: "video", ThumbnailURL: lookup.Attr(v, "data-poster-url")}, -1.0
	for _, f := range files {
		if f.Bitrate > best && strings.HasPrefix(f.Src, "https://") {
			m.URL, best = f.Src, f.Bitrate
		}
	}
	return m, m.URL != ""
}

// deck is a document that a post shows page by page; guests see its cover.
func deck(d *goquery.Selection) (social.Media, bool) {
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
	if json.Unmarshal([]byte(lookup.Attr(d, "data-native-document-config")), &config) != nil || len(config.Doc.Cover.Pages) == 0 {
		return social.Media{}, false
	}
	cover := config.Doc.Cover.Pages[0].Config.Src
	return social.Media{Type: "image", URL: cover, Title: config.Doc.Title}, strings.HasPrefix(cover, "https://")
}

// link is the page that a post shows as a card.
func link(post *goquery.Selection) (social.Media, bool) {
	box, title := lookup.First(post, linkCard), linkTitle
	if box.Length() == 0 {
		box, title = lookup.First(post, oldLink), oldLinkTitle
	}
	a := box.Filter("[href]")
	if a.Length() == 0 {
		a = lookup.First(box, anyLink)
	}
	if a.Length() == 0 {
		a = box.Parent()
	}
	m := social.Media{Type: "link", URL: target(lookup.Attr(a, "href")), Title: line(box, title), ThumbnailURL: picture(lookup.First(box, anyImage))}
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
