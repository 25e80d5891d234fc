// Package wikidatatest stands for the API of Wikidata.
package wikidatatest

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/webtest/site"
)

// Site stands for Wikidata, which knows the firm of company.test, a place
// of the same name, and what they refer to. Searches that begin with "quota" are over
// the limit, with "down" they meet lagging servers, both told with status 200.
func Site() site.Site {
	return site.Site{
		Host:     "wikidata.upstream.test",
		Title:    "Wikidata",
		About:    "A replay of the API of Wikidata, which knows the firm of company.test. Searches that begin with `quota` are limited, with `down` the servers lag.",
		Upstream: "wikidata",
		Assets:   map[string]http.HandlerFunc{"/w/api.php": serve},
	}
}

func serve(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	search := strings.ToLower(q.Get("search"))
	fault := func(code, info string) {
		site.SendJSON(w, http.StatusOK, map[string]any{"error": map[string]any{"code": code, "info": info}, "servedby": "mw-sample"})
	}
	ids := strings.Split(q.Get("ids"), "|")
	wrong := slices.IndexFunc(ids, func(id string) bool {
		_, err := strconv.ParseUint(strings.TrimPrefix(id, "Q"), 10, 64)
		return err != nil || !strings.HasPrefix(id, "Q")
	})
	switch action := q.Get("action"); {
	case action == "wbsearchentities" && site.IsOver(search):
		fault("ratelimited", "You've exceeded your rate limit. Please wait some time and try again.")
	case action == "wbsearchentities" && site.IsDown(search):
		w.Header().Set("Retry-After", "5")
		fault("maxlag", "Waiting for wdqs-sample: 7.5 seconds lagged.")
	case action == "wbsearchentities" && search == "":
		fault("missingparam", `The "search" parameter must be set.`)
	case action == "wbsearchentities":
		site.SendJSON(w, http.StatusOK, map[string]any{"searchinfo": map[string]any{"search": q.Get("search")}, "search": searchItems(search, q.Get("limit")), "success": 1})
	case action != "wbgetentities":
		fault("badvalue", `Unrecognized value for parameter "action": `+action+".")
	case len(ids) > 50:
		fault("toomanyvalues", `Too many values supplied for parameter "ids". The limit is 50.`)
	case wrong >= 0:
		fault("no-such-entity", "Could not find an entity with the ID \""+ids[wrong]+"\".")
	default:
		site.SendJSON(w, http.StatusOK, map[string]any{"entities": entitiesOf(ids, strings.Split(q.Get("props"), "|")), "success": 1})
	}
}

// item is an item of the replay.
type item struct {
	id, label, description string
	aliases                []string
	claims                 func() map[string][]any // nil for none
	article                string                  // in the English Wikipedia; empty for none
}

// searchItems finds labels and aliases by how they begin.
func searchItems(search, limit string) []any {
	most, err := strconv.Atoi(limit)
	if err != nil || most < 1 || most > 50 {
		most = 7
	}
	hits := []any{}
	for _, i := range items() {
		for n, name := range append([]string{i.label}, i.aliases...) {
			if !strings.HasPrefix(strings.ToLower(name), search) || len(hits) == most {
				continue
			}
			hit := map[string]any{
				"id": i.id, "title": i.id, "concepturi": "http://www.wikidata.org/entity/" + i.id, "repository": "wikidata",
				"url": "//www.wikidata.org/wiki/" + i.id, "label": i.label, "description": i.description,
				"display": map[string]any{"label": map[string]any{"value": i.label, "language": "en"}},
				"match":   map[string]any{"type": "label", "language": "en", "text": name},
			}
			if n > 0 {
				hit["match"] = map[string]any{"type": "alias", "language": "en", "text": name}
				hit["aliases"] = []any{name}
			}
			hits = append(hits, hit)
			break
		}
	}
	return hits
}

func entitiesOf(ids, props []string) map[string]any {
	all := map[string]any{}
	for _, id := range ids {
		all[id] = map[string]any{"id": id, "missing": ""}
	}
	said := func(text string) map[string]any {
		return map[string]any{"en": map[string]any{"language": "en", "value": text}}
	}
	for _, i := range items() {
		if !slices.Contains(ids, i.id) {
			continue
		}
		e := map[string]any{"type": "item", "id": i.id}
		for _, prop := range props {
			switch prop {
			case "labels":
				e[prop] = said(i.label)
			case "descriptions":
				e[prop] = said(i.description)
			case "claims":
				e[prop] = map[string]any{}
				if i.claims != nil {
					e[prop] = i.claims()
				}
			case "sitelinks":
				links := map[string]any{}
				if i.article != "" {
					links["enwiki"] = map[string]any{"site": "enwiki", "title": i.article, "badges": []any{}}
				}
				e[prop] = links
			}
		}
		all[i.id] = e
	}
	return all
}

// statement is a claim of a property; more are fields to set or to replace.
func statement(property string, value map[string]any, rank string, qualifiers ...map[string]any) map[string]any {
	s := map[string]any{"type": "statement", "id": "Q900014$" + url.PathEscape(property), "rank": rank, "mainsnak": snak(property, value)}
	if len(qualifiers) > 0 {
		by := map[string]any{}
		for _, q := range qualifiers {
			property, _ := q["property"].(string)
			by[property] = []any{q}
		}
		s["qualifiers"] = by
	}
	return s
}

// snak is a value of a property; nil is a value that is not known.
func snak(property string, value map[string]any) map[string]any {
	if value == nil {
		return map[string]any{"snaktype": "somevalue", "property": property}
	}
	return map[string]any{"snaktype": "value", "property": property, "datavalue": value}
}

func textValue(s string) map[string]any { return map[string]any{"type": "string", "value": s} }

func itemValue(id string) map[string]any {
	n, _ := strconv.Atoi(strings.TrimPrefix(id, "Q"))
	return map[string]any{"type": "wikibase-entityid", "value": map[string]any{"entity-type": "item", "numeric-id": n, "id": id}}
}

// timeValue takes "2014-03-00", whose zeros are not known, and the precision.
func timeValue(date string, precision int) map[string]any {
	return map[string]any{"type": "time", "value": map[string]any{
		"time": "+" + date + "T00:00:00Z", "timezone": 0, "before": 0, "after": 0, "precision": precision,
		"calendarmodel": "http://www.wikidata.org/entity/Q1985727",
	}}
}

func quantityValue(amount, unit string) map[string]any {
	return map[string]any{"type": "quantity", "value": map[string]any{"amount": amount, "unit": unit}}
}
