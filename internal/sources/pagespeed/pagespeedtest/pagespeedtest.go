// Package pagespeedtest stands for PageSpeed Insights.
package pagespeedtest

import (
	"hash/fnv"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for PageSpeed Insights. It measures any page of a .test
// host, with numbers that follow from its address; "quota…" is over its quota,
// "down…" makes Lighthouse fail, and a page elsewhere cannot be loaded.
func Site() site.Site {
	return site.Site{
		Host:     "pagespeed.upstream.test",
		Title:    "PageSpeed Insights",
		About:    "A replay of the API of PageSpeed Insights, which measures every page of a `.test` host. Names that begin with `quota` are limited, with `down` Lighthouse fails.",
		Upstream: "pagespeed",
		Assets:   map[string]http.HandlerFunc{"/pagespeedonline/v5/runPagespeed": serveLighthouse},
	}
}

func serveLighthouse(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	page, err := url.Parse(q.Get("url"))
	switch strategy := q.Get("strategy"); {
	case err != nil || page.Host == "":
		site.SendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Invalid value '"+q.Get("url")+"'. Values must match the following regular expression: '(?i)(url:|origin:)?http(s)?://.*'")
	case strategy != "" && !slices.Contains([]string{"mobile", "desktop"}, strategy):
		site.SendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", `Invalid value at 'strategy' (type.googleapis.com/google.chrome.pagespeedonline.v5.PagespeedonlinePagespeedapiRunpagespeedRequest.Strategy), "`+strategy+`"`)
	case site.IsOver(page.Hostname()):
		site.SendFault(w, http.StatusTooManyRequests, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service 'pagespeedonline.googleapis.com' for consumer 'project_number:583797351490'.")
	case site.IsDown(page.Hostname()):
		site.SendFault(w, http.StatusInternalServerError, "INTERNAL", "Lighthouse returned error: NO_FCP. Something went wrong with recording the trace over your page load. Please run Lighthouse again.")
	case !strings.HasSuffix(page.Hostname(), ".test"):
		site.SendFault(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Lighthouse returned error: FAILED_DOCUMENT_REQUEST. Lighthouse was unable to reliably load the page you requested. Make sure you are testing the correct URL and that the server is properly responding to all requests. (Details: net::ERR_NAME_NOT_RESOLVED)")
	default:
		site.SendJSON(w, http.StatusOK, lighthouseAnswer(page, strategy, q["category"]))
	}
}

// lighthouseAnswer makes a run. A desktop is about three times as fast as a phone.
func lighthouseAnswer(page *url.URL, strategy string, categories []string) map[string]any {
	h := fnv.New32a()
	_, _ = h.Write([]byte(page.String()))
	speed := 1000 + float64(h.Sum32()%800) // ms to the first paint of a phone
	score := 0.91
	if strategy == "desktop" {
		speed, score = speed/3, 0.99
	}
	if len(categories) == 0 {
		categories = []string{"performance"}
	}
	origin := page.Scheme + "://" + page.Host
	return map[string]any{
		"captchaResult": "CAPTCHA_NOT_NEEDED", "kind": "pagespeedonline#result", "id": page.String(),
		"loadingExperience":       experienceOf(page.String(), page.Hostname() == site.Company),
		"originLoadingExperience": experienceOf(origin, page.Hostname() == site.Company),
		"lighthouseResult": map[string]any{
			"requestedUrl": page.String(), "finalUrl": page.String(), "finalDisplayedUrl": page.String(), "mainDocumentUrl": page.String(),
			"lighthouseVersion": "13.0.1", "fetchTime": "2026-02-20T08:00:00.000Z", "runWarnings": []any{},
			"configSettings": map[string]any{"formFactor": strategy, "locale": "en-US", "onlyCategories": categories},
			"audits":         lighthouseAudits(page, speed),
			"categories":     lighthouseCategories(categories, score),
			"timing":         map[string]any{"total": 12044.5},
		},
		"analysisUTCTimestamp": "2026-02-20T08:00:12.044Z",
	}
}

func lighthouseAudits(page *url.URL, speed float64) map[string]any {
	audits := map[string]any{}
	add := func(id, title string, score any, mode, shown string, value any, unit string) {
		a := map[string]any{"id": id, "title": title, "score": score, "scoreDisplayMode": mode}
		if shown != "" {
			a["displayValue"] = shown
		}
		if unit != "" {
			a["numericValue"], a["numericUnit"] = value, unit
		}
		audits[id] = a
	}
	const ms = "millisecond"
	add("first-contentful-paint", "First Contentful Paint", 0.97, "numeric", "1.2\u00a0s", speed, ms)
	add("largest-contentful-paint", "Largest Contentful Paint", 0.82, "numeric", "2.6\u00a0s", speed*2.125, ms)
	add("speed-index", "Speed Index", 0.95, "numeric", "1.6\u00a0s", speed*1.25, ms)
	add("total-blocking-time", "Total Blocking Time", 0.99, "numeric", "40\u00a0ms", 40, ms)
	add("cumulative-layout-shift", "Cumulative Layout Shift", 1, "numeric", "0.004", 0.0041, "unitless")
	add("interactive", "Time to Interactive", 0.96, "numeric", "1.9\u00a0s", speed*1.5, ms)
	add("server-response-time", "Initial server response time was short", 1, "binary", "Root document took 90\u00a0ms", 90, ms)
	add("render-blocking-insight", "Render blocking requests", 0, "metricSavings", "Est savings of 310\u00a0ms", nil, "")
	add("image-alt", "Image elements have `[alt]` attributes", 1, "binary", "", nil, "")
	add("color-contrast", "Background and foreground colors do not have a sufficient contrast ratio.", 0, "binary", "", nil, "")
	add("network-requests", "Network Requests", nil, "informative", "", nil, "")
	if page.Scheme != "https" {
		add("is-on-https", "Does not use HTTPS", 0, "binary", "1 insecure request found", nil, "")
	}
	return audits
}

func lighthouseCategories(names []string, performance float64) map[string]any {
	refs := map[string][]string{
		"performance":    {"first-contentful-paint", "largest-contentful-paint", "speed-index", "total-blocking-time", "cumulative-layout-shift", "interactive", "server-response-time", "render-blocking-insight", "network-requests"},
		"accessibility":  {"image-alt", "color-contrast"},
		"best-practices": {"is-on-https"},
		"seo":            {"image-alt"},
	}
	scores := map[string]float64{"performance": performance, "accessibility": 0.93, "best-practices": 0.79, "seo": 1}
	all := map[string]any{}
	for _, name := range names {
		list := []any{}
		for _, id := range refs[name] {
			list = append(list, map[string]any{"id": id, "weight": 1})
		}
		all[name] = map[string]any{"id": name, "title": name, "score": scores[name], "auditRefs": list}
	}
	return all
}

// experienceOf is what users met; a page that few visit has no metrics.
func experienceOf(id string, known bool) map[string]any {
	e := map[string]any{"id": id, "initial_url": id}
	if !known {
		return e
	}
	spread := func(percentile, good, poor int) map[string]any {
		return map[string]any{"percentile": percentile, "category": "FAST", "distributions": []any{
			map[string]any{"min": 0, "max": good, "proportion": 0.86},
			map[string]any{"min": good, "max": poor, "proportion": 0.09},
			map[string]any{"min": poor, "proportion": 0.05},
		}}
	}
	e["overall_category"] = "FAST"
	e["metrics"] = map[string]any{
		"LARGEST_CONTENTFUL_PAINT_MS":     spread(1870, 2500, 4000),
		"INTERACTION_TO_NEXT_PAINT":       spread(143, 200, 500),
		"CUMULATIVE_LAYOUT_SHIFT_SCORE":   spread(2, 10, 25),
		"FIRST_CONTENTFUL_PAINT_MS":       spread(1290, 1800, 3000),
		"EXPERIMENTAL_TIME_TO_FIRST_BYTE": spread(612, 800, 1800),
	}
	return e
}
