package shape

import (
	"net/url"

	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources/adlibrary/wire"
)

// formats are the library's words for what an ad is made of.
var formats = map[wire.Text]ads.Format{
	"IMAGE": ads.Image, "MULTI_IMAGES": ads.Image, "VIDEO": ads.Video, "MULTI_VIDEOS": ads.Video, "CAROUSEL": ads.Carousel,
	"DPA": ads.Dynamic, "DCO": ads.Dynamic, "TEXT": ads.Text, "": "",
}

// creative fills in what people saw of an ad.
func creative(ad *ads.Ad, s *wire.Snapshot) {
	format, known := formats[s.Format]
	if !known {
		format = ads.Other // an event, a page's like, and what is yet to come
	}
	ad.Format = format
	ad.Title, ad.Body, ad.Description = said(s.Title), said(s.Body), said(s.LinkDescription)
	ad.CTAText, ad.CTAType = said(s.CTAText), string(s.CTAType)
	ad.LandingURL, ad.DisplayURL = landing(s.LinkURL), said(s.Caption)
	ad.Media = media(nil, s.Images, s.Videos)
	ad.Media = media(ad.Media, s.ExtraImages, s.ExtraVideos)
	for i := range s.Cards {
		ad.Variations = vary(ad.Variations, card(&s.Cards[i]))
	}
	for _, text := range s.ExtraTexts {
		if body := said(text); body != ad.Body {
			ad.Variations = vary(ad.Variations, ads.Variation{Body: body})
		}
	}
	for _, link := range s.ExtraLinks {
		if to := landing(link); to != ad.LandingURL {
			ad.Variations = vary(ad.Variations, ads.Variation{LandingURL: to})
		}
	}
	ad.LandingDomain = ads.LandingDomain(ad.LandingURL)
	for i := 0; ad.LandingDomain == "" && i < len(ad.Variations); i++ {
		ad.LandingDomain = ads.LandingDomain(ad.Variations[i].LandingURL)
	}
}

func card(c *wire.Card) ads.Variation {
	return ads.Variation{
		Title: said(c.Title), Body: said(c.Body), Description: said(c.LinkDescription), CTAText: said(c.CTAText), LandingURL: landing(c.LinkURL), DisplayURL: said(c.Caption),
		Media: media(nil, []wire.Image{c.Image}, []wire.Video{c.Video}),
	}
}

// vary adds a variation that says something.
func vary(all []ads.Variation, v ads.Variation) []ads.Variation {
	if v.Title == "" && v.Body == "" && v.LandingURL == "" && len(v.Media) == 0 {
		return all
	}
	return append(all, v)
}

func media(all []ads.Media, images []wire.Image, videos []wire.Video) []ads.Media {
	for _, i := range images {
		large, small := firstWeb(i.Original, i.Resized, i.Watermarked), firstWeb(i.Resized, i.Watermarked)
		if small == large {
			small = ""
		}
		if large != "" {
			all = append(all, ads.Media{Type: ads.MediaImage, URL: large, PreviewURL: small})
		}
	}
	for _, v := range videos {
		if at := firstWeb(v.HD, v.SD); at != "" {
			all = append(all, ads.Media{Type: ads.MediaVideo, URL: at, PreviewURL: web(v.Preview)})
		} else if at = web(v.Preview); at != "" {
			all = append(all, ads.Media{Type: ads.MediaImage, URL: at})
		}
	}
	return all
}

// said is a text as people see it: none where a catalogue is to fill it in.
func said(t wire.Text) string {
	if ads.IsTemplate(string(t)) {
		return ""
	}
	return string(t)
}

// landing is where a link leads, without the redirect by which Facebook counts clicks.
func landing(t wire.Text) string { return web(wire.Text(ads.Unwrap(string(t)))) }

// web is an address of the web, empty for any other text.
func web(t wire.Text) string {
	u, err := url.Parse(string(t))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return string(t)
}

func firstWeb(all ...wire.Text) string {
	for _, t := range all {
		if at := web(t); at != "" {
			return at
		}
	}
	return ""
}
