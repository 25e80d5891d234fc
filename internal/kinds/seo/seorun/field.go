package seorun

import (
	"context"
	"net/url"
	"sync"

	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/sources/crux"
)

// field asks for the page and its origin at once, on all kinds of devices. The report
// knows pages by where they are after redirects.
func (s *snapshot) field(ctx context.Context) (string, error) {
	page := s.args.URL
	if s.crux.Configured() { // otherwise the page need not be fetched
		if final := s.page.final(ctx); final != "" {
			page = final
		}
	}
	var onPage, onOrigin *crux.Record
	var pageErr, originErr error
	var both sync.WaitGroup
	if page != "" {
		both.Go(func() { onPage, pageErr = s.crux.Record(ctx, crux.Key{URL: page}) })
	}
	both.Go(func() { onOrigin, originErr = s.originRecord(ctx, page) })
	both.Wait()
	s.result.CrUX.Page, s.result.CrUX.Origin = visits(onPage), visits(onOrigin)
	if onPage == nil && onOrigin == nil && pageErr == nil && originErr == nil {
		return "", nothing("The Chrome UX Report has too few visits of the page and of its origin.")
	}
	return halves(half{"of the page", pageErr, onPage != nil}, half{"of the origin", originErr, onOrigin != nil})
}

// originRecord tries both names of the site when nobody knows which one it uses.
func (s *snapshot) originRecord(ctx context.Context, page string) (*crux.Record, error) {
	if u, err := url.Parse(page); err == nil && u.Host != "" {
		return s.crux.Record(ctx, crux.Key{Origin: u.Scheme + "://" + u.Host})
	}
	record, err := s.crux.Record(ctx, crux.Key{Origin: "https://" + s.args.Domain})
	if record != nil || err != nil {
		return record, err
	}
	return s.crux.Record(ctx, crux.Key{Origin: "https://www." + s.args.Domain})
}

func visits(r *crux.Record) *seo.FieldData {
	if r == nil {
		return nil
	}
	data := &seo.FieldData{
		Key: r.Key.URL + r.Key.Origin, FirstDate: r.CollectionPeriod.FirstDate.String(), LastDate: r.CollectionPeriod.LastDate.String(),
		Metrics: map[string]seo.FieldMetric{}, Fractions: map[string]map[string]float64{},
	}
	for name, m := range r.Metrics {
		if m.Fractions != nil {
			data.Fractions[name] = m.Fractions
			continue
		}
		var p75 *float64
		if m.Percentiles != nil && m.Percentiles.P75 != nil {
			p75 = new(float64(*m.Percentiles.P75))
		}
		var shares []float64
		for _, bin := range m.Histogram {
			shares = append(shares, bin.Density)
		}
		data.Metrics[name] = fieldMetric(p75, shares)
	}
	data.Passed = passed(data.Metrics)
	return data
}

// fieldMetric gives shares only where there are the three of good, needs improvement
// and poor.
func fieldMetric(p75 *float64, shares []float64) seo.FieldMetric {
	m := seo.FieldMetric{P75: p75}
	if len(shares) == 3 {
		m.Good, m.NeedsImprovement, m.Poor = new(rounded(shares[0], 10_000)), new(rounded(shares[1], 10_000)), new(rounded(shares[2], 10_000))
	}
	return m
}

// The Core Web Vitals and what is good of each at the 75th percentile.
// https://web.dev/articles/vitals
const (
	goodLCP = 2500 // ms
	goodCLS = 0.1
	goodINP = 200 // ms
)

// passed is nil when the visits are too few. A page on which nobody acts has
// no interaction to measure, and passes without.
func passed(metrics map[string]seo.FieldMetric) *bool {
	lcp, cls, inp := metrics["largest_contentful_paint"].P75, metrics["cumulative_layout_shift"].P75, metrics["interaction_to_next_paint"].P75
	if lcp == nil || cls == nil {
		return nil
	}
	return new(*lcp <= goodLCP && *cls <= goodCLS && (inp == nil || *inp <= goodINP))
}
