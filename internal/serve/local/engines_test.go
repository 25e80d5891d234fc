package local_test

import (
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/quarryapi/quarry/internal/serve/local"
)

// TestEnginesRefuseStrangers holds that a page that finds a port of this machine reads and
// writes nothing there, and that whoever can read local.json does.
func TestEnginesRefuseStrangers(t *testing.T) {
	t.Parallel()
	info := startLocal(t)
	for engine, call := range map[string]struct{ target, body string }{
		"AWS_ENDPOINT_URL_DYNAMODB": {"DynamoDB_20120810.Scan", `{"TableName":"core"}`},
		"AWS_ENDPOINT_URL_SQS":      {"AmazonSQS.PurgeQueue", `{"QueueUrl":"` + info.FunctionEnv["QUARRY_QUEUE_PREFIX"] + `jobs-url"}`},
		"AWS_ENDPOINT_URL_S3":       {"", ""},
	} {
		endpoint := info.FunctionEnv[engine]
		for name, header := range map[string]http.Header{
			"no key":    {},
			"a key":     {"Authorization": {"AWS4-HMAC-SHA256 Credential=local/20261122/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00"}},
			"an origin": {"Origin": {"http://evil.example"}},
			"a name":    {"Host": {"rebound.example"}},
		} {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint+"/", strings.NewReader(call.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header = header.Clone()
			req.Header.Set("X-Amz-Target", call.target)
			req.Header.Set("Content-Type", "application/x-amz-json-1.0")
			req.Host = header.Get("Host")
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			_ = resp.Body.Close()
			if cors := resp.Header.Get("Access-Control-Allow-Origin"); resp.StatusCode != http.StatusForbidden || cors != "" {
				t.Errorf("%s with %s: got status %d, Access-Control-Allow-Origin %q; want 403 and none", engine, name, resp.StatusCode, cors)
			}
		}
	}
	db := dynamodb.New(dynamodb.Options{
		Region: "us-east-1", BaseEndpoint: aws.String(info.FunctionEnv["AWS_ENDPOINT_URL_DYNAMODB"]),
		Credentials: credentials.NewStaticCredentialsProvider(info.FunctionEnv["AWS_ACCESS_KEY_ID"], info.FunctionEnv["AWS_SECRET_ACCESS_KEY"], ""),
	})
	if out, err := db.ListTables(t.Context(), &dynamodb.ListTablesInput{}); err != nil || len(out.TableNames) != 2 {
		t.Errorf("the keys of local.json: got %+v, error %v; want two tables", out, err)
	}
}

// TestEngineIsNotFoundByTrying holds that the engine itself, which asks for no key, is not
// at the address that pages try.
func TestEngineIsNotFoundByTrying(t *testing.T) {
	t.Parallel()
	if l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.9.8.7:0"); err != nil {
		t.Skipf("this system's loopback is 127.0.0.1 alone: %v", err)
	} else {
		_ = l.Close()
	}
	first, second := engineOf(t), engineOf(t)
	if first.Hostname() == "127.0.0.1" || first.Hostname() == second.Hostname() || !strings.HasPrefix(first.Hostname(), "127.") {
		t.Errorf("got engines at %s and %s, want two random addresses of loopback", first.Host, second.Host)
	}
}

func engineOf(t *testing.T) *url.URL {
	t.Helper()
	s, err := local.Start(t.Context(), options(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	u, err := url.Parse(local.EngineEndpoint(s))
	if err != nil {
		t.Fatal(err)
	}
	return u
}
