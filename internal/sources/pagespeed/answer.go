package pagespeed

import (
	"encoding/json"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// answer is the API's layout. It has fields that are read, not all there are.
type answer struct {
	CaptchaResult           string      `json:"captchaResult"`
	ID                      string      `json:"id"`
	LoadingExperience       *experience `json:"loadingExperience"`
	OriginLoadingExperience *experience `json:"originLoadingExperience"`
	LighthouseResult        *lighthouse `json:"lighthouseResult"`
	AnalysisUTCTimestamp    string      `json:"analysisUTCTimestamp"`
}

type experience struct {
	ID              string                      `json:"id"`
	Metrics         map[string]experienceMetric `json:"metrics"`
	OverallCategory string                      `json:"overall_category"`
	OriginFallback  bool                        `json:"origin_fallback"`
}

type experienceMetric struct {
	Percentile    *float64 `json:"percentile"`
	Distributions []struct {
		Proportion float64 `json:"proportion"`
	} `json:"distributions"`
}

type lighthouse struct {
	FinalURL          string   `json:"finalUrl"`
	FinalDisplayedURL string   `json:"finalDisplayedUrl"`
	Version           string   `json:"lighthouseVersion"`
	FetchTime         string   `json:"fetchTime"`
	RunWarnings       []string `json:"runWarnings"`
	RuntimeError      struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"runtimeError"`
	Categories map[string]category        `json:"categories"`
	Audits     map[string]json.RawMessage `json:"audits"` // see audit
}

type category struct {
	Score     *float64 `json:"score"`
	AuditRefs []struct {
		ID string `json:"id"`
	} `json:"auditRefs"`
}

// audit is what most audits have in common. Their details do not: each audit has its own,
// which change with every release of Lighthouse.
type audit struct {
	Title        string   `json:"title"`
	Score        *float64 `json:"score"`
	DisplayValue string   `json:"displayValue"`
	NumericValue *float64 `json:"numericValue"`
}

// audit reads one of the audits. There are about 150 and few are read; one whose form
// is unknown is absent, and takes nothing else of the report with it.
func (l *lighthouse) audit(id string) (a audit, known bool) {
	return a, json.Unmarshal(l.Audits[id], &a) == nil
}

// measured is what the audit "metrics" has; nil when there is none.
func (l *lighthouse) measured() map[string]any {
	var metrics struct {
		Details struct {
			Items []map[string]any `json:"items"`
		} `json:"details"`
	}
	if json.Unmarshal(l.Audits["metrics"], &metrics) != nil || len(metrics.Details.Items) == 0 {
		return nil
	}
	return metrics.Details.Items[0]
}

// report checks that there was a run, and reads it.
func (a *answer) report() (*Report, error) {
	l := a.LighthouseResult
	switch {
	case a.CaptchaResult == "CAPTCHA_BLOCKING":
		return nil, errs.New(errs.UpstreamBlocked, "pagespeed asks for a captcha; try again later.")
	case l == nil:
		return nil, errs.New(errs.ParseFailed, "pagespeed returned no Lighthouse run").Later()
	case l.RuntimeError.Code != "" && l.RuntimeError.Code != "NO_ERROR":
		return nil, lighthouseFailed(strings.TrimSuffix(l.RuntimeError.Code+": "+l.RuntimeError.Message, ": "), true)
	case len(l.Categories) == 0 || len(l.Audits) == 0:
		return nil, errs.New(errs.ParseFailed, "pagespeed returned a Lighthouse run without categories or audits").Later()
	}
	r := &Report{
		FinalURL: firstOf(l.FinalDisplayedURL, l.FinalURL, a.ID), AnalyzedAt: firstOf(l.FetchTime, a.AnalysisUTCTimestamp), Version: l.Version,
		Scores: map[string]float64{}, Metrics: l.metrics(), Failed: l.failed(), Warnings: l.RunWarnings,
	}
	for name, c := range l.Categories {
		if c.Score != nil {
			r.Scores[name] = *c.Score
		}
	}
	if e := a.LoadingExperience; e != nil && !e.OriginFallback {
		r.Field = e.field()
	}
	if e := a.OriginLoadingExperience; e != nil {
		r.OriginField = e.field()
	}
	return r, nil
}

func firstOf(candidates ...string) string {
	for _, s := range candidates {
		if s != "" {
			return s
		}
	}
	return ""
}
