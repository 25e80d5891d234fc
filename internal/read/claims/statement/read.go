package statement

import (
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/read/claims/quantity"
)

// longest is what is read of a text, in bytes: a sentence has less.
const longest = 2000

// Read reads a sentence; of what is far longer than one, its beginning.
func Read(text string) *Statement {
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "")
	}
	s := &Statement{Text: text, Reading: quantity.Read(text), set: map[string]bool{}, told: map[string]bool{}, negated: map[string]bool{}}
	list := scan(text)
	s.hedged = hedged(list)
	s.vague = vague(list, text)
	s.spoken = spoken(list)
	s.referred = referred(list)
	s.lacking = slices.ContainsFunc(list, func(t token) bool { return lacking()[t.text] })
	s.deny(list)
	s.passive = passive(list)
	for i := range s.Quantities {
		for j, thing := range s.Quantities[i].Things {
			s.Quantities[i].Things[j] = concept(thing)
		}
	}
	s.take(list)
	s.heads = heads(list)
	for _, q := range s.Quantities {
		s.leads = append(s.leads, s.lead(list, q))
	}
	return s
}

// lead is the content word before a number.
func (s *Statement) lead(list []token, q quantity.Quantity) string {
	lead := ""
	for _, t := range list {
		if t.start >= q.Start {
			break
		}
		if t.content && !s.measured(t) {
			lead = t.concept
		}
	}
	return lead
}

// deny takes out the numbers that are said not to be so: "210 million, and not 184".
func (s *Statement) deny(list []token) {
	s.Quantities = slices.DeleteFunc(s.Quantities, func(q quantity.Quantity) bool {
		i := slices.IndexFunc(list, func(t token) bool { return t.start >= q.Start })
		if i < 1 {
			return false
		}
		before := list[i-1]
		denied := before.text == "not" || before.text == "nicht" || before.text == "statt" ||
			i > 1 && (list[i-2].text+" "+before.text == "rather than" || list[i-2].text+" "+before.text == "instead of")
		if denied {
			s.denied = append(s.denied, q)
		}
		return denied
	})
}

// take keeps the content words of a sentence.
func (s *Statement) take(list []token) {
	proper := proper(list)
	for i, t := range list {
		if (t.breaks || joining()[t.text]) && len(s.words) > 0 {
			s.words = append(s.words, "")
		}
		if t.told {
			s.told[t.concept] = true
		}
		if !t.content || s.measured(t) {
			continue
		}
		s.words = append(s.words, t.concept)
		if !s.set[t.concept] && (opposed()[t.concept] != nil || different()[t.concept] != nil) {
			s.poles = append(s.poles, t.concept)
		}
		s.set[t.concept] = true
		if t.negated {
			s.negated[t.concept] = true
		}
		switch {
		case !t.upper:
			s.common++
		case proper:
			s.name(t, i > 0 && list[i-1].upper && list[i-1].content)
		}
	}
}

// name keeps a name. One that goes on with the name before it is one with that.
func (s *Statement) name(t token, goesOn bool) {
	if !t.first {
		s.names = append(s.names, t.concept)
	}
	if t.placed {
		return
	}
	if goesOn && len(s.roles) > 0 {
		s.roles = s.roles[:len(s.roles)-1]
	}
	s.roles = append(s.roles, t.concept)
}

// measured matches words that are part of a number or a date.
func (s *Statement) measured(t token) bool {
	within := func(q quantity.Quantity) bool { return q.Start <= t.start && t.start < q.End }
	return slices.ContainsFunc(s.Quantities, within) || slices.ContainsFunc(s.denied, within) ||
		slices.ContainsFunc(s.Dates, func(d quantity.Date) bool { return d.Start <= t.start && t.start < d.End })
}
