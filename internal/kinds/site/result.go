package site

import (
	"encoding/json"

	"github.com/quarryapi/quarry/internal/kind/view"
	"github.com/quarryapi/quarry/internal/read/page"
)

// Result is a page as the browser showed it.
type Result struct {
	URL        string          `json:"url" doc:"The requested URL in canonical form"`
	FinalURL   string          `json:"finalUrl" doc:"Final URL, after redirects of the server and of the page's own scripts"`
	Status     int             `json:"status" doc:"HTTP status of the final URL"`
	Title      string          `json:"title,omitempty" doc:"Title of the page after loading; absent when it has none"`
	Language   string          `json:"language,omitempty" doc:"Language of the page as a BCP 47 tag; absent when it declares none"`
	BodyText   string          `json:"bodyText" doc:"All text of the page without markup, navigation and footer included, with an empty line between blocks, without text that the page does not show"`
	Markdown   string          `json:"markdown" doc:"The content as GitHub-flavoured markdown, with absolute URLs, without text that the page does not show"`
	Extraction page.Extraction `json:"extraction" enum:"main,body" doc:"How the markdown was extracted. main: the part that was found to be the main content. body: everything except navigation, banners, footers and the like, because the page has no main content or it covers too little of the page"`

	SocialLinks    []string          `json:"socialLinks" doc:"Profiles on social networks that the page links to or its JSON-LD names, absolute, without tracking parameters; posts and share buttons are left out. At most 200"`
	JSONLD         []json.RawMessage `json:"jsonld" doc:"JSON-LD blocks of the page, each a JSON object, including those added by scripts; broken ones are repaired where possible, otherwise left out. At most 100"`
	LogoCandidates []string          `json:"logoCandidates" doc:"Absolute URLs of images that may be the site's logo, most likely first: those of JSON-LD, itemprop and og:logo, then those in the header, then icons. At most 20"`

	ComputedColors map[string]Colors `json:"computedColors,omitzero" doc:"Colours of the first visible element of each of body, header, nav, h1, h2, h3, p, a, button and footer, by its name; elements that the page does not have are left out. Absent with mode text"`
	ComputedFonts  map[string]Font   `json:"computedFonts,omitzero" doc:"Fonts of the same elements. Absent with mode text"`

	Screenshot        []byte `json:"screenshot,omitempty" doc:"The screenshot in base64; absent unless options.screenshot is true, and absent where resultTruncated is true: then it is in the whole result at resultUrl"`
	ScreenshotFormat  Format `json:"screenshotFormat,omitempty" enum:"png,webp" doc:"Format of the screenshot; absent without one"`
	ScreenshotWidth   int    `json:"screenshotWidth,omitempty" doc:"Width of the screenshot in pixels; absent without one"`
	ScreenshotHeight  int    `json:"screenshotHeight,omitempty" doc:"Height of the screenshot in pixels; absent without one"`
	ScreenshotClipped bool   `json:"screenshotClipped,omitempty" doc:"Whether the page is longer than a full-page screenshot can show"`

	Actions []view.Report `json:"actions,omitempty" doc:"What came of options.actions, in their order; absent without any"`

	Limited string  `json:"limited,omitempty" enum:"requests,bytes" doc:"The limit that prevented parts of the page from loading: too many requests, or too many bytes. Absent when everything could load"`
	Timings Timings `json:"timings" doc:"How long loading took"`
}

// Colors are what an element is painted in.
type Colors struct {
	Color           string `json:"color" doc:"Colour of the text, as #rrggbb, or #rrggbbaa when it is not opaque"`
	BackgroundColor string `json:"backgroundColor,omitempty" doc:"Colour of the element's own background, in the same form; absent when it has none, so that what is behind it shows"`
}

// Font is what an element is written in.
type Font struct {
	FontFamily string `json:"fontFamily" doc:"The list of families in the style sheet; which of them is shown depends on the installed and loaded fonts"`
	FontSize   string `json:"fontSize" doc:"In pixels, such as 16px"`
	FontWeight string `json:"fontWeight" doc:"100 to 900"`
}

// Timings are milliseconds from the start of loading.
type Timings struct {
	ResponseMS int64 `json:"responseMs" doc:"Milliseconds until the page's headers were received"`
	ReadyMS    int64 `json:"readyMs,omitempty" doc:"Milliseconds until the document was parsed; absent when it was not"`
	LoadMS     int64 `json:"loadMs,omitempty" doc:"Milliseconds until the load event; absent when it did not occur"`
	TotalMS    int64 `json:"totalMs" doc:"Milliseconds until everything was read, waits included"`
}
