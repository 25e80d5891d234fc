// Package ads is the shape of an ad as the public archives tell of it, the same for each
// of them, the rule by which an ad is taken for somebody's, and what a client of an
// archive has to do. It knows no archive's format and no job. What an archive does not
// disclose is absent: nothing here is 0 for want of knowledge.
package ads

// Archive is a public archive of ads.
type Archive string

// The archives.
const (
	Meta   Archive = "meta_ad_library"
	Google Archive = "google_ads_transparency"
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

// The formats. Text ads of Google are told as pictures of themselves.
const (
	Text     Format = "text"
	Image    Format = "image"
	Video    Format = "video"
	Carousel Format = "carousel"
	Dynamic  Format = "dynamic" // filled in from a catalogue or put together for each viewer
	Other    Format = "other"
)

// Ad is one ad as its archive tells of it.
type Ad struct {
	Archive    Archive    `json:"archive" enum:"meta_ad_library,google_ads_transparency" doc:"Which archive tells of it."`
	ID         string     `json:"id" doc:"The archive's id of it."`
	URL        string     `json:"url" doc:"Its page in the archive."`
	Advertiser Advertiser `json:"advertiser" doc:"Who runs it."`
	// MatchedBy is empty until the archive's client has judged.
	MatchedBy Match  `json:"matchedBy" enum:"advertiser,landing_domain,display_domain,archive" doc:"Why it is among the answers: it is the advertiser's that was asked for; the registrable domain that it leads to is; the domain that it shows is, where it does not tell where it leads; or the archive itself found it by the domain."`
	Format    Format `json:"format,omitempty" enum:"text,image,video,carousel,dynamic,other" doc:"What it is made of. Google tells text ads as pictures of themselves. A dynamic ad is filled in from a catalogue, or put together for each viewer. Absent where the archive does not tell, as Meta's official API."`

	Title         string `json:"title,omitempty" doc:"Its headline; absent where the archive gives a picture or a script of the ad, as Google does, and where it is filled in from a catalogue."`
	Body          string `json:"body,omitempty" doc:"Its text; absent as title is."`
	Description   string `json:"description,omitempty" doc:"The line under its headline; absent as title is."`
	CTAText       string `json:"ctaText,omitempty" doc:"The words of its button."`
	CTAType       string `json:"ctaType,omitempty" doc:"What its button is for, in Meta's words: LEARN_MORE."`
	LandingURL    string `json:"landingUrl,omitempty" doc:"Where it leads. Google does not disclose it."`
	LandingDomain string `json:"landingDomain,omitempty" doc:"The registrable domain that it leads to: that of landingUrl, or what the archive says of it."`
	DisplayURL    string `json:"displayUrl,omitempty" doc:"Where it says that it leads: its caption, mostly a bare domain."`

	Media      []Media     `json:"media,omitempty" doc:"Its pictures and videos. The addresses are signed, and good for some days at most."`
	Variations []Variation `json:"variations,omitempty" doc:"Cards of a carousel, and the versions of an ad that has several."`
	Platforms  []string    `json:"platforms,omitempty" doc:"Where it runs: facebook, instagram, audience_network, messenger, threads. Google does not disclose it."`

	Active     *bool  `json:"active,omitempty" doc:"Whether it runs. Google tells when an ad was last shown instead: one of the past 7 days counts as running."`
	StartDate  string `json:"startDate,omitempty" doc:"The day on which it began, YYYY-MM-DD in UTC; of Google's, on which it was first shown."`
	EndDate    string `json:"endDate,omitempty" doc:"The day on which it ended, YYYY-MM-DD in UTC; absent while it runs, and of Google's, see lastShown."`
	FirstShown string `json:"firstShown,omitempty" doc:"When it was first shown, RFC 3339 in UTC; Google only."`
	LastShown  string `json:"lastShown,omitempty" doc:"When it was last shown, RFC 3339 in UTC; Google only."`
	DaysShown  *int64 `json:"daysShown,omitempty" doc:"On how many days it was shown; Google only."`

	Countries  []string `json:"countries,omitempty" doc:"Where it was shown, as ISO 3166-1 alpha-2; absent where the archive does not tell. Google tells by options.details only."`
	Categories []string `json:"categories,omitempty" doc:"What the archive files it under, lower case: political, housing, employment, credit."`
	Languages  []string `json:"languages,omitempty" doc:"In which it is written, as BCP 47, where the archive tells."`
	Sensitive  *bool    `json:"sensitive,omitempty" doc:"Whether the archive warns of what it shows; Meta only."`
	Synthetic  *bool    `json:"synthetic,omitempty" doc:"Whether the advertiser says that pictures or sounds of it are made or changed by a computer, as ads about politics have to; Meta only."`
	Alike      *int64   `json:"alike,omitempty" doc:"How many ads share its creative, itself included; Meta only, whose pages show one of them or a few."`

	Spend       *Money `json:"spend,omitempty" doc:"What it cost so far; disclosed of ads about politics and social issues only."`
	Impressions *Range `json:"impressions,omitempty" doc:"How often it was shown; disclosed of ads about politics and social issues only."`
	Reach       *Range `json:"reach,omitempty" doc:"How many people saw it; disclosed by Meta only, of ads shown in the EU."`
	PaidBy      string `json:"paidBy,omitempty" doc:"Who paid for it, as its disclaimer says; of ads about politics and social issues, and of those shown in the EU."`
	// Audience is nil where the archive tells nothing of it.
	Audience *Audience `json:"audience,omitempty" doc:"Who saw it; disclosed by Meta only, of ads about politics and social issues and of those shown in the EU, and by its official API."`
}

// Advertiser is who runs an ad.
type Advertiser struct {
	ID   string `json:"id,omitempty" doc:"The archive's id: digits at Meta, where it is a page's; AR and digits at Google. Good as advertiserId."`
	Name string `json:"name,omitempty" doc:"As the archive has it."`
	URL  string `json:"url,omitempty" doc:"Its page: on Facebook, or in Google's archive."`

	Alias     string `json:"alias,omitempty" doc:"What its page is called in addresses; Meta only."`
	Category  string `json:"category,omitempty" doc:"What its page says that it is; Meta only."`
	ImageURL  string `json:"imageUrl,omitempty" doc:"The picture of its page, good for some days; Meta only."`
	Followers *int64 `json:"followers,omitempty" doc:"Likes of its page; Meta only."`
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
	Type       string `json:"type" enum:"image,video,embed,script" doc:"embed is a page to be shown in a frame; script is JavaScript of Google's that draws the ad."`
	URL        string `json:"url" doc:"Where it is."`
	PreviewURL string `json:"previewUrl,omitempty" doc:"A picture of a video, or a smaller one of a picture."`
}

// Variation is a card of a carousel, or a version of an ad.
type Variation struct {
	Title       string  `json:"title,omitempty" doc:"Its headline."`
	Body        string  `json:"body,omitempty" doc:"Its text."`
	Description string  `json:"description,omitempty" doc:"The line under its headline."`
	CTAText     string  `json:"ctaText,omitempty" doc:"The words of its button."`
	LandingURL  string  `json:"landingUrl,omitempty" doc:"Where it leads."`
	DisplayURL  string  `json:"displayUrl,omitempty" doc:"Where it says that it leads."`
	Media       []Media `json:"media,omitempty" doc:"Its pictures and videos."`
}

// Range is a number that is told by its bounds. Either may be absent; equal ones are an
// exact number.
type Range struct {
	Lower *int64 `json:"lower,omitempty" doc:"At least so many; absent when it has no lower bound."`
	Upper *int64 `json:"upper,omitempty" doc:"At most so many; absent when it has no upper bound."`
	Text  string `json:"text,omitempty" doc:"As the archive writes it, where it writes words: >1M."`
}

// Money is an amount that is told by its bounds.
type Money struct {
	Lower    *float64 `json:"lower,omitempty" doc:"At least so much, in units of the currency; absent when it has no lower bound."`
	Upper    *float64 `json:"upper,omitempty" doc:"At most so much; absent when it has no upper bound."`
	Currency string   `json:"currency,omitempty" doc:"ISO 4217."`
	Text     string   `json:"text,omitempty" doc:"As the archive writes it, where it writes words: $9K-$10K."`
}
