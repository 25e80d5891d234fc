package webtest

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/read/websearch/enginetest"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

// tideWeeks is how many pages the tide tables have.
const tideWeeks = 45

// tidesSite has many pages of one kind: what a search has more results of than one page.
func tidesSite() Site {
	return Site{
		Host:  "tidebook.test",
		Title: "Tide tables",
		About: fmt.Sprintf("The tides of Carrow week by week, `/week/1` to `/week/%d`: more pages than a search engine gives at once.", tideWeeks),
		Pages: []Page{{
			Name: "tides", URL: "http://tidebook.test/week/1", Shows: "a short page, one of many that are nearly alike",
			Expect: Expect{Title: "Tide table of Carrow harbour, week 1", Contains: []string{"High water is at"}},
			Serve:  serveTides,
		}},
		Rest: serveTides,
	}
}

func serveTides(w http.ResponseWriter, r *http.Request) {
	number, ok := strings.CutPrefix(r.URL.Path, "/week/")
	week, err := strconv.Atoi(number)
	if !ok || err != nil || week < 1 || week > tideWeeks {
		http.NotFound(w, r)
		return
	}
	tides(week).Serve(http.StatusOK)(w, r)
}

// tides are those of a week; the moon is 50 minutes later each day.
func tides(week int) site.Note {
	minute := (week * 7 * 50) % (12*60 + 25)
	return site.Note{
		Title: fmt.Sprintf("Tide table of Carrow harbour, week %d", week),
		Paragraphs: []string{
			fmt.Sprintf("High water is at %02d:%02d on the Monday of week %d of 2026, and 50 minutes later each day after it.", minute/60, minute%60, week),
			fmt.Sprintf("The height above datum is %d.%d metres. Read the gauge at the sluice before you rely on it.", 2+week%3, week%10),
		},
	}
}

// searchTides are the pages as search engines remember them.
func searchTides() []enginetest.Page {
	all := make([]enginetest.Page, tideWeeks)
	for i := range all {
		n := tides(i + 1)
		all[i] = enginetest.Page{
			URL: fmt.Sprintf("http://tidebook.test/week/%d", i+1), Title: n.Title, Text: strings.Join(n.Paragraphs, " "), Site: "Tidebook",
			Published: time.Date(2025, 12, 29, 0, 0, 0, 0, time.UTC).AddDate(0, 0, 7*i).Format(time.DateOnly),
		}
	}
	return all
}
