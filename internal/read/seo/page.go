package seo

// Page is what the HTML of a page says.
type Page struct {
	Title             string            `json:"title,omitempty" doc:"Text of the title element; absent when there is none."`
	TitleLength       int               `json:"titleLength" doc:"Its length in characters; 0 without one."`
	Description       string            `json:"description,omitempty" doc:"The meta description; absent when there is none."`
	DescriptionLength int               `json:"descriptionLength" doc:"Its length in characters; 0 without one."`
	Canonical         *Canonical        `json:"canonical,omitempty" doc:"The canonical URL, from link element or Link header; absent when none is declared."`
	Robots            Robots            `json:"robots" doc:"Instructions of page and header for robots."`
	Language          string            `json:"language,omitempty" doc:"The lang attribute of the html element as written; absent when there is none."`
	Viewport          string            `json:"viewport,omitempty" doc:"The viewport meta element; absent when there is none."`
	Alternates        []Alternate       `json:"alternates" doc:"The page in other languages, from link elements and Link headers, at most 300."`
	Headings          Headings          `json:"headings" doc:"The headings."`
	OpenGraph         map[string]string `json:"openGraph" doc:"Open Graph properties without the prefix og:, the first value of each; empty when there are none."`
	Twitter           map[string]string `json:"twitter" doc:"Twitter card properties without the prefix twitter:, the first value of each; empty when there are none."`
	StructuredData    StructuredData    `json:"structuredData" doc:"The structured data."`
	Images            Images            `json:"images" doc:"The images in the text."`
	Links             Links             `json:"links" doc:"The links, counted."`
	Words             int               `json:"words" doc:"Number of words of the visible text without JavaScript; a Chinese or Japanese character counts as one."`
	Resources         Resources         `json:"resources" doc:"What the HTML makes a browser load."`
}

// Canonical is the address that the page wants to be known by.
type Canonical struct {
	URL   string `json:"url" doc:"Absolute URL; the first one if there are several."`
	Self  bool   `json:"self" doc:"Whether it is the page's own final URL, ignoring a fragment."`
	Count int    `json:"count" doc:"Number of different canonical URLs declared; more than one is an error of the page."`
}

// Robots are a page's instructions for robots.
type Robots struct {
	Meta      string `json:"meta,omitempty" doc:"The robots and googlebot meta elements, comma-separated, in lower case; absent when there is none."`
	Header    string `json:"header,omitempty" doc:"The X-Robots-Tag headers that concern all robots or Googlebot, in lower case; absent when there is none."`
	Indexable bool   `json:"indexable" doc:"Whether neither has noindex or none. The robots.txt and the canonical URL are reported separately."`
	Followed  bool   `json:"followed" doc:"Whether neither has nofollow or none."`
}

// Alternate is the page in another language.
type Alternate struct {
	Language string `json:"language" doc:"As declared: a BCP 47 tag or x-default."`
	URL      string `json:"url" doc:"Absolute URL."`
	Valid    bool   `json:"valid" doc:"Whether search engines can read the language: a language code of two or three letters, optionally with script and region, or x-default."`
}

// Headings are the headings of a page.
type Headings struct {
	H1Count int       `json:"h1Count" doc:"Number of h1 elements."`
	Outline []Heading `json:"outline" doc:"All headings with text, in reading order, at most 200."`
}

// Heading is one of h1 to h6.
type Heading struct {
	Level int    `json:"level" doc:"1 to 6"`
	Text  string `json:"text" doc:"Text of the heading."`
}

// StructuredData is what a page says for machines.
type StructuredData struct {
	JSONLDTypes    []string `json:"jsonLdTypes" doc:"Distinct types of its JSON-LD in order, those of @graph included."`
	JSONLDBroken   int      `json:"jsonLdBroken" doc:"Number of JSON-LD blocks that are not valid JSON."`
	MicrodataTypes []string `json:"microdataTypes" doc:"Distinct types of its microdata in order, without the schema.org prefix."`
}

// Images are counts of img elements.
type Images struct {
	Count      int     `json:"count" doc:"Number of images."`
	WithoutAlt int     `json:"withoutAlt" doc:"Number of images without an alt attribute. An empty one is not counted: it marks decoration."`
	Share      float64 `json:"shareWithoutAlt" doc:"withoutAlt divided by count, 0 to 1; 0 without images."`
	EmptyAlt   int     `json:"emptyAlt" doc:"Number of images with an empty alt attribute."`
}

// Links are counts of distinct addresses that anchors lead to.
type Links struct {
	Internal int `json:"internal" doc:"Number of distinct URLs on the page's host, ignoring a leading www."`
	External int `json:"external" doc:"Number of distinct URLs on other hosts."`
	Nofollow int `json:"nofollow" doc:"Number of distinct URLs of links marked nofollow, ugc or sponsored; included in the other two."`
}

// Resources are counts of what the HTML makes a browser load; what scripts and
// styles load further is not known.
type Resources struct {
	Scripts      int      `json:"scripts" doc:"Number of script files."`
	Styles       int      `json:"styles" doc:"Number of style sheets."`
	Images       int      `json:"images" doc:"Number of distinct image files."`
	Frames       int      `json:"frames" doc:"Number of frames."`
	Media        int      `json:"media" doc:"Number of audio and video elements."`
	InlineBytes  int      `json:"inlineBytes" doc:"Bytes of inline scripts and styles in the HTML."`
	MixedContent int      `json:"mixedContent" doc:"Number of files that an https page loads by plain http."`
	MixedSample  []string `json:"mixedSample" doc:"The first ten of these files."`
}
