// Package ads is the shape of an ad as the public archives describe it, the same for each
// of them, the rule by which an ad is taken for somebody's, and what a client of an
// archive has to do. It knows no archive's format and no job. What an archive does not
// disclose is absent: nothing here is 0 for want of knowledge.
package ads

import "github.com/quarryapi/quarry/internal/read/social"

// Archive is a public archive of ads.
type Archive string

// The archives.
const (
	Meta   Archive = "meta"
	Google Archive = "google"
)

// Title is what people call an archive.
func (a Archive) Title() string {
	if a == Meta {
		return "Meta Ad Library"
	}
	return "Google Ads Transparency Center"
}

// Format is what an ad is made of.
type Format string

// The formats. Text ads of Google are reported as pictures of themselves.
const (
	Text     Format = "text"
	Image    Format = "image"
	Video    Format = "video"
	Carousel Format = "carousel"
	Dynamic  Format = "dynamic" // filled in from a catalogue or put together for each viewer
	Other    Format = "other"
)

// Ad is one ad as its archive describes it.
type Ad struct {
	Archive    Archive    `json:"archive" enum:"meta,google" doc:"The archive that has the ad."`
	ID         string     `json:"id" doc:"The archive's id of the ad."`
	URL        string     `json:"url" doc:"URL of the ad's page in the archive."`
	Advertiser Advertiser `json:"advertiser" doc:"The advertiser who runs the ad."`
	// MatchedBy is empty until the archive's client has judged.
	MatchedBy Match  `json:"matchedBy" enum:"advertiser,landing_domain,display_domain,archive" doc:"Why the ad is in the result: its advertiser is the requested one; its destination has the requested registrable domain; the domain that it displays is the requested one, when the destination is not disclosed; or the archive's own search by domain returned it."`
	Format    Format `json:"format,omitempty" enum:"text,image,video,carousel,dynamic,other" doc:"The format of the ad. Google publishes text ads as images. A dynamic ad is filled in from a catalogue or assembled for each viewer. Absent when the archive does not disclose it, such as Meta's official API."`

	Title         string `json:"title,omitempty" doc:"The headline; absent when the archive has the ad only as an image or a script, as Google does, and when it is filled in from a catalogue."`
	Body          string `json:"body,omitempty" doc:"The text of the ad; absent in the same cases as title."`
	Description   string `json:"description,omitempty" doc:"The line under its headline; absent in the same cases as title."`
	CTAText       string `json:"ctaText,omitempty" doc:"The text of its button."`
	CTAType       string `json:"ctaType,omitempty" doc:"The purpose of its button, as named by Meta: LEARN_MORE."`
	LandingURL    string `json:"landingUrl,omitempty" doc:"The destination URL. Google does not disclose it."`
	LandingDomain string `json:"landingDomain,omitempty" doc:"The registrable domain of the destination: that of landingUrl, or the one that the archive states."`
	DisplayURL    string `json:"displayUrl,omitempty" doc:"The destination that the ad displays: its caption, usually a bare domain."`

	Media      []Media     `json:"media,omitempty" doc:"Images and videos of the ad. Their URLs are signed and valid for a few days at most."`
	Variations []Variation `json:"variations,omitempty" doc:"Cards of a carousel, or the versions of an ad that has several."`
	Platforms  []string    `json:"platforms,omitempty" doc:"Platforms on which it was shown: facebook, instagram, audience_network, messenger, threads. Google does not disclose them."`

	Active       *bool  `json:"active,omitempty" doc:"Whether the ad is running. Google only reports when an ad was last shown: an ad shown in the past 7 days counts as running."`
	StartDate    string `json:"startDate,omitempty" doc:"The day on which it started, YYYY-MM-DD in UTC; for Google, the day on which it was first shown."`
	EndDate      string `json:"endDate,omitempty" doc:"The day on which it ended, YYYY-MM-DD in UTC; absent while it is running, and for Google, see lastShownAt."`
	FirstShownAt string `json:"firstShownAt,omitempty" format:"date-time" doc:"When it was first shown; Google only."`
	LastShownAt  string `json:"lastShownAt,omitempty" format:"date-time" doc:"When it was last shown; Google only."`
	DaysShown    *int64 `json:"daysShown,omitempty" doc:"Number of days on which it was shown; Google only."`

	Countries  []string `json:"countries,omitempty" doc:"Countries in which the ad was shown, as ISO 3166-1 alpha-2; absent when the archive does not disclose them. For Google only with options.details."`
	Categories []string `json:"categories,omitempty" doc:"The archive's categories of the ad, in lower case: political, housing, employment, credit."`
	Languages  []string `json:"languages,omitempty" doc:"Languages of the text as BCP 47 tags, if the archive discloses them."`
	Sensitive  *bool    `json:"sensitive,omitempty" doc:"Whether the archive shows a content warning for the ad; Meta only."`
	Synthetic  *bool    `json:"synthetic,omitempty" doc:"Whether the advertiser states that images or sound of the ad are digitally created or altered, which is required for ads about politics; Meta only."`
	Alike      *int64   `json:"alike,omitempty" doc:"Number of ads that share its creative, including this one; Meta only, whose pages show one or a few of them."`

	Spend       *Money `json:"spend,omitempty" doc:"The amount spent so far; disclosed only for ads about politics and social issues."`
	Impressions *Range `json:"impressions,omitempty" doc:"How often it was shown; disclosed only for ads about politics and social issues."`
	Reach       *Range `json:"reach,omitempty" doc:"Number of people who saw it; disclosed by Meta only, for ads shown in the EU."`
	PaidBy      string `json:"paidBy,omitempty" doc:"Who paid for the ad according to its disclaimer; for ads about politics and social issues, and for ads shown in the EU."`
	// Audience is nil where the archive has nothing about it.
	Audience *Audience `json:"audience,omitempty" doc:"Who saw the ad; disclosed by Meta only, for ads about politics and social issues, for ads shown in the EU, and by its official API."`
}

// Advertiser is who runs an ad.
type Advertiser struct {
	ID   string `json:"id,omitempty" doc:"The archive's id: digits at Meta, the id of a page; AR and digits at Google. Can be sent as advertiserId."`
	Name string `json:"name,omitempty" doc:"The advertiser's name in the archive."`
	URL  string `json:"url,omitempty" doc:"URL of its page: on Facebook, or in Google's archive."`

	Username string `json:"username,omitempty" doc:"The page's name in its URL; Meta only."`
	Category string `json:"category,omitempty" doc:"The category that its page declares; Meta only."`
	ImageURL string `json:"imageUrl,omitempty" doc:"The picture of its page, valid for a few days; Meta only."`
	// Counts are empty where nothing was counted.
	Counts social.Counts `json:"counts,omitzero" doc:"Likes of its page; Meta only."`
}

// Kinds of media.
const (
	MediaImage  = "image"
	MediaVideo  = "video"
	MediaEmbed  = "embed"  // a page to be shown in a frame
	MediaScript = "script" // a program that draws the ad
)

// Media is a picture or a video.
type Media struct {
	Type       string `json:"type" enum:"image,video,embed,script" doc:"embed is a page to show in a frame; script is Google's JavaScript that renders the ad."`
	URL        string `json:"url" doc:"URL of the medium."`
	PreviewURL string `json:"previewUrl,omitempty" doc:"Preview image of a video, or a smaller version of an image."`
}

// Variation is a card of a carousel, or a version of an ad.
type Variation struct {
	Title       string  `json:"title,omitempty" doc:"The headline of this version."`
	Body        string  `json:"body,omitempty" doc:"The text of this version."`
	Description string  `json:"description,omitempty" doc:"The line under its headline."`
	CTAText     string  `json:"ctaText,omitempty" doc:"The text of its button."`
	LandingURL  string  `json:"landingUrl,omitempty" doc:"The destination URL."`
	DisplayURL  string  `json:"displayUrl,omitempty" doc:"The destination that it displays."`
	Media       []Media `json:"media,omitempty" doc:"Images and videos of this version."`
}

// Range is a number that is given by its bounds. Either may be absent; equal ones are an
// exact number.
type Range struct {
	Lower *int64 `json:"lower,omitempty" doc:"Lower bound; absent when there is none."`
	Upper *int64 `json:"upper,omitempty" doc:"Upper bound; absent when there is none."`
	Text  string `json:"text,omitempty" doc:"The text as the archive writes it, if it uses words: >1M."`
}

// Money is an amount that is given by its bounds.
type Money struct {
	Lower    *float64 `json:"lower,omitempty" doc:"Lower bound in units of the currency; absent when there is none."`
	Upper    *float64 `json:"upper,omitempty" doc:"Upper bound in units of the currency; absent when there is none."`
	Currency string   `json:"currency,omitempty" doc:"Currency code, ISO 4217."`
	Text     string   `json:"text,omitempty" doc:"The text as the archive writes it, if it uses words: $9K-$10K."`
}
