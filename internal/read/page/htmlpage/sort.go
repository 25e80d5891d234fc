package htmlpage

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page"
	"github.com/quarryapi/quarry/internal/read/page/clean"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

// sort is what the page is by its own word, as far as it matters for its content.
type sort int

const (
	unknown sort = iota
	article
	product
	collection // of posts, answers or entries, none of which is the main one
	discussed  // at an address of threads, and unknown else
)

// sortOf believes declarations, and beside them only the names that forums give to
// their posts. Any other guess from the layout is the business of whoever finds main content.
func sortOf(t tree, m page.Metadata, objects []structured.Object, at *url.URL) sort {
	kind := m.OpenGraph["type"]
	products := count(objects, isProduct)
	switch {
	case kind == "product", kind == "og:product", products > 0 && products <= variants:
		return product
	case products > variants:
		return collection
	case slices.ContainsFunc(objects, isThread), hasItem(t, "QAPage", "DiscussionForumPosting"):
		return collection
	case strings.Contains(kind, "article"), slices.ContainsFunc(objects, isArticle), isOneArticle(t):
		return article
	case slices.ContainsFunc(objects, isList), hasItem(t, "CollectionPage", "SearchResultsPage"), isThreadByName(t.doc):
		return collection
	case isOfThreads(at):
		return discussed
	}
	return unknown
}

// threadWords are parts of the addresses of threads.
var threadWords = []string{"forum", "forums", "thread", "threads", "topic", "topics", "discussion", "discussions", "discuss", "board", "boards", "showthread", "viewtopic", "questions", "community", "lemmy", "reddit"}

// isOfThreads reports whether a host or a path says that its pages are threads.
func isOfThreads(at *url.URL) bool {
	for w := range strings.FieldsFuncSeq(strings.ToLower(at.Host+"/"+at.Path), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if slices.Contains(threadWords, w) {
			return true
		}
	}
	host, _, _ := strings.Cut(strings.TrimPrefix(at.Host, "www."), ".")
	return strings.HasSuffix(host, "forum") || strings.HasSuffix(host, "forums")
}

// variants is how many products the data of one product's page have at most: sizes and colours
// are products of their own to some shops.
const variants = 3

func count(objects []structured.Object, is func(structured.Object) bool) (n int) {
	for _, o := range objects {
		if is(o) {
			n++
		}
	}
	return n
}

func isProduct(o structured.Object) bool { return o.Is("Product") || o.Is("ProductGroup") }
func isArticle(o structured.Object) bool { return o.Is("Article") || o.Is("BlogPosting") }
func isThread(o structured.Object) bool  { return o.Is("QAPage") || o.Is("DiscussionForumPosting") }
func isList(o structured.Object) bool    { return o.Is("CollectionPage") || o.Is("SearchResultsPage") }

// isOneArticle reports whether the page has one article element.
func isOneArticle(t tree) bool {
	n := 0
	for range t.all(atom.Article) {
		n++
	}
	return n == 1
}

// hasItem reports whether microdata declares an item of one of the types.
func hasItem(t tree, types ...string) bool {
	if !t.hasAttr("itemtype") {
		return false
	}
	for n := range dom.Descendants(t.doc) {
		if n.Type != html.ElementNode || len(n.Attr) == 0 {
			continue
		}
		for name := range strings.FieldsSeq(dom.Attr(n, "itemtype")) {
			if slices.Contains(types, name[strings.LastIndexByte(name, '/')+1:]) {
				return true
			}
		}
	}
	return false
}

// postClasses are what the templates of forums, of question sites and of blogs call
// one post among many.
var postClasses = []string{"post", "message", "question", "answer", "reply", "topic-post", "crawler-post", "postcontainer", "post_wrapper", "post-container", "comtr"}

// shortPost is how many bytes of text have no post: "Reply to this comment" is a link that is named like one.
const shortPost = 25

// isThreadByName finds three posts or more that hold most of the text together. The
// comments below an article are none: their names are others.
func isThreadByName(doc *html.Node) bool {
	const measured = 1 << 20
	posts, text := 0, 0
	var look func(*html.Node)
	look = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type != html.ElementNode:
			case isPost(c):
				if length := dom.TextLength(c, measured); length > shortPost {
					posts++
					text += length
				}
			default:
				look(c)
			}
		}
	}
	root := dom.Body(doc)
	look(root)
	return posts >= 3 && text*2 > clean.TextLength(root, measured)
}

func isPost(n *html.Node) bool {
	class := dom.Attr(n, "class")
	if class == "" || len(class) > 500 {
		return false
	}
	for token := range strings.FieldsSeq(class) {
		if slices.Contains(postClasses, token) {
			return true
		}
	}
	return false
}
