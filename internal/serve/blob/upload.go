package blob

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"
)

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
