package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/serve/admin"
)

const (
	// scrapes is how many a neighbour makes, one after the other.
	scrapes = 40
	// trickling are an attacker's, in batches.
	trickling = 100
)

// trickle is a site that sends a byte a second until its client leaves.
func trickle(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	out, tick := http.NewResponseController(w), time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if _, err := w.Write([]byte("<")); err != nil || out.Flush() != nil {
			return
		}
		select {
		case <-tick.C:
		case <-r.Context().Done():
			return
		}
	}
}

// measureFairness lets an organization scrape alone, and then beside another whose hundred jobs
// ask a site that trickles.
func measureFairness(ctx context.Context, p plan) error {
	site := httptest.NewServer(http.HandlerFunc(trickle))
	defer site.Close()
	address, ok := site.Listener.Addr().(*net.TCPAddr)
	if !ok {
		return fmt.Errorf("the site listens on %s", site.Listener.Addr())
	}
	s, err := start(ctx, p, "*.trickle.test="+address.String())
	if err != nil {
		return err
	}
	defer s.stop()
	attacker, err := s.organization(ctx, "attacker")
	if err != nil {
		return err
	}
	alone, err := s.scrapes(ctx, "alone")
	if err != nil {
		return err
	}
	begin := time.Now()
	for made := 0; made < trickling; made += batch {
		var urls []string
		for n := made; n < made+batch; n++ {
			urls = append(urls, `"http://s`+strconv.Itoa(n)+`.trickle.test/"`)
		}
		if err := s.call(ctx, http.MethodPost, s.info.BaseURL+"/v1/public/scrape/batch", "Bearer "+attacker, `{"urls":[`+strings.Join(urls, ",")+`]}`, nil); err != nil {
			return err
		}
	}
	beside, err := s.scrapes(ctx, "beside")
	if err != nil {
		return err
	}
	fmt.Printf("%d scrapes, one after the other%s\n", scrapes, timesHead)
	fmt.Printf("  alone                          %s\n", alone)
	fmt.Printf("  beside %d jobs that trickle   %s\n", trickling, beside)
	fmt.Printf("  ratio of the medians %.1f, of the longest %.1f; after %.1f s\n",
		ratio(beside.share(50), alone.share(50)), ratio(beside.share(100), alone.share(100)), time.Since(begin).Seconds())
	return nil
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(max(1, b)) }

// scrapes makes scrapes that nothing has cached.
func (s *service) scrapes(ctx context.Context, name string) (times, error) {
	var all times
	for n := range scrapes {
		begin := time.Now()
		if err := s.ask(ctx, http.MethodPost, "/v1/public/scrape", `{"url":"http://article.test/?`+name+"="+strconv.Itoa(n)+`"}`, nil); err != nil {
			return nil, err
		}
		all = append(all, time.Since(begin))
	}
	slices.Sort(all)
	return all, nil
}

// organization makes another organization, with the limits that any has, and returns its token.
func (s *service) organization(ctx context.Context, name string) (token string, err error) {
	var made struct {
		OrganizationID string `json:"organizationId"`
		Token          string `json:"token"`
	}
	if err := s.operate(ctx, admin.Request{Op: "org.create", Name: &name, Credits: 10_000}, &made); err != nil {
		return "", err
	}
	err = s.operate(ctx, admin.Request{Op: "token.create", Org: made.OrganizationID, Label: name}, &made)
	return made.Token, err
}
