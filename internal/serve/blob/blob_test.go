package blob_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/blob"
	localblob "github.com/quarryapi/quarry/internal/serve/local/blob"
)

func setup(t *testing.T) (*blob.Store, func()) {
	t.Helper()
	bucket, err := localblob.New(t.TempDir(), "results")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(bucket)
	t.Cleanup(server.Close)
	return blob.New(aws.Config{
		Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
		Retryer: func() aws.Retryer { return aws.NopRetryer{} },
	}, server.URL, "results"), server.Close
}

func TestPutGetAndLink(t *testing.T) {
	t.Parallel()
	store, _ := setup(t)
	const key = "results/org 1/jöb/1.json" // odder than any of ours
	if err := store.Put(t.Context(), key, blob.Pack([]byte(`{"a":1}`))); err != nil {
		t.Fatal(err)
	}
	packed, err := store.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	if raw, err := blob.Unpack(packed); string(raw) != `{"a":1}` || err != nil {
		t.Errorf(`got raw %s, error %v; want raw {"a":1}, no error`, raw, err)
	}
	link, err := store.URL(t.Context(), key, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Get(link) //nolint:noctx // a test of a link
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if body, err := io.ReadAll(res.Body); string(body) != `{"a":1}` || err != nil {
		t.Errorf("the link gave %q, %v", body, err)
	}
}

func TestAwayIsWorthAnotherTry(t *testing.T) {
	t.Parallel()
	store, stop := setup(t)
	stop()
	if err := store.Put(t.Context(), "k", nil); !errs.Is(err, errs.ServiceUnavailable) {
		t.Errorf("put: %v", err)
	}
	if _, err := store.Get(t.Context(), "k"); !errs.Is(err, errs.ServiceUnavailable) {
		t.Errorf("get: %v", err)
	}
}

// TestPutIsSigned: the bucket learns who writes, and the hash of what is written; a
// bucket that is busy is asked again.
func TestPutIsSigned(t *testing.T) {
	t.Parallel()
	packed := blob.Pack([]byte(`{"a":1}`))
	calls := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls++
		if calls < 3 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		body, _ := io.ReadAll(r.Body)
		sum := sha256.Sum256(body)
		if !bytes.Equal(body, packed) || r.Header.Get("X-Amz-Content-Sha256") != hex.EncodeToString(sum[:]) {
			t.Errorf("%d bytes with the hash %s", len(body), r.Header.Get("X-Amz-Content-Sha256"))
		}
		if a := r.Header.Get("Authorization"); !strings.HasPrefix(a, "AWS4-HMAC-SHA256 Credential=key/") || !strings.Contains(a, "x-amz-content-sha256") {
			t.Errorf("signed as %q", a)
		}
		if r.Method != http.MethodPut || r.URL.Path != "/results/a/b.json" || r.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%s %s as %s", r.Method, r.URL.Path, r.Header.Get("Content-Encoding"))
		}
	}))
	t.Cleanup(server.Close)
	store := blob.New(aws.Config{Region: "eu-central-1", Credentials: credentials.NewStaticCredentialsProvider("key", "secret", "")}, server.URL, "results")
	if err := store.Put(t.Context(), "a/b.json", packed); err != nil || calls != 3 {
		t.Errorf("%v after %d calls", err, calls)
	}
}
