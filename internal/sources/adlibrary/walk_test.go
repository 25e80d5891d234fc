package adlibrary_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/ads"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/adlibrary"
	"github.com/quarryapi/quarry/internal/sources/upstream"
	"github.com/quarryapi/quarry/internal/web/fetch"
)

// library is a page of the Meta Ad Library for ads on given days, which needs no network:
// 30 at most, in an order of its own.
type library struct {
	days     []time.Time // of each ad, by its number
	tellsOn  bool        // in has_next_page whether there are more
	counts   bool
	overruns bool // shows an ad that began before the days that were asked for, and counts it
	loads    int
	spans    []string
}

func (l *library) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	l.loads++
	u, err := url.Parse(r.URL)
	if err != nil {
		return nil, err
	}
	from, to := u.Query().Get("start_date[min]"), u.Query().Get("start_date[max]")
	l.spans = append(l.spans, from+" "+to)
	var found []int
	for i, day := range l.days {
		if d := day.Format(time.DateOnly); from <= d && d <= to {
			found = append(found, i)
		}
	}
	slices.SortFunc(found, func(a, b int) int { return (a*7919)%1009 - (b*7919)%1009 })
	if len(l.days) > 0 && l.overruns && len(found) < 25 && !slices.Contains(found, 0) {
		found = append(found, 0)
	}
	edges := []any{}
	for _, i := range found[:min(30, len(found))] {
		edges = append(edges, map[string]any{"node": map[string]any{"collated_results": []any{map[string]any{
			"ad_archive_id": fmt.Sprint(10000 + i), "start_date": l.days[i].Unix(), "collation_count": 1,
		}}}})
	}
	connection := map[string]any{"edges": edges}
	if l.tellsOn {
		connection["page_info"] = map[string]any{"has_next_page": len(found) > 30}
	}
	if l.counts || len(found) == 0 {
		connection["count"] = len(found)
	}
	raw, err := json.Marshal(connection)
	return &fetch.Response{Status: http.StatusOK, URL: u, Header: http.Header{}, Body: []byte(page(string(raw)))}, err
}

// client reads a library.
func (l *library) client() *adlibrary.Client {
	about := func(name string) sources.Config {
		return sources.Config{Upstream: sources.Upstream{Name: name, BaseURL: "http://" + name + ".test"}}
	}
	return adlibrary.New(upstream.New(l, about(adlibrary.Page), nil), upstream.New(l, about(adlibrary.API), nil))
}

// drawn is a library with any distribution of ads over a time, no more than most a day.
func drawn(t *rapid.T, q ads.Query, most int) *library {
	l := &library{counts: rapid.Bool().Draw(t, "counts"), overruns: rapid.Bool().Draw(t, "overruns")}
	l.tellsOn = !l.counts || rapid.Bool().Draw(t, "tells")
	on := map[int]int{}
	length := int(q.Until.Sub(q.Floor).Hours() / 24)
	for _, day := range rapid.SliceOfN(rapid.IntRange(0, length), 0, 5).Draw(t, "days") {
		for range rapid.IntRange(1, most).Draw(t, "ads") {
			at := q.Floor.AddDate(0, 0, day).Add(8 * time.Hour)
			if on[day]++; on[day] <= most {
				l.days = append(l.days, at)
			}
		}
	}
	return l
}

func (l *library) on(day time.Time) int {
	n := 0
	for _, d := range l.days {
		if d.Equal(day) {
			n++
		}
	}
	return n
}

func anyQuery(t *rapid.T) ads.Query {
	until := time.Date(2026, 2, 9, 0, 0, 0, 0, time.UTC)
	return ads.Query{
		Subject: ads.Subject{AdvertiserID: marrowfen}, Status: ads.AnyStatus, Limit: 30, Until: until.Add(13 * time.Hour),
		Floor: until.AddDate(0, 0, -rapid.IntRange(0, 400).Draw(t, "floor")),
	}
}

// gather makes up to most steps from a state on, and says where it ended.
func gather(t *rapid.T, c *adlibrary.Client, q ads.Query, at string, most int, got map[string]int) (ads.Load, []string) {
	var last ads.Load
	var missed []string
	for range most {
		load, err := c.Load(t.Context(), q, at)
		if err != nil {
			t.Fatal(err)
		}
		if load.Loads != 1 || len(load.Next) > 1500 {
			t.Fatalf("%d loads, a state of %d bytes", load.Loads, len(load.Next))
		}
		for _, ad := range load.Ads {
			got[ad.ID]++
		}
		if load.Missed != "" {
			missed = append(missed, load.Missed)
		}
		if last = load; load.Next == "" {
			break
		}
		at = load.Next
	}
	return last, missed
}

// However ads are spread over days, a walk with enough loads finds all of them, if no day
// has more than a page shows; spans end where the next one begins.
func TestAnySpread(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		q := anyQuery(t)
		l := drawn(t, q, 30)
		got := map[string]int{}
		last, missed := gather(t, l.client(), q, "", 1000, got)
		if last.Next != "" || last.Ahead != "" {
			t.Fatalf("ahead is %s", last.Ahead)
		}
		if len(got) != len(l.days) || l.counts && len(missed) > 0 {
			t.Fatalf("%d of %d ads in %d loads, missed %q", len(got), len(l.days), l.loads, missed)
		}
		slices.Sort(l.spans)
		if len(slices.Compact(l.spans)) != l.loads {
			t.Fatal("days were looked through twice")
		}
	})
}

// Few loads find the newest days' first, tell which days are ahead, and another walk from
// there finds what lies in those.
func TestFewLoads(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		q := anyQuery(t)
		l := drawn(t, q, 30)
		got, most := map[string]int{}, rapid.IntRange(1, 15).Draw(t, "loads")
		last, _ := gather(t, l.client(), q, "", most, got)
		if l.loads > most {
			t.Fatalf("%d loads", l.loads)
		}
		if last.Next == "" {
			return
		}
		from, to, _ := strings.Cut(last.Ahead, " to ")
		for i, day := range l.days {
			d := day.Format(time.DateOnly)
			if isAhead := from <= d && (d <= to || to == ""); !isAhead && got[fmt.Sprint(10000+i)] == 0 {
				t.Fatalf("an ad of %s is lost, though only %s is ahead", d, last.Ahead)
			}
		}
		before := l.loads
		rest, _ := gather(t, l.client(), q, last.Next, 1000, got)
		if rest.Next != "" || len(got) != len(l.days) {
			t.Fatalf("%d of %d ads after %d and %d loads", len(got), len(l.days), before, l.loads-before)
		}
	})
}

// Days with more than a page shows are told, each once, and nothing else is.
func TestFullDays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		q := anyQuery(t)
		l := drawn(t, q, 70)
		l.overruns = false
		got := map[string]int{}
		_, missed := gather(t, l.client(), q, "", 2000, got)
		var want []string
		lost := 0
		for i := range l.days {
			n := l.on(l.days[i])
			if slices.IndexFunc(l.days, l.days[i].Equal) != i {
				continue
			}
			switch {
			case l.counts && n > 30:
				want = append(want, fmt.Sprintf("Of %s the library counts %d ads and shows 30.", l.days[i].Format(time.DateOnly), n))
			case !l.counts && n >= 30:
				want = append(want, fmt.Sprintf("Of %s the library shows 30 ads and may have more.", l.days[i].Format(time.DateOnly)))
			}
			lost += max(0, n-30)
		}
		slices.Sort(want)
		slices.Sort(missed)
		if !slices.Equal(want, missed) {
			t.Fatalf("missed %q, want %q", missed, want)
		}
		if len(got) < len(l.days)-lost {
			t.Fatalf("%d ads of %d, %d of them behind full days", len(got), len(l.days), lost)
		}
	})
}

// Ads that stand for others that are alike fill no page: their group is counted.
func TestAlike(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		body string
		ends bool
	}{
		"one stands for five":       {`{"count":6,"edges":[{"node":{"collated_results":[{"ad_archive_id":"12341","collation_id":"9","collation_count":5}]}},{"node":{"collated_results":[{"ad_archive_id":"12342"}]}}]}`, true},
		"two of one group":          {`{"count":5,"edges":[{"node":{"collated_results":[{"ad_archive_id":"12341","collation_id":"9","collation_count":5},{"ad_archive_id":"12342","collation_id":"9","collation_count":5}]}}]}`, true},
		"one group in two places":   {`{"count":7,"edges":[{"node":{"collated_results":[{"ad_archive_id":"12341","collation_id":"9","collation_count":5}]}},{"node":{"collated_results":[{"ad_archive_id":"12342","collation_id":"9","collation_count":5}]}}]}`, false},
		"more than all groups":      {`{"count":7,"edges":[{"node":{"collated_results":[{"ad_archive_id":"12341","collation_id":"9","collation_count":5}]}}]}`, false},
		"it says that there is":     {`{"count":1,"edges":[{"node":{"collated_results":[{"ad_archive_id":"12341"}]}}],"page_info":{"has_next_page":true}}`, false},
		"the same ad a second time": {`{"count":2,"edges":[{"node":{"collated_results":[{"ad_archive_id":"12341"},{"ad_archive_id":"12341"}]}}]}`, false},
	} {
		c := setup(t, "", instead(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(page(tc.body))) }))
		load, err := c.Load(t.Context(), query(ads.Subject{AdvertiserID: marrowfen}), "")
		if err != nil || (load.Next == "") != tc.ends {
			t.Errorf("%s: %v, next %q", name, err, load.Next)
		}
	}
}

// Of days whose ads the library counts and does not show, that is told, and the walk goes
// on.
func TestHiddenDays(t *testing.T) {
	t.Parallel()
	c := setup(t, "", instead(func(w http.ResponseWriter, r *http.Request) {
		body := `{"count":3,"edges":[]}`
		if r.URL.Query().Get("start_date[min]") == "2024-02-09" {
			body = `{"count":2,"edges":[{"node":{"collated_results":[{"ad_archive_id":"12341"}]}}]}`
		}
		_, _ = w.Write([]byte(page(body)))
	}))
	q := query(ads.Subject{AdvertiserID: marrowfen})
	first, err := c.Load(t.Context(), q, "")
	if err != nil {
		t.Fatal(err)
	}
	load, err := c.Load(t.Context(), q, first.Next)
	if err != nil || load.Missed != "Of 2025-02-09 to 2026-02-09 the library counts 3 ads and shows 0." || load.Ahead != "2024-02-09 to 2025-02-08" {
		t.Errorf(`got load %+v, error %v; want no error, Missed %q, Ahead "2024-02-09 to 2025-02-08"`, load, err, "Of 2025-02-09 to 2026-02-09 the library counts 3 ads and shows 0.")
	}
	if e := errs.As(err); e != nil {
		t.Errorf("got error %v, want no error", e)
	}
}
