// Package docs embeds the guides, so that a service can serve those of its own version. It
// must not know how.
package docs

import "embed"

// Guides are the guides as Markdown, by file name, without those for developers below adr/.
//
//go:embed *.md
var Guides embed.FS
