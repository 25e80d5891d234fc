package features

import "slices"

// Plan is in which order a judge wants to know what describes a block, so that what it does not ask for
// is not worked out. It is safe for concurrent use.
type Plan struct{ rounds [][]step }

// step fills a part of a row.
type step struct {
	from, until int
	fill        func(v *view, to []float32)
}

// PlanOf is the plan for a judge that asks in rounds: each tells for every feature whether it is asked for
// then and was not before.
func PlanOf(rounds [][]bool) *Plan {
	t, p := all(), &Plan{rounds: make([][]step, len(rounds))}
	whole := make([]bool, len(t.block)) // families that are filled in already
	for r, asked := range rounds {
		from := 0
		for i := range t.block {
			f := &t.block[i]
			until := from + len(f.names)
			s := step{from, until, f.fill}
			switch part := asked[from:until]; {
			case !slices.Contains(part, true) || whole[i]:
				s.fill = nil
			case f.part != nil:
				s.fill = f.part(part)
			default:
				whole[i] = true
			}
			if s.fill != nil {
				p.rounds[r] = append(p.rounds[r], s)
			}
			from = until
		}
	}
	return p
}

// Follow makes Round work by a plan.
func (r *Rows) Follow(p *Plan) { r.plan = p }

// Round is the vector of a block with the features of a round of the plan and of those before it, which
// were called before and for the same block; what else it holds is of no meaning. It is valid until the next is asked for.
func (r *Rows) Round(i, round int) []float32 {
	if round == 0 {
		r.view.at(i)
	}
	for _, s := range r.plan.rounds[round] {
		s.fill(&r.view, r.row[s.from:s.until:s.until])
	}
	return r.row
}

// Known is the vector of the block of the last Round as far as rounds have filled it in, valid until the next is asked for.
func (r *Rows) Known() []float32 { return r.row }
