package htmltree

import (
	"strings"
	"sync"

	"golang.org/x/net/html/atom"
)

// tag numbers the names of elements that the standard's rules, or many pages, name.
type tag uint8

// other is a name that is not among them.
const other tag = 0

const (
	tagA tag = iota + 1
	tagAddress
	tagApplet
	tagArea
	tagArticle
	tagAside
	tagB
	tagBase
	tagBasefont
	tagBgsound
	tagBig
	tagBlockquote
	tagBody
	tagBr
	tagButton
	tagCaption
	tagCenter
	tagCode
	tagCol
	tagColgroup
	tagDd
	tagDetails
	tagDialog
	tagDir
	tagDiv
	tagDl
	tagDt
	tagEm
	tagEmbed
	tagFieldset
	tagFigcaption
	tagFigure
	tagFont
	tagFooter
	tagForm
	tagFrame
	tagFrameset
	tagH1
	tagH2
	tagH3
	tagH4
	tagH5
	tagH6
	tagHead
	tagHeader
	tagHgroup
	tagHr
	tagHTML
	tagI
	tagIframe
	tagImage
	tagImg
	tagInput
	tagKeygen
	tagLi
	tagLink
	tagListing
	tagMain
	tagMalignmark
	tagMarquee
	tagMath
	tagMenu
	tagMeta
	tagMglyph
	tagNav
	tagNobr
	tagNoembed
	tagNoframes
	tagNoscript
	tagObject
	tagOl
	tagOptgroup
	tagOption
	tagP
	tagParam
	tagPlaintext
	tagPre
	tagRb
	tagRp
	tagRt
	tagRtc
	tagRuby
	tagS
	tagScript
	tagSearch
	tagSection
	tagSelect
	tagSmall
	tagSource
	tagSpan
	tagStrike
	tagStrong
	tagStyle
	tagSub
	tagSummary
	tagSup
	tagSvg
	tagTable
	tagTbody
	tagTd
	tagTemplate
	tagTextarea
	tagTfoot
	tagTh
	tagThead
	tagTitle
	tagTr
	tagTrack
	tagTt
	tagU
	tagUl
	tagVar
	tagWbr
	tagXmp
	tagAudio
	tagCanvas
	tagCite
	tagG
	tagInsert
	tagLabel
	tagPath
	tagPicture
	tagTime
	tagUse
	tagVideo
	tagCount
)

// flags say to which of the standard's groups an element belongs.
type flags uint16

const (
	special   flags = 1 << iota // elements with rules of their own
	implied                     // closed by the end tags of others
	thorough                    // closed by those of a template, too
	scope                       // no end tag reaches beyond them
	tableStop                   // nor those of tables beyond these
	buttonStop
	listStop
	breakout // ends foreign content
	heading
	fosters  // texts in them go before the table
	mathText // foreign elements that hold HTML
	htmlPoint
)

// info is what is known about a name.
type info struct {
	name  string
	flags flags
	role  role
}

// role is what the start tag of an element does in a body.
type role uint8

const (
	ordinary role = iota
	block         // closes a paragraph
	headline
	preformatted
	form
	item
	term
	plain
	button
	anchor
	formatting
	nobr
	object
	table
	void
	input
	inert // void, and changes nothing else
	rule
	image
	textarea
	xmp
	iframe
	raw
	choice // select
	option
	optgroup
	annotation // of ruby
	reading
	foreign
	ignored
	root
	body
	frameset
	metadata // as in a head
)

var tags = [tagCount]info{
	tagA: {"a", 0, anchor}, tagAddress: {"address", special, block}, tagApplet: {"applet", special | scope, object},
	tagArea: {"area", special, void}, tagArticle: {"article", special, block}, tagAside: {"aside", special, block},
	tagB: {"b", breakout, formatting}, tagBase: {"base", special, metadata}, tagBasefont: {"basefont", special, metadata},
	tagBgsound: {"bgsound", special, metadata}, tagBig: {"big", breakout, formatting},
	tagBlockquote: {"blockquote", special | breakout, block}, tagBody: {"body", special | breakout, body},
	tagBr: {"br", special | breakout, void}, tagButton: {"button", special | buttonStop, button},
	tagCaption: {"caption", special | scope | thorough, ignored}, tagCenter: {"center", special | breakout, block},
	tagCode: {"code", breakout, formatting}, tagCol: {"col", special, ignored}, tagColgroup: {"colgroup", special | thorough, ignored},
	tagDd: {"dd", special | implied | breakout, term}, tagDetails: {"details", special, block}, tagDialog: {"dialog", 0, block},
	tagDir: {"dir", special, block}, tagDiv: {"div", special | breakout, block}, tagDl: {"dl", special | breakout, block},
	tagDt: {"dt", special | implied | breakout, term}, tagEm: {"em", breakout, formatting}, tagEmbed: {"embed", special | breakout, void},
	tagFieldset: {"fieldset", special, block}, tagFigcaption: {"figcaption", special, block}, tagFigure: {"figure", special, block},
	tagFont: {"font", 0, formatting}, tagFooter: {"footer", special, block}, tagForm: {"form", special, form},
	tagFrame: {"frame", special, ignored}, tagFrameset: {"frameset", special, frameset},
	tagH1: {"h1", special | breakout | heading, headline}, tagH2: {"h2", special | breakout | heading, headline},
	tagH3: {"h3", special | breakout | heading, headline}, tagH4: {"h4", special | breakout | heading, headline},
	tagH5: {"h5", special | breakout | heading, headline}, tagH6: {"h6", special | breakout | heading, headline},
	tagHead: {"head", special | breakout, ignored}, tagHeader: {"header", special, block}, tagHgroup: {"hgroup", special, block},
	tagHr: {"hr", special | breakout, rule}, tagHTML: {"html", special | scope | tableStop, root}, tagI: {"i", breakout, formatting},
	tagIframe: {"iframe", special, iframe}, tagImage: {"image", 0, image}, tagImg: {"img", special | breakout, void},
	tagInput: {"input", special, input}, tagKeygen: {"keygen", special, void}, tagLi: {"li", special | implied | breakout, item},
	tagLink: {"link", special, metadata}, tagListing: {"listing", special | breakout, preformatted}, tagMain: {"main", special, block},
	tagMalignmark: {"malignmark", 0, ordinary}, tagMarquee: {"marquee", special | scope, object}, tagMath: {"math", 0, foreign},
	tagMenu: {"menu", special | breakout, block}, tagMeta: {"meta", special | breakout, metadata}, tagMglyph: {"mglyph", 0, ordinary},
	tagNav: {"nav", special, block}, tagNobr: {"nobr", breakout, nobr}, tagNoembed: {"noembed", special, raw},
	tagNoframes: {"noframes", special, metadata}, tagNoscript: {"noscript", special, raw}, tagObject: {"object", special | scope, object},
	tagOl: {"ol", special | breakout | listStop, block}, tagOptgroup: {"optgroup", implied, optgroup}, tagOption: {"option", implied, option},
	tagP: {"p", special | implied | breakout, block}, tagParam: {"param", special, inert}, tagPlaintext: {"plaintext", special, plain},
	tagPre: {"pre", special | breakout, preformatted}, tagRb: {"rb", implied, annotation}, tagRp: {"rp", implied, reading},
	tagRt: {"rt", implied, reading}, tagRtc: {"rtc", implied, annotation}, tagRuby: {"ruby", breakout, ordinary},
	tagS: {"s", breakout, formatting}, tagScript: {"script", special, metadata}, tagSearch: {"search", special, block},
	tagSection: {"section", special, block}, tagSelect: {"select", special | scope, choice}, tagSmall: {"small", breakout, formatting},
	tagSource: {"source", special, inert}, tagSpan: {"span", breakout, ordinary}, tagStrike: {"strike", breakout, formatting},
	tagStrong: {"strong", breakout, formatting}, tagStyle: {"style", special, metadata}, tagSub: {"sub", breakout, ordinary},
	tagSummary: {"summary", special, block}, tagSup: {"sup", breakout, ordinary}, tagSvg: {"svg", 0, foreign},
	tagTable: {"table", special | scope | tableStop | breakout | fosters, table}, tagTbody: {"tbody", special | thorough | fosters, ignored},
	tagTd: {"td", special | scope | thorough, ignored}, tagTemplate: {"template", special | scope | tableStop, metadata},
	tagTextarea: {"textarea", special, textarea}, tagTfoot: {"tfoot", special | thorough | fosters, ignored},
	tagTh: {"th", special | scope | thorough, ignored}, tagThead: {"thead", special | thorough | fosters, ignored},
	tagTitle: {"title", special, metadata}, tagTr: {"tr", special | thorough | fosters, ignored}, tagTrack: {"track", special, inert},
	tagTt: {"tt", breakout, formatting}, tagU: {"u", breakout, formatting}, tagUl: {"ul", special | breakout | listStop, block},
	tagVar: {"var", breakout, ordinary}, tagWbr: {"wbr", special, void}, tagXmp: {"xmp", special, xmp},
	tagAudio: {name: "audio"}, tagCanvas: {name: "canvas"}, tagCite: {name: "cite"}, tagG: {name: "g"}, tagInsert: {name: "ins"},
	tagLabel: {name: "label"}, tagPath: {name: "path"}, tagPicture: {name: "picture"}, tagTime: {name: "time"}, tagUse: {name: "use"},
	tagVideo: {name: "video"},
}

// atoms are the names as the nodes of a tree have them.
var atoms = func() (all [tagCount]atom.Atom) {
	for t := range tags {
		all[t] = atom.Lookup([]byte(tags[t].name))
	}
	return all
}()

// slots finds the tag of a name: places are tried from that of hash on.
var slots = func() (all [512]tag) {
	for t := tag(1); t < tagCount; t++ {
		at := hash(tags[t].name)
		for all[at] != other {
			at = (at + 1) % len(all)
		}
		all[at] = t
	}
	return all
}()

// hash takes the length, both ends and the second letter, which tell most names apart.
func hash(name string) int {
	last := len(name) - 1
	return (int(name[0])*7 + int(name[last])*31 + int(name[min(1, last)])*113 + last*61) % 512
}

// tagOf is the number of a name in lower case, which is not empty.
func tagOf(name string) tag {
	for at := hash(name); ; at = (at + 1) % len(slots) {
		t := slots[at]
		if t == other || tags[t].name == name {
			return t
		}
	}
}

// Names in foreign content that differ from their lower case, as the standard lists them.
var (
	svgNames = byLower(`altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath
		feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
		feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
		feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef
		linearGradient radialGradient textPath`)
	svgAttributes = byLower(`attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant
		edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines
		keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves
		pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha
		preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures
		specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage
		tableValues targetX targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan`)
	mathAttributes = byLower("definitionURL")
)

// byLower is made at the first foreign content: most pages have none.
func byLower(names string) func() map[string]string {
	return sync.OnceValue(func() map[string]string {
		all := map[string]string{}
		for name := range strings.FieldsSeq(names) {
			all[strings.ToLower(name)] = name
		}
		return all
	})
}
