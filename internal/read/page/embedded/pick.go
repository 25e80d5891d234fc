package embedded

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// bodies are the names under which content management systems give a text, in lower case without
// signs between words.
var bodies = []string{
	"articlebody", "article", "body", "bodyhtml", "bodytext", "bodymarkdown", "content", "contents", "contenthtml", "contentbody", "htmlcontent", "html",
	"rendered", "text", "fulltext", "richtext", "markdown", "postcontent", "story", "storybody", "document", "main", "maincontent", "description",
	"descriptionhtml", "longdescription", "blocks", "paragraphs", "value",
}

// beside are names of parts of the data that no page is about.
var beside = []string{
	"i18n", "_nexti18next", "messages", "translations", "locale", "locales", "dictionary", "labels", "strings", "copy", "config", "env", "runtimeconfig",
	"consent", "cookies", "cookie", "cookiebanner", "legal", "footer", "header", "navigation", "nav", "menu", "related", "recommended", "comments",
	"featureflags", "features", "session", "seo", "meta", "schema", "css", "styles", "theme",
}

// offered are names of what is for sale: what describes it is the smallest part of its page.
var offered = []string{"price", "prices", "offers", "pricing", "priceamount", "saleprice", "stock", "instock", "availability", "variants", "sku"}

// leastSaid is how many words a text has at least that a page shows as one of many, such as a headline in a list.
const leastSaid = 3

// pick chooses the text that data is about: the longest, when it is at least half of all that the data says.
// Where many are of the same rank, as in a list of articles, there is none, nor where what it says is a list of headlines
// or of what is for sale below a text about it.
func pick(value any) (story, bool) {
	p := picker{left: maxValues}
	p.walk(value, "", 0)
	if p.best.size == 0 || 2*p.best.size < p.total || p.offers > 2 {
		return story{}, false
	}
	return p.best, true
}

type picker struct {
	best   story
	total  int // of texts that could be, and of what else is said
	offers int
	left   int
}

// walk looks for stories below a value, which the title of what is around them is given to.
func (p *picker) walk(value any, title string, depth int) {
	if p.left--; p.left <= 0 || depth > maxDepth {
		return
	}
	switch v := value.(type) {
	case string:
		if words := strings.Fields(v); len(words) >= leastSaid {
			p.total += utf8.RuneCountInString(v)
		}
	case []any:
		for _, member := range v {
			p.walk(member, title, depth+1)
		}
	case map[string]any:
		p.object(v, title, depth)
	}
}

func (p *picker) object(v map[string]any, title string, depth int) {
	if own := firstText(v, "headline", "title", "name"); own != "" {
		title = own
	}
	isOffer := false
	for name := range v {
		isOffer = isOffer || slices.Contains(offered, plain(name))
	}
	if isOffer {
		p.offers++
	}
	for _, name := range sorted(v) {
		if slices.Contains(beside, strings.ToLower(name)) {
			continue
		}
		if slices.Contains(bodies, plain(name)) {
			if s, ok := storyOf(v[name]); ok {
				s.title = title
				p.total += s.size
				if !isOffer {
					p.best = longer(p.best, s)
				}
				continue // its parts are no stories of their own
			}
		}
		p.walk(v[name], title, depth+1)
	}
}

// plain is a name in lower case without signs between words.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

// firstText is the first member that is a text, or has one as its rendered.
func firstText(v map[string]any, names ...string) string {
	for _, name := range names {
		switch t := v[name].(type) {
		case string:
			if s := strings.TrimSpace(t); s != "" && len(s) <= 300 {
				return s
			}
		case map[string]any:
			if s, ok := t["rendered"].(string); ok && len(s) <= 300 {
				return strings.TrimSpace(s)
			}
		}
	}
	return ""
}

func sorted(v map[string]any) []string {
	names := make([]string, 0, len(v))
	for name := range v {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
