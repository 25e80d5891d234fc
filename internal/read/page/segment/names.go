package segment

import (
	"strings"
	"sync"

	"golang.org/x/net/html"
)

// Hints are what the names of an element say about it, a bit for each kind.
type Hints uint32

// The kinds of names.
const (
	NamedComment Hints = 1 << iota
	NamedNavigation
	NamedSidebar
	NamedFooter
	NamedHeader
	NamedShare
	NamedRelated
	NamedAdvert
	NamedCookie
	NamedSubscribe
	NamedByline
	NamedCaption
	NamedTitle
	NamedContent
	NamedArticle
	NamedProduct
	NamedList
	NamedForum
	NamedFilter
	NamedHidden
	NamedTags
	NamedPopup
	NamedWidget
	NamedMeta
	NamedReview
	NamedSummary
	NamedFooterNote

	Names = 27 // how many kinds there are
)

// named are the kinds of names with the parts that say them, as whole words of a class, an
// id, a role or an itemprop.
var named = [Names]struct {
	hint        Hints
	name, words string
}{
	{NamedComment, "comment", "comment comments commentlist disqus reply replies respond discussion kommentare"},
	{NamedNavigation, "navigation", "nav navbar navigation menu menubar breadcrumb breadcrumbs pagination pager tabs topnav subnav toc crumbs nextprev submenu megamenu dropdown"},
	{NamedSidebar, "sidebar", "sidebar side aside rail rightcol leftcol complementary secondary sidenav"},
	{NamedFooter, "footer", "footer foot bottom contentinfo colophon copyright"},
	{NamedHeader, "header", "header head masthead banner topbar top hero"},
	{NamedShare, "share", "share sharing social socials sharebar addthis follow facebook twitter sharedaddy addtoany"},
	{NamedRelated, "related", "related recommended recommendations recommendation similar more also popular trending latest recent recirc readnext teaser teasers outbrain taboola upnext moretopics suggestions"},
	{NamedAdvert, "advert", "ad ads advert advertisement adsbygoogle sponsor sponsored promo promotion promoted dfp adslot advertorial banner"},
	{NamedCookie, "cookie", "cookie cookies consent gdpr onetrust privacy cookiebar"},
	{NamedSubscribe, "subscribe", "subscribe subscription newsletter signup paywall optin mailchimp register registration login signin cta"},
	{NamedByline, "byline", "byline author authors date dateline time timestamp published posted datepublished writer bio"},
	{NamedCaption, "caption", "caption figcaption credit credits photo image img gallery media thumbnail thumb lightbox carousel slider slide video player"},
	{NamedTitle, "title", "title headline heading subtitle kicker name"},
	{NamedContent, "content", "content body text main maincontent main-content entry copy prose richtext wysiwyg rte page"},
	{NamedArticle, "article", "article post story articlebody blog news entry hentry postcontent storybody"},
	{NamedProduct, "product", "product price sku specs specification specifications description features buy cart variant shop"},
	{NamedList, "list", "list listing listings grid items item results card cards tile tiles collection category archive loop row rows catalog"},
	{NamedForum, "forum", "thread forum topic message messages question answer answers qa reply posts postbody"},
	{NamedFilter, "filter", "filter filters facet facets sort search searchbox toolbar refine options form"},
	{NamedHidden, "hidden", "hidden hide invisible collapse collapsed offscreen sr visually screen noprint tooltip accordion"},
	{NamedTags, "tags", "tag tags category categories label labels keywords topics badge pill chips"},
	{NamedPopup, "popup", "popup modal overlay dialog lightbox alert notification toast notice announcement alertdialog"},
	{NamedWidget, "widget", "widget module block promo box panel plugin embed"},
	{NamedMeta, "meta", "meta info details metadata stats infobar postmeta"},
	{NamedReview, "review", "review reviews rating ratings testimonial testimonials stars feedback"},
	{NamedSummary, "summary", "summary excerpt lead intro abstract dek standfirst description deck teaser"},
	{NamedFooterNote, "footer_note", "references footnote footnotes disclaimer notes citation citations bibliography sources disclosure"},
}

// Name is the name of a single hint, or empty.
func (h Hints) Name() string {
	for i := range named {
		if named[i].hint == h {
			return named[i].name
		}
	}
	return ""
}

// hintTable holds what each word of a name says, open-addressed by hashName.
type hintTable [1024]struct {
	word  string
	hints Hints
}

// hints is made at the first page.
var hints = sync.OnceValue(func() *hintTable {
	t := &hintTable{}
	for i := range named {
		for w := range strings.FieldsSeq(named[i].words) {
			h := uint32(0)
			for k := range len(w) {
				h = hashName(h, w[k])
			}
			at := t.slot(h, []byte(w))
			t[at].word = w
			t[at].hints |= named[i].hint
		}
	}
	return t
})

// hashName is the hash of a word and one more letter.
func hashName(h uint32, letter byte) uint32 { return h*31 + uint32(letter) }

// slot is where a word is, or would be.
func (t *hintTable) slot(hash uint32, word []byte) uint32 {
	at := (hash ^ hash>>10) % uint32(len(t))
	for t[at].word != "" && t[at].word != string(word) {
		at = (at + 1) % uint32(len(t))
	}
	return at
}

// name is what an element's attributes say.
type name struct {
	hints   Hints
	hidden  bool
	form    uint32
	weighed weighed
}

// maxName is how many bytes of an attribute are read.
const maxName = 300

func (w *walker) name(n *html.Node) name {
	var out name
	for i := range n.Attr {
		a := &n.Attr[i]
		switch a.Key {
		case "class", "id", "role", "itemprop", "data-testid", "data-component":
			value := a.Val
			if value == "" {
				continue
			}
			if len(value) > maxName {
				value = value[:maxName]
			}
			known := w.known(value)
			out.hints |= known.hints
			if out.weighed.tokens == 0 { // as a rule: only the class
				out.weighed = known.weighed
			} else {
				out.weighed.add(&known.weighed)
			}
			if a.Key == "class" {
				out.form = known.form
			}
		case "hidden":
			out.hidden = true
		case "aria-hidden":
			out.hidden = out.hidden || a.Val == "true"
		case "style":
			out.hidden = out.hidden || hiddenBy(a.Val)
		}
	}
	return out
}

// remembered are the names of a page that were read last: most of them come again and again,
// and a map would cost as much as reading them.
type remembered [512]struct {
	value string
	name  name
}

// known is what a name says, which is not empty. It is valid until the next is asked for.
func (w *walker) known(value string) *name {
	last := len(value) - 1
	place := uint(last)*37 ^ uint(value[0])*7 ^ uint(value[last])*13 ^ uint(value[last/2])*101 ^ uint(value[last/4])*29
	k := &w.names[place%uint(len(w.names))]
	if k.value != value {
		w.tokens = w.tokens[:0]
		k.value, k.name = value, w.read(value)
		k.name.weighed = weigh(w.tokens, w.wording.Names())
	}
	return &k.name
}

func hiddenBy(style string) bool {
	if len(style) < 12 || len(style) > 1000 {
		return false
	}
	if _, value, found := strings.Cut(style, "display"); found {
		return strings.HasPrefix(strings.TrimLeft(value, " :"), "none")
	}
	return strings.Contains(style, "visibility:hidden") || strings.Contains(style, "visibility: hidden")
}

// read takes a name apart at everything but letters, and at capitals. Its tokens are added to the walker's.
func (w *walker) read(value string) name {
	out := name{form: hashStart}
	var buf [32]byte
	n, hash, form, one := 0, uint32(0), uint32(hashStart), uint32(hashStart)
	was := uint8(other)
	for i := range len(value) {
		c := value[i]
		kind := kinds[c]
		isLetter := kind == upper || kind == lower && c != '_'
		if n > 0 && (!isLetter || kind == upper && was == lower) {
			out.hints |= w.hints[w.hints.slot(hash, buf[:n])].hints
			w.part(hash, n)
			n, hash = 0, 0
		}
		was = kind
		if kind == space {
			w.whole(one)
			one = hashStart
		}
		if kind == digit {
			continue
		}
		if kind == upper {
			c |= 0x20
		}
		form = (form ^ uint32(c)) * hashPrime
		if kind != space {
			one = (one ^ uint32(c)) * hashPrime
		}
		if isLetter && n < len(buf) {
			buf[n] = c
			n++
			hash = hashName(hash, c)
		}
	}
	if n > 0 {
		out.hints |= w.hints[w.hints.slot(hash, buf[:n])].hints
		w.part(hash, n)
	}
	w.whole(one)
	out.form = form
	return out
}

// part adds a word of a name to the tokens; single letters say nothing.
func (w *walker) part(hash uint32, letters int) {
	if letters > 1 {
		w.tokens = append(w.tokens, token{hash, true})
	}
}

// whole adds a name, but for its digits, to the tokens.
func (w *walker) whole(hash uint32) {
	if hash != hashStart {
		w.tokens = append(w.tokens, token{hash: hash})
	}
}
