package way

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Unmark returns what a reader of rendered markdown sees: no marks, no addresses, no
// texts that stand for images.
func Unmark(source []byte) (string, error) {
	md := goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList),
		goldmark.WithRendererOptions(html.WithUnsafe()), // breaks within cells are HTML
	)
	var b bytes.Buffer
	if err := md.Convert(source, &b); err != nil {
		return "", err
	}
	return dom.Paragraphs(dom.Parse(b.Bytes())), nil
}
