// Package quarry is a client of a Quarry service. Calls that create jobs wait for the job's end,
// and all calls are sent again when that cannot charge twice.
package quarry

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	// HTTP sends single requests; by default a client of its own.
	HTTP *http.Client
	// Timeout is how long a single request takes at most, its answer included; by default a minute.
	Timeout time.Duration
	// Attempts is how often a request is sent at most; by default 5.
	Attempts int
	// Outage is how long a service may be away for what waits for a job, a batch or a crawl, or follows one;
	// by default 2 minutes. After that, and after all attempts, it is a NetworkError. Less than 0 is not at all.
	Outage time.Duration
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
	if at, err := url.Parse(options.BaseURL); err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
		return nil, errors.New("quarry: BaseURL begins with http:// or https://")
	}
	options.Attempts = cmp.Or(options.Attempts, 5)
	options.Deadline = cmp.Or(options.Deadline, 20*time.Minute)
	options.Outage = cmp.Or(options.Outage, 2*time.Minute)
	options.Timeout = cmp.Or(options.Timeout, time.Minute)
	if options.HTTP == nil {
		options.HTTP = &http.Client{} //nolint:forbidigo // a caller of the service, not the service
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
	r := request{method: call.Method, path: call.Path, query: query, body: body, whole: strings.HasSuffix(call.Path, "/result"), needs: needs(call)}
	if call.Keyed {
		if r.key, err = keyOf(ctx); err != nil {
			return err
		}
	}
	got, err := s.client.performed(ctx, r)
	if err != nil {
		return with(err, Resume{IdempotencyKey: r.key})
	}
	if err := json.Unmarshal(got.body, answer); err != nil {
		return &NetworkError{Attempts: 1, Err: fmt.Errorf("read the answer: %w", err), Resume: Resume{IdempotencyKey: r.key}}
	}
	return nil
}

// needs are the members without which the data of an answer is none of the call's. Without a list
// an answer would be one with nothing.
func needs(call api.Call) []string {
	const batches = "/v1/public/batches/"
	switch {
	case call.Path == "/v1/public/scrape/batch", call.Method == http.MethodGet && strings.HasPrefix(call.Path, batches):
		return []string{"jobs"}
	case call.Path == "/v1/public/crawl":
		return []string{"crawlId", "status"}
	case strings.HasPrefix(call.Path, crawlsPath) && call.Query == nil:
		return []string{"crawlId", "status", "counts"}
	case call.Keyed:
		return []string{"jobId", "status"}
	case call.Query != nil && call.Path != "/v1/public/usage":
		return []string{"items"}
	}
	return nil
}

// performed is the answer to a call, at the end of the job that it creates.
func (c *Client) performed(ctx context.Context, r request) (response, error) {
	got, err := c.send(ctx, r)
	if err != nil || r.key == "" || !waits(r.body) {
		return got, err
	}
	first := jobOf(got)
	if first.JobID == "" {
		return got, nil
	}
	if got, err = c.ended(ctx, first.JobID, &got); err == nil {
		err = succeeded(got)
	}
	return got, with(err, Resume{JobID: first.JobID})
}

// decoded reads an answer.
func decoded[T any](got response) (*T, error) {
	var answer T
	if err := json.Unmarshal(got.body, &answer); err != nil {
		return nil, &NetworkError{Attempts: 1, Err: fmt.Errorf("read the answer: %w", err)}
	}
	return &answer, nil
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
