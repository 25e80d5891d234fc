package feed

import (
	"bytes"
	"encoding/xml"

	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

// lookedAt is how much of a body is looked at to detect whether it is a feed. It is
// whole characters of four bytes.
const lookedAt = 4096

// Is reports whether a body is a feed: by its media type, or for XML and JSON in
// general by how it begins.
func Is(mediaType string, body []byte) bool {
	head := body[:min(len(body), lookedAt)]
	if bytes.IndexByte(head, 0) >= 0 {
		head, _ = charset.Decode(head, "") // UTF-16 and UTF-32
	}
	switch mediaType {
	case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json":
		return true
	case "application/json":
		return bytes.Contains(head, []byte("jsonfeed.org/version"))
	case "text/html", "text/plain", "application/octet-stream": // common mistakes of servers
		trimmed := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
		return startsAny(trimmed, "<?xml", "<rss", "<feed", "<rdf:RDF") && hasFeedRoot(head)
	case "application/xml", "text/xml":
		return hasFeedRoot(head)
	}
	return false
}

func startsAny(s []byte, prefixes ...string) bool {
	for _, p := range prefixes {
		if bytes.HasPrefix(s, []byte(p)) {
			return true
		}
	}
	return false
}

func hasFeedRoot(head []byte) bool {
	d := newDecoder(bytes.ToValidUTF8(bytes.TrimPrefix(bytes.TrimSpace(head), []byte("\ufeff")), []byte("?")))
	for {
		token, err := d.RawToken()
		if err != nil {
			return false
		}
		if start, ok := token.(xml.StartElement); ok {
			return isRoot(start.Name.Local)
		}
	}
}
