package blob

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"
)

// Download reads an object by a link of URL, without any right of one's own.
func Download(ctx context.Context, link string) (body []byte, err error) {
	client := &Store{client: &http.Client{Timeout: time.Minute}} //nolint:forbidigo // for our own bucket
	err = attempt(ctx, func() (again bool, err error) {
		body, again, err = client.read(ctx, link)
		return again, err
	})
	if err != nil {
		return nil, fmt.Errorf("download: %w", err)
	}
	return body, nil
}

// Upload stores packed bytes by a link of UploadURL, without any right of one's own.
func Upload(ctx context.Context, link string, packed []byte) error {
	client := &Store{client: &http.Client{Timeout: time.Minute}} //nolint:forbidigo // for our own bucket
	err := attempt(ctx, func() (again bool, err error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, link, bytes.NewReader(packed))
		if err != nil {
			return false, err
		}
		_, again, err = client.do(req)
		return again, err
	})
	if err != nil {
		return fmt.Errorf("upload: %w", err)
	}
	return nil
}
