package claims_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/quarryapi/quarry/internal/read/claims"
)

// documents makes 15 sources of about 20 kB that speak of the same yards and do not
// always agree.
func documents() []claims.Source {
	dice := rand.New(rand.NewPCG(3, 4))
	pick := func(words string) string {
		list := strings.Fields(words)
		return list[dice.IntN(len(list))]
	}
	var sources []claims.Source
	for i := range 15 {
		var b strings.Builder
		for b.Len() < 20<<10 {
			if b.Len()%7 == 0 {
				fmt.Fprintf(&b, "## %s in %d\n\n", pick("Ghent Ostend Porto Calais Larkin"), 2000+dice.IntN(25))
			}
			fmt.Fprintf(&b, "The %s yard in %s %s %d %s in %d, while %s rose by %d.%d%% against the year before. ",
				pick("old new northern southern Holm Vance Sato"), pick("Ghent Ostend Porto Calais Larkin Selby Harwell"), pick("built sold repaired lost ordered delivered"),
				dice.IntN(90), pick("ships tugs ferries cranes gates boats"), 2000+dice.IntN(25), pick("costs prices wages orders sales"), dice.IntN(9), dice.IntN(9))
			if dice.IntN(3) == 0 {
				b.WriteString("Nobody in the town was surprised, and few of the workers wanted to say more about it.\n\n")
			}
		}
		host := fmt.Sprintf("site%d.test", i)
		sources = append(sources, source(host, "Ships of the northern yards", b.String()))
	}
	return sources
}
