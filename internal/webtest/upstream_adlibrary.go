package webtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"text/template"
	"time"
)

// adlibraryUpstream stands for the public page of the Meta Ad Library.
func adlibraryUpstream() Site { return AdLibrary(time.Now) }

// AdLibrary is the replay of the Meta Ad Library's public page by a clock: its ads began
// so and so long ago.
func AdLibrary(now func() time.Time) Site {
	world := malWorld{now: now}
	return Site{
		Host:  "adlibrary.upstream.test",
		Title: "Meta Ad Library",
		About: "A replay of the Meta Ad Library's page, 30 ads at once, with 413 ads that began in the two years before the present day: 150 of Marrowfen, the firm of company.test (`facebook.com/marrowfen`, page 104730014200001), " +
			"6 of a dealer that lead to company.test and 20 that do not; Tideline Outfitters began 45 on one day, Carrow Forward's are about politics and tell what they cost, Sallow Weir Trust (page 104730014200005) has none. " +
			"Stutter Mill fails once it is asked for fewer than 200 days. Words that begin with `walled`, `challenge`, `login`, `quota`, `down`, `bare`, `hidden` or `garbled` are answered so; what nothing matches, with a count of 0.",
		Upstream: "adlibrary",
		Rest:     world.serve,
	}
}

func (m malWorld) serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	id := q.Get("id")
	switch {
	case r.URL.Path == "/login/":
		send(w, http.StatusOK, htmlUTF8, malFile("login.html"))
	case r.URL.Path != "/ads/library/":
		send(w, http.StatusNotFound, htmlUTF8, []byte(`<!DOCTYPE html><title>Page not found | Facebook</title>`))
	case malFault(w, r, strings.ToLower(q.Get("q"))):
	case id != "":
		m.sendMain(w, map[string]any{"deeplink_ad_archive_result": map[string]any{"deeplink_ad_archive": m.one(id)}})
	case q.Get("q") == "" && q.Get("view_all_page_id") == "":
		m.sendMain(w, map[string]any{"countries": []string{"GB", "US"}})
	default:
		m.search(w, r)
	}
}

// malFault answers for the words that stand for refusals.
func malFault(w http.ResponseWriter, r *http.Request, words string) bool {
	switch {
	case strings.HasPrefix(words, "walled"):
		send(w, http.StatusForbidden, htmlUTF8, nil)
	case strings.HasPrefix(words, "challenge"):
		send(w, http.StatusForbidden, htmlUTF8, malFile("challenge.html"))
	case strings.HasPrefix(words, "loginredirect"):
		redirect(http.StatusFound, "/login/?next=x")(w, r)
	case strings.HasPrefix(words, "login"):
		send(w, http.StatusOK, htmlUTF8, malFile("login.html"))
	case isOver(words):
		send(w, http.StatusTooManyRequests, htmlUTF8, nil)
	case isDown(words):
		send(w, http.StatusServiceUnavailable, htmlUTF8, nil)
	case strings.HasPrefix(words, "bare"): // what is shown before scripts ask for results
		send(w, http.StatusOK, htmlUTF8, malEnvelope(map[string]any{"ad_library_main": map[string]any{"countries": []string{"GB"}}}))
	case strings.HasPrefix(words, "hidden"):
		malSend(w, map[string]any{"count": 12, "edges": []any{}, "page_info": map[string]any{"end_cursor": nil, "has_next_page": true}})
	case strings.HasPrefix(words, "garbled"):
		page := malEnvelope(map[string]any{"ad_library_main": map[string]any{"search_results_connection": map[string]any{"count": 3, "edges": []any{"cut off"}}}})
		before, _, _ := bytes.Cut(page, []byte("cut off"))
		send(w, http.StatusOK, htmlUTF8, before)
	default:
		return false
	}
	return true
}

// search answers the first 30 ads of a query, those first that were seen most.
func (m malWorld) search(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	found := m.find(q)
	from, err := time.Parse(time.DateOnly, q.Get("start_date[min]"))
	to, _ := time.Parse(time.DateOnly, q.Get("start_date[max]"))
	if err == nil && len(found) > 0 && found[0].page.alias == "stutter.mill" && to.Sub(from) < 200*24*time.Hour {
		send(w, http.StatusServiceUnavailable, htmlUTF8, nil)
		return
	}
	slices.SortStableFunc(found, func(a, b malAd) int { return b.seen - a.seen })
	edges := []any{}
	shown := found[:min(30, len(found))]
	for i := 0; i < len(shown); i++ {
		results := []any{shown[i].node(m.now())}
		if i+1 < len(shown) && shown[i+1].collation() == shown[i].collation() {
			i++
			results = append(results, shown[i].node(m.now()))
		}
		edges = append(edges, map[string]any{"node": map[string]any{"collated_results": results}, "cursor": fmt.Sprintf("AQHR%06d", i)})
	}
	info := map[string]any{"end_cursor": nil, "has_next_page": len(found) > len(shown)}
	if len(found) > len(shown) {
		info["end_cursor"] = "AQHRsample"
	}
	malSend(w, map[string]any{"count": len(found), "edges": edges, "page_info": info})
}

// find are the ads of a query.
func (m malWorld) find(q url.Values) []malAd {
	from, to := q.Get("start_date[min]"), q.Get("start_date[max]")
	return slices.DeleteFunc(m.all(), func(ad malAd) bool {
		began := ad.start.Format(time.DateOnly)
		id := q.Get("view_all_page_id")
		isMeant := id == "" && ad.has(q.Get("q")) || ad.page.id == id
		return !isMeant || !ad.isOf(q.Get("active_status"), q.Get("country"), q.Get("ad_type")) || began < from || to != "" && to < began
	})
}

func malSend(w http.ResponseWriter, connection map[string]any) {
	malWorld{}.sendMain(w, map[string]any{"search_results_connection": connection})
}

func (malWorld) sendMain(w http.ResponseWriter, data map[string]any) {
	send(w, http.StatusOK, htmlUTF8, malEnvelope(map[string]any{"ad_library_main": data}))
}

// malTemplate is of text: html/template would quote what scripts hold.
var malTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(string(malFile("page.html"))))
})

// malEnvelope is a page around data, as Relay hands it to the page's scripts. The page is
// composed from what is known of the real one; its other scripts are shortened.
func malEnvelope(data map[string]any) []byte {
	result := map[string]any{"__bbox": map[string]any{"complete": true, "result": map[string]any{"data": data, "extensions": map[string]any{"is_final": true}}, "sequence_number": 0}}
	stream := []any{"RelayPrefetchedStreamCache", "next", []any{}, []any{"adp_AdLibraryFoundationRootQueryRelayPreloader_sample", result}}
	raw, err := json.Marshal(map[string]any{"require": []any{[]any{"ScheduledServerJS", "handle", nil, []any{map[string]any{"__bbox": map[string]any{"require": []any{stream}}}}}}})
	if err != nil {
		panic(fmt.Sprintf("webtest: %v", err))
	}
	var b bytes.Buffer
	if err := malTemplate().Execute(&b, string(raw)); err != nil {
		panic(fmt.Sprintf("webtest: %v", err))
	}
	return b.Bytes()
}

func malFile(name string) []byte {
	body, err := content.ReadFile("content/adlibrary/" + name)
	if err != nil {
		panic(fmt.Sprintf("webtest: %v", err))
	}
	return body
}
