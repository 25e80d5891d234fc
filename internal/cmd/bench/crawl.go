package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/local"
	"github.com/quarryapi/quarry/internal/webtest/maze"
)

// crawled is what is read of a crawl.
type crawled struct {
	ID      string           `json:"crawlId"`
	Status  string           `json:"status"`
	Counts  map[string]int64 `json:"counts"`
	Changes map[string]int64 `json:"changes"`
	Charged int64            `json:"creditsCharged"`
	Back    int64            `json:"creditsRefunded"`
}

// measureCrawl crawls a generated site of so many pages on this machine, site and service in one process, and then again
// after a hundredth of them has changed.
func measureCrawl(ctx context.Context, shop *workshop) error {
	m := maze.New(shop.crawlPages)
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	site := &http.Server{Handler: m, ReadHeaderTimeout: time.Minute}
	go func() { _ = site.Serve(listener) }() // until it is closed
	defer func() { _ = site.Close() }()
	dir := filepath.Join(shop.dir, "crawl")
	service, err := local.Start(ctx, local.Options{
		Listen: "127.0.0.1:0", DataDir: dir, Log: slog.New(slog.DiscardHandler), Hosts: []string{"open:*.test=" + listener.Addr().String()},
	})
	if err != nil {
		return err
	}
	defer service.Close()
	token, err := unlimited(ctx, service)
	if err != nil {
		return err
	}
	if _, err := service.Operator().Handle(ctx, admin.Request{Op: "credits.grant", Org: service.Info().OrganizationID, Amount: 10_000_000, Reason: "bench"}); err != nil {
		return err
	}
	fmt.Printf("a crawl of a site of %d pages, with walls, traps and redirects\n", shop.crawlPages)
	fmt.Printf("  %10s %8s %8s %8s %10s %12s %12s\n", "", "pages", "seconds", "pages/s", "credits", "most memory", "state a page")
	c := crawler{base: service.Info().BaseURL, token: token, dir: dir}
	first, err := c.measure(ctx, "first", m.Root(), "")
	if err != nil {
		return err
	}
	m.Bodies()
	var changed []int
	for n := 3; n <= shop.crawlPages; n += 100 {
		changed = append(changed, n)
	}
	m.Change(changed...)
	again, err := c.measure(ctx, "again", m.Root(), first.ID)
	if err != nil {
		return err
	}
	sent := 0
	for path, n := range m.Bodies() {
		if strings.HasPrefix(path, "/page/") {
			sent += n
		}
	}
	fmt.Printf("  of %d pages that had changed, %d bodies were sent; %v\n", len(changed), sent, again.Changes)
	return nil
}

// crawler makes crawls of a service.
type crawler struct{ base, token, dir string }

// measure makes a crawl and prints what it took.
func (c crawler) measure(ctx context.Context, name, root, against string) (crawled, error) {
	began, before := time.Now(), size(c.dir)
	body := fmt.Sprintf(`{"url":%q,"limit":50000,"sitemap":"skip","againstCrawlId":%q}`, root, against)
	if against == "" {
		body = fmt.Sprintf(`{"url":%q,"limit":50000,"sitemap":"skip"}`, root)
	}
	got, err := c.call(ctx, http.MethodPost, "/crawl", body)
	for path := "/crawl/" + got.ID; err == nil && got.Status == "running"; {
		select {
		case <-ctx.Done():
			return got, ctx.Err()
		case <-time.After(time.Second):
		}
		got, err = c.call(ctx, http.MethodGet, path, "")
	}
	if err != nil {
		return got, err
	}
	took, pages := time.Since(began).Seconds(), got.Counts["total"]
	fmt.Printf("  %10s %8d %8.0f %8.1f %10d %9d MB %10d B\n",
		name, pages, took, float64(pages)/took, got.Charged-got.Back, highWater()>>20, (size(c.dir)-before)/max(1, pages))
	return got, nil
}

func (c crawler) call(ctx context.Context, method, path, body string) (got crawled, err error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+"/v1/public"+path, strings.NewReader(body))
	if err != nil {
		return got, err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req) //nolint:forbidigo // to the service that this program started
	if err != nil {
		return got, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode >= http.StatusBadRequest {
		return got, fmt.Errorf("%s: got status %d, want below 400", path, res.StatusCode)
	}
	return got, json.NewDecoder(res.Body).Decode(&struct {
		Data *crawled `json:"data"`
	}{&got})
}

// size is that of a folder's files.
func size(dir string) (bytes int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				bytes += info.Size()
			}
		}
		return nil // what is gone meanwhile has no size
	})
	return bytes
}

// highWater is the most memory that the process had; 0 where the system does not say.
func highWater() (bytes int64) {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var kilobytes int64
		if n, _ := fmt.Sscanf(lines.Text(), "VmHWM: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return 0
}
