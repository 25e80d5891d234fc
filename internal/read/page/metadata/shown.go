package metadata

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/quarryapi/quarry/internal/read/page/dates"
	"github.com/quarryapi/quarry/internal/read/page/dom"
)

const (
	maxDated    = 400  // bytes of a text that is looked through for dates
	maxNamedDay = 200  // bytes of an element that is named a date
	maxBeside   = 80   // bytes beside a date that may still be a byline
	webYear     = 1993 // no page was published before; earlier days are what a page is about
)

// shownDays collects the days that the page shows.
func (r *reader) shownDays(d *days, a *anchor) {
	for _, s := range r.times {
		where := shownTime
		if hasClass(s.n, "published") || hasClass(s.n, "dt-published") {
			where |= propPublished
		}
		text := dom.Attr(s.n, "datetime")
		if _, ok := dates.Declared(text, d.options); !ok {
			text = dayText(s.n)
		}
		r.tell(d, a, s, text, where)
	}
	for _, s := range r.dated {
		if text := dom.Attr(s.n, "title"); len(text) < maxLabel { // the abbr pattern of microformats
			r.tell(d, a, s, text, shownNamed)
		}
		if digitBelow(s.n) {
			r.tell(d, a, s, dayText(s.n), shownNamed)
		}
	}
	for _, s := range r.texts {
		text := s.n.Data
		if line := dateline(text); line != "" {
			text = line
		}
		if len(text) < maxDated && dates.Possible(text) {
			r.tell(d, a, s, text, shownText)
		}
	}
}

// dayText is the text of an element that is named a date; empty when it holds more.
func dayText(n *html.Node) string {
	if dom.TextLength(n, maxNamedDay) >= maxNamedDay {
		return ""
	}
	return dom.Text(n)
}

// hasDigit reports whether a text can have a date in it.
func hasDigit(s string) bool {
	for i := range len(s) {
		if s[i]-'0' <= 9 {
			return true
		}
	}
	return false
}

// digitBelow is hasDigit for the first texts of an element.
func digitBelow(n *html.Node) bool {
	seen := 0
	for c := range dom.Descendants(n) {
		if c.Type == html.TextNode && hasDigit(c.Data) {
			return true
		}
		if seen++; seen > 40 {
			return false
		}
	}
	return false
}

func hasClass(n *html.Node, class string) bool {
	for c := range strings.FieldsSeq(dom.Attr(n, "class")) {
		if c == class {
			return true
		}
	}
	return false
}

// tell adds the dates of a text. Where it stands is only looked up when it has any.
func (r *reader) tell(d *days, a *anchor, s sight, text string, where uint64) {
	var found []dates.Found
	for f := range dates.Find(text, d.options) {
		if f.Date.Year >= webYear {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return
	}
	where |= r.spot(a, s)
	property := isProperty(s.n)
	length := len(strings.TrimSpace(text))
	around := max(length, paragraphLength(s.n))
	for _, f := range found {
		words := text[:f.Start]
		if strings.TrimSpace(words) == "" {
			words = r.textBefore(s)
		}
		what := where | saying(words)
		beside, unsaid := length-(f.End-f.Start), what&(saysPublished|saysUpdated) == 0
		inPassing := beside*5 >= length*2 && (around-(f.End-f.Start) > maxBeside || len(found) > 1)
		switch {
		case unsaid && (property || inPassing || isRange(text[:f.Start], text[f.End:])):
			continue
		case inPassing:
			what |= inSentence
		case beside*5 < length*2:
			what |= alone
		}
		d.add(f, what)
	}
}

// spot reports where an element with a date stands.
func (r *reader) spot(a *anchor, s sight) uint64 {
	where := far
	says := r.within(a, s.n) | s.says
	among := says&(namesComment|namesAside) != 0
	if a != nil {
		switch between := r.between(a, s.at); {
		case among && a.below(between):
		case between >= 0 && a.leads(between):
			where = justBehind
		case between >= 0 && between <= 40:
			where = behind
		case between < 0 && between >= -4:
			where = justBefore
		case between < 0 && between >= -15:
			where = before
		}
	}
	if among {
		where |= amongOthers
	} else {
		where |= clean
	}
	if says&namesUpdate != 0 {
		where |= saysUpdated
	}
	return where
}

// saying reads the words before a date.
func saying(words string) uint64 {
	words = strings.ToLower(words[max(0, len(words)-40):])
	for _, w := range updateWords {
		if strings.Contains(words, w) {
			return saysUpdated
		}
	}
	for _, w := range publishWords {
		if strings.Contains(words, w) {
			return saysPublished
		}
	}
	return 0
}

// The words, or their beginnings, that mark a change or a publication.
var (
	updateWords = []string{
		"updated", "modified", "last ", "revised", "edited", "reviewed", "update", "aktualisiert", "geändert", "bearbeitet", "stand", "änderung", "à jour", "modifié", "actualiza", "modificad",
		"aggiornat", "atualizad", "bijgewerkt", "uppdaterad", "oppdatert", "opdateret", "päivitetty", "aktualiz", "frissít", "güncelle", "обновл", "измен", "更新", "수정",
	}
	publishWords = []string{
		"publish", "posted", "written", "created", "added", "date", "publizier", "veröffentlicht", "erschienen", "erstellt", "eingestellt", "geschrieben", "verfasst", "vom", "datum", "publié", "mise en ligne", "mis en ligne",
		"publicad", "fecha", "pubblicat", "geplaatst", "gepubliceerd", "publicerad", "publisert", "udgivet", "julkaistu", "opublikowano", "publikacji", "dodano", "vydáno", "publikov", "közzét",
		"megjelen", "publicat", "yayın", "опублик", "дата", "опублік", "δημοσι", "تاريخ", "نشر", "发布", "发表", "日期", "公開", "投稿", "작성", "입력", "by ", "von ", "par ", "por ",
	}
)

// habit is the order of day and month that the page's language, or its country, has
// where numbers alone are written. English without a country has none.
func (r *reader) habit() dates.Order {
	tag := r.tag()
	language, region, _ := strings.Cut(strings.ToLower(tag), "-")
	if language == "en" && region == "" {
		_, region, _ = strings.Cut(strings.ToLower(strings.ReplaceAll(r.metas["og:locale"], "_", "-")), "-")
	}
	host := r.address.Hostname()
	domain := host[strings.LastIndexByte(host, '.')+1:]
	switch {
	case language != "" && language != "en":
		return dates.DayFirst
	case region == "us" || region == "" && (domain == "us" || domain == "gov" || domain == "edu" || domain == "mil"):
		return dates.MonthFirst
	case region == "ca" || region == "ph":
		return dates.AnyOrder
	case region != "" || domain == "uk" || domain == "au" || domain == "nz" || domain == "ie" || domain == "in" || domain == "za":
		return dates.DayFirst
	}
	return dates.AnyOrder
}

func (r *reader) dateOptions() dates.Options {
	language, _, _ := strings.Cut(strings.ToLower(r.tag()), "-")
	return dates.Options{Croatian: language == "hr" || language == "bs"}
}
