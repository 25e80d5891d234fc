package markdown

import (
	"context"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/marker"
	"golang.org/x/net/html"
)

const (
	// maxAddresses bounds the bytes of all addresses: a base of 4 KB is repeated in
	// each relative link.
	maxAddresses = 8 << 20
	// near is how far a closing bracket is looked for, in bytes. The library looks
	// to the end of the line, at each bracket: 1 MB of them took it half a minute.
	near = 200
)

type budgetKey struct{}

// budget is what one conversion may still spend.
type budget struct{ addresses int }

func withBudget(ctx context.Context) context.Context {
	return context.WithValue(ctx, budgetKey{}, &budget{addresses: maxAddresses})
}

// spend reports whether an address may still be written.
func spend(ctx context.Context, address string) bool {
	b, ok := ctx.Value(budgetKey{}).(*budget)
	if !ok || b.addresses < len(address) {
		return false
	}
	b.addresses -= len(address)
	return true
}

// register adds what the library lacks. Renderers run before its own.
func register(lib *converter.Converter) {
	lib.Register.Renderer(stopAtDeadline, converter.PriorityEarly-50)
	lib.Register.RendererFor("a", converter.TagTypeInline, renderLink, converter.PriorityEarly)
	lib.Register.RendererFor("img", converter.TagTypeInline, renderImage, converter.PriorityEarly)
	lib.Register.RendererFor(breakName, converter.TagTypeInline, renderBreak, converter.PriorityEarly)
	lib.Register.RendererFor(taskName, converter.TagTypeInline, renderTask, converter.PriorityEarly)
	lib.Register.TextTransformer(escapeBrackets, converter.PriorityLate-100)
}

// stopAtDeadline claims to have written every node once the context has ended.
func stopAtDeadline(ctx converter.Context, _ converter.Writer, _ *html.Node) converter.RenderStatus {
	if ctx.Err() != nil {
		return converter.RenderSuccess
	}
	return converter.RenderTryNext
}

// escapeBrackets escapes each opening bracket that is not closed soon, so that the
// library does not search for the closing one. It runs on text in which the library
// has put a marker before each character that may need an escape.
func escapeBrackets(_ converter.Context, text string) string {
	open := string(marker.MarkerEscaping) + "["
	if !strings.Contains(text, open) {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, open)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		rest := text[i+len(open):]
		b.WriteString(text[:i])
		if strings.Contains(rest[:min(near, len(rest))], "]") {
			b.WriteString(open)
		} else {
			b.WriteString(`\[`)
		}
		text = rest
	}
}
