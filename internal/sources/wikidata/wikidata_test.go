package wikidata_test

import (
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/sources/wikidata"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// setup leads a client to a handler.
func setup(t *testing.T, serve http.HandlerFunc) *wikidata.Client {
	t.Helper()
	return wikidata.New(webclient.Upstream(t, wikidata.Name, "", serve))
}

func TestSearch(t *testing.T) {
	t.Parallel()
	var query url.Values
	var agent string
	client := setup(t, func(w http.ResponseWriter, r *http.Request) {
		query, agent = r.URL.Query(), r.Header.Get("User-Agent")
		webclient.Answer(200, `{"searchinfo":{"search":"harbour & co"},"search":[{"id":"Q100","title":"Q100","pageid":7,"concepturi":"http://www.wikidata.org/entity/Q100",
			"display":{"label":{"value":"Harbour Works","language":"en"}},"label":"Harbour Works","description":"maker of tide gauges",
			"match":{"type":"alias","language":"en","text":"Harbour & Co"},"aliases":["Harbour & Co"]}],"search-continue":1,"success":1}`)(w, r)
	})
	hits, err := client.Search(t.Context(), "harbour & co", 7)
	if err != nil || len(hits) != 1 || hits[0].ID != "Q100" {
		t.Errorf(`got hits %+v, error %v; want no error, 1 hits, [0].ID "Q100"`, hits, err)
	}
	want := url.Values{
		"action": {"wbsearchentities"}, "search": {"harbour & co"}, "language": {"en"}, "uselang": {"en"},
		"type": {"item"}, "limit": {"7"}, "format": {"json"},
	}
	if diff := cmp.Diff(want, query); diff != "" {
		t.Errorf("query mismatch (-want +got):\n%s", diff)
	}
	if !strings.Contains(agent, "https://") {
		t.Errorf("nobody can be reached by the User-Agent %q", agent)
	}
	hits, err = setup(t, webclient.Answer(200, `{"search":[],"success":1}`)).Search(t.Context(), "x", 7)
	if err != nil || len(hits) != 0 {
		t.Errorf("nothing found: %v, %v", hits, err)
	}
}

// read is what the accessors say of every statement.
type read struct {
	Label, Description string
	Current, Best      map[string][]value
}

type value struct {
	Text, Item, Date, Unit, AsOf, Symbol string
	Amount                               float64
}

func values(list []wikidata.Statement) []value {
	var all []value
	for _, s := range list {
		v := value{Text: s.MainSnak.Text(), Item: s.MainSnak.Item(), Date: s.MainSnak.Date(), AsOf: s.AsOf(), Symbol: s.Symbol()}
		v.Amount, v.Unit, _ = s.MainSnak.Quantity()
		all = append(all, v)
	}
	return all
}

func TestEntities(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile("testdata/entities.json")
	if err != nil {
		t.Fatal(err)
	}
	found, err := setup(t, webclient.Answer(200, string(body))).Entities(t.Context(), []string{"Q100", "Q101", "Q102", "Q103"})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]read{}
	for id, e := range found {
		r := read{Label: e.Label(), Description: e.Description(), Current: map[string][]value{}, Best: map[string][]value{}}
		for property := range e.Claims {
			r.Current[property], r.Best[property] = values(e.Statements(property)), values(e.Best(property))
		}
		all[id] = r
	}
	if got := slices.Sorted(maps.Keys(all)); !slices.Equal(got, []string{"Q100", "Q101", "Q103"}) {
		t.Errorf("found %v", got)
	}
	if title := found["Q100"].Sitelinks["enwiki"].Title; title != "Harbour Works" {
		t.Errorf("article %q", title)
	}
	golden.JSON(t, "testdata/golden/entities.json", all)
}

// The API takes 50 ids at once.
func TestLabelsInBatches(t *testing.T) {
	t.Parallel()
	var sizes []int
	client := setup(t, func(w http.ResponseWriter, r *http.Request) {
		ids := strings.Split(r.URL.Query().Get("ids"), "|")
		sizes = append(sizes, len(ids))
		webclient.Answer(200, `{"entities":{"`+ids[0]+`":{"id":"`+ids[0]+`","labels":{"en":{"language":"en","value":"first"}}},"Q1":{"labels":{}}},"success":1}`)(w, r)
	})
	var ids []string
	for i := range 60 {
		ids = append(ids, "Q"+strconv.Itoa(100+i))
	}
	labels, err := client.Labels(t.Context(), ids)
	if diff := cmp.Diff(map[string]string{"Q100": "first", "Q150": "first"}, labels); err != nil || diff != "" || !slices.Equal(sizes, []int{50, 10}) {
		t.Errorf("%v, sizes %v\n%s", err, sizes, diff)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code
	}{
		"maxlag":           {200, `{"error":{"code":"maxlag","info":"Waiting for 10.64.16.7: 5.2 seconds lagged."},"servedby":"mw1"}`, errs.ProviderUnavailable},
		"search is away":   {200, `{"error":{"code":"cirrussearch-backend-error","info":"We could not complete your search"}}`, errs.ProviderUnavailable},
		"limited in a 200": {200, `{"error":{"code":"ratelimited","info":"You've exceeded your rate limit."}}`, errs.UpstreamRateLimited},
		"bad parameter":    {200, `{"error":{"code":"badvalue","info":"Unrecognized value"}}`, errs.TargetError},
		"limited":          {429, `<html>Too many requests</html>`, errs.UpstreamRateLimited},
		"bad User-Agent":   {403, `Please set a user-agent and respect our robot policy`, errs.UpstreamBlocked},
		"a page":           {200, `<html>`, errs.UpstreamBlocked},
		"cut off":          {200, `{"search":[{"id":`, errs.ParseFailed},
		"neither":          {200, `{"success":1}`, errs.ParseFailed},
		"a list of items":  {200, `{"search":[null],"entities":[5]}`, errs.ParseFailed},
		"nulls":            {200, `{"search":[{}],"entities":{"Q1":null}}`, errs.ParseFailed},
		"other types":      {200, `{"search":{"id":1},"entities":"none"}`, errs.ParseFailed},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := setup(t, webclient.Answer(c.status, c.body))
			if _, err := client.Search(t.Context(), "x", 7); !errs.Is(err, c.code) {
				t.Errorf("search: got %v", err)
			}
			if _, err := client.Labels(t.Context(), []string{"Q1"}); !errs.Is(err, c.code) {
				t.Errorf("labels: got %v", err)
			}
		})
	}
}
