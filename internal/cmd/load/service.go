package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/local"
)

// plenty is a limit that nothing here reaches.
const plenty = 100_000_000

// service is a local service in a process of its own, and a token that only the service
// itself holds back.
type service struct {
	info   *local.Info
	token  string
	client *http.Client
	cmd    *exec.Cmd
	dir    string

	mu    sync.Mutex
	swept map[string]int // by what its sweeper found
}

// start starts the program on a new folder, with the sample web, and hosts mapped to
// receivers in this process.
func start(ctx context.Context, p plan, hosts ...string) (*service, error) {
	dir, err := os.MkdirTemp("", "quarry-load")
	if err != nil {
		return nil, err
	}
	args := []string{"local", "--listen", "127.0.0.1:0", "--data", dir, "--sample-web", "--log-format", "json", "--verbose"}
	for _, h := range hosts {
		args = append(args, "--hosts", h)
	}
	s := &service{
		dir: dir, swept: map[string]int{},
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}, Timeout: time.Minute}, //nolint:forbidigo // the service of this program
		cmd:    exec.CommandContext(ctx, p.binary, args...),                                              //nolint:gosec // the program that is measured
	}
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(os.Interrupt) }
	s.cmd.WaitDelay = 5 * time.Second
	out, outErr := s.cmd.StdoutPipe()
	log, logErr := s.cmd.StderrPipe()
	for _, err := range []error{outErr, logErr, s.cmd.Start()} {
		if err != nil {
			return nil, fmt.Errorf("%w; build the program by `make build`", err)
		}
	}
	go s.follow(log)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "ready ") {
		s.stop()
		return nil, fmt.Errorf("the service does not start: %q, %w", line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	if s.info, err = local.ReadInfo(dir); err == nil {
		err = s.unlimit(ctx)
	}
	if err != nil {
		s.stop()
	}
	return s, err
}

func (s *service) stop() {
	_ = s.cmd.Process.Signal(os.Interrupt)
	_ = s.cmd.Wait()
	_ = os.RemoveAll(s.dir)
}

// follow reads the log for what the sweeper found.
func (s *service) follow(log io.Reader) {
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		var line map[string]any
		if !bytes.Contains(lines.Bytes(), []byte(`"swept"`)) || json.Unmarshal(lines.Bytes(), &line) != nil {
			continue
		}
		s.mu.Lock()
		for name, value := range line {
			if n, ok := value.(float64); ok {
				s.swept[name] += int(n)
			}
		}
		s.mu.Unlock()
	}
}

// found is what the sweeper has found so far.
func (s *service) found() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := map[string]int{}
	for name, n := range s.swept {
		if n > 0 {
			found[name] = n
		}
	}
	return found
}

// unlimit lifts what holds an organization and its token back.
func (s *service) unlimit(ctx context.Context) error {
	org := s.info.OrganizationID
	for _, r := range []admin.Request{
		{Op: "org.set", Org: org, InFlightCap: new(plenty), EndpointCap: new(plenty)},
		{Op: "credits.grant", Org: org, Amount: plenty, Reason: "load"},
	} {
		if err := s.operate(ctx, r, nil); err != nil {
			return err
		}
	}
	var made struct {
		Token string `json:"token"`
	}
	err := s.operate(ctx, admin.Request{Op: "token.create", Org: org, CreateLimit: 1_000_000, PollLimit: 1_000_000}, &made)
	s.token = made.Token
	return err
}

func (s *service) operate(ctx context.Context, r admin.Request, into any) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	url := s.info.AdminURL + "/2015-03-31/functions/" + local.AdminFunction + "/invocations"
	return s.call(ctx, http.MethodPost, url, "AWS4-HMAC-SHA256 Credential="+s.info.AdminKey+"/local", string(raw), into)
}

// ask calls the API and returns what is under "data".
func (s *service) ask(ctx context.Context, method, path, body string, into any) error {
	return s.call(ctx, method, s.info.BaseURL+path, "Bearer "+s.token, body, &struct {
		Data any `json:"data"`
	}{into})
}

func (s *service) call(ctx context.Context, method, url, authorization, body string, into any) error {
	r, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", authorization)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	res, err := s.client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode >= http.StatusBadRequest || res.Header.Get("X-Amz-Function-Error") != "" {
		return fmt.Errorf("%s %s answered %s: %.300s", method, url, res.Status, raw)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(raw, into)
}
