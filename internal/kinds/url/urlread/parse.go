package urlread

import (
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

func parse(text string) *html.Node { return dom.Parse([]byte(text)) }
