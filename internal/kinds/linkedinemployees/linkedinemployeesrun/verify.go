package linkedinemployeesrun

import (
	"context"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees"
	"github.com/quarryapi/quarry/internal/kinds/linkedinemployees/evidence"
	"github.com/quarryapi/quarry/internal/sources/linkedin"
	"github.com/quarryapi/quarry/internal/sources/linkedin/permalink"
)

// patience is how many profiles in a row LinkedIn may refuse before no other is tried.
const patience = 2

// verify reads the profiles of those whom one source alone names, the leaders first,
// until there are enough, and of the known ones. It returns how the known stand, by
// their names.
func (h *hunt) verify(ctx context.Context) map[string]linkedinemployees.Known {
	h.profiles = linkedinemployees.Source{Name: "linkedin_profiles", Outcome: signal.None(linkedin.Name, "No profile had to be read.")}
	known := map[string]linkedinemployees.Known{}
	for i, slug := range h.args.Known() {
		known[slug] = h.revalidate(ctx, slug, h.args.KnownProfiles[i])
	}
	queue := slices.Clone(h.pool.all)
	slices.SortStableFunc(queue, func(a, b *candidate) int { return min(len(b.roles), 1) - min(len(a.roles), 1) })
	for _, c := range queue {
		if c.enough() || c.gone() || c.slug == "" || len(c.evidence) == 0 || len(c.roles) == 0 && h.filled() {
			continue
		}
		if _, asked := known[c.slug]; !asked {
			_ = h.look(ctx, c.slug) // what failed is reported with the sources
		}
	}
	h.sources = append(h.sources, h.profiles)
	return known
}

// filled reports whether as many are confirmed as were asked for.
func (h *hunt) filled() bool {
	n := int64(0)
	for _, c := range h.pool.all {
		if c.enough() && len(c.roles) == 0 && !slices.Contains(h.args.Known(), c.slug) {
			n++
		}
	}
	return n >= h.args.Limit
}

// revalidate reports how a known profile stands. Only the profile itself can say that
// somebody has left.
func (h *hunt) revalidate(ctx context.Context, slug, address string) linkedinemployees.Known {
	k := linkedinemployees.Known{URL: address, Status: linkedinemployees.Unverified, Evidence: []linkedinemployees.Evidence{}}
	c := h.pool.profile(slug)
	var failed error
	if c == nil || !c.enough() {
		var left *linkedinemployees.Evidence
		left, failed = h.read(ctx, slug)
		if c = h.pool.profile(slug); left != nil {
			k.Status, k.Evidence = linkedinemployees.Left, append(k.Evidence, *left)
		}
	}
	if c != nil {
		k.Name = c.name
		evidence.Sort(c.evidence)
		k.Evidence = append(k.Evidence, c.evidence...)
	}
	switch {
	case k.Status == linkedinemployees.Left:
	case c != nil && c.enough():
		k.Status, k.Title = linkedinemployees.Verified, c.title()
		k.Confidence, _ = evidence.Judge(c.evidence)
	case failed != nil:
		k.Reason = signal.Of("", failed).Reason
	case c != nil && c.elsewhere:
		k.Reason = "The profile names only other employers."
	default:
		k.Reason = "No page that could be read confirms it."
	}
	return k
}

// look is read for those of whom it does not matter whether they have left.
func (h *hunt) look(ctx context.Context, slug string) error {
	_, err := h.read(ctx, slug)
	return err
}

// read adds what a profile says. It returns the end of a position at the company, where
// the profile shows one and no present one.
func (h *hunt) read(ctx context.Context, slug string) (*linkedinemployees.Evidence, error) {
	if h.refused >= patience {
		return nil, errs.New(errs.UpstreamBlocked, "LinkedIn blocked earlier profiles, so this one was not requested.")
	}
	p, err := h.linkedin.Person(ctx, slug)
	if err != nil {
		h.refusal(err)
		return nil, err
	}
	h.refused, h.profiles.Outcome = 0, signal.Of(linkedin.Name, nil)
	s := sighting{slug: slug, name: p.Name, headline: p.Headline, elsewhere: true}
	var left *linkedinemployees.Evidence
	for _, position := range p.Positions {
		if !h.at(position) {
			continue
		}
		s.elsewhere = false
		said := linkedinemployees.Evidence{Source: evidence.Profile, URL: permalink.Person(slug), Text: strings.TrimPrefix(joined(position.Title, position.Organization), ", ")}
		switch {
		case position.Current:
			said.Text += ", present"
			s.title, s.past, s.Evidence = position.Title, false, said
			h.pool.add(s)
			return nil, nil //nolint:nilnil // has not left
		case position.Past && left == nil:
			said.Text += ", ended"
			left, s.past = &said, true
		}
	}
	// Without any position shown a profile says nothing of where somebody works.
	s.elsewhere = s.elsewhere && len(p.Positions) > 0
	h.pool.add(s)
	return left, nil
}

// at reports whether a position is at the company: by the page that it links to, else
// by its name.
func (h *hunt) at(p linkedin.Position) bool {
	if p.Page == "" {
		return h.company.Is(p.Organization)
	}
	return p.Page == h.args.Page() || h.page != nil && (p.Page == h.page.Path || strings.TrimPrefix(p.Page, "company/") == h.page.ExternalID)
}

// refusal notes that a profile was not shown. One that does not exist is no refusal.
func (h *hunt) refusal(err error) {
	if errs.As(err).Permanent {
		h.refused = 0
		return
	}
	h.refused++
	if outcome := signal.Of(linkedin.Name, err); h.profiles.Status == signal.OK {
		h.profiles.Reason = "Some profiles could not be read: " + outcome.Reason
	} else {
		h.profiles.Outcome = outcome
	}
}
