package clean

import (
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/core/pattern"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// isShadow reports a template whose content browsers attach to the element around it, open or closed.
func isShadow(n *html.Node) bool {
	mode := strings.ToLower(dom.Attr(n, "shadowrootmode"))
	return dom.Is(n, atom.Template) && (mode == "open" || mode == "closed") && n.Parent != nil && isHost(n.Parent)
}

// isHost reports whether an element can have a tree in its shadow.
func isHost(n *html.Node) bool {
	return strings.Contains(n.Data, "-") || dom.HeadingLevel(n) > 0 || dom.Is(n, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Div,
		atom.Footer, atom.Header, atom.Main, atom.Nav, atom.P, atom.Section, atom.Span)
}

// attachShadows puts the trees that the source declares where readers see them: in the place of what their hosts hold, which
// stands in their slots or is not shown.
func (r *Rules) attachShadows(doc *html.Node) {
	templates := dom.Collect(doc, atom.Template)
	sheets := treeSheets(templates, r.source)
	hosts := map[*html.Node]bool{}
	for i, n := range templates {
		if isShadow(n) && !hosts[n.Parent] { // a second one is a template like others
			hosts[n.Parent] = true
			r.hideByTree(n, sheets[i], dom.TextLength(doc, measured))
			if n.Parent != nil { // its host is shown
				attachShadow(n.Parent, n)
			}
			r.forget()
		}
	}
}

// inBrackets is what stands in brackets that may have others in them.
const inBrackets = `\(([^()]*(?:\([^()]*\)[^()]*)*)\)`

// slotted and hosting are rules of a tree for what stands in its slots, some of them or all, and for its host.
var (
	slotted = pattern.Of(`([^\s{},>+~]*)::slotted` + inBrackets + `\s*(\{[^{}]*\})`)
	ofHost  = pattern.Of(`:host(?:-context)?(?:` + inBrackets + `)?\s*\{[^{}]*\}`) // they show nothing in the tree
	hosting = pattern.Of(`(?:^|[},])\s*:host\s*(\{[^{}]*\})`)
	// someHosts are rules for hosts of some sort or within such elements.
	someHosts = pattern.Of(`:host(-context)?` + inBrackets + `\s*(\{[^{}]*\})`)
	// simple is a part of what says which: a class, an id, an attribute with its value, what is none of some, a name, or any.
	simple = pattern.Of(`\.([\w-]+)|#([\w-]+)|\[([\w-]+)(="?'?[^"'\]]*"?'?)?\]|:not\(([^()]*)\)|^([a-z][\w-]*)|^\*`)
	// plainRule is a rule, words what selectors name.
	plainRule = pattern.Of(`([^{}]+)(\{[^{}]*\})`)
	words     = pattern.Of(`[\w-]+|\*`)
)

// hideByTree takes out what the sheets in a tree that is not attached yet hide of it and of what its host holds. A rule
// for the host counts where no other is for some states of it.
func (r *Rules) hideByTree(tree *html.Node, sheet string, page int) {
	if sheet == "" {
		return
	}
	host := tree.Parent
	always, sometimes := parted(sheet)
	if hidesHost(host, always) && !strings.Contains(sometimes, ":host") && !r.opens(strings.TrimSpace(dom.Attr(host, "id"))) {
		for host.FirstChild != nil {
			host.RemoveChild(host.FirstChild)
		}
		return
	}
	inside := func(sheet string) string { return slotted.ReplaceAllString(ofHost.ReplaceAllString(sheet, ""), "") }
	rules, others := inside(always), inside(sometimes)
	takeOut(tree, rules+inSomeMedia(others), page)
	takeOutNamed(rules, others, dom.Descendants(tree), func(n *html.Node) bool { return !isShadow(n) && dom.Closest(n, atom.Template) == tree })
	r.hideInSlots(tree, always, sometimes, page)
}

// inSomeMedia makes rules those that may hold, which hide nothing and may show.
func inSomeMedia(rules string) string { return "@media (some){" + rules + "}" }

// parted are the rules of a sheet that hold always, and those that do for some screens, states or browsers. A rule for several slots is
// one for each.
func parted(sheet string) (always, sometimes string) {
	const mostOfLists = 1 << 16 // bytes that rules for lists become
	var holds, may strings.Builder
	for {
		before, rest, found := strings.Cut(sheet, "{")
		if !found {
			return holds.String(), may.String()
		}
		body, after := block(rest)
		sheet = after
		before = strings.TrimSpace(before[strings.LastIndexByte(before, ';')+1:])
		switch name, _, _ := strings.Cut(strings.ToLower(before), " "); {
		case strings.Contains(before, "::slotted") && strings.Count(before, ",")*len(body) < mostOfLists:
			for one := range list(before) {
				holds.WriteString(one + "{" + body + "}")
			}
		case !strings.HasPrefix(before, "@"):
			holds.WriteString(before + "{" + body + "}")
		case name == "@layer" || before == "@media screen" || before == "@media all":
			a, s := parted(body)
			holds.WriteString(a)
			may.WriteString(s)
		case name == "@font-face" || name == "@property" || strings.HasSuffix(name, "keyframes"): // are for no element
		default:
			a, s := parted(body)
			may.WriteString(a + s)
		}
	}
}

// hideInSlots takes out what the rules of a tree hide of what stands in its slots.
func (r *Rules) hideInSlots(tree *html.Node, always, sometimes string, page int) {
	rules := slotted.FindAllStringSubmatch(always, -1)
	if len(rules) == 0 {
		return
	}
	var light, others strings.Builder
	for _, m := range slotted.FindAllStringSubmatch(sometimes, -1) {
		others.WriteString(m[2] + m[3])
	}
	host, all := tree.Parent, slots(tree, nil)
	host.RemoveChild(tree)
	for _, m := range rules {
		if m[1] == "" || m[1] == "slot" || m[1] == "*" {
			light.WriteString(m[2] + m[3])
			continue
		}
		takeOutNamed(m[2]+m[3], others.String(), host.ChildNodes(), func(n *html.Node) bool {
			return slices.ContainsFunc(all, func(slot *html.Node) bool {
				return dom.Attr(slot, "name") == dom.Attr(n, "slot") && isSuch(slot, m[1])
			})
		})
	}
	takeOut(host, light.String()+inSomeMedia(others.String()), page)
	takeOutNamed(light.String(), others.String(), host.ChildNodes(), func(*html.Node) bool { return true })
	host.AppendChild(tree)
}

// hidesHost reports whether the rules of a tree for its host hide it: those for each host where none is for some of them, or
// one for hosts such as this, where no other shows it.
func hidesHost(host *html.Node, sheet string) (hidden bool) {
	if m := hosting.FindStringSubmatch(sheet); m != nil && !strings.Contains(sheet, ":host(") {
		return hidesAll(m[1])
	}
	for _, m := range someHosts.FindAllStringSubmatch(sheet, -1) {
		n := host
		for m[1] != "" && n.Parent != nil && !isSuch(n, m[2]) {
			n = n.Parent
		}
		if !isSuch(n, m[2]) {
			continue
		}
		if hidden = hidesAll(m[3]); !hidden && strings.Contains(m[3], "display") {
			return false
		}
	}
	return hidden
}

// isSuch reports whether an element is one of those that a simple selector is for. Of others nothing is known.
func isSuch(n *html.Node, selector string) bool {
	parts := simple.FindAllStringSubmatch(selector, -1)
	length := 0
	for _, m := range parts {
		length += len(m[0])
		switch value := dom.Attr(n, m[3]); {
		case m[1] != "" && !slices.Contains(strings.Fields(dom.Attr(n, "class")), m[1]),
			m[2] != "" && dom.Attr(n, "id") != m[2],
			m[3] != "" && (!dom.HasAttr(n, m[3]) || m[4] != "" && value != strings.Trim(m[4], `="'`)),
			m[5] != "" && (!isSelector(m[5]) || isSuch(n, m[5])),
			m[6] != "" && n.Data != m[6]:
			return false
		}
	}
	return length > 0 && length == len(selector)
}

// isSelector reports whether a text is a simple selector that isSuch can judge by.
func isSelector(text string) bool {
	length := 0
	for _, part := range simple.FindAllString(text, -1) {
		length += len(part)
	}
	return length > 0 && length == len(text)
}

// takeOutNamed removes those of some elements that a tree's rules hide by what they are alone, where no other rule that names
// them, always or sometimes, may show them. In a tree such rules are for few elements, which is why they are believed there.
func takeOutNamed(always, sometimes string, elements iter.Seq[*html.Node], of func(*html.Node) bool) {
	hides, shows := map[string]ways{}, map[string]ways{}
	var d declarations
	note := func(sheet string, holds bool) {
		for _, m := range plainRule.FindAllStringSubmatch(sheet, -1) {
			d.read(strings.Trim(m[2], braces))
			hidden := d.hiding()
			shown, _ := d.showingBut(hidden)
			for one := range list(m[1]) {
				if one = strings.TrimSpace(one); holds && hidden&^weakWays != 0 && isSelector(one) {
					hides[one] |= hidden &^ weakWays
				}
				for _, name := range words.FindAllString(one, -1) {
					shows[name] |= shown
				}
			}
		}
	}
	note(always, true)
	note(sometimes, false)
	var found []*html.Node
	for n := range elements {
		if n.Type == html.ElementNode && of(n) && hiddenNamed(n, hides)&^shownNamed(n, shows) != 0 {
			found = append(found, n)
		}
	}
	for _, n := range found {
		dom.Remove(n)
	}
}

func hiddenNamed(n *html.Node, hides map[string]ways) (w ways) {
	for selector, by := range hides {
		if isSuch(n, selector) {
			w |= by
		}
	}
	return w
}

func shownNamed(n *html.Node, shows map[string]ways) ways {
	w := shows["*"] | shows[n.Data] | shows[dom.Attr(n, "id")]
	for class := range strings.FieldsSeq(dom.Attr(n, "class")) {
		w |= shows[class]
	}
	var d declarations
	d.readOwn(dom.Attr(n, "style"))
	own, _ := d.showing()
	return w | own
}

// hidesAll reports whether the body of a rule hides whatever it is for.
func hidesAll(body string) bool {
	var d declarations
	d.read(strings.Trim(body, "{}"))
	return d.hiding()&^weakWays != 0
}

// treeSheets are the sheets in templates, of which the lean tree of a page has no text.
func treeSheets(templates []*html.Node, source []byte) []string {
	sheets := make([]string, len(templates))
	whole := dom.Collect(dom.Parse(source), atom.Template)
	if len(whole) != len(templates) {
		return sheets
	}
	for i, n := range whole {
		if isShadow(n) {
			sheets[i] = sheetOf(n)
		}
	}
	return sheets
}

// sheetOf is the text of the style elements of a tree, without those of trees in it, which stand in templates.
func sheetOf(tree *html.Node) string {
	var text strings.Builder
	for _, n := range dom.Collect(tree, atom.Style) {
		media := strings.ToLower(dom.Attr(n, "media"))
		if n.FirstChild != nil && dom.Closest(n, atom.Template) == tree && (media == "" || media == "all" || media == "screen") {
			text.WriteString(uncommented(n.FirstChild.Data))
		}
	}
	return text.String()
}

// takeOut removes what a sheet hides below an element, and what it hides weakly where that is little of the page.
func takeOut(root *html.Node, sheet string, page int) {
	r := RulesOf([]byte("<style>" + sheet + "</style>"))
	var found []*html.Node
	for n := range dom.Descendants(root) {
		if n.Type == html.ElementNode {
			r.control(n)
		}
	}
	for n := range dom.Descendants(root) {
		if hidden, weak := r.hides(n); hidden && (!weak || dom.TextLength(n, measured)*weakly <= page) {
			found = append(found, n)
		}
	}
	for _, n := range found {
		dom.Remove(n)
	}
}

func attachShadow(host, tree *html.Node) {
	given := map[string][]*html.Node{}
	for c := host.FirstChild; c != nil; {
		next := c.NextSibling
		host.RemoveChild(c)
		if c != tree && c.Type != html.CommentNode {
			name := dom.Attr(c, "slot")
			given[name] = append(given[name], c)
		}
		c = next
	}
	for _, slot := range slots(tree, nil) {
		name := dom.Attr(slot, "name")
		if filled := given[name]; len(filled) > 0 {
			for c := slot.FirstChild; c != nil; c = slot.FirstChild {
				slot.RemoveChild(c)
			}
			for _, c := range filled {
				slot.AppendChild(c)
			}
			delete(given, name)
		}
	}
	dom.MoveChildren(host, tree)
}

// slots are those of a tree, without those of trees in it.
func slots(n *html.Node, found []*html.Node) []*html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case isShadow(c):
		case c.Type == html.ElementNode && c.Data == "slot":
			found = append(found, c)
		default:
			found = slots(c, found)
		}
	}
	return found
}
