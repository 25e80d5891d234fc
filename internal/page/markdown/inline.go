package markdown

import (
	"bytes"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/page/dom"
)

// Names of the elements that normalize puts in for what the library would drop or
// write in a way that breaks a table. No page can bring them: the parser gives
// elements lower-case names.
const (
	breakName = "X-BREAK" // a line end within a table cell
	taskName  = "X-TASK"  // a check box
)

func newNamed(name string) *html.Node { return &html.Node{Type: html.ElementNode, Data: name} }

func renderBreak(_ converter.Context, w converter.Writer, _ *html.Node) converter.RenderStatus {
	_, _ = w.WriteString("<br>")
	return converter.RenderSuccess
}

func renderTask(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	box := "[ ] "
	if dom.HasAttr(n, "checked") {
		box = "[x] "
	}
	_, _ = w.WriteString(box)
	return converter.RenderSuccess
}

// renderLink writes a link with its address as the page has it: the library would
// encode the query anew, which breaks signed addresses.
func renderLink(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	var content bytes.Buffer
	ctx.RenderChildNodes(ctx.WithValue("is_inside_link", true), &content, n)
	text := content.String()
	label := strings.Join(strings.Fields(text), " ")
	address := dom.Attr(n, "href")
	if label == "" {
		return converter.RenderSuccess
	}
	if address == "" || !spend(ctx, address) {
		_, _ = w.WriteString(text)
		return converter.RenderSuccess
	}
	_, _ = w.WriteString(leading(text) + "[" + label + "](" + destination(address) + ")" + trailing(text))
	return converter.RenderSuccess
}

// leading and trailing keep a link apart from the words beside it: the space often
// stands within the link.
func leading(s string) string {
	if strings.TrimLeft(s, " \n") != s {
		return " "
	}
	return ""
}

func trailing(s string) string {
	if strings.TrimRight(s, " \n") != s {
		return " "
	}
	return ""
}

// renderImage writes an image without its title, which mostly repeats the alt text.
func renderImage(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	address := dom.Attr(n, "src")
	if address == "" || !spend(ctx, address) {
		return converter.RenderSuccess
	}
	alt := strings.Join(strings.Fields(printable(dom.Attr(n, "alt"))), " ")
	alt = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(alt)
	_, _ = w.WriteString("![" + alt + "](" + destination(address) + ")")
	return converter.RenderSuccess
}

// destination encodes what would end a link's address early.
func destination(address string) string {
	if !strings.ContainsAny(address, " ()<>|\\\a") {
		return address
	}
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "|", "%7C", `\`, "%5C", "\a", "").Replace(address)
}
