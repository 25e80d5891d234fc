package guard_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/blob"
	"github.com/quarryapi/quarry/internal/serve/local/guard"
	localsqs "github.com/quarryapi/quarry/internal/serve/local/sqs"
)

// keys are those of the guards of this test.
var keys = guard.Keys{Credentials: aws.Credentials{AccessKeyID: "local", SecretAccessKey: "known to few"}, Region: "us-east-1"}

// behind serves an engine behind its guard.
func behind(t *testing.T, service string, engine http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(guard.New(keys, service, engine))
	t.Cleanup(server.Close)
	return server
}

func config(endpoint, secret string) aws.Config {
	return aws.Config{
		Region: "us-east-1", BaseEndpoint: &endpoint, RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider("local", secret, ""),
	}
}

// TestOwnersPass is the SDK with the keys.
func TestOwnersPass(t *testing.T) {
	t.Parallel()
	queues := sqs.NewFromConfig(config(behind(t, "sqs", localsqs.New(time.Now)).URL, keys.SecretAccessKey))
	if _, err := queues.CreateQueue(t.Context(), &sqs.CreateQueueInput{QueueName: aws.String("q")}); err != nil {
		t.Errorf("a queue with the keys: got error %v, want no error", err)
	}
	objects := objectsBehind(t, keys.SecretAccessKey)
	if _, err := objects.PutObject(t.Context(), &s3.PutObjectInput{Bucket: aws.String("results"), Key: aws.String("r/a b/ü"), Body: strings.NewReader("packed")}); err != nil {
		t.Fatalf("an object with the keys: got error %v, want no error", err)
	}
	out, err := objects.GetObject(t.Context(), &s3.GetObjectInput{Bucket: aws.String("results"), Key: aws.String("r/a b/ü"), Range: aws.String("bytes=0-2")})
	if err != nil {
		t.Fatalf("reading it: got error %v, want no error", err)
	}
	if got, err := io.ReadAll(out.Body); err != nil || string(got) != "pac" {
		t.Errorf("reading it: got %q, error %v; want its first three bytes", got, err)
	}
}

func objectsBehind(t *testing.T, secret string) *s3.Client {
	t.Helper()
	bucket, err := blob.New(t.TempDir(), "results")
	if err != nil {
		t.Fatal(err)
	}
	return s3.NewFromConfig(config(behind(t, "s3", bucket).URL, secret), func(o *s3.Options) { o.UsePathStyle = true })
}

// TestStrangersDoNot is everything that a page or a program without the keys may try.
func TestStrangersDoNot(t *testing.T) {
	t.Parallel()
	reached := 0
	server := behind(t, "sqs", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached++ }))
	cases := map[string]struct {
		secret string
		change func(*http.Request)
		want   int
	}{
		"the keys":             {keys.SecretAccessKey, func(*http.Request) {}, 200},
		"no signature":         {keys.SecretAccessKey, func(r *http.Request) { r.Header.Del("Authorization") }, 403},
		"other keys":           {"local", func(*http.Request) {}, 403},
		"an origin":            {keys.SecretAccessKey, func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403},
		"an opaque origin":     {keys.SecretAccessKey, func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		"another body":         {keys.SecretAccessKey, func(r *http.Request) { r.Body, r.GetBody = io.NopCloser(strings.NewReader("[]")), nil }, 403},
		"another path":         {keys.SecretAccessKey, func(r *http.Request) { r.URL.Path = "/other" }, 403},
		"another method":       {keys.SecretAccessKey, func(r *http.Request) { r.Method = http.MethodPut }, 403},
		"a preflight":          {keys.SecretAccessKey, func(r *http.Request) { r.Method = http.MethodOptions; r.Header = http.Header{"Origin": {"http://a.b"}} }, 403},
		"another target":       {keys.SecretAccessKey, func(r *http.Request) { r.Header.Set("X-Amz-Target", "AmazonSQS.PurgeQueue") }, 403},
		"a date long ago":      {keys.SecretAccessKey, func(r *http.Request) { r.Header.Set("X-Amz-Date", "20200101T000000Z") }, 403},
		"a name of a stranger": {keys.SecretAccessKey, nil, 403},
	}
	for name, tc := range cases {
		body := "{}"
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Amz-Target", "AmazonSQS.ListQueues")
		if tc.change == nil { // signed for the name, as whoever knew the keys would
			req.Host = "rebound.example:80"
			tc.change = func(*http.Request) {}
		}
		sign(t, req, tc.secret)
		tc.change(req)
		before := reached
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != tc.want || (reached > before) != (tc.want == 200) {
			t.Errorf("%s: got status %d, %d calls of the engine; want status %d", name, resp.StatusCode, reached-before, tc.want)
		}
		if allowed := resp.Header.Get("Access-Control-Allow-Origin"); allowed != "" {
			t.Errorf("%s: got Access-Control-Allow-Origin %q, want none", name, allowed)
		}
	}
}

func sign(t *testing.T, req *http.Request, secret string) {
	t.Helper()
	const emptyObject = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" // SHA-256 of {}
	own := keys.Credentials
	own.SecretAccessKey = secret
	if err := v4.NewSigner().SignHTTP(t.Context(), own, req, emptyObject, "sqs", keys.Region, time.Now()); err != nil {
		t.Fatal(err)
	}
}

// TestLinks holds that a link opens its object, for its time, and nothing else.
func TestLinks(t *testing.T) {
	t.Parallel()
	objects := objectsBehind(t, keys.SecretAccessKey)
	for _, key := range []string{"r/org/job", "r/org/other"} {
		if _, err := objects.PutObject(t.Context(), &s3.PutObjectInput{Bucket: aws.String("results"), Key: &key, Body: strings.NewReader(key)}); err != nil {
			t.Fatal(err)
		}
	}
	link := func(ago time.Duration) string {
		signer := earlier{v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true }), ago}
		signed, err := s3.NewPresignClient(objects).PresignGetObject(t.Context(),
			&s3.GetObjectInput{Bucket: aws.String("results"), Key: aws.String("r/org/job")},
			func(o *s3.PresignOptions) { o.Expires, o.Presigner = time.Hour, signer })
		if err != nil {
			t.Fatal(err)
		}
		return signed.URL
	}
	good := link(0)
	got := map[string]int{}
	for name, address := range map[string]string{
		"the link":       good,
		"another object": strings.Replace(good, "/job", "/other", 1),
		"a longer life":  strings.Replace(good, "X-Amz-Expires=3600", "X-Amz-Expires=7200", 1),
		"no signature":   strings.Split(good, "?")[0],
		"half its time":  link(30 * time.Minute),
		"its time over":  link(61 * time.Minute),
		"made younger":   strings.Replace(link(61*time.Minute), signedAt(t, link(61*time.Minute)), signedAt(t, good), 1),
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		got[name] = resp.StatusCode
	}
	want := map[string]int{
		"the link": 200, "another object": 403, "a longer life": 403, "no signature": 403, "half its time": 200, "its time over": 403, "made younger": 403,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("statuses of links mismatch (-want +got):\n%s", diff)
	}
}

// earlier signs links as it was done some time ago.
type earlier struct {
	*v4.Signer

	ago time.Duration
}

func (e earlier) PresignHTTP(
	ctx context.Context, keys aws.Credentials, r *http.Request, hash, service, region string, at time.Time, options ...func(*v4.SignerOptions),
) (string, http.Header, error) {
	return e.Signer.PresignHTTP(ctx, keys, r, hash, service, region, at.Add(-e.ago), options...)
}

func signedAt(t *testing.T, link string) string {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get("X-Amz-Date")
}
