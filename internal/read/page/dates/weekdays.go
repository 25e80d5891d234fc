package dates

import (
	"strings"
	"sync"
)

// weekdays are the names of the days of the week, lower-case, in full and short, with and without accents: of English, German, French, Spanish,
// Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Polish, Czech, Russian and Turkish; of Chinese, Japanese and Korean
// without the characters 日, 月, 일 and 월, which are signs of dates.
const weekdays = `monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun mo tu we th fr sa su
	montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag di mi do so
	lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim lu ma me je ve
	lunes martes miércoles miercoles jueves viernes sábado sabado domingo mié mie jue vie sáb sab dom
	lunedì lunedi martedì martedi mercoledì mercoledi giovedì giovedi venerdì venerdi sabato domenica gio
	segunda terça terca quarta quinta sexta feira seg ter qua qui sex
	maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo
	måndag mandag tisdag tirsdag onsdag torsdag fredag lördag lørdag söndag søndag mån tis ons tor tors fre lör lør sön søn
	poniedziałek wtorek środa czwartek piątek sobota niedziela pondělí úterý středa čtvrtek pátek neděle po út st čt pá ne
	понедельник вторник среда четверг пятница суббота воскресенье пн вт ср чт пт сб вс
	pazartesi salı çarşamba perşembe cuma cumartesi pazar
	星期 星期一 星期二 星期三 星期四 星期五 星期六 星期天 周一 周二 周三 周四 周五 周六 週一 週二 週三 週四 週五 週六 曜 火曜 水曜 木曜 金曜 土曜 화요 수요 목요 금요 토요`

var isWeekday = sync.OnceValue(func() map[string]bool {
	set := make(map[string]bool, 200)
	for w := range strings.FieldsSeq(weekdays) {
		set[w] = true
	}
	return set
})

// IsWeekday reports whether a word, lower-case, names a day of the week, in full or short.
func IsWeekday(word string) bool { return isWeekday()[word] }
