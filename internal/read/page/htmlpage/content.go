package htmlpage

import (
	"context"
	"math"
	"slices"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/posts"
	"github.com/quarryapi/quarry/internal/read/page/selector"
)

const (
	// shortArticle is what the main content of an article must have, in bytes of text, to
	// be believed; shortContent that of other pages, which lose little by being returned as a
	// whole when it is less.
	shortArticle = 100
	shortContent = 250
)

// rulesOf are what a page's own style sheets hide, where no browser has said so.
func rulesOf(m *dom.Memory, source []byte, o Options) *clean.Rules {
	if o.Seen {
		return new(clean.Rules)
	}
	if styles, all := m.Styles(); all {
		return clean.RulesOfParsed(source, styles)
	}
	return clean.RulesOf(source)
}

// content returns the part of the page that the options ask for, ready to be
// written, and how it was found. It changes doc.
func (r *Reader) content(ctx context.Context, doc *html.Node, rules *clean.Rules, o Options, s sort) (*html.Node, page.Extraction, error) {
	rules.Prepare(doc)
	if len(o.IncludeTags) > 0 {
		included, err := selector.Include(ctx, doc, o.IncludeTags)
		if err == nil {
			clean.Hidden(included)
			for n := included.FirstChild; n != nil; n = n.NextSibling {
				rules.Apply(n) // what is named itself is wanted
			}
		}
		return included, page.Selected, err
	}
	rules.Apply(dom.Body(doc))
	if !o.OnlyMainContent {
		body := dom.Body(doc)
		clean.Hidden(body)
		return body, page.WholePage, nil
	}
	return r.mainContent(ctx, doc, o, s)
}

// mainContent is the part of the page that is neither hidden nor around the content.
func (r *Reader) mainContent(ctx context.Context, doc *html.Node, o Options, s sort) (*html.Node, page.Extraction, error) {
	apart := comments(doc, s)
	var section *html.Node
	if o.Comments {
		section = posts.Comments(apart)
	}
	main, err := r.main.Main(ctx, doc, content.Options{Least: least(s), Enough: enough(s), Apart: apart})
	how := page.MainContent
	switch {
	case err != nil:
		return nil, "", err
	case main == nil:
		for _, n := range apart {
			dom.Remove(n)
		}
		main, how = body(doc), page.CleanedBody
	}
	if section != nil && !slices.ContainsFunc(apart, isShown) {
		main.AppendChild(section)
	}
	return main, how, nil
}

// isShown reports whether an element is still part of the page: the finder held the comments to
// be the content.
func isShown(n *html.Node) bool { return n.Parent != nil && dom.TextLength(n, 1) > 0 }

// leastBeside is how many bytes of text a page has at least beside its comments.
const leastBeside = 150

// comments are the parts of a page that hold comments below its content. A page has none that is a
// collection of posts, or that is at an address of threads and has more text in them than beside them: they are what it
// is visited for.
func comments(doc *html.Node, s sort) []*html.Node {
	if s == collection {
		return nil
	}
	body := dom.Body(doc)
	sections := posts.Sections(body)
	if len(sections) == 0 {
		return nil
	}
	most := leastBeside
	if s == discussed {
		most = math.MaxInt
	}
	if inside, outside := lengths(body, sections, most); outside < leastBeside || s == discussed && inside > outside {
		return nil
	}
	return sections
}

// lengths are how many bytes of text sections of a page have, and the rest of it, but for what surrounds both. They are
// counted until the rest has so many.
func lengths(body *html.Node, sections []*html.Node, most int) (inside, outside int) {
	const measured = 1 << 20
	within := make(map[*html.Node]bool, len(sections))
	for _, n := range sections {
		within[n] = true
	}
	for n := range clean.Kept(body) {
		switch {
		case n.Type == html.TextNode && within[n.Parent]:
			inside += dom.TextLength(n, measured)
		case n.Type == html.TextNode:
			if outside += dom.TextLength(n, measured); outside >= most {
				return inside, outside
			}
		case within[n.Parent]:
			within[n] = true
		}
	}
	return inside, outside
}

// least is how much main content, in bytes of text, is believed to be that.
func least(s sort) int {
	if s == article {
		return shortArticle
	}
	return shortContent
}

// enough is a score that keeps a block on pages of a sort: a price or a review is little
// like the prose that the model was shown, and what a page of a product is visited for; of
// lists and threads, names and dates are.
func enough(s sort) float32 {
	switch s {
	case product:
		return 0.14
	case collection:
		return 0.3
	case unknown, article, discussed:
	}
	return 0
}

// body returns the page's content by its own account, without what surrounds it.
// When that would leave nothing, the surroundings are all there is.
func body(doc *html.Node) *html.Node {
	root := clean.Root(doc)
	if clean.TextLength(root, 1) > 0 {
		clean.Boilerplate(root)
	}
	clean.Hidden(root)
	return root
}
