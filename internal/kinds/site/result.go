package site

import (
	"encoding/json"

	"github.com/quarryapi/quarry/internal/read/page"
)

// Result is a page as the browser showed it.
type Result struct {
	URL        string          `json:"url" doc:"The URL that was asked for, in canonical form"`
	FinalURL   string          `json:"finalUrl" doc:"Where it led, after redirects of the server's and of the page's own scripts"`
	Status     int             `json:"status" doc:"HTTP status of the final URL"`
	Title      string          `json:"title,omitempty" doc:"Title of the page as it stands in the end; absent when it has none"`
	Language   string          `json:"language,omitempty" doc:"Language of the page as a BCP 47 tag; absent when it declares none"`
	BodyText   string          `json:"bodyText" doc:"All text of the page without markup, navigation and footer included, blocks apart by an empty line"`
	Markdown   string          `json:"markdown" doc:"The content as GitHub-flavoured markdown, addresses absolute"`
	Extraction page.Extraction `json:"extraction" enum:"main,body" doc:"How the markdown was taken. main: the part that was found to be the main content. body: all but navigation, banners, footers and the like, because the page has no main content or it holds too little of the page"`

	SocialLinks    []string          `json:"socialLinks" doc:"Profiles on social networks that the page links to or its JSON-LD names, absolute, without tracking; posts and share buttons are none. At most 200"`
	JSONLD         []json.RawMessage `json:"jsonld" doc:"JSON-LD blocks as the page carries them, each a JSON object, those of scripts included; broken ones are repaired where that is possible, else left out. At most 100"`
	LogoCandidates []string          `json:"logoCandidates" doc:"Absolute URLs of images that may be the site's logo, the likeliest first: what JSON-LD, itemprop and og:logo say, then what the header shows, then icons. At most 20"`

	ComputedColors map[string]Colors `json:"computedColors,omitzero" doc:"Colours of the first visible element of each of body, header, nav, h1, h2, h3, p, a, button and footer, by its name; what the page lacks is left out. Absent with mode text"`
	ComputedFonts  map[string]Font   `json:"computedFonts,omitzero" doc:"Fonts of the same elements. Absent with mode text"`

	Screenshot        []byte `json:"screenshot,omitempty" doc:"The picture in base64; absent unless options.screenshot asks for it, and left out where resultTruncated is true: then it is in the whole result at resultUrl"`
	ScreenshotFormat  Format `json:"screenshotFormat,omitempty" enum:"png,webp" doc:"How the picture is written; absent without one"`
	ScreenshotWidth   int    `json:"screenshotWidth,omitempty" doc:"Of the picture, in pixels; absent without one"`
	ScreenshotHeight  int    `json:"screenshotHeight,omitempty" doc:"Of the picture, in pixels; absent without one"`
	ScreenshotClipped bool   `json:"screenshotClipped,omitempty" doc:"Whether the page is longer than what a picture of the whole page shows"`

	Limited string  `json:"limited,omitempty" enum:"requests,bytes" doc:"The limit that kept parts of the page from loading: too many requests, or too many bytes. Absent when everything could load"`
	Timings Timings `json:"timings" doc:"How long loading took"`
}

// Colors are what an element is painted in.
type Colors struct {
	Color           string `json:"color" doc:"Of the text, as #rrggbb, or #rrggbbaa when it is not opaque"`
	BackgroundColor string `json:"backgroundColor,omitempty" doc:"Of the element's own background, written likewise; absent when it has none, so that what is behind it shows"`
}

// Font is what an element is written in.
type Font struct {
	FontFamily string `json:"fontFamily" doc:"The list of families as the style sheet has it; which of them is shown depends on what is installed and loaded"`
	FontSize   string `json:"fontSize" doc:"In pixels, such as 16px"`
	FontWeight string `json:"fontWeight" doc:"100 to 900"`
}

// Timings are milliseconds from the start of loading.
type Timings struct {
	ResponseMS int64 `json:"responseMs" doc:"Milliseconds until the page's headers were there"`
	ReadyMS    int64 `json:"readyMs,omitempty" doc:"Milliseconds until the document was parsed; absent when it never was"`
	LoadMS     int64 `json:"loadMs,omitempty" doc:"Milliseconds until all that it names had loaded; absent when it had not"`
	TotalMS    int64 `json:"totalMs" doc:"Milliseconds until everything was read, waits included"`
}
