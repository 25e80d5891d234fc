package main

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/mcp"
)

// toolWait is how long a tool waits for its job, which goes on after that: most clients end a call after a minute.
const toolWait = 50 * time.Second

// mcpCommand offers a service's tools to the program that started it.
type mcpCommand struct {
	service
}

// Run performs the command until its input ends.
func (c *mcpCommand) Run(ctx context.Context, out streams) error {
	client, err := c.connect()
	if err != nil {
		return err
	}
	return mcp.Serve(ctx, asked.New(remote{client}), mcp.Options{Version: version(), Longest: toolWait}, io.NopCloser(out.in), kept{out.out})
}

// kept is an output that outlives who writes to it.
type kept struct{ io.Writer }

func (kept) Close() error { return nil }

// remote answers as a service elsewhere does.
type remote struct{ client *caller.Client }

// ServeHTTP implements http.Handler.
func (s remote) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, header, status, err := s.ask(r)
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{
			"code": errs.ServiceUnavailable, "message": "No answer came from " + s.client.BaseURL + ".", "retryable": true,
		}})
		return
	}
	maps.Copy(w.Header(), header)
	w.WriteHeader(status)
	_, _ = w.Write(raw) //nolint:gosec // JSON for a program, no page
}

func (s remote) ask(r *http.Request) (raw []byte, header http.Header, status int, err error) {
	req, err := http.NewRequestWithContext(r.Context(), r.Method, s.client.BaseURL+r.URL.RequestURI(), r.Body) //nolint:gosec // the command's user chose the service, and package asked the path
	if err != nil {
		return nil, nil, 0, err
	}
	req.Header = r.Header.Clone()
	req.Header.Set("Authorization", "Bearer "+s.client.Token)
	res, err := s.client.HTTP.Do(req) //nolint:gosec // as above
	if err != nil {
		return nil, nil, 0, err
	}
	defer func() { _ = res.Body.Close() }()
	raw, err = io.ReadAll(res.Body)
	return raw, res.Header, res.StatusCode, err
}
