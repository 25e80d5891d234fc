package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/local"
)

// streams are where a command reads and writes.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// json prints a value as indented JSON.
func (s streams) json(v any) error {
	e := json.NewEncoder(s.out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// service names the service that a command calls.
type service struct {
	Data  string `help:"Folder of a local service (default: $QUARRY_DATA, then .quarry)." type:"path" placeholder:"DIR"`
	URL   string `help:"Base URL of a service elsewhere (default: $QUARRY_URL)." placeholder:"URL"`
	Token string `help:"API token for it (default: $QUARRY_TOKEN)." placeholder:"TOKEN"`
}

// client calls the API of a service.
type client struct {
	baseURL string
	token   string
}

// connect finds the service: a URL with a token, or the folder of a local one.
func (s service) connect() (*client, error) {
	env := config.LoadLocal()
	url, token := first(s.URL, env.BaseURL), first(s.Token, env.Token)
	if url != "" && s.Data == "" {
		if token == "" {
			return nil, errors.New("give the token of " + url + " by --token or QUARRY_TOKEN")
		}
		return &client{strings.TrimSuffix(url, "/"), token}, nil
	}
	info, err := local.ReadInfo(first(s.Data, env.DataDir, local.DefaultDataDir))
	if err != nil {
		return nil, err
	}
	return &client{info.BaseURL, first(token, info.Token)}, nil
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// do makes one call and returns the data of its answer. A refusal's message
// becomes the error.
func (c *client) do(ctx context.Context, method, path string, body any) (json.RawMessage, error) {
	var payload io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		payload = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.baseURL+path, payload)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req) //nolint:forbidigo // a command's user chose this address
	if err != nil {
		return nil, fmt.Errorf("no service is running at %s; start one with `make run`: %w", c.baseURL, err)
	}
	defer func() { _ = res.Body.Close() }()
	var answer struct {
		Data  json.RawMessage `json:"data"`
		Error *struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil {
		return nil, fmt.Errorf("%s returned %s with a body that is not JSON", c.baseURL, res.Status)
	}
	if answer.Error != nil {
		return nil, fmt.Errorf("%s: %s", answer.Error.Code, answer.Error.Message)
	}
	return answer.Data, nil
}
