package research

import "time"

// Status is how reading a source went.
type Status string

// The statuses.
const (
	Fetched       Status = "fetched"
	Reused        Status = "reused"    // read by earlier research of the organization
	SourceBlocked Status = "blocked"   // a wall, a login or robots.txt
	NotFound      Status = "not_found" // the site, or its name, does not exist
	Timeout       Status = "timeout"
	Unsupported   Status = "unsupported" // no text that can be read
	Broken        Status = "failed"
)

// Content is what a document's text is.
type Content string

// The contents.
const (
	Full     Content = "full"
	Teaser   Content = "teaser"   // of a page that has to be paid for
	Abstract Content = "abstract" // of a scholarly work, by the search engine
	Archived Content = "archived" // an earlier capture of the page
)

// Document is a source that was read, or tried.
type Document struct {
	ID       string  `json:"id"`
	Key      string  `json:"key"` // of its candidate
	URL      string  `json:"url"` // after redirects; the candidate's when it was not read
	Domain   string  `json:"domain"`
	Title    string  `json:"title,omitempty"`
	Lane     Lane    `json:"lane"`
	Provider string  `json:"provider"`
	Status   Status  `json:"status"`
	Reason   string  `json:"reason,omitempty"` // why it was not read
	Code     string  `json:"code,omitempty"`   // and the error's code
	Content  Content `json:"content,omitempty"`

	FetchedAt  time.Time `json:"fetchedAt,omitzero"`
	CapturedAt time.Time `json:"capturedAt,omitzero"` // of an archived one
	CaptureURL string    `json:"captureUrl,omitempty"`
	Run        string    `json:"run,omitempty"` // the research that read it

	Author    string `json:"author,omitempty"`
	Site      string `json:"site,omitempty"`
	Language  string `json:"language,omitempty"`
	Published string `json:"published,omitempty"`
	Modified  string `json:"modified,omitempty"`

	Text     string `json:"text,omitempty"`  // markdown
	Outbound int    `json:"outbound"`        // links that leave the page's host
	Cites    bool   `json:"cites,omitempty"` // its text links to others that it speaks of
	DOI      bool   `json:"doi,omitempty"`   // it is where a DOI leads
	Links    []Link `json:"links,omitempty"`
	Facts    []Fact `json:"facts,omitempty"`

	Trusted   bool   `json:"trusted,omitempty"`   // the caller trusts it
	Duplicate string `json:"duplicate,omitempty"` // the id of the document whose text it repeats
}

// Readable matches a document that has a text of its own.
func (d *Document) Readable() bool { return d.Text != "" && d.Duplicate == "" }

// Historical matches one that earlier research has read.
func (d *Document) Historical() bool { return d.Status == Reused }

// Link is one that stays on the page's host.
type Link struct {
	URL  string `json:"url"`
	Text string `json:"text"`
}

// FactKind is where in a page a fact stands.
type FactKind string

// The kinds.
const (
	JSONLD    FactKind = "json_ld"
	OpenGraph FactKind = "open_graph"
	Table     FactKind = "table"
)

// Fact is what a page declares of something.
type Fact struct {
	Kind     FactKind `json:"kind"`
	Type     string   `json:"type,omitempty"` // of the subject, as schema.org names it
	Subject  string   `json:"subject"`
	Property string   `json:"property"`
	Value    string   `json:"value"`
}
