//nolint:misspell // words of several languages
package dates

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// named holds the names of the months, lower-case, in the cases in which dates use them:
// of English, the Germanic, Romance and Slavic languages, Finnish, Estonian, Latvian,
// Lithuanian, Hungarian, Greek, Turkish, Indonesian, Malay, Vietnamese numbers aside,
// Arabic (of the Gulf, the Levant and the Maghreb), Hebrew and Hindi.
var named = [12]string{
	`january jan januar jänner jän januari janvier janv enero ene gennaio gen janeiro xaneiro gener ianuarie ian januára január januara januarja stycznia styczeń sty leden ledna
		siječanj siječnja ιανουαρίου ιανουάριος ιαν января январь янв січня січень січ януари яну јануар јануара ocak oca jaanuar jaanuari janvāris janvārī sausio tammikuuta tammikuu janúar
		يناير جانفي ינואר בינואר जनवरी`,
	`february feb februar feber februari février fevrier févr fév febrero febbraio fevereiro fev febreiro febrer februarie februára február febr februara februarja lutego luty lut únor února
		veljača veljače φεβρουαρίου φεβρουάριος φεβ февраля февраль фев февр лютого лютий лют февруари фебруар фебруара şubat şub veebruar veebruari februāris februārī vasario helmikuuta helmikuu febrúar
		فبراير فيفري شباط פברואר בפברואר फरवरी फ़रवरी`,
	`march mar märz maerz mär mrz maart mrt mars marts marzo março marco març martie marca marec március márc marzec březen března bře
		ožujak ožujka μαρτίου μάρτιος μαρ марта март мар березня березень бер mart märts märtsi martā kovo maaliskuuta maaliskuu maret mac
		مارس آذار מרץ במרץ מרס मार्च`,
	`april apr avril avr abril abr aprile aprilie apríl apríla április ápr aprila kwietnia kwiecień kwi duben dubna dub
		travanj travnja απριλίου απρίλιος απρ апреля апрель апр квітня квітень кві април априла nisan nis aprill aprilli aprīlis aprīlī balandžio huhtikuuta huhtikuu
		أبريل ابريل إبريل أفريل نيسان אפריל באפריל अप्रैल`,
	`may mai maj mei mayo maggio mag maio maig maja mája máj május maí květen května kvě
		svibanj svibnja μαΐου μαίου μάιος μαι μαΐ мая май травня травень тра мај маја mayıs may maijs maijā gegužės toukokuuta toukokuu
		مايو ماي أيار מאי במאי मई`,
	`june jun juni juin junio giugno giu junho xuño juny iunie iun júna jún június junija junij czerwca czerwiec cze červen června čer
		lipanj lipnja ιουνίου ιούνιος ιουν июня июнь июн червня червень чер юни јун јуна haziran haz juuni jūnijs jūnijā birželio kesäkuuta kesäkuu júní
		يونيو يونيه جوان حزيران יוני ביוני जून`,
	`july jul juli juillet juil julio luglio lug julho xullo juliol iulie iul júla júl július julija julij lipca lipiec lip červenec července
		srpanj srpnja ιουλίου ιούλιος ιουλ июля июль июл липня липень лип юли јул јула temmuz tem juuli jūlijs jūlijā liepos heinäkuuta heinäkuu julai júlí
		يوليو يوليه يوليوز جويلية تموز יולי ביולי जुलाई`,
	`august aug août aout agosto ago agost augusta augusztus augustus avgust avgusta avg sierpnia sierpień sie srpen srpna
		kolovoz kolovoza αυγούστου αύγουστος αυγ августа август авг серпня серпень сер августа ağustos ağu augusti augusts augustā rugpjūčio elokuuta elokuu agustus agt ogos ágúst
		أغسطس اغسطس أوت غشت آب אוגוסט באוגוסט अगस्त`,
	`september sep sept septembre septiembre setiembre settembre set setembro setembre septembrie septembra szeptember szept september września wrzesień wrz září zář
		rujan rujna σεπτεμβρίου σεπτέμβριος σεπ σεπτ сентября сентябрь сен сент вересня вересень вер септември септембар септембра eylül eyl septembri septembris septembrī septembar rugsėjo syyskuuta syyskuu
		سبتمبر شتنبر أيلول ספטמבר בספטמבר सितंबर सितम्बर`,
	`october oct oktober okt octobre octubre ottobre ott outubro out octombrie októbra október oktobra października październik paź říjen října říj
		οκτωβρίου οκτώβριος οκτ октября октябрь окт жовтня жовтень жов октомври октобар октобра ekim eki oktoober oktoobri oktobris oktobrī oktobar spalio lokakuuta lokakuu
		أكتوبر اكتوبر אוקטובר באוקטובר अक्टूबर अक्तूबर`,
	`november nov novembre noviembre novembro noiembrie noi novembra listopada listopad lis listopadu
		studeni studenoga studenog νοεμβρίου νοέμβριος νοε ноября ноябрь ноя нояб листопада листопад лис ноември новембар новембра kasım kas novembri novembris novembrī novembar lapkričio marraskuuta marraskuu nóvember
		نوفمبر نونبر נובמבר בנובמבר नवंबर नवम्बर`,
	`december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro decembro desembre decembrie decembra grudnia grudzień gru prosinec prosince
		prosinac prosinca δεκεμβρίου δεκέμβριος δεκ декабря декабрь дек грудня грудень гру декември децембар децембра aralık ara detsember detsembri decembris decembrī decembar gruodžio joulukuuta joulukuu desember des disember
		ديسمبر دجنبر דצמבר בדצמבר दिसंबर दिसम्बर`,
}

var monthOf = sync.OnceValue(func() map[string]int {
	m := make(map[string]int, 800)
	for i, names := range named {
		for name := range strings.FieldsSeq(names) {
			m[name] = i + 1
		}
	}
	return m
})

// maxWord is the length of the longest word that is looked up, in bytes.
const maxWord = 32

// IsMonth reports whether a word names a month, in full or short.
func IsMonth(word string) bool { return month(strings.TrimRight(word, ".,")) > 0 }

// month returns the number of the month that a word names, or 0.
func month(word string) int {
	if len(word) < 3 || len(word) > maxWord {
		return 0
	}
	var buf [maxWord + utf8.UTFMax]byte
	n := 0
	for _, r := range word {
		if n >= maxWord {
			return 0
		}
		n += utf8.EncodeRune(buf[n:], lower(r))
	}
	return monthOf()[string(buf[:n])]
}

// lower is unicode.ToLower but for the dotted capital of Turkish.
func lower(r rune) rune {
	if r == 'İ' {
		return 'i'
	}
	return unicode.ToLower(r)
}
