// Package adstransparencytest stands for the Google Ads Transparency Center.
package adstransparencytest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for the Google Ads Transparency Center.
func Site() site.Site { return SiteAt(time.Now) }

// SiteAt is the replay of the Google Ads Transparency Center by a clock: its ads
// were shown so and so long ago.
func SiteAt(now func() time.Time) site.Site {
	world := world{now: now}
	return site.Site{
		Host:  "adstransparency.upstream.test",
		Title: "Google Ads Transparency Center",
		About: "A replay of the calls of the Google Ads Transparency Center's own site, with ads that were shown up to two years before the present day: 130 of Marrowfen, the firm of company.test, and 6 of a dealer for it; " +
			"`shop.test` has 45, the campaign `carrow-forward.test` 8 with what they cost, and Sallow Weir Trust none. `stutter.test` is limited from its third page on. " +
			"Names and domains that begin with `walled`, `quota`, `sorry`, `down`, `garbled` or `refused` are answered so; whom nobody knows, with `{}`.",
		Upstream: "adstransparency",
		Rest:     world.serve,
	}
}

func (g world) serve(w http.ResponseWriter, r *http.Request) {
	method, isCall := strings.CutPrefix(r.URL.Path, "/anji/_/rpc/")
	switch {
	case strings.HasPrefix(r.URL.Path, "/sorry/"):
		site.Send(w, http.StatusOK, site.HTML, []byte(`<!DOCTYPE html><title>Sorry...</title><p>Our systems have detected unusual traffic from your computer network.</p>`))
		return
	case !isCall:
		w.Header().Add("Set-Cookie", "NID=531=sample; path=/; HttpOnly")
		site.Send(w, http.StatusOK, site.HTML, []byte(`<!DOCTYPE html><title>Ads Transparency Center</title>`))
		return
	}
	var q request
	fine := r.Method == http.MethodPost && r.Header.Get("X-Same-Domain") == "1" && json.Unmarshal([]byte(r.PostFormValue("f.req")), &q) == nil
	if !fine {
		refuse(w)
		return
	}
	if fault(w, r, q.text()) {
		return
	}
	switch method {
	case "SearchService/SearchSuggestions":
		site.SendJSON(w, http.StatusOK, suggestions(q.text()))
	case "SearchService/SearchCreatives":
		g.search(w, q)
	case "LookupService/GetCreativeById":
		body, _ := json.Marshal(g.detail(q.text(), q.id())) // strings and numbers always can be
		site.Send(w, http.StatusOK, "application/json; charset=UTF-8", append([]byte(")]}'\n\n"), body...))
	default:
		refuse(w)
	}
}

// request is what the site asks: what a number stands for depends on the call.
type request struct {
	Text   json.RawMessage `json:"1"` // a text, or an advertiser
	Second json.RawMessage `json:"2"` // the size of a page, or a creative
	Filter struct {
		From    int   `json:"6"`
		To      int   `json:"7"`
		Regions []int `json:"8"`
		Place   struct {
			Domain string `json:"1"`
		} `json:"12"`
		Owners struct {
			IDs []string `json:"1"`
		} `json:"13"`
	} `json:"3"`
	Token string `json:"4"`
}

func (q *request) text() string {
	var s string
	if json.Unmarshal(q.Text, &s) != nil {
		return q.Filter.Place.Domain
	}
	return s
}

func (q *request) id() string {
	var s string
	_ = json.Unmarshal(q.Second, &s) // "" is nobody's
	return s
}

// UnmarshalJSON lets the third place hold a number, as calls for suggestions do.
func (q *request) UnmarshalJSON(raw []byte) error {
	type plain request
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return err
	}
	if third := all["3"]; len(third) > 0 && third[0] != '{' {
		delete(all, "3")
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, (*plain)(q))
}

// refuse is how Google answers what it does not take.
func refuse(w http.ResponseWriter) {
	site.Send(w, http.StatusBadRequest, site.HTML, []byte(`<!DOCTYPE html><html lang=en><title>Error 400 (Bad Request)!!1</title>`))
}

// fault answers for the names that stand for failures.
func fault(w http.ResponseWriter, r *http.Request, name string) bool {
	name = strings.ToLower(name)
	switch {
	case strings.HasPrefix(name, "walled"):
		site.Send(w, http.StatusOK, site.HTML, []byte(`<!DOCTYPE html><title>Before you continue</title><form action="/save"></form>`))
	case strings.HasPrefix(name, "sorry"):
		site.Redirect(http.StatusFound, "/sorry/index?continue=x")(w, r)
	case site.IsOver(name):
		site.Send(w, http.StatusTooManyRequests, site.HTML, []byte(`<!DOCTYPE html><title>Sorry...</title>`))
	case site.IsDown(name):
		site.Send(w, http.StatusServiceUnavailable, site.HTML, nil)
	case strings.HasPrefix(name, "garbled"):
		site.Send(w, http.StatusOK, "application/json; charset=UTF-8", []byte(`)]}'`+"\n\n"+`[["er",null,"cut of`))
	case strings.HasPrefix(name, "refused"): // a refusal that looks like an answer without ads
		site.SendJSON(w, http.StatusOK, map[string]any{"2": "com.google.ads.BadRequestException: bad", "5": 400, "9": 3})
	default:
		return false
	}
	return true
}

func suggestions(text string) map[string]any {
	found := []any{}
	words := strings.Fields(strings.ToLower(text))
	for _, o := range owners() {
		name := strings.ToLower(o.name)
		if len(words) == 0 || slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(name, word) }) {
			continue
		}
		about := map[string]any{"1": o.name, "2": o.id, "3": o.country}
		if o.ads > 0 {
			about["4"] = map[string]any{"2": map[string]any{"1": strconv.Itoa(o.ads / 10 * 10), "2": strconv.Itoa(o.ads/10*10 + 10)}}
		}
		found = append(found, map[string]any{"1": about})
	}
	for _, o := range owners() {
		if first := strings.Join(words, ""); first != "" && strings.HasPrefix(o.domain, first) {
			found = append(found, map[string]any{"2": map[string]any{"1": o.domain}})
		}
	}
	if len(found) == 0 {
		return map[string]any{}
	}
	return map[string]any{"1": found}
}

// search answers a page. A token is good for the search that gave it.
func (g world) search(w http.ResponseWriter, q request) {
	size := 0
	if json.Unmarshal(q.Second, &size) != nil || size < 1 || size > 100 {
		refuse(w)
		return
	}
	h := fnv.New32a()
	_ = json.NewEncoder(h).Encode(q.Filter) // a sum takes everything
	bound := fmt.Sprintf("|%08x", h.Sum32())
	offset := 0
	if q.Token != "" {
		raw, _ := base64.StdEncoding.DecodeString(q.Token)
		number, mine := strings.CutSuffix(string(raw), bound)
		var err error
		if offset, err = strconv.Atoi(number); err != nil || !mine {
			refuse(w)
			return
		}
	}
	if q.Filter.Place.Domain == "stutter.test" && offset >= 2*size {
		w.Header().Set("Retry-After", "30")
		site.Send(w, http.StatusTooManyRequests, site.HTML, nil)
		return
	}
	found := g.find(q)
	answer := map[string]any{}
	if offset < len(found) {
		end := min(offset+size, len(found))
		page := []any{}
		for _, ad := range found[offset:end] {
			page = append(page, ad.listed(q.Filter.Place.Domain))
		}
		answer["1"], answer["4"], answer["5"] = page, strconv.Itoa(len(found)/10*10), strconv.Itoa(len(found)/10*10+10)
		if end < len(found) {
			answer["2"] = base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%d%s", end, bound))
		}
	}
	site.SendJSON(w, http.StatusOK, answer)
}
