package reference

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"

	"github.com/quarryapi/quarry/docs"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/serve/api/asset"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

const (
	mediaMarkdown = "text/markdown; charset=utf-8"
	mediaHTML     = "text/html; charset=utf-8"
	caching       = "public, max-age=300"
)

// guidePolicy allows a guide its own styles and its icon, which is part of it, and nothing else.
const guidePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const guideHTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>%s - Quarry</title>
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
pre, table { display: block; overflow-x: auto; }
pre { padding: .8rem; background: #8881; }
td, th { padding: .2rem .6rem; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
</style>
</head>
<body>
<nav><a href="/docs">Reference</a> · <a href="/docs/">Guides</a> · <a href="/docs/calls/">Calls</a> · <a href="/llms.txt">Overview</a></nav>
%s
</body>
</html>
`

// title is the first heading of a guide.
var title = pattern.Of(`(?m)^# (.+)$`)

// link is a link to another guide, or to a file of the repository.
var link = pattern.Of(`\]\(([\w./-]+)(#[\w-]*)?\)`)

// drawing is a picture of the repository, which is not served: a guide has the words for it.
var drawing = pattern.Of(`(?m)^!\[[^\]]*\]\([\w./-]+\)\n`)

// guide answers GET /docs/NAME.md with a guide or the page of a call as it is written,
// and GET /docs/NAME as a page for people. Errors: not_found.
func (p *Pages) guide(w http.ResponseWriter, r *http.Request) error {
	name, asWritten := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/docs/"), written)
	text, found := p.text(name)
	if !found {
		return errs.Of(errs.NotFound)
	}
	if !asWritten {
		return p.shown(w, r, text)
	}
	f, err := asset.New(mediaMarkdown, []byte(served(text, written)))
	if err != nil {
		return err
	}
	return f.Serve(w, r, caching)
}

// shown answers with Markdown as a page for people.
func (*Pages) shown(w http.ResponseWriter, r *http.Request, text string) error {
	page, err := guidePage(text)
	if err != nil {
		return err
	}
	f, err := asset.New(mediaHTML, page)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", guidePolicy)
	return f.Serve(w, r, caching)
}

// index is the list of the guides as Markdown.
func index() string {
	var b strings.Builder
	b.WriteString("# Guides\n\n")
	for _, name := range guideNames() {
		fmt.Fprintf(&b, "- [%s](%s.md)\n", headingOf(name), name)
	}
	return b.String()
}

// listed names the page of each call, as Markdown, by what it is about.
func listed(service openapi.Service) string {
	var b strings.Builder
	tag := ""
	for _, o := range service.Operations {
		if o.Tag != tag {
			tag = o.Tag
			fmt.Fprintf(&b, "\n## %s\n\n", tag)
		}
		fmt.Fprintf(&b, "- [%s](/docs/calls/%s): `%s %s`\n", o.Summary, o.ID, o.Method, o.Path)
	}
	return b.String()
}

// text is a guide by its name, or the page of a call by calls/ and its operationId.
func (p *Pages) text(name string) (string, bool) {
	if call, isCall := strings.CutPrefix(name, "calls/"); isCall {
		page, found := p.built.calls[call]
		return page.Markdown, found
	}
	raw, err := docs.Guides.ReadFile(name + written)
	return string(raw), err == nil && path.Base(name) == name
}

func guidePage(text string) ([]byte, error) {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	var b bytes.Buffer
	if err := md.Convert([]byte(served(text, shown)), &b); err != nil {
		return nil, fmt.Errorf("render a guide: %w", err)
	}
	heading := "Guide"
	if m := title.FindStringSubmatch(text); m != nil {
		heading = m[1]
	}
	return fmt.Appendf(nil, guideHTML, html.EscapeString(heading), b.String()), nil
}

// The ends of the addresses of a guide: as it is written, and as a page for people.
const (
	written = ".md"
	shown   = ""
)

// served leads the links of a guide to what the service serves: other guides, with this end, and its
// documents. All other files are in the repository.
func served(text, end string) string {
	return link.ReplaceAllStringFunc(drawing.ReplaceAllString(text, ""), func(whole string) string {
		m := link.FindStringSubmatch(whole)
		target, fragment := m[1], m[2]
		if strings.HasPrefix(target, "/") {
			return whole
		}
		if target == "openapi.json" || target == "openapi.client.json" {
			return "](/" + target + ")"
		}
		if _, err := docs.Guides.ReadFile(target); err == nil {
			return "](/docs/" + strings.TrimSuffix(target, written) + end + fragment + ")"
		}
		return "](" + openapi.Repository + "/blob/main/" + path.Join("docs", target) + fragment + ")"
	})
}
