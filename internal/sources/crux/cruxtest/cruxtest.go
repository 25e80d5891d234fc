// Package cruxtest stands for the API of the Chrome UX Report.
package cruxtest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// ownKey is the key that the replay of the report takes.
const ownKey = "sample-crux-key"

// Site stands for the Chrome UX Report, which knows the origin company.test
// and its home page. Another key is refused, "quota…" answers as over its quota (in
// the layout without a wrapper), and any other origin or page has too few visits.
func Site() site.Site {
	return site.Site{
		Host:     "crux.upstream.test",
		Title:    "The Chrome UX Report",
		About:    "A replay of the API of the Chrome UX Report, which knows company.test and its home page. It wants its own key; names that begin with `quota` are limited.",
		Upstream: "crux",
		Key:      ownKey,
		Assets:   map[string]http.HandlerFunc{"/v1/records:queryRecord": serveRecord},
	}
}

// recordQuery is a question.
type recordQuery struct {
	Origin     string   `json:"origin,omitempty"`
	URL        string   `json:"url,omitempty"`
	FormFactor string   `json:"formFactor,omitempty"`
	Metrics    []string `json:"metrics,omitempty"`
}

func serveRecord(w http.ResponseWriter, r *http.Request) {
	var q recordQuery
	err := json.NewDecoder(r.Body).Decode(&q)
	switch key := r.URL.Query().Get("key"); {
	case key == "":
		site.SendFault(w, http.StatusForbidden, "PERMISSION_DENIED", "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.")
	case key != ownKey:
		site.SendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")
	case err != nil || (q.Origin == "") == (q.URL == ""):
		site.SendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
	case q.FormFactor != "" && !slices.Contains([]string{"PHONE", "DESKTOP", "TABLET"}, q.FormFactor):
		site.SendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", `Invalid value at 'form_factor' (type.googleapis.com/google.chrome.uxreport.v1.FormFactor), "`+q.FormFactor+`"`)
	case site.IsOver(site.HostOf(q.Origin + q.URL)):
		site.SendJSON(w, http.StatusTooManyRequests, map[string]any{
			"code": http.StatusTooManyRequests, "status": "RESOURCE_EXHAUSTED",
			"message": "Quota exceeded for quota group 'default' and limit 'Queries per 100 seconds' of service 'chromeuxreport.googleapis.com'.",
		})
	case !q.known():
		site.SendFault(w, http.StatusNotFound, "NOT_FOUND", "chrome ux report data not found")
	default:
		site.SendJSON(w, http.StatusOK, q.answer())
	}
}

// known reports whether there is a record: of the origin, or of its home page.
func (q recordQuery) known() bool {
	u, err := url.Parse(q.Origin + q.URL)
	if err != nil || u.Host != site.Company {
		return false
	}
	return q.Origin != "" && u.Path == "" || q.URL != "" && strings.Trim(u.Path, "/") == ""
}

// answer is a record; a page is somewhat slower than its origin.
func (q recordQuery) answer() map[string]any {
	slower := 0
	key := map[string]any{"origin": q.Origin}
	details := map[string]any{}
	if q.URL != "" {
		slower = 180
		normal, _, _ := strings.Cut(q.URL, "?")
		key = map[string]any{"url": normal}
		details["urlNormalizationDetails"] = map[string]any{"originalUrl": q.URL, "normalizedUrl": normal}
	}
	if q.FormFactor != "" {
		key["formFactor"] = q.FormFactor
	}
	metrics := map[string]any{
		"largest_contentful_paint":        histogram(2500, 4000, 1870+slower, 0.8612, 0.0911, 0.0477),
		"interaction_to_next_paint":       histogram(200, 500, 143+slower/10, 0.8804, 0.0882, 0.0314),
		"first_contentful_paint":          histogram(1800, 3000, 1290+slower, 0.8533, 0.0977, 0.049),
		"experimental_time_to_first_byte": histogram(800, 1800, 612+slower, 0.8211, 0.1452, 0.0337),
		"round_trip_time":                 histogram(75, 275, 96, 0.5917, 0.3802, 0.0281),
		"cumulative_layout_shift": map[string]any{
			"histogram": []any{
				map[string]any{"start": "0.00", "end": "0.10", "density": 0.9702},
				map[string]any{"start": "0.10", "end": "0.25", "density": 0.0217},
				map[string]any{"start": "0.25", "density": 0.0081},
			},
			"percentiles": map[string]any{"p75": "0.02"},
		},
		"form_factors":     map[string]any{"fractions": map[string]any{"phone": 0.5873, "desktop": 0.3951, "tablet": 0.0176}},
		"navigation_types": map[string]any{"fractions": map[string]any{"navigate": 0.8021, "navigate_cache": 0.0102, "reload": 0.0377, "back_forward": 0.0644, "back_forward_cache": 0.0856, "prerender": 0, "restore": 0}},
	}
	for name := range metrics {
		if len(q.Metrics) > 0 && !slices.Contains(q.Metrics, name) {
			delete(metrics, name)
		}
	}
	details["record"] = map[string]any{
		"key": key, "metrics": metrics,
		"collectionPeriod": map[string]any{
			"firstDate": map[string]any{"year": 2026, "month": 1, "day": 22}, "lastDate": map[string]any{"year": 2026, "month": 2, "day": 18},
		},
	}
	return details
}

// histogram is a measurement with its shares of good, of what needs improvement, and
// of poor visits.
func histogram(good, poor, p75 int, densities ...float64) map[string]any {
	return map[string]any{
		"histogram": []any{
			map[string]any{"start": 0, "end": good, "density": densities[0]},
			map[string]any{"start": good, "end": poor, "density": densities[1]},
			map[string]any{"start": poor, "density": densities[2]},
		},
		"percentiles": map[string]any{"p75": p75},
	}
}
