package statement

import (
	"slices"
	"strings"
	"sync"

	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// groups are words that reports use for one thing, forms that a stemmer does not bring
// together included. The first word of a line stands for all of it.
const groups = `
rise rose risen increase grow grew grown growth climb jump soar gain
fall fell fallen decrease decline drop shrink shrank shrunk sink sank slump plunge
company firm business corporation enterprise
employ employee staff worker workforce personnel headcount
revenue turnover sales
profit earnings
loss losses
buy bought acquire acquired acquisition purchase takeover
sell sold sale
found founded establish establishment founding
open launch inaugurate
begin began begun start commence
close closed closure shut
end ended finish cease
build built builder construct construction erect
produce manufacture production output
cost costs costing price priced
ship shipped shipment vessel boat
car automobile vehicle
customer client
city town
harbour harbor port
big large huge bigger biggest larger largest
small little smaller smallest
approve approval endorse ratify pass passed
reject refuse rejection
people person inhabitant resident population
film movie
world global worldwide globe
country nation
store shop outlet
plant factory
year annual yearly annually
die died death dead
win won winner award awarded
lose lost
pay paid payment
spend spent spending
make made
lead led leader
run ran
take took taken
give gave given
leave left
hold held
come came
go went gone
write wrote written
drive drove driven
choose chose chosen
speak spoke spoken
dismiss fire layoff
hire recruit
invest investment
measure measurement
near close-to nearby
km kilometre kilometer
centre center
metre meter
`

// opposites cannot both be so: who says one denies the other.
const opposites = `rise:fall open:close win:lose approve:reject profit:loss true:false guilty:innocent legal:illegal
safe:dangerous alive:die hire:dismiss success:failure begin:end possible:impossible stable:unstable full:empty accept:reject
banned:allowed support:oppose big:small highest:lowest fastest:slowest oldest:youngest best:worst`

// others are of the same kind, and what holds for one says nothing of the other.
const others = `import:export north:south northern:southern east:west eastern:western buy:sell first:last male:female men:women boy:girl
public:private gross:net urban:rural domestic:foreign national:international summer:winter spring:autumn daily:weekly weekly:monthly monthly:year
morning:evening passenger:freight minimum:maximum average:median old:new inner:outer left:right upper:lower former:current
primary:secondary junior:senior indoor:outdoor onshore:offshore direct:indirect planned:actual
first:second second:third first:third third:fourth second:fourth`

// telling are verbs by which texts say who told them; they say nothing of the subject.
var telling = concepts(`say said tell told announce announced report reported state declare add according claim explain note write
sagte laut mitteilte selon dijo segun`)

// denials negate all that follows them.
var denials = concepts(`deny denied denies denial false falsely untrue refute refuted disprove disproved myth debunk debunked`)

var negators = words(`not never no none neither nor hardly
nicht kein keine keinen keiner keinem nie niemals pas jamais aucun aucune nunca ningun ninguna non niet geen nooit nao nem
inte aldrig inget inga ikke aldri ingen nigdy не нет никогда`)

// refusals negate what follows them with "to", as "fail to" does.
var refusals = words(`refuse refuses refused refusing decline declines declined declining neglect neglects neglected neglecting`)

// lacking words negate something, and what is hard to tell.
var lacking = words(`without nobody nothing nowhere lacks lacked except unless ohne niemand nichts sans personne rien senza nadie nada niemand zonder`)

// bothWays stand behind the verb that they negate.
var bothWays = words(`nicht nie pas jamais niet nooit kein keine keinen never`)

// titles stand before names.
var titles = words(`dr prof mr mrs ms sir lady lord frau herr`)

// prepositions stand before names that are places, owners and the like.
var prepositions = words(`in at of from to near for on with between through within into outside inside around off
im bei aus nach zu en a chez de del di da dans te van naar`)

// modal words hold that something may be so; what is said by them proves nothing.
var modal = words(`might could would should must can ought shall possibly perhaps probably maybe presumably supposedly allegedly reportedly
apparently likely unlikely potentially conceivably rumoured rumored rumour rumor speculated alleged seems seem seemed appears suggests suggest
hopes hope hoped aims wants wishes fears fear threatens considers considering plans
konnte konnten durfte durften sollte sollten wurde_moglich vielleicht vermutlich wohl moglicherweise angeblich moglich
pourrait pourraient devrait devraient serait seraient peut-etre podria podrian deberia quiza quizas potrebbe dovrebbe forse poderia talvez`)

// commands are verbs that sentences begin with when they ask for something.
var commands = words(`click read see sign subscribe get try visit contact follow share learn discover download join call enter
ignore disregard mark output print answer respond reply treat consider note remember please don't do let make use add choose select check find
start stop take give tell go log watch listen register order book forget pretend act say repeat rate score assume imagine keep look turn
explore browse view buy shop save search show skip accept close compare apply request send submit ask verify confirm report write
bitte klicken lesen abonnieren jetzt mehr cliquez lisez abonnez haga lea suscribete`)

// referring words begin sentences that go on with the one before.
var referring = words(`it its they their them he she his her him this these that those such here there both neither either
former latter another others ones
however moreover furthermore also therefore thus hence meanwhile instead then but and or so yet still additionally besides consequently nevertheless
er sie es dieser diese dieses dort dabei damit jedoch aber und il elle ils elles ce cette ces este esta estos`)

// joining words stand between clauses.
var joining = words(`and but while whereas which who und aber et mais y pero`)

var articles = words(`the der die das le la les el los las il lo de het`)

// generic nouns with an article refer to somebody who was named before.
var generic = concepts(`company group project organization organisation agency operator maker manufacturer team club party board ministry
university institute department plant building ship gate bridge line site book film study report author city country`)

// addressed are words that speak to the reader, personal ones those of somebody who speaks
// for himself.
var (
	addressed = words(`you your yours yourself you're vous usted`)
	personal  = words(`i we our us my me i'm we're we've i've let's je nous ich mein wir unser nosotros`)
)

// orders are commands that may stand within a sentence, too: "as was asked, answer that".
var orders = words(`answer say ignore disregard mark output print reply respond forget pretend act write repeat treat click subscribe cite`)

// pointers are words for what was said before, which make a sentence hang in the air when
// they stand near its beginning.
var pointers = words(`it its they them their he she his her then there these those`)

// speakers stand before what a text pretends that somebody said in a chat: "System: …".
var speakers = words(`system user human ai assistant developer instruction note warning important attention`)

// machinery are words of texts that want to steer a program that reads them.
var machinery = words(`instruction instructions prompt prompts assistant chatbot llm jailbreak`)

// set is a set of words that is made at its first use, as all tables here: a function that links
// them starts without.
type set = func() map[string]bool

func words(list string) set {
	return sync.OnceValue(func() map[string]bool {
		m := map[string]bool{}
		for word := range strings.FieldsSeq(list) {
			m[tokens.Fold(word)] = true
		}
		return m
	})
}

var canonical = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(groups), "\n") {
		list := strings.Fields(line)
		for _, word := range list {
			if stem := tokens.Stem(word); m[stem] == "" {
				m[stem] = tokens.Stem(list[0])
			}
		}
	}
	return m
})

// concept is the form in which words are compared.
func concept(word string) string {
	stem := tokens.Stem(word)
	if c, ok := canonical()[stem]; ok {
		return c
	}
	return stem
}

func concepts(list string) set {
	return sync.OnceValue(func() map[string]bool {
		m := map[string]bool{}
		for word := range strings.FieldsSeq(list) {
			m[concept(tokens.Fold(word))] = true
		}
		return m
	})
}

// pairs are the words that contradict a word.
type pairs map[string][]string

var (
	opposed   = sync.OnceValue(func() pairs { return read(opposites) })
	different = sync.OnceValue(func() pairs { return read(others) })
)

func read(list string) pairs {
	p := pairs{}
	for entry := range strings.FieldsSeq(list) {
		a, b, _ := strings.Cut(entry, ":")
		a, b = concept(a), concept(b)
		p[a], p[b] = append(p[a], b), append(p[b], a)
	}
	return p
}

// swaps reports whether one statement has a word, and the other in its place one that
// stands against it.
func (p pairs) swaps(word string, a, b *Statement) bool {
	return !b.set[word] && slices.ContainsFunc(p[word], func(other string) bool { return b.set[other] && !a.set[other] })
}

// swapped reports whether any word of a statement is swapped in the other.
func (p pairs) swapped(a, b *Statement) bool {
	return slices.ContainsFunc(a.poles, func(word string) bool { return p.swaps(word, a, b) })
}
