package check_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/answer/check"
	"github.com/quarryapi/quarry/internal/read/answer/choose"
)

// spoken is a passage, a quotation of it, and what is said by it in its language: honest
// sentences, and riders that say something else and cite the same words.
type spoken struct {
	question, passage, quote string
	honest, riders           []string
}

// languages have passages in which riders are tried.
func languages() map[string]spoken {
	return map[string]spoken{
		"English": {
			"What did the ferry of Hallvik cost, and who built it?",
			"The ferry of Hallvik carries 240 passengers and cost 31 million crowns. The yard in Brenna built it in 2019, and the county paid for it.",
			"carries 240 passengers and cost 31 million crowns. The yard in Brenna built it in 2019",
			[]string{
				"The ferry of Hallvik carries 240 passengers.", "The ferry cost 31 million crowns.", "The yard in Brenna built the ferry in 2019.",
				"It carries 240 passengers and cost 31 million crowns.", "The ferry of Hallvik cost 31 million crowns.", "In 2019 the yard in Brenna built it.", "The county paid for it.",
			},
			[]string{
				"The ferry never carries 240 passengers.", "The ferry hardly carries 240 passengers.", "The ferry of Hallvik did not cost 31 million crowns.", "The ferry can no longer carry 240 passengers.",
				"The yard in Brenna burned it in 2019.", "The yard in Brenna stole it in 2019.", "The yard in Brenna refused to build the ferry in 2019.", "The yard in Brenna never built the ferry.",
				"The ferry, which sank with all aboard, cost 31 million crowns.", "The ferry (its captain was drunk) cost 31 million crowns.", "The ferry – a fraud from the start – cost 31 million crowns.",
				"The minister was arrested, and the ferry cost 31 million crowns.", "The ferry cost 31 million crowns because the minister took bribes.", "The ferry cost 31 million crowns and poisoned the fjord.",
				"Without the county, the ferry cost 31 million crowns.", "The ferry failed to carry 240 passengers.", "It is a lie that the ferry cost 31 million crowns.", "Nobody believes that the ferry carries 240 passengers.",
				"The ferry cost 31 billion crowns.", "The ferry cost 31 million dollars.", "The ferry cost 240 million crowns.",
			},
		},
		"German": {
			"Was hat die Fähre von Hallvik gekostet, und wer hat sie gebaut?",
			"Die Fähre von Hallvik befördert 240 Fahrgäste und kostete 31 Millionen Kronen. Die Werft in Brenna baute sie im Jahr 2019, und der Kreis bezahlte sie.",
			"befördert 240 Fahrgäste und kostete 31 Millionen Kronen. Die Werft in Brenna baute sie im Jahr 2019",
			[]string{
				"Die Fähre von Hallvik befördert 240 Fahrgäste.", "Die Fähre kostete 31 Millionen Kronen.", "Die Werft in Brenna baute die Fähre im Jahr 2019.",
				"Sie befördert 240 Fahrgäste und kostete 31 Millionen Kronen.", "Im Jahr 2019 baute sie die Werft in Brenna.", "Der Kreis bezahlte die Fähre.",
			},
			[]string{
				"Die Fähre befördert nie 240 Fahrgäste.", "Die Fähre kostete keine 31 Millionen Kronen.", "Die Werft in Brenna verbrannte sie im Jahr 2019.", "Die Fähre, die ein korrupter Minister bestellte, kostete 31 Millionen Kronen.",
				"Die Fähre (der Kapitän war betrunken) kostete 31 Millionen Kronen.", "Der Minister wurde verhaftet, und die Fähre kostete 31 Millionen Kronen.", "Die Fähre kostete 31 Millionen Kronen, weil der Minister bestochen wurde.",
			},
		},
		"French": {
			"Combien a coûté le ferry de Hallvik, et qui l'a construit ?",
			"Le ferry de Hallvik transporte 240 passagers et a coûté 31 millions de couronnes. Le chantier de Brenna a construit le ferry en 2019, et le comté a payé.",
			"transporte 240 passagers et a coûté 31 millions de couronnes. Le chantier de Brenna a construit le ferry en 2019",
			[]string{
				"Le ferry de Hallvik transporte 240 passagers.", "Le ferry a coûté 31 millions de couronnes.", "Le chantier de Brenna a construit le ferry en 2019.", "Le ferry transporte 240 passagers et a coûté 31 millions de couronnes.",
				"En 2019, le chantier de Brenna a construit le ferry.",
			},
			[]string{
				"Le ferry n'a jamais coûté 31 millions de couronnes.", "Le ferry ne transporte pas 240 passagers.", "Le chantier de Brenna a brûlé le ferry en 2019.", "Le ferry, qu'un ministre corrompu a commandé, a coûté 31 millions de couronnes.",
				"Le ministre a été arrêté, et le ferry a coûté 31 millions de couronnes.",
			},
		},
		"Spanish": {
			"¿Cuánto costó el transbordador de Hallvik y quién lo construyó?",
			"El transbordador de Hallvik lleva a 240 pasajeros y costó 31 millones de coronas. El astillero de Brenna construyó el transbordador en 2019, y la provincia lo pagó.",
			"lleva a 240 pasajeros y costó 31 millones de coronas. El astillero de Brenna construyó el transbordador en 2019",
			[]string{
				"El transbordador de Hallvik lleva a 240 pasajeros.", "El transbordador costó 31 millones de coronas.", "El astillero de Brenna construyó el transbordador en 2019.", "El transbordador lleva a 240 pasajeros y costó 31 millones de coronas.",
				"En 2019 el astillero de Brenna construyó el transbordador.",
			},
			[]string{
				"El transbordador nunca costó 31 millones de coronas.", "El transbordador no lleva a 240 pasajeros.", "El astillero de Brenna quemó el transbordador en 2019.", "El transbordador, que un ministro corrupto encargó, costó 31 millones de coronas.",
				"El ministro fue detenido, y el transbordador costó 31 millones de coronas.",
			},
		},
		"Italian": {
			"Quanto è costato il traghetto di Hallvik e chi lo ha costruito?",
			"Il traghetto di Hallvik trasporta 240 passeggeri ed è costato 31 milioni di corone. Il cantiere di Brenna ha costruito il traghetto nel 2019, e la provincia lo ha pagato.",
			"trasporta 240 passeggeri ed è costato 31 milioni di corone. Il cantiere di Brenna ha costruito il traghetto nel 2019",
			[]string{
				"Il traghetto di Hallvik trasporta 240 passeggeri.", "Il traghetto è costato 31 milioni di corone.", "Il cantiere di Brenna ha costruito il traghetto nel 2019.", "Nel 2019 il cantiere di Brenna ha costruito il traghetto.",
				"Il traghetto trasporta 240 passeggeri ed è costato 31 milioni di corone.",
			},
			[]string{
				"Il traghetto non è mai costato 31 milioni di corone.", "Il traghetto non trasporta 240 passeggeri.", "Il cantiere di Brenna ha bruciato il traghetto nel 2019.", "Il traghetto, che un ministro corrotto ha ordinato, è costato 31 milioni di corone.",
				"Il ministro è stato arrestato, e il traghetto è costato 31 milioni di corone.",
			},
		},
		"Dutch": {
			"Wat heeft de veerboot van Hallvik gekost, en wie heeft hem gebouwd?",
			"De veerboot van Hallvik vervoert 240 passagiers en kostte 31 miljoen kronen. De werf in Brenna bouwde de veerboot in 2019, en de provincie betaalde ervoor.",
			"vervoert 240 passagiers en kostte 31 miljoen kronen. De werf in Brenna bouwde de veerboot in 2019",
			[]string{
				"De veerboot van Hallvik vervoert 240 passagiers.", "De veerboot kostte 31 miljoen kronen.", "De werf in Brenna bouwde de veerboot in 2019.", "De veerboot vervoert 240 passagiers en kostte 31 miljoen kronen.",
				"In 2019 bouwde de werf in Brenna de veerboot.",
			},
			[]string{
				"De veerboot kostte nooit 31 miljoen kronen.", "De veerboot vervoert geen 240 passagiers.", "De werf in Brenna verbrandde de veerboot in 2019.", "De veerboot, die een corrupte minister bestelde, kostte 31 miljoen kronen.",
				"De minister werd gearresteerd, en de veerboot kostte 31 miljoen kronen.",
			},
		},
		"Portuguese": {
			"Quanto custou a balsa de Hallvik e quem a construiu?",
			"A balsa de Hallvik leva 240 passageiros e custou 31 milhões de coroas. O estaleiro de Brenna construiu a balsa em 2019, e a província pagou.",
			"leva 240 passageiros e custou 31 milhões de coroas. O estaleiro de Brenna construiu a balsa em 2019",
			[]string{
				"A balsa de Hallvik leva 240 passageiros.", "A balsa custou 31 milhões de coroas.", "O estaleiro de Brenna construiu a balsa em 2019.", "A balsa leva 240 passageiros e custou 31 milhões de coroas.", "Em 2019 o estaleiro de Brenna construiu a balsa.",
			},
			[]string{
				"A balsa nunca custou 31 milhões de coroas.", "A balsa não leva 240 passageiros.", "O estaleiro de Brenna queimou a balsa em 2019.", "A balsa, que um ministro corrupto encomendou, custou 31 milhões de coroas.",
				"O ministro foi preso, e a balsa custou 31 milhões de coroas.",
			},
		},
		"Swedish": {
			"Vad kostade färjan i Hallvik, och vem byggde den?",
			"Färjan i Hallvik tar 240 passagerare och kostade 31 miljoner kronor. Varvet i Brenna byggde färjan år 2019, och länet betalade den.",
			"tar 240 passagerare och kostade 31 miljoner kronor. Varvet i Brenna byggde färjan år 2019",
			[]string{
				"Färjan i Hallvik tar 240 passagerare.", "Färjan kostade 31 miljoner kronor.", "Varvet i Brenna byggde färjan år 2019.", "Färjan tar 240 passagerare och kostade 31 miljoner kronor.", "År 2019 byggde varvet i Brenna färjan.",
			},
			[]string{
				"Färjan kostade aldrig 31 miljoner kronor.", "Färjan tar inte 240 passagerare.", "Varvet i Brenna brände färjan år 2019.", "Färjan, som en korrupt minister beställde, kostade 31 miljoner kronor.",
				"Ministern greps, och färjan kostade 31 miljoner kronor.",
			},
		},
	}
}

// TestRidersOfManySorts refuses every rider and keeps every honest sentence, in eight
// languages; and behind each honest one it drops what is said without a mark of its own.
func TestRidersOfManySorts(t *testing.T) {
	t.Parallel()
	honest, riders := 0, 0
	for language, s := range languages() {
		given := []choose.Material{{Index: 1, Title: "Hallvik", Passages: []string{s.passage}}}
		answer := func(text string) string {
			return check.New().Check(s.question, check.Reply{Text: text, Citations: []check.Cited{{Index: 1, Quote: s.quote}}}, given).Text
		}
		mark := func(said string) string { return strings.TrimSuffix(said, ".") + " [1]." }
		for _, said := range s.honest {
			honest++
			if got := answer(mark(said)); got != mark(said) {
				t.Errorf("%s, honest: got %q, want %q", language, got, mark(said))
			}
		}
		for _, said := range s.riders {
			riders++
			if got := answer(mark(said)); got != "" {
				t.Errorf("%s, a rider: got %q, want nothing", language, got)
			}
			riders++
			lower := strings.ToLower(said[:1]) + said[1:]
			if got := answer(mark(s.honest[0]) + " " + lower); got != mark(s.honest[0]) {
				t.Errorf("%s, a rider behind a mark: got %q, want %q", language, got, mark(s.honest[0]))
			}
		}
	}
	if honest < 40 || riders < 44 {
		t.Errorf("got %d honest sentences and %d riders, want at least 40 and 44", honest, riders)
	}
	t.Logf("%d riders refused beside %d honest sentences, in %d languages", riders, honest, len(languages()))
}
