package adlibrarytest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// key is the token that the replay of the official API takes. It is no key of the
// sample web: without one the library's page is asked, which most people have.
const key = "sample-adlibrary-token"

// API stands for ads_archive of the Graph API.
func API() site.Site { return APIAt(time.Now) }

// APIAt is the replay of the Meta Ad Library's official API by a clock.
func APIAt(now func() time.Time) site.Site {
	world := world{now: now}
	return site.Site{
		Host:  "adlibraryapi.upstream.test",
		Title: "Meta Ad Library, official API",
		About: "A replay of `ads_archive` of the Graph API with the ads of the Meta Ad Library's replay that are about politics or were shown in the EU or the UK. It takes the token `sample-adlibrary-token`, which `quarry local` does not send by itself: " +
			"set `QUARRY_KEYS=adlibraryapi=sample-adlibrary-token`. Words that begin with `unconfirmed`, `quota`, `down`, `large` or `garbled` are refused so.",
		Upstream: "adlibraryapi",
		Rest:     world.serveAPI,
	}
}

func refuse(w http.ResponseWriter, status, code, subcode int, message string) {
	site.SendJSON(w, status, map[string]any{"error": map[string]any{"message": message, "type": "OAuthException", "code": code, "error_subcode": subcode, "fbtrace_id": "Asample"}})
}

func (m world) serveAPI(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	words := q.Get("search_terms")
	limit, err := strconv.Atoi(q.Get("limit"))
	var countries, pages []string
	_ = json.Unmarshal([]byte(q.Get("search_page_ids")), &pages)
	switch {
	case r.URL.Path != "/ads_archive":
		refuse(w, http.StatusBadRequest, 2500, 0, "Unknown path components: "+r.URL.Path)
	case strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") != key:
		refuse(w, http.StatusUnauthorized, 190, 463, "Error validating access token: Session has expired.")
	case json.Unmarshal([]byte(q.Get("ad_reached_countries")), &countries) != nil || err != nil || words == "" && len(pages) == 0 || len(pages) > 10:
		refuse(w, http.StatusBadRequest, 100, 0, "(#100) Invalid parameter")
	case strings.HasPrefix(words, "unconfirmed"):
		refuse(w, http.StatusBadRequest, 10, 2332002, "Application does not have permission for this action")
	case site.IsOver(words):
		refuse(w, http.StatusBadRequest, 613, 0, "(#613) Calls to this api have exceeded the rate limit.")
	case site.IsDown(words):
		refuse(w, http.StatusInternalServerError, 2, 0, "Service temporarily unavailable")
	case strings.HasPrefix(words, "large") && limit > 12:
		refuse(w, http.StatusInternalServerError, 1, 0, "Please reduce the amount of data you're asking for, then retry your request")
	case strings.HasPrefix(words, "garbled"):
		site.Send(w, http.StatusOK, "application/json; charset=UTF-8", []byte(`{"data":[{"id":"104730`))
	default:
		m.list(w, q, countries, pages, limit)
	}
}

func (m world) list(w http.ResponseWriter, q url.Values, countries, pages []string, limit int) {
	var found []any
	for _, a := range m.all() {
		inEurope := slices.ContainsFunc(a.countries(), func(c string) bool { return c == "DE" || c == "GB" })
		ended := "9999"
		if !a.end.IsZero() {
			ended = a.end.Format(time.DateOnly)
		}
		if (a.page.political || inEurope) && a.isOf(strings.ToLower(q.Get("ad_active_status")), countries[0], "all") && q.Get("ad_delivery_date_min") <= ended &&
			(len(pages) > 0 && slices.Contains(pages, a.page.id) || len(pages) == 0 && a.has(strings.TrimPrefix(q.Get("search_terms"), "large "))) {
			found = append(found, a.archived(strings.Split(q.Get("fields"), ",")))
		}
	}
	raw, _ := base64.RawURLEncoding.DecodeString(q.Get("after"))
	from, _ := strconv.Atoi(strings.TrimPrefix(string(raw), "after ")) // 0 without a cursor
	part := found[min(from, len(found)):min(from+limit, len(found))]
	answer := map[string]any{"data": append([]any{}, part...)}
	if to := from + len(part); to < len(found) {
		after := base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "after %d", to))
		q.Set("after", after)
		q.Set("access_token", key)
		answer["paging"] = map[string]any{"cursors": map[string]any{"after": after}, "next": "https://graph.facebook.com/v24.0/ads_archive?" + q.Encode()}
	}
	site.SendJSON(w, http.StatusOK, answer)
}

// archived is an ad as the API has it: the fields that were asked for, and its id.
func (a ad) archived(fields []string) map[string]any {
	all := map[string]any{
		"ad_creation_time": a.start.Format(time.DateOnly), "ad_delivery_start_time": a.start.Format(time.DateOnly), "page_id": a.page.id, "page_name": a.page.name,
		"ad_creative_link_titles": []string{a.title()}, "ad_creative_link_captions": []string{a.caption()}, "publisher_platforms": lower(a.number), "languages": []string{"en"},
		"ad_snapshot_url": "https://www.facebook.com/ads/archive/render_ad/?id=" + a.id() + "&access_token=" + key,
	}
	if body := a.body(); body != "" {
		all["ad_creative_bodies"] = []string{body}
	}
	if a.format() == "DCO" {
		all["ad_creative_bodies"], all["ad_creative_link_titles"] = []string{a.body(), "Another text of offer " + a.id()}, []string{a.title(), "Another title"}
	}
	if !a.end.IsZero() {
		all["ad_delivery_stop_time"] = a.end.Format(time.DateOnly)
	}
	if slices.Contains(a.countries(), "DE") {
		all["eu_total_reach"] = 1000 + 17*a.number
		all["beneficiary_payers"] = []any{map[string]any{"payer": a.page.name + " Ltd", "beneficiary": a.page.name, "current": true}}
		all["age_country_gender_reach_breakdown"] = []any{map[string]any{"country": "DE", "age_gender_breakdowns": []any{
			map[string]any{"age_range": "25-34", "male": 40 + a.number, "female": 50}, map[string]any{"age_range": "65+", "unknown": 3},
		}}}
	}
	if a.page.political {
		all["bylines"], all["currency"] = a.page.name+" Committee", "USD"
		all["spend"] = map[string]any{"lower_bound": strconv.Itoa(1000 * (a.number + 1)), "upper_bound": strconv.Itoa(1000*(a.number+1) + 499)}
		all["impressions"] = map[string]any{"lower_bound": "1000000"}
		all["estimated_audience_size"] = map[string]any{"lower_bound": "100001", "upper_bound": "500000"}
		all["demographic_distribution"] = []any{
			map[string]any{"age": "25-34", "gender": "female", "percentage": "0.625"}, map[string]any{"age": "65+", "gender": "unknown", "percentage": "0.375"},
		}
		all["delivery_by_region"] = []any{map[string]any{"region": "Oregon", "percentage": "1"}}
	}
	told := map[string]any{"id": a.id()}
	for _, f := range fields {
		if v, ok := all[f]; ok {
			told[f] = v
		}
	}
	return told
}

func lower(n int) []string {
	all := platforms(n, 5)
	for i := range all {
		all[i] = strings.ToLower(all[i])
	}
	return all
}
