package seo

import "github.com/quarryapi/quarry/internal/kind/signal"

// PageSpeed are Lighthouse runs by PageSpeed Insights.
type PageSpeed struct {
	signal.Outcome
	Mobile  *LighthouseRun `json:"mobile,omitempty" doc:"The run as a phone; absent when it failed, see reason."`
	Desktop *LighthouseRun `json:"desktop,omitempty" doc:"The run as a desktop; absent when it failed, see reason."`
}

// LighthouseRun is one run of Lighthouse, and what Chrome's users met at the same page.
type LighthouseRun struct {
	FinalURL   string        `json:"finalUrl" doc:"The page that was measured, after redirects."`
	AnalyzedAt string        `json:"analyzedAt,omitempty" format:"date-time" doc:"When it ran; absent when not reported."`
	Version    string        `json:"lighthouseVersion,omitempty" doc:"Version of Lighthouse; absent when not reported."`
	Scores     Scores        `json:"scores" doc:"The scores of the categories."`
	Lab        LabMetrics    `json:"lab" doc:"Lab data of this single run."`
	Failed     []FailedAudit `json:"failedAudits" doc:"Audits with a score below 0.9, by category in Lighthouse's order, at most 100."`
	Warnings   []string      `json:"warnings" doc:"Lighthouse's warnings about this run."`
	Field      *FieldData    `json:"field,omitempty" doc:"Field data of this page for the last 28 days; absent when Google has too few visits."`
	Origin     *FieldData    `json:"originField,omitempty" doc:"Field data of the whole origin; absent when Google has too few visits."`
}

// Scores are Lighthouse's scores, from 0 to 100.
type Scores struct {
	Performance   *int `json:"performance,omitempty" minimum:"0" maximum:"100" doc:"0 to 100; absent when Lighthouse has none."`
	Accessibility *int `json:"accessibility,omitempty" minimum:"0" maximum:"100" doc:"0 to 100; absent when Lighthouse has none."`
	BestPractices *int `json:"bestPractices,omitempty" minimum:"0" maximum:"100" doc:"0 to 100; absent when Lighthouse has none."`
	SEO           *int `json:"seo,omitempty" minimum:"0" maximum:"100" doc:"0 to 100; absent when Lighthouse has none."`
}

// LabMetrics are measured in one run; each is absent when Lighthouse gave none.
type LabMetrics struct {
	FirstContentfulPaintMS   *float64 `json:"firstContentfulPaintMs,omitempty" doc:"Milliseconds until the first content was painted; absent when not measured."`
	LargestContentfulPaintMS *float64 `json:"largestContentfulPaintMs,omitempty" doc:"Milliseconds until the largest element was painted; absent when not measured."`
	SpeedIndexMS             *float64 `json:"speedIndexMs,omitempty" doc:"How quickly the visible part was filled, in milliseconds; absent when not measured."`
	TotalBlockingTimeMS      *float64 `json:"totalBlockingTimeMs,omitempty" doc:"Milliseconds in which the page was blocked from responding to input; absent when not measured."`
	CumulativeLayoutShift    *float64 `json:"cumulativeLayoutShift,omitempty" doc:"How much the layout shifted, without a unit; absent when not measured."`
	InteractiveMS            *float64 `json:"interactiveMs,omitempty" doc:"Milliseconds until the page was reliably interactive; absent when not measured."`
	ServerResponseMS         *float64 `json:"serverResponseMs,omitempty" doc:"Milliseconds until the server responded; absent when not measured."`
}

// FailedAudit is an audit that a page did not pass.
type FailedAudit struct {
	ID       string  `json:"id" doc:"Lighthouse's id of the audit, such as render-blocking-resources."`
	Category string  `json:"category" doc:"Its category: performance, accessibility, best-practices or seo."`
	Title    string  `json:"title" doc:"What is wrong, in English."`
	Detail   string  `json:"detail,omitempty" doc:"Details in English; absent when Lighthouse has none."`
	Score    float64 `json:"score" doc:"0 to below 0.9."`
}

// FieldData are measurements at the users of Chrome, of 28 days.
type FieldData struct {
	Key       string                        `json:"key" doc:"The page or origin of the data."`
	FirstDate string                        `json:"firstDate,omitempty" doc:"First day, YYYY-MM-DD; absent when not reported."`
	LastDate  string                        `json:"lastDate,omitempty" doc:"Last day, YYYY-MM-DD; absent when not reported."`
	Passed    *bool                         `json:"coreWebVitalsPassed,omitempty" doc:"Whether at least three quarters of visits were good in each of largest_contentful_paint, cumulative_layout_shift and, when known, interaction_to_next_paint; absent when one of the first two is unknown."`
	Metrics   map[string]FieldMetric        `json:"metrics" doc:"Metrics by name, such as largest_contentful_paint."`
	Fractions map[string]map[string]float64 `json:"fractions" doc:"Shares of visits, 0 to 1, by dimension: form_factors, navigation_types, largest_contentful_paint_resource_type. Empty when there are none."`
}

// FieldMetric is how a measurement was spread over visits.
type FieldMetric struct {
	P75              *float64 `json:"p75,omitempty" doc:"75th percentile: milliseconds, or for cumulative_layout_shift a number without unit. Absent when unknown."`
	Good             *float64 `json:"good,omitempty" doc:"Share of visits that were good, 0 to 1; absent when unknown."`
	NeedsImprovement *float64 `json:"needsImprovement,omitempty" doc:"Share of visits that were neither good nor poor, 0 to 1; absent when unknown."`
	Poor             *float64 `json:"poor,omitempty" doc:"Share of visits that were poor, 0 to 1; absent when unknown."`
}

// CrUX is what Chrome's users met, on all kinds of devices.
type CrUX struct {
	signal.Outcome
	Page   *FieldData `json:"page,omitempty" doc:"Data for the page; absent when the report has too few visits."`
	Origin *FieldData `json:"origin,omitempty" doc:"Data for the whole origin; absent when the report has too few visits."`
}
