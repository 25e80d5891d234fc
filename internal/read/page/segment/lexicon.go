package segment

import (
	"strings"
	"sync"
)

// Topics is the number of topics of single words.
const Topics = 18

// Topics that are asked for by name.
const (
	TopicShare     = 0
	TopicComments  = 1
	TopicRelated   = 2
	TopicLatest    = 3
	TopicSubscribe = 6
	TopicAuthor    = 11
	TopicMore      = 13
)

const (
	isStop     = 1
	isMonth    = 2
	topicShift = 2
)

// stops are words that hold sentences together, in the languages that most pages are
// written in. Lists of links and labels have few of them.
const stops = `the of and to in a is that for it as was with be by on not he this are or his from at which but have an had they you were
their one all we can has there been if more when will would who so no her she him my what up its about than into could them only other
time then do any our over such your also how these may after most some because where just those between through while should being did
der die das und ist nicht von zu den mit auf für im dem des ein eine als auch es an werden aus er hat dass sie nach bei um am sind noch wie
einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde wenn kann ihre
le la les de des et un une du en que qui dans pour est pas sur ce plus par au avec ne se il son ses sont mais ou nous vous cette comme elle
el los las y en un una por con para es su al lo como más pero sus ya o fue este ha sí porque esta son entre está cuando muy sin sobre
il di che è non per una sono con del della si da come anche più dei nel alla ma ci ha questo gli
o os da do em uma não para com mais dos no na que ao se por foi das à seu sua ou
het een van dat en in zijn op te voor met niet aan er ook als maar om bij dan nog
и в не на что с по как это к у из за то но от же для вы бы мы так его
i w na z do się nie że o jest to od za po och att det som en på är av för med den till inte om ett`

const months = `january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
hours minutes days weeks months years ago yesterday today`

// topic is a subject of the text that surrounds content, with the words that indicate it.
type topic struct{ name, words string }

var topics = [Topics]topic{
	TopicShare:    {"share", "share tweet facebook twitter linkedin pinterest whatsapp email instagram youtube reddit telegram follow like teilen partager compartir"},
	TopicComments: {"comments", "comment comments reply replies kommentar kommentare antworten commentaire commentaires comentarios respuesta responder respond discussion"},
	TopicRelated:  {"related", "related recommended recommend similar ähnliche similaires relacionados empfohlen suggested"},
	TopicLatest:   {"latest", "more also popular latest trending recent recently newest top featured mehr plus más weitere neueste beliebt"},
	{"copyright", "copyright reserved rights trademark trademarks rechte vorbehalten droits réservés derechos reservados inc llc gmbh ltd"},
	{"legal", "privacy terms policy cookies cookie imprint impressum datenschutz legal disclaimer gdpr consent accept agb mentions légales"},
	TopicSubscribe: {"subscribe", "subscribe newsletter signup inbox unsubscribe abonnieren abonnez suscríbete subscription updates mailing"},
	{"account", "login log sign register account password username anmelden registrieren connexion inscription join logout profile"},
	{"advert", "ad ads advert advertisement advertising sponsored sponsor anzeige werbung publicité publicidad affiliate promoted"},
	{"shop", "cart basket checkout buy add shipping price sale order warenkorb kaufen panier acheter comprar stock delivery wishlist quantity"},
	{"tags", "tags tag categories category filed topics tagged schlagwörter kategorie kategorien étiquettes etiquetas archives keywords"},
	TopicAuthor: {"author", "author posted published updated written editor reporter staff correspondent von veröffentlicht publié redaktion by"},
	{"navigation", "home menu contact about faq help support careers jobs sitemap kontakt startseite accueil inicio navigation main"},
	TopicMore: {"more", "read continue view see click show all here learn lesen lire leer details load next previous back prev"},
	{"search", "search filter sort results showing items page pages suche recherche buscar refine clear select options"},
	{"script", "javascript browser enable loading enabled please error upgrade skip"},
	{"votes", "ratings rating review reviews stars votes vote upvote score helpful report views likes followers points reputation"},
	{"image", "print save download pdf bookmark copy link embed photo image credit getty caption source quelle foto"},
}

// TopicName is the name of a topic.
func TopicName(i int) string { return topics[i].name }

// table is a set of words by their hashes, open-addressed.
type table [size]struct{ key, value uint32 }

const size = 2048

func (t *table) of(hash uint32) uint32 {
	for i := slot(hash); ; i = (i + 1) % size {
		switch t[i].key {
		case hash:
			return t[i].value
		case 0:
			return 0
		}
	}
}

func (t *table) add(word string, value uint32) {
	hash := HashOf(word)
	i := slot(hash)
	for t[i].key != 0 && t[i].key != hash {
		i = (i + 1) % size
	}
	t[i].key = hash
	t[i].value |= value
}

func slot(hash uint32) uint32 { return (hash ^ hash>>15) % size }

// HashOf is the hash of a word in lower case, as Block.Words holds it.
func HashOf(word string) uint32 {
	h := uint32(hashStart)
	for i := range len(word) {
		h = (h ^ uint32(word[i])) * hashPrime
	}
	return h
}

// lexicon is made at the first page.
var lexicon = sync.OnceValue(func() *table {
	t := &table{}
	for w := range strings.FieldsSeq(stops) {
		t.add(w, isStop)
	}
	for w := range strings.FieldsSeq(months) {
		t.add(w, isMonth)
	}
	for i, topic := range topics {
		for w := range strings.FieldsSeq(topic.words) {
			t.add(w, 1<<(topicShift+i))
		}
	}
	return t
})
