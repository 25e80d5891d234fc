// Package feed reads RSS 0.9 to 2.0, RDF, Atom and JSON feeds into one shape, and
// keeps what came before the break of one that breaks off. It must not fetch, and
// leaves HTML as it is: package find looks for feeds, page/feed makes pages of them.
package feed

import (
	"bytes"
	"errors"
	"net/url"

	"github.com/quarryapi/quarry/internal/read/sitemap/lastmod"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

// Feed is a feed and its items in the order of the document. Texts are plain and
// addresses absolute, as far as nothing else is said; what is unknown is empty.
type Feed struct {
	Type        string // "rss" (RDF is RSS 0.9 and 1.0), "atom" or "json"
	Version     string // "2.0"; "" when the feed has none
	Title       string
	Description string
	Language    string // as the feed writes it
	Link        string // the page that the feed belongs to
	Self        string // the feed's own address, as it says
	Image       string // logo or icon
	Authors     []string
	Published   lastmod.Stamp // as exact as it is written, like every time here
	Updated     lastmod.Stamp
	Items       []Item
	// Broken says that the document breaks off or is damaged, and the items are those
	// before the break.
	Broken bool
}

// Item is an entry of a feed.
type Item struct {
	ID         string // never empty: the feed's own as it stands, else the address, else a digest
	URL        string
	Title      string
	Authors    []string // names; addresses of those that have no name
	Published  lastmod.Stamp
	Updated    lastmod.Stamp
	Summary    string // HTML: what the feed has as summary or description
	Content    string // HTML: the full text, when the feed has one beside the summary
	Categories []string
	Enclosures []Enclosure
}

// Enclosure is a file that belongs to an item: an episode of a podcast.
type Enclosure struct {
	URL    string
	Type   string // media type as the feed writes it
	Length int64  // bytes; 0 when unknown
}

// The reasons why a body gives no feed.
var (
	ErrNotFeed = errors.New("not a feed")
	ErrDeep    = errors.New("feed nests too deep")
	ErrNoItems = errors.New("feed breaks off before its first item ends")
)

// Parse reads a feed in any charset that was sent as contentType (a Content-Type
// header, may be empty) and found at base. A body that is no feed, or breaks off
// before its first item ends, is an error.
func Parse(body []byte, contentType string, base *url.URL) (*Feed, error) {
	text, _ := charset.Decode(body, contentType)
	text = bytes.TrimSpace(text)
	if len(text) > 0 && text[0] == '{' {
		return parseJSON(text, base)
	}
	root, err := decode(text, base)
	broken := err != nil
	if root == nil {
		return nil, err
	}
	f := &Feed{}
	if root.name == "feed" {
		readAtom(f, root)
	} else {
		readRSS(f, root)
	}
	if f.Broken = broken; broken && len(f.Items) == 0 {
		return nil, errors.Join(ErrNoItems, err)
	}
	return f, nil
}
