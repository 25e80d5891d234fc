package url

import "github.com/quarryapi/quarry/internal/read/page"

// Result is what a scrape returns: where it ended, and the field that the format
// is named for.
type Result struct {
	URL         string `json:"url" doc:"The requested URL in canonical form"`
	FinalURL    string `json:"finalUrl" doc:"Final URL, after redirects"`
	Status      int    `json:"status" doc:"HTTP status of the final URL"`
	Title       string `json:"title,omitempty" doc:"Title of the page; absent when it has none and with format resolve"`
	ContentType string `json:"contentType,omitempty" doc:"Media type without parameters; absent with format resolve when none was sent"`
	Language    string `json:"language,omitempty" doc:"Language of the page as a BCP 47 tag; absent when it declares none"`
	Rendering
	Truncated bool       `json:"truncated,omitempty" doc:"Whether the content was cut at options.maxChars"`
	Redirects []Redirect `json:"redirects,omitempty" doc:"With format resolve: the redirects that were followed, in order"`

	Extraction page.Extraction `json:"extraction,omitempty" enum:"main,body,selectors,whole,feed,text,pdf" doc:"With formats markdown and json: how the content was extracted. main: the part that was found to be the main content. body: everything except navigation, banners, footers and the like, because the page has no main content or it covers too little of the page. selectors: the elements in options.includeTags. whole: the whole page, with onlyMainContent false. feed: the items of a feed. text: a document that is already text. pdf: the text of a PDF"`

	Markdown *string        `json:"markdown,omitempty" doc:"With format markdown: the content as GitHub-flavoured markdown, with absolute URLs"`
	Raw      *string        `json:"raw,omitempty" doc:"With format raw: the text as served, in UTF-8"`
	JSON     *page.Document `json:"json,omitempty" doc:"With format json: the page as structured data"`
	Metadata *page.Metadata `json:"metadata,omitempty" doc:"With format metadata: the page's metadata"`

	Screenshot       []byte  `json:"screenshot,omitempty" doc:"With format screenshot: the image in base64; absent where resultTruncated is true: then it is in the whole result at resultUrl"`
	ScreenshotFormat Picture `json:"screenshotFormat,omitempty" enum:"png,jpeg,webp" doc:"With format screenshot: format of the image"`
	Width            int     `json:"width,omitempty" doc:"With format screenshot: width of the image in pixels"`
	Height           int     `json:"height,omitempty" doc:"With format screenshot: height of the image in pixels"`
	Clipped          bool    `json:"clipped,omitempty" doc:"With format screenshot: whether the page is longer than a full-page screenshot can show"`
}

// Redirect is one redirect that was followed.
type Redirect struct {
	URL    string `json:"url" doc:"URL that redirected"`
	Status int    `json:"status" doc:"301, 302, 303, 307 or 308"`
}
