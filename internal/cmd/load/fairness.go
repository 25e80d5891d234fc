package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/serve/admin"
)

const (
	// scrapes is how many a neighbour makes in each part of a round, one after the other.
	scrapes = 40
	// attacks is how many jobs an attacker makes, in batches.
	attacks = 100
	// emptied bounds the wait for an attacker's jobs once their site responds.
	emptied = 2 * time.Minute
)

// neighbours are how long scrapes took beside something, a list a round.
type neighbours []times

// all are those of all rounds.
func (n neighbours) all() times {
	all := slices.Concat(n...)
	slices.Sort(all)
	return all
}

// against is the ratio to others by a percentile of each round: the median of the rounds.
func (n neighbours) against(others neighbours, percent float64) float64 {
	ratios := make([]float64, len(n))
	for i := range n {
		ratios[i] = ratio(n[i].share(percent), others[i].share(percent))
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2]
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(max(1, b)) }

// measureFairness lets an organization scrape alone, and beside another that makes a hundred jobs
// at that moment: of a site that responds, which is what any caller costs it, of one that sends
// a byte a second, and of one that never responds. Rounds of all four are mixed, since
// a machine is not as fast at each moment.
func measureFairness(ctx context.Context, p plan) error {
	at := &site{}
	address, end, err := listen(ctx, at)
	if err != nil {
		return err
	}
	defer end()
	s, err := start(ctx, p, "*.attack.test="+address)
	if err != nil {
		return err
	}
	defer s.stop()
	beside := map[string]neighbours{}
	for round := range p.rounds {
		for _, name := range crowds {
			took, err := s.beside(ctx, at, name, round)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			beside[name] = append(beside[name], took)
		}
	}
	fmt.Printf("%d rounds of %d scrapes, one after the other, from the moment at which another makes %d jobs\n", p.rounds, scrapes, attacks)
	fmt.Printf("  %-24s%s   ratio: p50    p95  longest   to jobs that respond: p50    p95  longest\n", "beside jobs that", timesHead)
	for _, name := range crowds {
		n := beside[name]
		fmt.Printf("  %-24s%s", name, n.all())
		for i, to := range []string{alone, responding} {
			fmt.Printf("%*.1f %6.1f %8.1f", 13+11*i+2*i, n.against(beside[to], 50), n.against(beside[to], 95), n.against(beside[to], 100))
		}
		fmt.Println()
	}
	return nil
}

const (
	alone      = "(alone)"
	responding = "respond"
	trickling  = "trickle"
	stalled    = "hang"
)

// crowds are what a neighbour scrapes beside.
var crowds = []string{alone, responding, trickling, stalled}

// beside measures scrapes beside a crowd of a new organization.
func (s *service) beside(ctx context.Context, at *site, crowd string, round int) (times, error) {
	at.close()
	name := crowd + strconv.Itoa(round)
	if crowd == alone {
		return s.scrapes(ctx, name)
	}
	token, err := s.organization(ctx, name)
	if err != nil {
		return nil, err
	}
	attack := make(chan error, 1)
	go func() { attack <- s.attack(ctx, token, crowd, round) }()
	took, err := s.scrapes(ctx, name)
	if failed := <-attack; err == nil {
		err = failed
	}
	at.open()
	if err != nil {
		return nil, err
	}
	return took, s.empty(ctx, token)
}

// attack makes an attacker's jobs, one a host.
func (s *service) attack(ctx context.Context, token, crowd string, round int) error {
	for made := 0; made < attacks; made += batch {
		var urls []string
		for n := made; n < made+batch; n++ {
			urls = append(urls, fmt.Sprintf(`"http://%s.r%d-%d.attack.test/"`, crowd, round, n))
		}
		body := `{"urls":[` + strings.Join(urls, ",") + `]}`
		if err := s.call(ctx, http.MethodPost, s.info.BaseURL+"/v1/public/scrape/batch", "Bearer "+token, body, nil); err != nil {
			return err
		}
	}
	return nil
}

// empty waits until an organization has no unfinished jobs.
func (s *service) empty(ctx context.Context, token string) error {
	for end := time.Now().Add(emptied); ; time.Sleep(100 * time.Millisecond) {
		var balance struct {
			Data struct {
				Reserved int64 `json:"reserved"` // what unfinished jobs may get back
			} `json:"data"`
		}
		err := s.call(ctx, http.MethodGet, s.info.BaseURL+"/v1/public/balance", "Bearer "+token, "", &balance)
		switch {
		case err != nil:
			return err
		case balance.Data.Reserved == 0:
			return nil
		case time.Now().After(end):
			return fmt.Errorf("jobs for %d credits do not end", balance.Data.Reserved)
		}
	}
}

// scrapes makes scrapes that nothing has cached.
func (s *service) scrapes(ctx context.Context, name string) (times, error) {
	var all times
	for n := range scrapes {
		begin := time.Now()
		if _, err := s.scrape(ctx, `{"url":"http://article.test/?`+name+"="+strconv.Itoa(n)+`"}`); err != nil {
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

// site is what an attacker's jobs ask: hosts that trickle or hang until it opens, by the
// first label of their names.
type site struct {
	mu   sync.Mutex
	gate chan struct{}
}

func (s *site) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gate = make(chan struct{})
}

func (s *site) open() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.gate)
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	gate := s.gate
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/html")
	if crowd, _, _ := strings.Cut(r.Host, "."); crowd != responding {
		wait(w, r, gate, crowd == trickling)
	}
	_, _ = w.Write([]byte("<p>A page.</p>"))
}

// wait keeps a client waiting until the gate opens, with a byte a second if it trickles.
func wait(w http.ResponseWriter, r *http.Request, gate <-chan struct{}, trickles bool) {
	out, tick := http.NewResponseController(w), time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if trickles {
			if _, err := w.Write([]byte(" ")); err != nil || out.Flush() != nil {
				return
			}
		}
		select {
		case <-tick.C:
		case <-gate:
			return
		case <-r.Context().Done():
			return
		}
	}
}
