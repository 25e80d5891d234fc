package quarry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// request is one request, which may be sent several times.
type request struct {
	method, path, key string
	query             url.Values
	body              []byte
	// whole says that the answer is the result of a job, which has no data around it; needs are the
	// members that data has else.
	whole bool
	needs []string
}

// ErrNoID is the error of a call with an empty id of a job, a batch, a crawl or an endpoint. Nothing was sent.
var ErrNoID = errors.New("quarry: the id of a job, a batch, a crawl or an endpoint is empty")

// whole returns ErrNoID for a path in which an id is empty: that would ask for something else.
func whole(path string) error {
	if strings.Contains(path, "//") || strings.HasSuffix(path, "/") {
		return ErrNoID
	}
	return nil
}

// response is what arrived, read whole.
type response struct {
	status int
	header http.Header
	body   []byte
}

// once sends a request. An answer that succeeds and is not of the service's form is of something
// between here and the service: an error, as one that is lost.
func (c *Client) once(ctx context.Context, r request) (response, error) {
	ctx, stop := context.WithTimeout(ctx, c.options.Timeout)
	defer stop()
	sent, err := c.prepared(ctx, r)
	if err != nil {
		return response{}, err
	}
	got, err := c.options.HTTP.Do(sent)
	if err != nil {
		return response{}, err
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	if err == nil && got.StatusCode < http.StatusMultipleChoices && !r.answeredBy(body) {
		err = foreign(got.StatusCode)
	}
	return response{status: got.StatusCode, header: got.Header, body: body}, err
}

// answeredBy reports whether a body can be the service's: an object whose data is one, too.
func (r request) answeredBy(body []byte) bool {
	if r.whole {
		return bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) && json.Valid(body)
	}
	var envelope struct {
		Data map[string]json.RawMessage `json:"data"`
	}
	if json.Unmarshal(body, &envelope) != nil || envelope.Data == nil {
		return false
	}
	for _, name := range r.needs {
		value, ok := envelope.Data[name]
		if list := name == "items" || name == "jobs"; !ok || list && !bytes.HasPrefix(value, []byte("[")) {
			return false
		}
	}
	return true
}

// foreign is the error of an answer that is none of the service.
func foreign(status int) error {
	return fmt.Errorf("the answer with status %d is none of the service", status)
}

func (c *Client) prepared(ctx context.Context, r request) (*http.Request, error) {
	address := c.options.BaseURL + r.path
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	sent, err := http.NewRequestWithContext(ctx, r.method, address, bytes.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	sent.Header.Set("Authorization", "Bearer "+c.options.Token)
	sent.Header.Set("Accept", "application/json")
	if r.body != nil {
		sent.Header.Set("Content-Type", "application/json")
	}
	if r.key != "" {
		sent.Header.Set("Idempotency-Key", r.key)
	}
	return sent, nil
}
