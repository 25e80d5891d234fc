// Package adlibrarytest stands for the Meta Ad Library: its page and its API.
package adlibrarytest

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"text/template"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

//go:embed content
var content embed.FS

// Site stands for the public page of the Meta Ad Library.
func Site() site.Site { return SiteAt(time.Now) }

// SiteAt is the replay of the Meta Ad Library's public page by a clock: its ads began
// so and so long ago.
func SiteAt(now func() time.Time) site.Site {
	world := world{now: now}
	return site.Site{
		Host:  "adlibrary.upstream.test",
		Title: "Meta Ad Library",
		About: "A replay of the Meta Ad Library's page, 30 ads at once, with 413 ads that began in the two years before the present day: 150 of Marrowfen, the firm of company.test (`facebook.com/marrowfen`, page 104730014200001), " +
			"6 of a dealer that lead to company.test and 20 that do not; Tideline Outfitters began 45 on one day, Carrow Forward's are about politics and tell what they cost, Sallow Weir Trust (page 104730014200005) has none. " +
			"Stutter Mill fails once it is asked for fewer than 200 days. Words that begin with `walled`, `challenge`, `login`, `quota`, `down`, `bare`, `hidden` or `garbled` are answered so; what nothing matches, with a count of 0.",
		Upstream: "adlibrary",
		Rest:     world.serve,
	}
}

func (m world) serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	id := q.Get("id")
	switch {
	case r.URL.Path == "/login/":
		site.Send(w, http.StatusOK, site.HTML, file("login.html"))
	case r.URL.Path != "/ads/library/":
		site.Send(w, http.StatusNotFound, site.HTML, []byte(`<!DOCTYPE html><title>Page not found | Facebook</title>`))
	case fault(w, r, strings.ToLower(q.Get("q"))):
	case id != "":
		m.sendMain(w, map[string]any{"deeplink_ad_archive_result": map[string]any{"deeplink_ad_archive": m.one(id)}})
	case q.Get("q") == "" && q.Get("view_all_page_id") == "":
		m.sendMain(w, map[string]any{"countries": []string{"GB", "US"}})
	default:
		m.search(w, r)
	}
}

// fault answers for the words that stand for refusals.
func fault(w http.ResponseWriter, r *http.Request, words string) bool {
	switch {
	case strings.HasPrefix(words, "walled"):
		site.Send(w, http.StatusForbidden, site.HTML, nil)
	case strings.HasPrefix(words, "challenge"):
		site.Send(w, http.StatusForbidden, site.HTML, file("challenge.html"))
	case strings.HasPrefix(words, "loginredirect"):
		site.Redirect(http.StatusFound, "/login/?next=x")(w, r)
	case strings.HasPrefix(words, "login"):
		site.Send(w, http.StatusOK, site.HTML, file("login.html"))
	case site.IsOver(words):
		site.Send(w, http.StatusTooManyRequests, site.HTML, nil)
	case site.IsDown(words):
		site.Send(w, http.StatusServiceUnavailable, site.HTML, nil)
	case strings.HasPrefix(words, "bare"): // what is shown before scripts ask for results
		site.Send(w, http.StatusOK, site.HTML, envelope(map[string]any{"ad_library_main": map[string]any{"countries": []string{"GB"}}}))
	case strings.HasPrefix(words, "hidden"):
		send(w, map[string]any{"count": 12, "edges": []any{}, "page_info": map[string]any{"end_cursor": nil, "has_next_page": true}})
	case strings.HasPrefix(words, "garbled"):
		page := envelope(map[string]any{"ad_library_main": map[string]any{"search_results_connection": map[string]any{"count": 3, "edges": []any{"cut off"}}}})
		before, _, _ := bytes.Cut(page, []byte("cut off"))
		site.Send(w, http.StatusOK, site.HTML, before)
	default:
		return false
	}
	return true
}

// search answers the first 30 ads of a query, those first that were seen most.
func (m world) search(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	found := m.find(q)
	from, err := time.Parse(time.DateOnly, q.Get("start_date[min]"))
	to, _ := time.Parse(time.DateOnly, q.Get("start_date[max]"))
	if err == nil && len(found) > 0 && found[0].page.alias == "stutter.mill" && to.Sub(from) < 200*24*time.Hour {
		site.Send(w, http.StatusServiceUnavailable, site.HTML, nil)
		return
	}
	slices.SortStableFunc(found, func(a, b ad) int { return b.seen - a.seen })
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
	send(w, map[string]any{"count": len(found), "edges": edges, "page_info": info})
}

// find are the ads of a query.
func (m world) find(q url.Values) []ad {
	from, to := q.Get("start_date[min]"), q.Get("start_date[max]")
	return slices.DeleteFunc(m.all(), func(ad ad) bool {
		began := ad.start.Format(time.DateOnly)
		id := q.Get("view_all_page_id")
		isMeant := id == "" && ad.has(q.Get("q")) || ad.page.id == id
		return !isMeant || !ad.isOf(q.Get("active_status"), q.Get("country"), q.Get("ad_type")) || began < from || to != "" && to < began
	})
}

func send(w http.ResponseWriter, connection map[string]any) {
	world{}.sendMain(w, map[string]any{"search_results_connection": connection})
}

func (world) sendMain(w http.ResponseWriter, data map[string]any) {
	site.Send(w, http.StatusOK, site.HTML, envelope(map[string]any{"ad_library_main": data}))
}

// pageTemplate is of text: html/template would quote what scripts hold.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(string(file("page.html"))))
})

// envelope is a page around data, as Relay hands it to the page's scripts. The page is
// composed from what is known of the real one; its other scripts are shortened.
func envelope(data map[string]any) []byte {
	result := map[string]any{"__bbox": map[string]any{"complete": true, "result": map[string]any{"data": data, "extensions": map[string]any{"is_final": true}}, "sequence_number": 0}}
	stream := []any{"RelayPrefetchedStreamCache", "next", []any{}, []any{"adp_AdLibraryFoundationRootQueryRelayPreloader_sample", result}}
	raw, err := json.Marshal(map[string]any{"require": []any{[]any{"ScheduledServerJS", "handle", nil, []any{map[string]any{"__bbox": map[string]any{"require": []any{stream}}}}}}})
	if err != nil {
		panic(fmt.Sprintf("adlibrarytest: %v", err))
	}
	var b bytes.Buffer
	if err := pageTemplate().Execute(&b, string(raw)); err != nil {
		panic(fmt.Sprintf("adlibrarytest: %v", err))
	}
	return b.Bytes()
}

func file(name string) []byte {
	body, err := content.ReadFile("content/" + name)
	if err != nil {
		panic(fmt.Sprintf("adlibrarytest: %v", err))
	}
	return body
}
