package caller

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// errCut is a file that ended within a line.
var errCut = errors.New("the file ended within a line")

// Lines reads a file of lines from a link that says by itself who may read it: the token is not sent. Nothing is
// kept but the line that see has. Errors: *UnreachableError for what did not arrive, see's.
func (c *Client) Lines(ctx context.Context, link string, see func(line []byte) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	quiet := time.AfterFunc(silence, stop)
	defer quiet.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		return err
	}
	res, err := c.HTTP.Do(req)
	if err != nil {
		return &UnreachableError{BaseURL: req.URL.Host, Sent: true, Err: err}
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return &UnreachableError{BaseURL: req.URL.Host, Sent: true, Err: fmt.Errorf("%s answers a link to a file with %s", req.URL.Host, res.Status)}
	}
	for lines := bufio.NewReader(res.Body); ; {
		line, err := lines.ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF) && len(line) == 0:
			return nil
		case errors.Is(err, io.EOF):
			err = errCut
		}
		if err != nil {
			return &UnreachableError{BaseURL: req.URL.Host, Sent: true, Err: err}
		}
		quiet.Stop() // what is done with a line may take its time
		if err := see(bytes.TrimRight(line, "\n")); err != nil {
			return err
		}
		quiet.Reset(silence)
	}
}
