package main

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// batch is how many jobs a call makes, the most that one may.
const batch = 50

// measureDrain fills a queue and lets the workers empty it. The sweeper, which runs beside
// them, should find nothing to send again.
func measureDrain(ctx context.Context, p plan) error {
	s, err := start(ctx, p)
	if err != nil {
		return err
	}
	defer s.stop()
	begin := time.Now()
	for made := 0; made < p.jobs; made += batch {
		var urls []string
		for n := made; n < min(made+batch, p.jobs); n++ {
			urls = append(urls, `"http://article.test/?n=`+strconv.Itoa(n)+`"`)
		}
		if err := s.ask(ctx, http.MethodPost, "/v1/public/scrape/batch", `{"urls":[`+strings.Join(urls, ",")+`]}`, nil); err != nil {
			return err
		}
	}
	filled := time.Since(begin)
	for left := int64(1); left > 0; {
		time.Sleep(time.Second)
		var balance struct {
			Reserved int64 `json:"reserved"` // what unfinished jobs may get back
		}
		if err := s.ask(ctx, http.MethodGet, "/v1/public/balance", "", &balance); err != nil {
			return err
		}
		left = balance.Reserved
	}
	took := time.Since(begin)
	fmt.Printf("a queue of %d jobs: made in %.0f s, empty after %.0f s, %.0f jobs/s\n", p.jobs, filled.Seconds(), took.Seconds(), float64(p.jobs)/took.Seconds())
	fmt.Printf("  found by the sweeper meanwhile: %v\n", s.found())
	return nil
}
