//nolint:misspell // words of several languages
package byline

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// leads are the words that stand before an author's name, lower-case. Longer ones stand
// before those that they begin with.
var leads = []string{
	"geschrieben von", "verfasst von", "veröffentlicht von", "erstellt von", "ein artikel von", "ein beitrag von", "ein gastbeitrag von", "gastbeitrag von",
	"ein kommentar von", "kommentar von", "eine kolumne von", "eine analyse von", "ein interview von", "interview von", "von unserem redaktionsmitglied", "von unserem korrespondenten", "artikel von", "beitrag von", "gepostet von", "eingestellt von", "text von", "aus der feder von", "rezension von",
	"written by", "posted by", "published by", "reported by", "story by", "article by", "words by", "text by", "authored by", "submitted by", "created by", "reviewed by", "op-ed by", "opinion by", "analysis by", "review by", "post by", "guest post by", "medically reviewed by", "a post by", "post author", "about the author", "about author", "asked by", "started by",
	"publié par", "écrit par", "rédigé par", "proposé par", "posté par", "par", "escrito por", "publicado por", "redactado por", "por", "scritto da", "pubblicato da", "a cura di", "di", "da",
	"geschreven door", "geplaatst door", "door", "skrevet av", "skriven av", "af", "av", "kirjoittanut", "autor", "autora", "autorin", "autoren", "auteur", "auteurs", "autore", "authors", "author", "auteur/autrice", "tekst", "text", "texte", "texto", "testo",
	"opublikował", "napisał", "napisala", "dodał", "oprac", "zpracoval", "napsal", "szerző", "írta", "yazan", "yazar", "автор", "текст", "автор:", "συντάκτης", "بقلم", "作者", "文/", "记者", "verfasser", "redaktion", "foto und text", "text, interview", "interview", "reportage", "oleh", "bài", "podle",
	"beitragvon", "vom", "by", "von", "byline",
}

// colonOnly are those of them that stand before a colon only: without it they are the
// name, or part of it.
const colonOnly = " redaktion interview reportage text tekst texte texto testo verfasser byline oprac oleh bài podle di da af av "

// leadsBy holds the leads by their first bytes.
var leadsBy = sync.OnceValue(func() *[256][]string {
	var by [256][]string
	for _, lead := range leads {
		by[lead[0]] = append(by[lead[0]], lead)
	}
	return &by
})

// trimLead cuts the words that stand before a name.
func trimLead(s string) (rest string, led bool) {
	for range 3 {
		if s == "" {
			break
		}
		first := s[0]
		if first >= 'A' && first <= 'Z' {
			first |= 0x20
		}
		candidates := leadsBy()[first]
		if first >= utf8.RuneSelf {
			r, _ := utf8.DecodeRuneInString(s)
			candidates = leadsBy()[string(unicode.ToLower(r))[0]]
		}
		i := slices.IndexFunc(candidates, func(lead string) bool { return leadsIn(s, lead) })
		if i < 0 {
			break
		}
		s = strings.TrimLeftFunc(s[len(candidates[i]):], func(r rune) bool { return unicode.IsSpace(r) || r == ':' || r == '/' || r == '：' })
		led = true
	}
	return s, led
}

// leadsIn reports whether a line begins with the lead and goes on behind it.
func leadsIn(s, lead string) bool {
	if len(s) <= len(lead) || !mayFold(s[1], lead[1]) || !mayFold(s[len(lead)-1], lead[len(lead)-1]) || !strings.EqualFold(s[:len(lead)], lead) {
		return false
	}
	rest := s[len(lead):]
	next, _ := utf8.DecodeRuneInString(rest)
	if next == ':' || next == '：' || strings.HasPrefix(rest, " :") {
		return true
	}
	if strings.Contains(colonOnly, " "+lead+" ") {
		return false
	}
	return unicode.IsSpace(next) || next == '/' || lead[0] >= 0xe4 || joined(s, lead)
}

// mayFold reports whether two bytes may be of the same text but for its case. All leads have two or more.
func mayFold(a, b byte) bool { return a|0x20 == b|0x20 || a|b >= utf8.RuneSelf }

// joined reports whether a name follows a lead without a space, as markup that sets them
// apart leaves them: "ByAda Lane".
func joined(s, lead string) bool {
	if !strings.HasSuffix(lead, "by") && !strings.HasSuffix(lead, "von") && lead != "par" && lead != "por" {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:len(lead)])
	first, size := utf8.DecodeRuneInString(s[len(lead):])
	second, _ := utf8.DecodeRuneInString(s[len(lead)+size:])
	return unicode.IsLower(before) && unicode.IsUpper(first) && (unicode.IsLetter(second) || second == '.')
}

// parts yields what stands between the joints of a list of names.
func parts(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(",;&、，", r) }) {
			start, end := 0, 0
			for word := range strings.FieldsSeq(part) {
				at := end + strings.Index(part[end:], word)
				if at > 0 && isJoint(word) {
					if !yield(part[start:at]) {
						return
					}
					start = at + len(word)
				}
				end = at + len(word)
			}
			if !yield(part[start:]) {
				return
			}
		}
	}
}

// isJoint reports whether a word joins two names. The single letters of Romance and
// Slavic languages do, too; an initial is a capital or has a dot.
func isJoint(word string) bool {
	switch word {
	case "and", "And", "AND", "und", "Und", "UND", "et", "y", "e", "en", "og", "och", "i", "ja", "ve", "и", "та", "with", "mit", "con", "med", "och/eller", "/", "+":
		return true
	}
	return false
}

// isDegree reports whether a part behind a comma belongs to the name before it.
func isDegree(s string) bool {
	switch strings.ToLower(strings.ReplaceAll(s, ".", "")) {
	case "jr", "sr", "ii", "iii", "iv", "phd", "md", "rd", "ms", "ma", "ba", "bs", "bsc", "msc", "mba", "mph", "rn", "rdn", "ldn", "cpt", "do", "dds", "dvm", "vmd", "dnp", "np", "cpa", "cfa", "cfp", "esq", "jd", "lcsw", "psyd", "facp", "pharmd", "edd", "dacvb", "lvt":
		return true
	}
	return false
}

// roles are what people are, lower-case.
var roles = wordSet(`editor reporter writer correspondent contributor journalist columnist author director manager ceo cto cmo founder cofounder chief president analyst specialist expert
	professor producer fellow officer attorney lawyer owner editor-in-chief consultant strategist engineer researcher
	redaktion redakteur redakteurin korrespondent korrespondentin autor autorin journalistin chefredakteur chefredakteurin geschäftsführer geschäftsführerin inhaber leiter leiterin volontär volontärin
	rédacteur rédactrice journaliste correspondant periodista redactor redactora corresponsal redattore giornalista marketing university universität institute`)

// stopWords stand behind names, or in their place, and are no part of them.
var stopWords = wordSet(`published posted updated written veröffentlicht publiziert aktualisiert geschrieben erstellt eingestellt publié modifié publicado actualizado publicada pubblicato datum date stand zuletzt nachricht
	am für fuer for pour twitter email e-mail mail follow share shares teilen view read via https http publisher publié lesezeit minuten min mins uhr hace comments comment kommentare alle artikel
	monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo`)

// placeWords lead from the author of a byline to the place and the time.
var placeWords = wordSet(`in on at le el em il um op den w from aus under unter last updated`)

func wordSet(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for w := range strings.FieldsSeq(words) {
			set[w] = true
		}
		return set
	})
}

// isRole reports whether a part behind a comma says what the person before it is.
func isRole(s string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
		if roles()[word] || strings.HasSuffix(word, "redaktion") {
			return true
		}
	}
	return false
}

// trimRole cuts the role behind a name of two words or more.
func trimRole(s string) string {
	for strings.Count(s, " ") >= 2 {
		i := strings.LastIndexByte(s, ' ')
		if !roles()[strings.ToLower(s[i+1:])] {
			break
		}
		s = s[:i]
	}
	return s
}

// isAccount reports whether a name, in lower case, is that of an account that software
// makes, or a word for no one.
func isAccount(s string) bool {
	switch s {
	case "admin", "administrator", "webmaster", "root", "superuser", "super user", "user", "guest", "gast", "test", "wpadmin", "wp-admin", "siteadmin", "site admin", "wordpress", "web admin", "webadmin", "sysadmin",
		"unknown", "unbekannt", "anonymous", "anonym", "anonyme", "n/a", "none", "null", "undefined", "false", "true", "nan", "author", "autor", "auteur", "quelle", "source", "name", "no author", "author name", "untitled", "default", "adm", "by", "von", "home", "login", "contact", "nobody":
		return true
	}
	return false
}
