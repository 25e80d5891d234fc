package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/local"
)

// jobsFor is how long each number of clients asks for jobs.
const jobsFor = 5 * time.Second

// measureJobs counts jobs from request to answer through a whole local service,
// each a scrape of the sample article with the answer waited for.
func measureJobs(ctx context.Context, shop *workshop) error {
	service, err := local.Start(ctx, local.Options{
		Listen: "127.0.0.1:0", DataDir: filepath.Join(shop.dir, "data"), SampleWeb: true,
		Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	defer service.Close()
	token, err := unlimited(ctx, service)
	if err != nil {
		return err
	}
	fmt.Printf("jobs end to end through quarry local, %s each\n", jobsFor)
	fmt.Printf("  %8s %10s %8s\n", "clients", "jobs/s", "ratio")
	var one float64
	for _, clients := range []int{1, 32} {
		rate, err := rate(ctx, service.Info().BaseURL, token, clients)
		if err != nil {
			return err
		}
		if clients == 1 {
			one = rate
		}
		fmt.Printf("  %8d %10.1f %8.1f\n", clients, rate, rate/one)
	}
	return nil
}

// unlimited makes a token that nothing holds back but the service itself.
func unlimited(ctx context.Context, s *local.Service) (string, error) {
	const plenty = 100_000_000
	org := s.Info().OrganizationID
	if _, err := s.Operator().Handle(ctx, admin.Request{Op: "org.set", Org: org, InFlightCap: new(plenty)}); err != nil {
		return "", err
	}
	made, err := s.Operator().Handle(ctx, admin.Request{Op: "token.create", Org: org, CreateLimit: 1_000_000, PollLimit: 1_000_000})
	if err != nil {
		return "", err
	}
	token, _ := made.(*admin.Token)
	return string(token.Token), nil
}

// rate is how many jobs a second so many clients get, each asking again as soon as
// it is answered.
func rate(ctx context.Context, url, token string, clients int) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, jobsFor)
	defer cancel()
	var done atomic.Int64
	var failure atomic.Pointer[error]
	var wait sync.WaitGroup
	begin := time.Now()
	for range clients {
		wait.Go(func() {
			for ctx.Err() == nil {
				if err := oneJob(ctx, url, token); err != nil && ctx.Err() == nil {
					failure.Store(&err)
					return
				}
				done.Add(1)
			}
		})
	}
	wait.Wait()
	if err := failure.Load(); err != nil {
		return 0, *err
	}
	return float64(done.Load()) / time.Since(begin).Seconds(), nil
}

func oneJob(ctx context.Context, url, token string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/v1/public/scrape",
		bytes.NewBufferString(`{"url":"http://article.test/"}`))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r) //nolint:forbidigo // the service of this program
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	var answer struct {
		Data struct {
			Status string `json:"status"`
		} `json:"data"`
	}
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, &answer); err != nil || answer.Data.Status != "succeeded" {
		return fmt.Errorf("a job answered %s: %s", res.Status, raw)
	}
	return nil
}
