package tokens

import (
	"strings"
	"sync"
)

// stop are the words that nearly every text of a language has, folded. Words that also
// mean something in English are left out of the other lists: war, die, man, son, hat,
// pour, plus, sin, con and the like.
var stop = set(`
a about above after again against all also although am among an and another any are aren as at
be because been before being below between both but by can cannot could couldn
d did didn do does doesn doing don down during each either else ever every few for from further
had hadn has hasn have haven having he hence her here hers herself him himself his how however
i if in into is isn it its itself just ll m may me might more most much must my myself
neither no nor not now o of off on once only onto or other others ought our ours ourselves out over own
per quite rather re s same shall she should shouldn since so some such
t than that the their theirs them themselves then there these they this those though through thus to too
under until up upon us ve very via was wasn we were weren what when where whether which while who whom whose why
will with within without would wouldn yes yet you your yours yourself yourselves
`, `
aber als am an auch auf aus bei bis dadurch damit dann das dass dazu dem den denn der deren des dessen
diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwa euch
fur gegen habe haben hatte hatten ich ihm ihn ihr ihre ihrem ihren ihrer im ist jede jedem jeden jeder jedes
kann kein keine keinem keinen keiner konnen konnte mehr mich mir muss mussen nach nicht noch nur ob oder ohne
sehr seien seine seinem seinen seiner seit sich sie sind soll sollen sondern sowie um und uns unter
vom von vor wahrend waren weil wenn werden wie wieder wir wird wo wurde wurden zu zum zur zwischen uber
`, `
au aux avec ce j l n ceci cela celle celles celui ces cet cette ceux chez comme dans de des donc dont du elle elles
en est et etait etaient ete etre eux il ils je jusque la le les leur leurs lors lui mais meme mes moi mon
ne nos notre nous ont ou par pas peu peut puis qu quand que quel quelle quels qui sa sans se selon ses si sont
sous sur ta tandis tes toi tous toute toutes tres tu un une vers vos votre vous
`, `
al algo ante antes aqui aun aunque cada como contra cual cuando de del desde donde durante el ella ellas ellos
era eran es esa esas ese eso esos esta estaba estan estas este esto estos fue fueron ha han hasta hay la las lo los
mas mientras mis mucho muy nada ni nos nuestra nuestro o otra otras otro otros para pero porque que quien
se segun ser si sido sobre son su sus tambien tan tanto te tiene todo todos tras tu un una uno unos unas y ya yo
`, `
agli alla alle allo anche ancora che chi ci cio come con cosi da dai dal dalla dalle degli dei del della delle dello
di dopo dove e ed era erano essere fra gli hanno i il io la le lei loro lui ma mentre mi molto ne nei nel nella nelle
noi non ogni per perche piu quale quando quella quelle quelli quello questa queste questi questo quindi se senza si
sia solo sono sua sue sugli sul sulla sulle suo suoi tra tutti tutto un una uno voi
`, `
ao aos aquela aquele as ate com da das dele deles depois do dos e ela elas ele em entre era eram essa esse esta
este foi foram ja mais mas mesmo muito na nao nas nem no nos num numa o os ou para pela pelas pelo pelos por quando
que quem se seja sem ser seu seus sua suas sao tambem tem um uma voce
`, `
aan alle als bij daar dan dat de deze die dit door een en er geen heb hebben heeft het hier hij hun ik is je kan
maar met mijn naar niet nog of om ons ook op over te toen tot uit van veel voor waar waren wat werd wij worden wordt
zal ze zich zij zijn zo zonder zou
`, `
а без бы был была были было быть в вам вас во вот все вы где да для до его ее если есть еще же за и из или им их
к как когда кто ли мне мы на над не него нет ни но о об он она они от по под после при с со так также там то того
тоже только ты у уже что чтобы эта эти это этот я
`)

// missing are words of the lists above that mean something in English.
const missing = "die son con sin war man ha sa mes mi"

func set(lists ...string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		words := make(map[string]bool, 1000)
		for _, list := range lists {
			for word := range strings.FieldsSeq(list) {
				words[Fold(word)] = true
			}
		}
		for word := range strings.FieldsSeq(missing) {
			delete(words, word)
		}
		return words
	})
}
