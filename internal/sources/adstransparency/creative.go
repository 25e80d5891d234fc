package adstransparency

import (
	"cmp"
	"context"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/read/page/lookup"
)

// running is how long ago an ad that still runs may have been shown last: Google reports
// neither whether one runs nor when it ended.
const running = 7 * 24 * time.Hour

// formats are Google's numbers of them.
var formats = map[number]ads.Format{1: ads.Text, 2: ads.Image, 3: ads.Video}

func (c *creative) ad(asOf time.Time) ads.Ad {
	ad := ads.Ad{
		Archive: ads.Google, ID: c.ID, URL: pageOf(c.Advertiser) + "/creative/" + url.PathEscape(c.ID) + "?region=anywhere",
		Advertiser: ads.Advertiser{ID: c.Advertiser, Name: c.Name, URL: pageOf(c.Advertiser)},
		Format:     cmp.Or(formats[c.Format], ads.Other), Media: c.Preview.media(), DaysShown: c.Days.count(),
		LandingDomain: cmp.Or(ads.Registrable(c.Domain), c.Domain),
	}
	shown(&ad, c.First, c.Last)
	if last := c.Last.time(); !last.IsZero() && !asOf.IsZero() {
		ad.Active = new(asOf.Sub(last) <= running)
	}
	return ad
}

func pageOf(advertiser string) string { return site + "/advertiser/" + url.PathEscape(advertiser) }

// shown reports when an ad was.
func shown(ad *ads.Ad, first, last *stamp) {
	if t := first.time(); !t.IsZero() {
		ad.FirstShownAt, ad.StartDate = instant.Text(t), t.Format(time.DateOnly)
	}
	if t := last.time(); !t.IsZero() {
		ad.LastShownAt = instant.Text(t)
	}
}

// media is what a preview can be looked at by; nil when it names no address of the web.
func (p *preview) media() []ads.Media {
	for _, m := range []ads.Media{
		{Type: ads.MediaImage, URL: pictureOf(p.Picture.HTML)}, {Type: ads.MediaEmbed, URL: p.Frame.URL}, {Type: ads.MediaScript, URL: p.Script.URL},
	} {
		if u, err := url.Parse(m.URL); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
			return []ads.Media{m}
		}
	}
	return nil
}

// pictureOf is the address of the first picture in a piece of HTML.
func pictureOf(markup string) string {
	return lookup.Attr(lookup.First(lookup.Parse([]byte(markup)), "img[src]"), "src")
}

// Detail implements ads.Library: the versions of an ad, where it was shown, and of one
// about politics how often and for how much. An ad that the archive no longer has is a
// permanent target_error.
func (c *Client) Detail(ctx context.Context, ad *ads.Ad) error {
	o, err := c.call(ctx, "LookupService/GetCreativeById", map[string]any{"1": ad.Advertiser.ID, "2": ad.ID, "5": map[string]any{"1": 1}})
	if err != nil {
		return err
	}
	var d detail
	if len(o) == 0 {
		return &errs.Error{Code: errs.TargetError, Message: "The ad " + ad.ID + " is no longer in the Google Ads Transparency Center.", Permanent: true}
	}
	if err := o.read("1", &d); err != nil || d.ID != ad.ID {
		return errs.Wrap(err, errs.ParseFailed, unreadable).Later()
	}
	d.add(ad)
	return nil
}

var alpha2 = pattern.Of(`^[A-Z]{2}$`)

func (d *detail) add(ad *ads.Ad) {
	shown(ad, d.First, d.Last)
	if format, ok := formats[d.Format]; ok {
		ad.Format = format
	}
	ad.Variations, ad.Countries = nil, nil
	for _, v := range d.Variations {
		if media := v.media(); media != nil {
			ad.Variations = append(ad.Variations, ads.Variation{Media: media})
		}
	}
	for _, country := range d.Regions {
		if alpha2.MatchString(country) {
			ad.Countries = append(ad.Countries, country)
		}
	}
	ad.Impressions = between(d.ImpressionsLow, d.ImpressionsHigh)
	ad.Spend = spend(d.SpendLow, d.SpendHigh)
}

// spend is a range of money; nil when neither bound is known. Bounds of two currencies are
// no range: then the lower one's counts.
func spend(low, high *amounts) *ads.Money {
	var m ads.Money
	if low != nil && len(low.All) > 0 {
		m.Lower, m.Currency = new(float64(low.All[0].Amount)), low.All[0].Currency
	}
	if high != nil && len(high.All) > 0 && (m.Lower == nil || high.All[0].Currency == m.Currency) {
		m.Upper, m.Currency = new(float64(high.All[0].Amount)), high.All[0].Currency
	}
	if m.Lower == nil && m.Upper == nil {
		return nil
	}
	return &m
}

func (s *suggestion) candidate() (ads.Candidate, bool) {
	switch {
	case s.Advertiser != nil && s.Advertiser.ID != "":
		a := s.Advertiser
		c := ads.Candidate{Archive: ads.Google, Advertiser: ads.Advertiser{ID: a.ID, Name: a.Name, URL: pageOf(a.ID)}}
		c.Ads = between(a.Counts.Ads.Low, a.Counts.Ads.High)
		if alpha2.MatchString(a.Country) {
			c.Country = a.Country
		}
		return c, true
	case s.Site != nil && s.Site.Domain != "":
		return ads.Candidate{Archive: ads.Google, Domain: s.Site.Domain}, true
	}
	return ads.Candidate{}, false
}
