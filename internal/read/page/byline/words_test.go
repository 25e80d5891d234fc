//nolint:misspell // words of several languages
package byline_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/byline"
)

func names(t *testing.T, line string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, byline.Names(line)); diff != "" {
		t.Errorf("%q: names mismatch (-want +got):\n%s", line, diff)
	}
}

func TestWordsBeforeAName(t *testing.T) {
	t.Parallel()
	for lead := range strings.SplitSeq("geschrieben von|verfasst von|veröffentlicht von|erstellt von|ein artikel von|ein beitrag von|ein gastbeitrag von|gastbeitrag von|ein kommentar von|kommentar von|eine kolumne von|eine analyse von|ein interview von|interview von|artikel von|beitrag von|gepostet von|eingestellt von|text von|aus der feder von|rezension von|written by|posted by|published by|reported by|story by|article by|words by|text by|authored by|submitted by|created by|reviewed by|op-ed by|opinion by|analysis by|review by|post by|"+
		"guest post by|medically reviewed by|a post by|post author|about the author|about author|asked by|started by|publié par|écrit par|rédigé par|proposé par|posté par|par|escrito por|publicado por|redactado por|por|scritto da|pubblicato da|a cura di|geschreven door|geplaatst door|door|skrevet av|skriven av|kirjoittanut|autor|autora|autorin|autoren|auteur|auteurs|autore|authors|author|opublikował|napisał|napisala|"+
		"dodał|zpracoval|napsal|szerző|írta|yazan|yazar|автор|текст|συντάκτης|بقلم|作者|记者|foto und text|text, interview|beitragvon|vom|by|von", "|") {
		names(t, lead+" Ada Lane", "Ada Lane")
		names(t, lead+": Ada Lane", "Ada Lane")
		if !byline.Lead(lead+" Ada") || byline.Lead(lead) {
			t.Errorf("%s: got a lead %t with a name and %t without; want true, false", lead, byline.Lead(lead+" Ada"), byline.Lead(lead))
		}
	}
	// What is a name, or part of one, unless a colon stands behind it.
	for lead := range strings.SplitSeq("redaktion|interview|reportage|text|tekst|texte|texto|testo|verfasser|byline|oprac|oleh|bài|podle|di|da|af|av", "|") {
		names(t, lead+": Ada Lane", "Ada Lane")
		if byline.Lead(lead + " Lane") {
			t.Errorf("%s: got a lead without a colon, want none", lead)
		}
	}
	names(t, "文/焦鹏", "焦鹏")
	names(t, "Von unserem Redaktionsmitglied Ada Lane", "Ada Lane")
	names(t, "Von unserem Korrespondenten Ada Lane", "Ada Lane")
}

func TestWordsBetweenNames(t *testing.T) {
	t.Parallel()
	for joint := range strings.SplitSeq("and|And|AND|und|Und|UND|et|y|e|en|og|och|i|ja|ve|и|та|with|mit|con|med|och/eller|/|+", "|") {
		names(t, "Ada Lane "+joint+" Bo Reed", "Ada Lane", "Bo Reed")
	}
	for sign := range strings.SplitSeq(",|;|&|、|，", "|") {
		names(t, "Ada Lane"+sign+" Bo Reed", "Ada Lane", "Bo Reed")
	}
}

func TestWordsBehindAName(t *testing.T) {
	t.Parallel()
	for degree := range strings.FieldsSeq("jr sr ii iii iv phd md rd ms ma ba bs bsc msc mba mph rn rdn ldn cpt do dds dvm vmd dnp np cpa cfa cfp esq jd lcsw psyd facp pharmd edd dacvb lvt") {
		names(t, "Ada Lane, "+degree, "Ada Lane, "+degree)
		names(t, "Ada Lane, "+strings.ToUpper(degree), "Ada Lane, "+strings.ToUpper(degree))
	}
	names(t, "Ada Lane, Ph.D, Bo Reed", "Ada Lane, Ph.D", "Bo Reed")
	names(t, "Ada Lane, M.D.", "Ada Lane, M.D.")
	for role := range strings.FieldsSeq(`editor reporter writer correspondent contributor journalist columnist author director manager ceo cto cmo founder cofounder chief president analyst specialist expert professor producer fellow officer attorney lawyer owner editor-in-chief consultant strategist engineer researcher redaktion redakteur redakteurin korrespondent korrespondentin autor autorin journalistin chefredakteur chefredakteurin geschäftsführer geschäftsführerin inhaber leiter leiterin volontär volontärin rédacteur rédactrice journaliste correspondant periodista redactor redactora corresponsal redattore giornalista marketing university universität institute`) {
		names(t, "Ada Lane, "+role, "Ada Lane")
		names(t, "Ada Lane "+role, "Ada Lane")
	}
	names(t, "Ada Lane, Lokalredaktion", "Ada Lane")
	for word := range strings.FieldsSeq(`published posted updated written veröffentlicht publiziert aktualisiert geschrieben erstellt eingestellt publié modifié publicado actualizado publicada pubblicato datum date stand zuletzt nachricht am für fuer for pour twitter email e-mail mail follow share shares teilen view read via https http publisher publié lesezeit minuten min mins uhr hace comments comment kommentare alle artikel monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo`) {
		names(t, "Ada Lane "+word+" Bo", "Ada Lane")
	}
	for word := range strings.FieldsSeq("in on at le el em il um op den w from aus under unter last updated") {
		names(t, "by Ada Lane "+word+" Bremen", "Ada Lane")
	}
}

func TestAccountsAreNobody(t *testing.T) {
	t.Parallel()
	for account := range strings.SplitSeq(`admin|administrator|webmaster|root|superuser|super user|user|guest|gast|test|wpadmin|wp-admin|siteadmin|site admin|wordpress|web admin|webadmin|sysadmin|unknown|unbekannt|anonymous|anonym|anonyme|n/a|none|null|undefined|false|true|nan|author|autor|auteur|quelle|source|name|no author|author name|untitled|default|adm|by|von|home|login|contact|nobody`, "|") {
		names(t, account)
		if got := byline.Name(strings.ToUpper(account)); got != "" {
			t.Errorf("%s: got name %q, want none", account, got)
		}
	}
}

func TestSignsThatEndAName(t *testing.T) {
	t.Parallel()
	for sign := range strings.SplitSeq("x|•x·x—x – x - x // x»x›x<x(x[x…x→x://", "x") {
		if sign != "" {
			names(t, "Ada Lane"+sign+"Bremen", "Ada Lane")
		}
	}
	for sign := range strings.SplitSeq("{x}x<x>x[x]x=x?x!x;x$x%x©", "x") {
		if got := byline.Name("Ada " + sign + " Lane"); got != "" {
			t.Errorf("%s: got name %q of a text with the sign, want none", sign, got)
		}
	}
}
