package metadata

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/quarryapi/quarry/internal/read/page/byline"
	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/structured"
)

const maxAuthors = 20

// authorMetas are the meta elements that name authors beside author itself.
var authorMetas = []string{
	"article:author", "article:author_name", "article.author", "book:author", "dc.contributor", "parsely-author", "sailthru.author", "byl", "cxenseparse:author", "creator", "authors", "article:authors", "og:author",
}

// declaredAuthors reads structured data and meta elements.
func (r *reader) declaredAuthors(all *authors) {
	for i, o := range r.objects {
		where := authorDataOther
		if i == r.own {
			where = authorData
		} else if isContent(o) {
			continue
		}
		for _, field := range []string{"author", "creator"} {
			names, group := authorsOf(o[field], r.all)
			if group {
				all.add(names, where|authorDataGroup)
			} else {
				all.add(names, where)
			}
		}
	}
	all.add(byline.Names(r.metas["author"]), authorMeta)
	for _, name := range authorMetas {
		all.add(byline.Names(r.metas[name]), authorMetaOther)
	}
	all.add(r.citedAuthors(), authorMetaOther)
	for _, card := range []string{"1", "2"} {
		if label := r.metas["twitter:label"+card]; label != "" && byline.Lead(label+": x") {
			all.add(byline.Names(r.metas["twitter:data"+card]), authorMetaOther)
		}
	}
}

// citedAuthors are the authors of a paper. Their family name may stand first.
func (r *reader) citedAuthors() []string {
	var names []string
	for _, s := range r.cited {
		family, given, inverted := strings.Cut(s, ",")
		if inverted && !strings.ContainsAny(given, ",;") {
			s = strings.TrimSpace(given) + " " + strings.TrimSpace(family)
		}
		names = append(names, byline.Names(s)...)
	}
	return unique(names)
}

// authorsOf returns the names in a value of author: names, persons, groups, or references
// to them.
func authorsOf(v any, all []structured.Object) (names []string, group bool) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, one := range list[:min(len(list), maxAuthors)] {
		if ref, ok := one.(map[string]any); ok {
			o := resolved(ref, all)
			group = group || o.Is("Organization")
			one = o["name"]
		}
		for _, s := range structured.Strings(one) {
			said := byline.Names(s)
			if group {
				said = []string{byline.Name(s)}
			}
			names = append(names, said...)
		}
	}
	names = slices.DeleteFunc(unique(names), func(n string) bool { return n == "" })
	return names[:min(len(names), maxAuthors)], group
}

// resolved is the object that a reference names, or the object itself.
func resolved(o structured.Object, all []structured.Object) structured.Object {
	id, ok := o["@id"].(string)
	if !ok || o["name"] != nil {
		return o
	}
	i := slices.IndexFunc(all, func(o structured.Object) bool { return o["@id"] == id && o["name"] != nil })
	if i < 0 {
		return o
	}
	return all[i]
}

// shownAuthors reads the elements that are named authors, and bylines.
func (r *reader) shownAuthors(all *authors, a *anchor) {
	if r.isProduct() { // "by" says who makes it, or who reviews it
		return
	}
	if n := r.props["author"]; n != nil {
		all.add(byline.Names(r.property("author")), authorProp|r.authorSpot(a, sight{n: n, at: r.placeOf(n)}))
	}
	for _, s := range r.authored {
		if dom.TextLength(s.n, 250) >= 250 {
			continue
		}
		where := authorNamed
		if s.says&relAuthor != 0 {
			where = authorRel
		}
		text := dom.Text(s.n)
		all.add(byline.Names(text), where|r.authorSpot(a, s))
	}
	if a == nil {
		return
	}
	for _, s := range r.texts[max(0, a.text-15):min(len(r.texts), a.body+25)] {
		text := strings.TrimSpace(s.n.Data)
		if len(text) > 120 {
			continue
		}
		if !byline.Lead(text) {
			if len(text) > 30 || !byline.Lead(text+" x") {
				continue
			}
			text = shortText(s.n)
		}
		if names := byline.Names(text); !slices.ContainsFunc(names, isProse) {
			all.add(names, authorLed|r.authorSpot(a, s))
		}
	}
}

// isProse distinguishes sentences, such as "by using this" and "from Ada asking for tea", from
// bylines: in names only particles are small, and not at the beginning.
func isProse(name string) bool {
	first := true
	for word := range strings.FieldsSeq(name) {
		r, _ := utf8.DecodeRuneInString(word)
		if unicode.IsLower(r) && (first || !isParticle(word)) {
			return true
		}
		first = false
	}
	return false
}

// isParticle reports whether a small word can stand within a name.
func isParticle(word string) bool {
	switch word {
	case "von", "vom", "van", "de", "del", "della", "der", "den", "des", "di", "da", "das", "do", "dos", "du", "la", "le", "los", "ten", "ter", "zu", "zum", "zur", "al", "el", "bin", "ibn", "af", "av", "und", "e", "y", "i":
		return true
	}
	return strings.ContainsAny(word, "'’") // d'Arc
}

// shortText is the text of the innermost element around a leading word that has more.
func shortText(n *html.Node) string {
	own := len(strings.TrimSpace(n.Data))
	for p := n.Parent; p != nil && p.DataAtom != atom.Body; p = p.Parent {
		length := dom.TextLength(p, 200)
		if length >= 200 {
			break
		}
		if length > own+2 {
			return dom.Text(p)
		}
	}
	return ""
}

// placeOf is the place of an element that is not among those kept with theirs.
func (r *reader) placeOf(n *html.Node) int32 {
	for _, s := range r.authored {
		if s.n == n {
			return s.at
		}
	}
	return 0
}

func (r *reader) authorSpot(a *anchor, s sight) uint32 {
	where := authorFar
	if a != nil {
		switch between := r.between(a, s.at); {
		case between >= -6 && between <= max(8, a.body-a.text):
			where = authorNear
		case between >= 0 && between <= 40:
			where = authorBehind
		}
	}
	if r.within(a, s.n)&(namesComment|namesAside) != 0 {
		return where | authorAmong
	}
	return where | authorClean
}
