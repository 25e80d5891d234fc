package pagespeed

import "strings"

// Report is one run of Lighthouse, with what users met at the same page.
type Report struct {
	FinalURL   string
	AnalyzedAt string // RFC 3339
	Version    string // of Lighthouse

	Scores   map[string]float64 // 0 to 1 by category; without those that have none
	Metrics  map[string]float64 // milliseconds by audit, such as "speed-index"; cumulative-layout-shift has no unit
	Failed   []Failure          // what to mend
	Warnings []string

	Field       *Field // at the page; nil when there are too few visits
	OriginField *Field // at the origin; nil when there are too few visits
}

// Failure is an audit with a score below 0.9.
type Failure struct {
	ID, Category, Title, Detail string
	Score                       float64
}

// Field is what users met in 28 days.
type Field struct {
	Key      string // the page or origin
	Category string // FAST, AVERAGE or SLOW
	Metrics  map[string]FieldMetric
}

// FieldMetric is a measurement, by the names of the Chrome UX Report.
type FieldMetric struct {
	P75    *float64
	Shares []float64 // good, needs improvement, poor; empty when not known
}

// passed is the score from which Lighthouse shows an audit in green.
const passed = 0.9

// maxFailures bounds what a strange answer can hold.
const maxFailures = 100

// lab are the audits that measure, by their names in the audit "metrics", where
// Lighthouse before version 6 has the numbers.
var lab = map[string]string{
	"first-contentful-paint":   "firstContentfulPaint",
	"largest-contentful-paint": "largestContentfulPaint",
	"speed-index":              "speedIndex",
	"total-blocking-time":      "totalBlockingTime",
	"cumulative-layout-shift":  "cumulativeLayoutShift",
	"interactive":              "interactive",
	"server-response-time":     "timeToFirstByte",
}

func (l *lighthouse) metrics() map[string]float64 {
	all := l.measured()
	metrics := map[string]float64{}
	for id, name := range lab {
		if a, _ := l.audit(id); a.NumericValue != nil {
			metrics[id] = *a.NumericValue
		} else if v, ok := all[name].(float64); ok {
			metrics[id] = v
		}
	}
	return metrics
}

// failed lists by category in the order that pages show them, and within by
// Lighthouse's own order. Those that only inform have no score; those without weight
// lower none, and yet are what to mend in order to raise it.
func (l *lighthouse) failed() []Failure {
	list := []Failure{}
	for _, name := range []string{"performance", "accessibility", "best-practices", "seo"} {
		for _, ref := range l.Categories[name].AuditRefs {
			a, known := l.audit(ref.ID)
			if !known || a.Score == nil || *a.Score >= passed || len(list) == maxFailures {
				continue
			}
			list = append(list, Failure{ID: ref.ID, Category: name, Title: a.Title, Detail: strings.ReplaceAll(a.DisplayValue, "\u00a0", " "), Score: *a.Score})
		}
	}
	return list
}

// field is nil when there are too few visits: the object is then there
// without its metrics.
func (e *experience) field() *Field {
	if len(e.Metrics) == 0 {
		return nil
	}
	f := &Field{Key: e.ID, Category: e.OverallCategory, Metrics: map[string]FieldMetric{}}
	for name, m := range e.Metrics {
		name = strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(name), "_ms"), "_score")
		metric := FieldMetric{P75: m.Percentile}
		if name == "cumulative_layout_shift" && m.Percentile != nil {
			metric.P75 = new(*m.Percentile / 100) // in hundredths
		}
		for _, d := range m.Distributions {
			metric.Shares = append(metric.Shares, d.Proportion)
		}
		f.Metrics[name] = metric
	}
	return f
}
