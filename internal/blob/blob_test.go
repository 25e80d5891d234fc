package blob_test

import (
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/quarryapi/quarry/internal/blob"
	"github.com/quarryapi/quarry/internal/errs"
	localblob "github.com/quarryapi/quarry/internal/local/blob"
)

func setup(t *testing.T) (*blob.Store, func()) {
	t.Helper()
	server, err := localblob.Start(t.Context(), t.TempDir(), "results")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return blob.New(aws.Config{
		Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("local", "local", ""),
		Retryer: func() aws.Retryer { return aws.NopRetryer{} },
	}, server.Endpoint(), "results"), server.Close
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
		t.Errorf("%s, %v", raw, err)
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
