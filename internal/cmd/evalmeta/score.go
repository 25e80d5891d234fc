package main

import "slices"

// answer is what an extractor says of one page.
type answer struct {
	Path     string `json:"path"`
	Metadata struct {
		Title     string `json:"title"`
		Author    string `json:"author"`
		Published string `json:"publishedAt"`
		Modified  string `json:"updatedAt"`
	} `json:"metadata"`
}

// verdict is how one field of one page came out.
type verdict uint8

const (
	right    verdict = iota // the page tells it, and so does the answer
	wrong                   // the answer tells something else
	missing                 // the answer tells nothing
	invented                // the answer reports what the page does not
	declared                // the same, of what the page declares where people do not see it
	silent                  // neither tells anything
)

func (v verdict) String() string {
	return [...]string{"right", "wrong", "missing", "invented", "declared", "silent"}[v]
}

// tally counts verdicts.
type tally struct {
	of      [silent + 1]int
	nowhere int // of the wrong and missing: those that stand nowhere in their page
}

func (t tally) told() int   { return t.of[right] + t.of[wrong] + t.of[missing] }
func (t tally) untold() int { return t.of[invented] + t.of[declared] + t.of[silent] }

// exact is the share of what pages tell that is answered exactly.
func (t tally) exact() float64 { return ratio(t.of[right], t.told()) }

// inventing is the share of pages that tell nothing for which something is answered that
// they do not declare either.
func (t tally) inventing() float64 { return ratio(t.of[invented], t.untold()) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// field is what is compared, by what a person and an extractor say of it, and by whether
// the page itself declares the answer and holds what the person wrote down.
type field struct {
	name     string
	judge    func(gold, answer) verdict
	declares func(evidence, answer) bool
	holds    func(evidence, gold) bool
}

// count judges the answers about all pages. It looks into the pages: at what they declare
// where nothing was written down, and at whether what was can be found.
func (f field) count(golds []gold, answers map[string]answer) (tally, error) {
	var t tally
	for _, g := range golds {
		a := answers[g.Path]
		v := f.judge(g, a)
		if v != right && v != silent {
			e, err := readEvidence(g)
			if err != nil {
				return t, err
			}
			switch {
			case v == invented && f.declares(e, a):
				v = declared
			case v != invented && !f.holds(e, g):
				t.nowhere++
			}
		}
		t.of[v]++
	}
	return t, nil
}

// fields are what is compared.
var fields = []field{
	{
		"title", func(g gold, a answer) verdict { return judge(plain(g.Title), plain(a.Metadata.Title)) },
		func(evidence, answer) bool { return false },
		func(e evidence, g gold) bool { return e.shows(plain(g.Title)) },
	},
	{
		"author", judgeAuthors,
		func(e evidence, a answer) bool { return e.declaresAuthor(a.Metadata.Author) },
		func(e evidence, g gold) bool { return e.shows(g.Author...) },
	},
	{
		"date", func(g gold, a answer) verdict { return judge(g.Date, dayOf(a.Metadata.Published)) },
		func(e evidence, a answer) bool { return e.declaresDay(dayOf(a.Metadata.Published)) },
		func(e evidence, g gold) bool { return e.holds(g.Date) },
	},
	// People wrote down the date that a page shows. Where that is the day of its last change,
	// an extractor that tells the two apart has it under the other name.
	{
		"change", func(g gold, a answer) verdict {
			if changed := dayOf(a.Metadata.Modified); changed != "" && changed == g.Date {
				return right
			}
			return judge(g.Date, dayOf(a.Metadata.Published))
		},
		func(e evidence, a answer) bool { return e.declaresDay(dayOf(a.Metadata.Published)) },
		func(e evidence, g gold) bool { return e.holds(g.Date) },
	},
}

func judgeAuthors(g gold, a answer) verdict {
	said := people(a.Metadata.Author)
	if v := judge(first(g.Author), first(said)); v != right && v != wrong {
		return v
	}
	if slices.Equal(g.Author, said) {
		return right
	}
	return wrong
}

func dayOf(date string) string { return date[:min(10, len(date))] }

func judge(want, got string) verdict {
	switch {
	case want == "" && got == "":
		return silent
	case want == "":
		return invented
	case got == "":
		return missing
	case want == got:
		return right
	}
	return wrong
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
