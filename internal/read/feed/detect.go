package feed

import (
	"bytes"

	"github.com/mmcdole/gofeed"
)

// lookedAt is how much of a body is looked at to detect whether it is a feed.
const lookedAt = 4096

// Is reports whether a body is a feed: by its media type, or for XML and JSON in
// general by how it begins. The body may be in any charset that has ASCII.
func Is(mediaType string, body []byte) bool {
	head := body[:min(len(body), lookedAt)]
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
	return gofeed.DetectFeedType(bytes.NewReader(head)) != gofeed.FeedTypeUnknown
}

// depth is how deep tags nest at most, taking every tag for what it looks like.
func depth(body []byte) int {
	now, deepest := 0, 0
	for {
		i := bytes.IndexByte(body, '<')
		if i < 0 || i+1 >= len(body) {
			return deepest
		}
		body = body[i+1:]
		switch body[0] {
		case '/':
			now--
		case '!', '?':
			if bytes.HasPrefix(body, []byte("![CDATA[")) {
				end := bytes.Index(body, []byte("]]>"))
				if end < 0 {
					return deepest
				}
				body = body[end:]
			}
		default:
			end := bytes.IndexByte(body, '>')
			if end < 1 || body[end-1] != '/' {
				now++
				deepest = max(deepest, now)
			}
		}
	}
}
