// Package feed reads RSS 0.9 to 2.0, RDF, Atom and JSON feeds into one shape, and
// keeps what came before the break of one that breaks off. It must not fetch, and
// leaves HTML as it is: package find looks for feeds, page/feed makes pages of them.
package feed

import (
	"bytes"
	"errors"
	"net/url"
	"time"

	"github.com/mmcdole/gofeed"

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
	Published   time.Time // UTC, like every time here; zero when unknown
	Updated     time.Time
	Items       []Item
	// Broken says that the document breaks off or is damaged, and the items are those
	// before the break.
	Broken bool
}

// Item is an entry of a feed.
type Item struct {
	ID         string // never empty: the feed's own, else the address, else a digest
	URL        string
	Title      string
	Authors    []string
	Published  time.Time
	Updated    time.Time
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

// maxDepth is how deep the XML of a feed may nest: the parser recurses.
const maxDepth = 1000

// The reasons why a body gives no feed.
var (
	ErrDeep    = errors.New("feed nests too deep")
	ErrNoItems = errors.New("feed breaks off before its first item ends")
)

// Parse reads a feed in any charset that was sent as contentType (a Content-Type
// header, may be empty) and found at base. A body that is no feed, or breaks off
// before its first item ends, is an error.
func Parse(body []byte, contentType string, base *url.URL) (*Feed, error) {
	text, _ := charset.Decode(body, contentType)
	text = withoutProlog(text)
	if depth(text) > maxDepth {
		return nil, ErrDeep
	}
	read, err := parse(text)
	broken := false
	if err != nil && !errors.Is(err, gofeed.ErrFeedTypeNotDetected) {
		mended, ok := mend(text)
		if !ok {
			return nil, errors.Join(ErrNoItems, err)
		}
		broken = true
		read, err = parse(mended)
	}
	if err != nil {
		return nil, err
	}
	f := convert(read, base)
	f.Broken = broken
	return f, nil
}

func parse(text []byte) (*gofeed.Feed, error) {
	p := gofeed.NewParser()
	p.KeepOriginalFeed = true
	p.RSSTranslator = &gofeed.DefaultRSSTranslator{DisableContentImageScan: true}
	return p.Parse(bytes.NewReader(text))
}

// withoutProlog drops the XML declaration, which names the encoding that the body
// had before it was decoded.
func withoutProlog(text []byte) []byte {
	trimmed := bytes.TrimSpace(text)
	if bytes.HasPrefix(trimmed, []byte("<?xml")) {
		if _, rest, ok := bytes.Cut(trimmed, []byte("?>")); ok {
			return rest
		}
	}
	return trimmed
}
