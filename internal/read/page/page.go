// Package page describes what is read out of a fetched document: its metadata,
// its structure, its text. It holds types only, so that the API can document them
// without linking a parser; the packages below it do the work. A page of HTML goes
// through them in this order:
//
//	fetch/charset decodes  bytes → UTF-8
//	dom           parses   UTF-8 → tree, whatever it is
//	metadata      reads    title, dates, authors, icons: by structured (JSON-LD, microdata, Open Graph),
//	                       dates (as people and generators write them) and byline (names of authors)
//	clean         prepares code, callouts and check boxes
//	segment       cuts     tree → blocks of text, each measured
//	wording       weighs   its words, and the names of the elements around it, as tools/train has learned
//	features      describes each block by numbers
//	score         judges   how much of a block is content, by a model that tools/train made
//	content       selects  the blocks that are kept, and takes the rest out of the tree
//	pkg/markdown  writes   tree → markdown; dom writes plain text, markup clean HTML
//
// Beside them:
//
//	htmlpage    does all of that for a page of HTML, by options
//	extract     chooses among htmlpage and what reads other media types: the entry point
//	clean       drops what is no content by rules: for whole pages and short ones
//	posts       comments and the posts of threads, with author and time
//	selector    includeTags and excludeTags
//	inventory   headings, links, images, tables, feeds; table: data tables and their spans
//	plain       text, JSON, XML, CSV → markdown
//	feed, pdf   RSS and Atom, PDF → markdown; pdf/pdfium reads the latter
//	logo, social  of a brand
//
// None of them fetches anything, and none knows jobs or kinds.
package page

import "encoding/json"

// Page is what one document gives. Metadata is always there; the other fields
// only when they were asked for.
type Page struct {
	Title    string // of the page, as its metadata has it
	Language string // BCP 47 as declared; empty when the page declares none
	Metadata Metadata
	Markdown string
	Text     string // main text without markup, paragraphs apart by an empty line
	HTML     string // main content as clean HTML
	Document *Document
	// Targets are the distinct addresses that the whole page links to, without fragments, in reading order; those of MoreTargets links at
	// its end were too many.
	Targets     []string
	MoreTargets int
	// Extraction is how Markdown, Text and HTML were taken; empty when none was asked for.
	Extraction Extraction
	// Truncated is true when Markdown or Text was cut at the requested number of characters.
	Truncated bool
	Pages     *Pages // of a document that has pages; nil of others
}

// Pages are how many a document has, and of how many the text was read.
type Pages struct {
	Total int `json:"total" doc:"Pages of the document"`
	Read  int `json:"read" doc:"Those of which all text was read"`
	Empty int `json:"empty,omitempty" doc:"Those of read without text: blank, or pictures alone, such as scans"`
}

// Extraction is the way in which the content of a document was taken.
type Extraction string

// The ways.
const (
	MainContent Extraction = "main"      // the part that was found to be the main content
	CleanedBody Extraction = "body"      // all but what surrounds it: the page has no main content, or it holds too little of the page
	Selected    Extraction = "selectors" // what the caller's selectors name
	WholePage   Extraction = "whole"     // the page with all that surrounds its content
	FeedItems   Extraction = "feed"      // the items of a feed
	PlainText   Extraction = "text"      // a document that is text already
	PDFText     Extraction = "pdf"       // the text of a PDF
)

// Document is a page as data: what the format json returns.
type Document struct {
	Metadata  Metadata          `json:"metadata" doc:"Metadata of the page"`
	Headings  []Heading         `json:"headings" doc:"Headings of the whole page in reading order, at most 2000"`
	Links     []Link            `json:"links" doc:"Distinct links of the whole page in reading order, at most 5000"`
	Images    []Image           `json:"images" doc:"Distinct images of the whole page in reading order, at most 2000"`
	Tables    []Table           `json:"tables" doc:"Data tables of the whole page, at most 200; layout tables are left out"`
	JSONLD    []json.RawMessage `json:"jsonLd" doc:"JSON-LD blocks of the page, each a JSON object; broken ones are repaired where possible, otherwise left out"`
	Microdata []Item            `json:"microdata" doc:"Top-level schema.org items of the page's microdata, at most 500"`
	OpenGraph map[string]string `json:"openGraph" doc:"Open Graph properties without the prefix og:, the first value of each"`
	Feeds     []Feed            `json:"feeds" doc:"Feeds that the page links to"`
	Text      string            `json:"text" doc:"Main text without markup; cut at options.maxChars"`
}

// Redirect is one redirect that was followed to a page.
type Redirect struct {
	URL    string `json:"url" doc:"URL that redirected"`
	Status int    `json:"status" doc:"301, 302, 303, 307 or 308"`
}

// Heading is one of h1 to h6.
type Heading struct {
	Level int    `json:"level" doc:"1 to 6"`
	Text  string `json:"text" doc:"Text of the heading"`
	ID    string `json:"id,omitempty" doc:"Fragment id of the heading; absent when there is none"`
}

// Link is an anchor with an http or https destination.
type Link struct {
	URL      string `json:"url" doc:"Absolute URL"`
	Text     string `json:"text" doc:"Visible text, or the alt text of the image in it"`
	Rel      string `json:"rel,omitempty" doc:"Relation as declared, such as nofollow"`
	Internal bool   `json:"internal" doc:"Whether it stays on the page's host (ignoring a leading www.)"`
}

// Image is an img element, or what a lazy loader would make of it.
type Image struct {
	URL    string `json:"url" doc:"Absolute URL"`
	Alt    string `json:"alt" doc:"Alternative text; empty when there is none"`
	Width  int    `json:"width,omitempty" doc:"Declared width in CSS pixels; absent when not declared"`
	Height int    `json:"height,omitempty" doc:"Declared height in CSS pixels; absent when not declared"`
}

// Table is a data table. Cells that span are repeated in every place they cover.
type Table struct {
	Caption string     `json:"caption,omitempty" doc:"Its caption; absent without one"`
	Header  []string   `json:"header" doc:"Texts of the header row; empty when the table has none"`
	Rows    [][]string `json:"rows" doc:"Texts of the other rows, at most 1000"`
}

// Feed is a feed that the page announces.
type Feed struct {
	URL   string `json:"url" doc:"Absolute URL"`
	Type  string `json:"type" doc:"Media type as declared, such as application/rss+xml"`
	Title string `json:"title,omitempty" doc:"Title of the feed as declared by the page"`
}

// Item is one microdata item. A property's values are strings or items.
type Item struct {
	Type       []string         `json:"type" doc:"Types as declared by the page, such as https://schema.org/Product"`
	ID         string           `json:"id,omitempty" doc:"Global identifier as declared by the page"`
	Properties map[string][]any `json:"properties" doc:"Values by property; a value is a string or an item"`
}
