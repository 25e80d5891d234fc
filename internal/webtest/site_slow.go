package webtest

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/webtest/site"
)

const (
	defaultDelay = 5 * time.Second
	maxDelay     = time.Minute
)

func slowSite() Site {
	return Site{
		Host:  "slow.test",
		Title: "A slow page",
		About: "It answers after `?ms=` milliseconds: 5000 when that is missing, 60000 at most.",
		Pages: []Page{
			{
				Name: "slow-half-second", URL: "http://slow.test/?ms=500",
				Shows:  "an answer after half a second",
				Expect: Expect{Title: "Worth waiting for", Contains: []string{"500 milliseconds"}},
			},
			{
				Name: "slow", URL: "http://slow.test/",
				Shows: "an answer after five seconds",
				Expect: Expect{
					Title: "Worth waiting for", Contains: []string{"5000 milliseconds"},
					Note: "With `waitTimeoutMs` below 5000 the call answers 202 and the job is polled.",
				},
				Serve: slow,
			},
			{
				Name: "slow-timeout", URL: "http://slow.test/?ms=30000",
				Shows:   "an answer that comes after the caller's patience",
				Options: map[string]any{"timeoutMs": 1000},
				Expect:  Expect{Error: errs.UpstreamTimeout},
			},
		},
	}
}

// slow waits as long as the query says, or until the client leaves.
func slow(w http.ResponseWriter, r *http.Request) {
	delay := defaultDelay
	if given := r.FormValue("ms"); given != "" {
		ms, err := strconv.Atoi(given)
		if err != nil || ms < 0 {
			http.Error(w, "ms must be a number of milliseconds, 0 or more.", http.StatusBadRequest)
			return
		}
		delay = min(time.Duration(ms)*time.Millisecond, maxDelay)
	}
	if !pause(r.Context(), delay) {
		return
	}
	site.Note{
		Title: "Worth waiting for",
		Paragraphs: []string{
			fmt.Sprintf("This page took its time: %d milliseconds of it, to be exact. It did nothing with them. It looked out of the window, as slow pages do, and then it came.", delay.Milliseconds()),
			"Ask for another pace with ms in the query. A page that takes longer than the caller waits is a good way to see a job that is polled, a webhook that arrives later, and a run that is cut short.",
		},
	}.Serve(http.StatusOK)(w, r)
}
