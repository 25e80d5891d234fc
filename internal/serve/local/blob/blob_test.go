package blob_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/local/blob"
)

const bucket = "results"

func setup(t *testing.T, dir string) *s3.Client {
	t.Helper()
	handler, err := blob.New(dir, bucket)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return s3.NewFromConfig(aws.Config{
		Region:       "us-east-1",
		Credentials:  credentials.NewStaticCredentialsProvider("local", "local", ""),
		BaseEndpoint: aws.String(server.URL),
	})
}

// random returns incompressible bytes that depend only on the seed.
func random(seed uint64, size int) []byte {
	content := make([]byte, size)
	source := rand.New(rand.NewPCG(seed, seed))
	for i := range content {
		content[i] = byte(source.Uint32())
	}
	return content
}

func put(t *testing.T, client *s3.Client, key string, content []byte) {
	t.Helper()
	_, err := client.PutObject(t.Context(), &s3.PutObjectInput{
		Bucket: aws.String(bucket), Key: &key, Body: bytes.NewReader(content),
		ContentType: aws.String("application/json"), ContentEncoding: aws.String("gzip"),
	})
	if err != nil {
		t.Error(err)
	}
}

func get(t *testing.T, client *s3.Client, key, byteRange string) []byte {
	t.Helper()
	in := &s3.GetObjectInput{Bucket: aws.String(bucket), Key: &key}
	if byteRange != "" {
		in.Range = &byteRange
	}
	out, err := client.GetObject(t.Context(), in)
	if err != nil {
		t.Error(err)
		return nil
	}
	defer out.Body.Close()
	content, err := io.ReadAll(out.Body)
	if err != nil {
		t.Error(err)
	}
	return content
}

func code(err error) string {
	if api, ok := errors.AsType[smithy.APIError](err); ok {
		return api.ErrorCode()
	}
	return fmt.Sprint(err)
}

func TestObjectsOutliveARestart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "made", "when missing")
	client := setup(t, dir)
	keys := []string{"r/org/job", "r/org/job/part", "../../escape", strings.Repeat("k", 1000), "ü & ?"}
	for i, key := range keys {
		put(t, client, key, random(uint64(i), 1000+i))
	}
	put(t, client, "r/org/job", random(99, 10)) // replaced

	client = setup(t, dir)
	for i, key := range keys {
		want := random(uint64(i), 1000+i)
		if i == 0 {
			want = random(99, 10)
		}
		if got := get(t, client, key, ""); !bytes.Equal(got, want) {
			t.Errorf("%.20s: %d bytes, want %d of its own", key, len(got), len(want))
		}
	}
	if got, want := get(t, client, "r/org/job/part", "bytes=10-19"), random(1, 1001)[10:20]; !bytes.Equal(got, want) {
		t.Errorf("the range is %x, want %x", got, want)
	}
	head, err := client.HeadObject(t.Context(), &s3.HeadObjectInput{Bucket: aws.String(bucket), Key: aws.String("r/org/job")})
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintln(*head.ContentLength, *head.ContentType, *head.ContentEncoding)
	if want := "10 application/json gzip\n"; got != want {
		t.Errorf("head %q, want %q", got, want)
	}
}

func TestPresignedLinkOpens(t *testing.T) {
	t.Parallel()
	client := setup(t, t.TempDir())
	put(t, client, "r/org/job", []byte("packed"))
	signed, err := s3.NewPresignClient(client).PresignGetObject(t.Context(),
		&s3.GetObjectInput{Bucket: aws.String(bucket), Key: aws.String("r/org/job")}, s3.WithPresignExpires(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, signed.URL, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity") // or the client unpacks what is no gzip
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	got := []string{response.Status, string(body), response.Header.Get("Content-Type"), response.Header.Get("Content-Encoding")}
	if diff := cmp.Diff([]string{"200 OK", "packed", "application/json", "gzip"}, got); diff != "" {
		t.Errorf("presigned link opens mismatch (-want +got):\n%s", diff)
	}
}

func TestManyWritersAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	client := setup(t, dir)
	var group sync.WaitGroup
	for i := range 50 {
		group.Go(func() {
			key, content := fmt.Sprintf("r/%d", i), random(uint64(i), 256<<10)
			put(t, client, key, content)
			if got := get(t, client, key, ""); !bytes.Equal(got, content) {
				t.Errorf("%s differs", key)
			}
		})
	}
	group.Wait()
	if left, err := os.ReadDir(filepath.Join(dir, "parts")); err != nil || len(left) > 0 {
		t.Errorf("%d parts are left, %v", len(left), err)
	}
}

func TestWhatAKillLeftIsRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	half := filepath.Join(dir, "parts", "123")
	if err := os.Mkdir(filepath.Dir(half), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(half, []byte("half of an object"), 0o600); err != nil {
		t.Fatal(err)
	}
	setup(t, dir)
	if _, err := os.Stat(half); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the half object: %v, want it gone", err)
	}
}

func TestConditionsAndFaults(t *testing.T) {
	t.Parallel()
	client := setup(t, t.TempDir())
	put(t, client, "there", []byte("a"))
	putIf := func(key string) error {
		_, err := client.PutObject(t.Context(), &s3.PutObjectInput{
			Bucket: aws.String(bucket), Key: &key, Body: strings.NewReader("b"), IfNoneMatch: aws.String("*"),
		})
		return err
	}
	getFrom := func(bucket, key string) error {
		out, err := client.GetObject(t.Context(), &s3.GetObjectInput{Bucket: &bucket, Key: &key})
		if err == nil {
			_ = out.Body.Close()
		}
		return err
	}
	if err := putIf("new"); err != nil {
		t.Errorf("a new object refused: %v", err)
	}
	if got := code(putIf("there")); got != "PreconditionFailed" {
		t.Errorf("an existing object: %s", got)
	}
	if got := code(getFrom(bucket, "missing")); got != "NoSuchKey" {
		t.Errorf("a missing object: %s", got)
	}
	if got := code(getFrom("other", "there")); got != "NoSuchBucket" {
		t.Errorf("a missing bucket: %s", got)
	}
	for range 2 {
		if _, err := client.DeleteObject(t.Context(), &s3.DeleteObjectInput{Bucket: aws.String(bucket), Key: aws.String("there")}); err != nil {
			t.Error(err)
		}
	}
	if got := code(getFrom(bucket, "there")); got != "NoSuchKey" {
		t.Errorf("a deleted object: %s", got)
	}
}

func TestStartRefusesAFileAsFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := blob.New(file, bucket); err == nil || !strings.Contains(err.Error(), "data folder") {
		t.Errorf("error %v, want one about the data folder", err)
	}
}

// holds reports whether an object is there.
func holds(t *testing.T, client *s3.Client, key string) bool {
	t.Helper()
	_, err := client.HeadObject(t.Context(), &s3.HeadObjectInput{Bucket: aws.String(bucket), Key: &key})
	if err != nil && code(err) != "NotFound" {
		t.Error(err)
	}
	return err == nil
}
