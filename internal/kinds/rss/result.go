package rss

import "github.com/quarryapi/quarry/internal/read/social"

// Result is what a job gives. Times are in UTC; texts are plain where nothing else is
// said.
type Result struct {
	URL      string `json:"url" doc:"The requested URL in canonical form."`
	FinalURL string `json:"finalUrl" doc:"Final URL, after redirects."`
	FeedURL  string `json:"feedUrl" doc:"URL of the feed, after redirects; the same as finalUrl when the URL is the feed."`

	Discovered bool   `json:"discovered" doc:"Whether the feed had to be searched for."`
	Discovery  string `json:"discovery" enum:"given,link,anchor,common_path" doc:"How the feed was found. given: the URL is the feed. link: a link element of the page names it. anchor: a visible link leads to it. common_path: it is at a common path."`

	Type    string `json:"type" enum:"rss,atom,json" doc:"Type of the feed; RDF is rss of version 0.9 or 1.0."`
	Version string `json:"version,omitempty" doc:"Version of the type: 2.0. Absent when the feed does not have it."`

	Title       string `json:"title,omitempty" doc:"Title of the feed; absent when it has none."`
	Description string `json:"description,omitempty" doc:"The feed's description of itself; absent when it has none."`
	Language    string `json:"language,omitempty" doc:"Language of the feed, as it writes it (en-gb); absent when it has none."`
	Link        string `json:"link,omitempty" doc:"The page that the feed belongs to; absent when it names none."`
	Image       string `json:"image,omitempty" doc:"URL of its logo or icon; absent when it has none."`
	UpdatedAt   string `json:"updatedAt,omitempty" doc:"When the feed was last changed, according to itself, as exact as publishedAt is; absent when it has no such date."`

	Items     []Item          `json:"items" doc:"The entries in the order of the feed, usually newest first."`
	Total     int             `json:"total" doc:"Number of entries in the feed."`
	Exhausted bool            `json:"exhausted" doc:"True when these are all entries."`
	Coverage  social.Coverage `json:"coverage" doc:"Whether these are all entries with their contents. They are not with a lower limit, where contents were too long (512 KB of HTML each, 4 MB together), and where the feed is damaged: then these are the entries before the damage."`
}

// Item is an entry of a feed.
type Item struct {
	ID          string      `json:"id" doc:"The feed's own id of the entry, otherwise its URL, otherwise a digest of the entry (sha256:…)."`
	URL         string      `json:"url,omitempty" doc:"URL of the entry's page; absent when it has none."`
	Title       string      `json:"title,omitempty" doc:"Title; absent when it has none."`
	Author      string      `json:"author,omitempty" doc:"Names, with semicolons between several; an e-mail address of who has no name; absent when the entry names nobody."`
	PublishedAt string      `json:"publishedAt,omitempty" doc:"When it was published: a time in UTC (2026-02-10T08:00:00.000Z), or only the day, month or year when the feed has no more, or a time in a zone that is unknown or ambiguous (2026-02-10); absent when the feed does not have it in a readable form."`
	UpdatedAt   string      `json:"updatedAt,omitempty" doc:"When it was changed, in the forms of publishedAt; absent when the feed does not have it in a readable form."`
	Summary     string      `json:"summary,omitempty" doc:"Summary or description without markup, at most 1000 characters; absent when the feed has none."`
	Content     string      `json:"content,omitempty" doc:"The full text as GitHub-flavoured markdown, otherwise the summary; absent when the feed has neither, or when it is too long."`
	Categories  []string    `json:"categories" doc:"Categories or tags."`
	Enclosures  []Enclosure `json:"enclosures" doc:"Files that belong to the entry, such as an episode of a podcast."`
}

// Enclosure is a file that belongs to an entry.
type Enclosure struct {
	URL    string `json:"url" doc:"URL of the file."`
	Type   string `json:"type,omitempty" doc:"Media type, as the feed writes it; absent when it has none."`
	Length int64  `json:"length,omitempty" doc:"Size in bytes; absent when the feed does not have it."`
}

func exampleResult() Result {
	const at = "2026-02-10T08:00:00.000Z"
	return Result{
		URL: "https://example.com/", FinalURL: "https://example.com/", FeedURL: "https://example.com/feed.xml", Discovered: true, Discovery: "link",
		Type: "rss", Version: "2.0", Title: "The log", Language: "en", Link: "https://example.com/blog/", UpdatedAt: at, Total: 1, Exhausted: true, Coverage: social.Coverage{Complete: true},
		Items: []Item{{
			ID: "https://example.com/blog/one", URL: "https://example.com/blog/one", Title: "One", Author: "Ann Example", PublishedAt: at,
			Summary: "What we did.", Content: "What **we** did.\n", Categories: []string{"news"},
			Enclosures: []Enclosure{{URL: "https://example.com/one.mp3", Type: "audio/mpeg", Length: 481230}},
		}},
	}
}
