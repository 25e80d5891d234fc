// Package quarry is a client of a Quarry service. Calls that create jobs wait for the job's end,
// and all calls are sent again when that cannot charge twice.
package quarry

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/quarryapi/quarry/clients/go/api"
)

// Options of a client. Each has a default.
type Options struct {
	// BaseURL of the service; by default QUARRY_URL of the environment.
	BaseURL string
	// Token of the service; by default QUARRY_TOKEN of the environment.
	Token string
	// HTTP sends single requests; by default a client with a time limit of one minute for each.
	HTTP *http.Client
	// Attempts is how often a request is sent at most; by default 5.
	Attempts int
	// Deadline is how long a call takes at most, waiting included, unless its context ends
	// earlier; by default 20 minutes.
	Deadline time.Duration
}

// Client calls a service. It is safe for concurrent use.
type Client struct {
	api.Calls
	options Options
}

// New returns a client, or an error when the address or the token is missing.
func New(options Options) (*Client, error) {
	options.BaseURL = strings.TrimRight(cmp.Or(options.BaseURL, os.Getenv("QUARRY_URL")), "/") //nolint:forbidigo // what its users set; the service's environment is another
	options.Token = cmp.Or(options.Token, os.Getenv("QUARRY_TOKEN"))                           //nolint:forbidigo // the same
	if options.BaseURL == "" || options.Token == "" {
		return nil, errors.New("quarry: set BaseURL and Token, or QUARRY_URL and QUARRY_TOKEN")
	}
	options.Attempts = cmp.Or(options.Attempts, 5)
	options.Deadline = cmp.Or(options.Deadline, 20*time.Minute)
	if options.HTTP == nil {
		options.HTTP = &http.Client{Timeout: time.Minute} //nolint:forbidigo // a caller of the service, not the service
	}
	c := &Client{options: options}
	c.Calls = api.Calls{Sender: sender{c}}
	return c, nil
}

// sender keeps Send out of the methods that callers see.
type sender struct{ client *Client }

// Send performs a call: with its key, again when an answer is lost, until the job's end.
func (s sender) Send(ctx context.Context, call api.Call, answer any) error {
	ctx, stop := context.WithTimeout(ctx, s.client.options.Deadline)
	defer stop()
	body, err := encoded(call.Body)
	if err != nil {
		return err
	}
	query, err := values(call.Query)
	if err != nil {
		return err
	}
	r := request{method: call.Method, path: call.Path, query: query, body: body}
	if call.Keyed {
		r.key = keyOf(ctx)
	}
	got, err := s.client.send(ctx, r)
	if err != nil {
		return err
	}
	if call.Keyed {
		if got, err = s.client.ended(ctx, r, got); err != nil {
			return err
		}
	}
	if err := json.Unmarshal(got.body, answer); err != nil {
		return fmt.Errorf("quarry: read the answer: %w", err)
	}
	return nil
}

func encoded(body any) ([]byte, error) {
	if body == nil {
		return nil, nil
	}
	return json.Marshal(body)
}

// values are the members of a query's struct that are set.
func values(query any) (url.Values, error) {
	if query == nil {
		return nil, nil
	}
	raw, err := json.Marshal(query)
	if err != nil {
		return nil, err
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &members); err != nil {
		return nil, err
	}
	set := url.Values{}
	for name, value := range members {
		var text string
		if json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		set.Set(name, text)
	}
	return set, nil
}

// request is one request, which may be sent several times.
type request struct {
	method, path, key string
	query             url.Values
	body              []byte
}

// response is what arrived, read whole.
type response struct {
	status int
	header http.Header
	body   []byte
}

func (c *Client) once(ctx context.Context, r request) (response, error) {
	address := c.options.BaseURL + r.path
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	sent, err := http.NewRequestWithContext(ctx, r.method, address, bytes.NewReader(r.body))
	if err != nil {
		return response{}, err
	}
	sent.Header.Set("Authorization", "Bearer "+c.options.Token)
	sent.Header.Set("Accept", "application/json")
	if r.body != nil {
		sent.Header.Set("Content-Type", "application/json")
	}
	if r.key != "" {
		sent.Header.Set("Idempotency-Key", r.key)
	}
	got, err := c.options.HTTP.Do(sent)
	if err != nil {
		return response{}, err
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	return response{status: got.StatusCode, header: got.Header, body: body}, err
}
