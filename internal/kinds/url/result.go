package url

import (
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/read/page"
)

// Part is one of several texts within a budget.
type Part struct {
	Format     Format `json:"format" enum:"markdown,text,raw,json" doc:"The format; json is its text"`
	TotalChars int    `json:"totalChars" doc:"As totalChars of one text"`
	NextOffset int    `json:"nextOffset,omitempty" doc:"As nextOffset of one text; the call that continues has this format alone"`
	OverBudget bool   `json:"overBudget,omitempty" doc:"As overBudget of one text"`
}

// Result is what a scrape returns: where it ended, and the field that each of the formats
// is named for.
type Result struct {
	URL         string `json:"url" doc:"The requested URL in canonical form"`
	FinalURL    string `json:"finalUrl" doc:"Final URL, after redirects"`
	Status      int    `json:"status" doc:"HTTP status of the final URL"`
	Title       string `json:"title,omitempty" doc:"Title of the page; absent when it has none and with format resolve"`
	ContentType string `json:"contentType,omitempty" doc:"Media type without parameters; absent with format resolve when none was sent"`
	Language    string `json:"language,omitempty" doc:"Language of the page as a BCP 47 tag; absent when it declares none"`
	Rendering
	Archive    *Archived       `json:"archive,omitempty" doc:"With options.fallback archive, where the page itself could not be had: the result is a copy of it in the Internet Archive, url and finalUrl are those of the page, and status is what the site answered then; absent for the page itself"`
	Truncated  bool            `json:"truncated,omitempty" doc:"Whether more follows behind what options.maxChars or options.maxTokens allow"`
	TotalChars *int            `json:"totalChars,omitempty" doc:"With options.maxChars, maxTokens or offset: characters of the whole text. Of several texts it is that of the first of markdown, text, raw and json, and so are nextOffset and overBudget"`
	NextOffset int             `json:"nextOffset,omitempty" doc:"options.offset of the call that continues; absent when nothing follows. The parts put together are the text, unless the page has changed"`
	OverBudget bool            `json:"overBudget,omitempty" doc:"Whether the part is longer than allowed, because it is one piece that is never cut, such as fenced code or a table row"`
	Parts      []Part          `json:"parts,omitempty" doc:"With several texts and a budget: where each ends"`
	Redirects  []page.Redirect `json:"redirects,omitempty" doc:"With format resolve: the redirects that were followed, in order"`

	Extraction page.Extraction `json:"extraction,omitempty" enum:"main,body,selectors,whole,feed,text,pdf" doc:"With formats markdown, html, text and json: how the content was extracted. main: the part that was found to be the main content. body: everything except navigation, banners, footers and the like, because the page has no main content or it covers too little of the page. selectors: the elements in options.includeTags. whole: the whole page, with onlyMainContent false. feed: the items of a feed. text: a document that is already text. pdf: the text of a PDF"`

	Pages *page.Pages `json:"pages,omitempty" doc:"Pages of a PDF. totalChars is of those that were read"`

	Markdown *string        `json:"markdown,omitempty" doc:"With format markdown: the content as GitHub-flavoured markdown, with absolute URLs"`
	HTML     *string        `json:"html,omitempty" doc:"With format html: the content as HTML with absolute URLs, without scripts, styles, forms, classes and event handlers"`
	Text     *string        `json:"text,omitempty" doc:"With format text: the content without markup, with an empty line between blocks"`
	Raw      *string        `json:"raw,omitempty" doc:"With format raw: the text as served, in UTF-8, or with render always the HTML in the browser"`
	JSON     *page.Document `json:"json,omitempty" doc:"With format json: the page as structured data"`
	Metadata *page.Metadata `json:"metadata,omitempty" doc:"With format metadata: the page's metadata"`

	Links  []page.Link  `json:"links,omitzero" doc:"With format links: distinct links of the whole page in reading order, at most 5000"`
	Images []page.Image `json:"images,omitzero" doc:"With format images: distinct images of the whole page in reading order, at most 2000"`
	Tables []DataTable  `json:"tables,omitzero" doc:"With format tables: data tables of the whole page, at most 200; layout tables are left out"`

	Screenshot       []byte  `json:"screenshot,omitempty" doc:"With format screenshot: the image in base64; absent where resultTruncated is true: then it is in the whole result at resultUrl"`
	ScreenshotFormat Picture `json:"screenshotFormat,omitempty" enum:"png,jpeg,webp" doc:"With format screenshot: format of the image"`
	Width            int     `json:"width,omitempty" doc:"With format screenshot: width of the image in pixels"`
	Height           int     `json:"height,omitempty" doc:"With format screenshot: height of the image in pixels"`
	Clipped          bool    `json:"clipped,omitempty" doc:"With format screenshot: whether the page is longer than a full-page screenshot can show"`

	// Found is what a crawl goes on with, of a page that is Followed; nil of any other.
	Found *job.Found `json:"-"`
}

// Verbatim implements kind.Verbatim: raw is what the site serves, with all that nobody sees.
func (Result) Verbatim() []string { return []string{"raw", "screenshot"} }

// DataTable is a data table of a page.
type DataTable struct {
	page.Table
	CSV string `json:"csv" doc:"The table as CSV (RFC 4180) in UTF-8, the header first; cells are as on the page, so a spreadsheet may read one that begins with = as a formula"`
}
