package seorun

import (
	"context"
	"sync"

	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/kind/signal"
	"github.com/quarryapi/quarry/internal/kinds/seo"
	"github.com/quarryapi/quarry/internal/sources/pagespeed"
)

// speed runs Lighthouse as a phone and as a desktop at once.
func (s *snapshot) speed(ctx context.Context) (string, error) {
	page := s.page.address(ctx)
	var mobile, desktop *pagespeed.Report
	var mobileErr, desktopErr error
	var both sync.WaitGroup
	both.Go(func() { mobile, mobileErr = s.pagespeed.Run(ctx, page, pagespeed.Mobile) })
	both.Go(func() { desktop, desktopErr = s.pagespeed.Run(ctx, page, pagespeed.Desktop) })
	both.Wait()
	s.result.PageSpeed.Mobile, s.result.PageSpeed.Desktop = lighthouse(mobile), lighthouse(desktop)
	return halves(half{"as a phone", mobileErr, mobile != nil}, half{"as a desktop", desktopErr, desktop != nil})
}

// half is one of two questions to a source.
type half struct {
	name string
	err  error
	data bool
}

// halves is the error of the first half that failed when neither has data, and else a
// note of what is missing.
func halves(all ...half) (note string, err error) {
	data := false
	for _, h := range all {
		data = data || h.data
		if h.err != nil && err == nil {
			note, err = "Missing "+h.name+": "+signal.Of("", h.err).Reason, h.err
		}
	}
	if data {
		return note, nil
	}
	return "", err
}

func lighthouse(r *pagespeed.Report) *seo.LighthouseRun {
	if r == nil {
		return nil
	}
	run := &seo.LighthouseRun{
		FinalURL: r.FinalURL, AnalyzedAt: instant.Known(r.AnalyzedAt), Version: r.Version,
		Scores: seo.Scores{
			Performance: percent(r.Scores, "performance"), Accessibility: percent(r.Scores, "accessibility"),
			BestPractices: percent(r.Scores, "best-practices"), SEO: percent(r.Scores, "seo"),
		},
		Lab: seo.LabMetrics{
			FirstContentfulPaintMS: measured(r.Metrics, "first-contentful-paint"), LargestContentfulPaintMS: measured(r.Metrics, "largest-contentful-paint"),
			SpeedIndexMS: measured(r.Metrics, "speed-index"), TotalBlockingTimeMS: measured(r.Metrics, "total-blocking-time"),
			CumulativeLayoutShift: measured(r.Metrics, "cumulative-layout-shift"), InteractiveMS: measured(r.Metrics, "interactive"),
			ServerResponseMS: measured(r.Metrics, "server-response-time"),
		},
		Failed: []seo.FailedAudit{}, Warnings: append([]string{}, r.Warnings...),
		Field: users(r.Field), Origin: users(r.OriginField),
	}
	for _, f := range r.Failed {
		run.Failed = append(run.Failed, seo.FailedAudit(f))
	}
	return run
}

// percent is a score of 0 to 100.
func percent(scores map[string]float64, category string) *int {
	score, ok := scores[category]
	if !ok {
		return nil
	}
	return new(min(max(int(score*100+0.5), 0), 100))
}

// measured keeps four digits behind the point, of which Lighthouse gives a dozen.
func measured(metrics map[string]float64, name string) *float64 {
	value, ok := metrics[name]
	if !ok {
		return nil
	}
	return new(rounded(value, 10_000))
}

func users(f *pagespeed.Field) *seo.FieldData {
	if f == nil {
		return nil
	}
	data := &seo.FieldData{Key: f.Key, Metrics: map[string]seo.FieldMetric{}, Fractions: map[string]map[string]float64{}}
	for name, m := range f.Metrics {
		data.Metrics[name] = fieldMetric(m.P75, m.Shares)
	}
	data.Passed = passed(data.Metrics)
	return data
}
