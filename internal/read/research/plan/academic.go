package plan

import (
	"slices"
	"strings"
	"sync"

	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// scholarly are stems of words that works of science have in their titles and other
// texts seldom do.
var scholarly = stems(`
	study studies trial clinical randomized randomised placebo cohort meta-analysis systematic review literature
	hypothesis theorem proof lemma algorithm empirical quantitative qualitative longitudinal correlation causal regression
	efficacy dosage toxicity pathology epidemiology prevalence mortality morbidity biomarker genome genomic protein enzyme
	molecular cellular neural cognitive psychology pharmacology photovoltaic catalyst polymer semiconductor quantum particle
	astrophysics geophysics hydrology ecology biodiversity taxonomy species isotope spectroscopy sediment climate
	transformer benchmark dataset peer-reviewed preprint journal arxiv doi pubmed dissertation thesis scientific researchers
	studie wissenschaftlich étude estudio`)

func stems(list string) func() []string {
	return sync.OnceValue(func() []string {
		var all []string
		for word := range strings.FieldsSeq(list) {
			all = append(all, tokens.Stems(word)...)
		}
		slices.Sort(all)
		return slices.Compact(all)
	})
}

// Academic reports whether scholarly works are likely to be about a topic: its title or
// its keywords have one of their words.
func Academic(t *research.Topic) bool {
	words := tokens.Stems(t.Title + " " + strings.Join(t.Keywords, " "))
	return slices.ContainsFunc(words, func(w string) bool {
		_, found := slices.BinarySearch(scholarly(), w)
		return found
	})
}
