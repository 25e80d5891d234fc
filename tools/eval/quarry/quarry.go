// Package quarry makes Quarry's own engine as the service does. It links nothing of
// others, so that what it costs can be measured alone.
package quarry

import (
	"net/url"

	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/extract"
	"github.com/quarryapi/quarry/internal/web/fetch/charset"
)

// Engine returns an engine.
func Engine() *extract.Engine { return extract.New(content.New(), charset.Decode, nil) }

// Source is a page in UTF-8 as the fetcher would hand it over.
func Source(body []byte, where *url.URL) extract.Source {
	return extract.Source{URL: where, MediaType: "text/html", ContentType: "text/html; charset=utf-8", Body: body}
}
