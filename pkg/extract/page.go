package extract

import (
	"encoding/json"
)

// Page is what was read of a page of HTML.
type Page struct {
	// Metadata is what the page says about itself.
	Metadata
	// Markdown is the content as CommonMark with GitHub's extensions.
	Markdown string `json:"markdown,omitempty"`
	// Text is the content without markup, its paragraphs apart by an empty line.
	Text string `json:"text,omitempty"`
	// Method is how the content was found; empty when only metadata was asked for.
	Method Method `json:"method,omitempty"`
	// Structure lists what the whole page consists of; nil unless it was asked for.
	Structure *Structure `json:"structure,omitempty"`
}

// Method is the way in which the content of a page was found.
type Method string

// The methods.
const (
	MainContent Method = "main"      // the part that was found to be the main content
	CleanedBody Method = "body"      // all but what surrounds it: there is no main content, or it holds too little of the page
	Selected    Method = "selectors" // what Options.Include names
	WholePage   Method = "whole"     // by Options.WholePage
)

// Metadata is what a page says about itself, declared or shown. What it does not say is empty:
// nothing is guessed.
type Metadata struct {
	// Title is the headline of the page, without the name of its site.
	Title string `json:"title,omitempty"`
	// PageTitle is the title element, whole, where it says more than Title.
	PageTitle   string `json:"pageTitle,omitempty"`
	Description string `json:"description,omitempty"`
	// Author has the names of the authors, separated by commas.
	Author string `json:"author,omitempty"`
	// Published is when the page was published, by RFC 3339 as far as the page says: without an
	// offset, or only the date ("2026-11-22T09:30:00+01:00", "2026-11-22T09:30:00", "2026-11-22").
	Published string `json:"published,omitempty"`
	// Modified is when it was last changed, in the form of Published.
	Modified string `json:"modified,omitempty"`
	// Language is a BCP 47 tag as the page declares it.
	Language string `json:"language,omitempty"`
	SiteName string `json:"siteName,omitempty"`
	// Canonical is the absolute URL that the page calls its own.
	Canonical string `json:"canonical,omitempty"`
	// Image is the absolute URL of the image that represents the page.
	Image string `json:"image,omitempty"`
	Icons []Icon `json:"icons,omitempty"`
	// OpenGraph and Twitter have the first value of each property, without og: and twitter:.
	OpenGraph map[string]string `json:"openGraph,omitempty"`
	Twitter   map[string]string `json:"twitter,omitempty"`
	// JSONLDTypes are the distinct @type values of the page's JSON-LD, in order.
	JSONLDTypes []string `json:"jsonLdTypes,omitempty"`
}

// Icon is a favicon or touch icon.
type Icon struct {
	URL   string `json:"url"`
	Rel   string `json:"rel"` // icon, apple-touch-icon or mask-icon
	Type  string `json:"type,omitempty"`
	Sizes string `json:"sizes,omitempty"`
}

// Structure lists what the whole page consists of, in reading order and not only of its
// content. What Options.Exclude names is left out of its headings, links, images and tables.
type Structure struct {
	Headings  []Heading         `json:"headings"`  // at most 2000
	Links     []Link            `json:"links"`     // distinct ones, at most 5000
	Images    []Image           `json:"images"`    // distinct ones, at most 2000
	Tables    []Table           `json:"tables"`    // of data, at most 200; those for layout are left out
	Feeds     []Feed            `json:"feeds"`     // at most 100
	JSONLD    []json.RawMessage `json:"jsonLd"`    // objects, repaired where that is possible
	Microdata []Item            `json:"microdata"` // top-level items, at most 500
}

// Heading is one of h1 to h6.
type Heading struct {
	Level int    `json:"level"`
	Text  string `json:"text"`
	ID    string `json:"id,omitempty"` // the fragment that leads to it
}

// Link is an anchor with an http or https destination.
type Link struct {
	URL      string `json:"url"`
	Text     string `json:"text"`
	Rel      string `json:"rel,omitempty"`
	Internal bool   `json:"internal"` // it stays on the host of Options.URL
}

// Image is an img element, or what a lazy loader would make of it.
type Image struct {
	URL    string `json:"url"`
	Alt    string `json:"alt"`
	Width  int    `json:"width,omitempty"` // declared, in CSS pixels
	Height int    `json:"height,omitempty"`
}

// Table is a table of data. Cells that span are repeated in every place that they cover.
type Table struct {
	Caption string     `json:"caption,omitempty"`
	Header  []string   `json:"header"` // empty when the table has none
	Rows    [][]string `json:"rows"`   // at most 1000
}

// Feed is a feed that the page announces.
type Feed struct {
	URL   string `json:"url"`
	Type  string `json:"type"` // the media type, such as application/rss+xml
	Title string `json:"title,omitempty"`
}

// Item is an item of microdata. The values of a property are strings and Items.
type Item struct {
	Type       []string         `json:"type"`
	ID         string           `json:"id,omitempty"`
	Properties map[string][]any `json:"properties"`
}
