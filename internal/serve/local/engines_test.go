package local_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// TestEnginesRefuseStrangers holds that a page that finds a port of this machine reads and
// writes nothing there, whatever it calls itself, and that whoever can read local.json does.
func TestEnginesRefuseStrangers(t *testing.T) {
	t.Parallel()
	info := startLocal(t)
	signed := "AWS4-HMAC-SHA256 Credential=" + info.FunctionEnv["AWS_ACCESS_KEY_ID"] + "/20261122/us-east-1/%s/aws4_request, SignedHeaders=host, Signature=00"
	admin := "AWS4-HMAC-SHA256 Credential=" + info.AdminKey + "/20261122/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=00"
	strangers := map[string]http.Header{
		"no key":             {},
		"a key":              {"Authorization": {"AWS4-HMAC-SHA256 Credential=local/20261122/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00"}},
		"a link":             {"X-Query": {"X-Amz-Signature=00&X-Amz-Credential=local&X-Amz-Date=20261122T000000Z&X-Amz-Expires=604800&X-Amz-SignedHeaders=host"}},
		"a preflight":        {"Origin": {"http://evil.example"}, "Access-Control-Request-Method": {"POST"}, "Access-Control-Request-Private-Network": {"true"}},
		"a form of a page":   {"Origin": {"null"}, "Content-Type": {"text/plain"}},
		"a page of loopback": {"Origin": {"http://localhost:3000"}},
	}
	for _, origin := range []string{"http://evil.example", "https://evil.example", "null", "file://", "chrome-extension://abc", "http://127.0.0.1:8080", "http://[::1]"} {
		strangers["the key, from "+origin] = http.Header{"Authorization": {"KEY"}, "Origin": {origin}}
	}
	for _, host := range []string{"rebound.example", "rebound.example:80", "127.0.0.1.nip.io", "localhost.evil.example", "localhost.", "a.localhost", "8.8.8.8", "[2606:4700::1111]:80", "localtest.me", "2130706433"} {
		strangers["the key, for "+host] = http.Header{"Authorization": {"KEY"}, "Host": {host}}
	}
	engines := map[string]struct{ url, target, body, key string }{
		"DynamoDB": {info.FunctionEnv["AWS_ENDPOINT_URL_DYNAMODB"], "DynamoDB_20120810.Scan", `{"TableName":"core"}`, strings.ReplaceAll(signed, "%s", "dynamodb")},
		"SQS":      {info.FunctionEnv["AWS_ENDPOINT_URL_SQS"], "AmazonSQS.PurgeQueue", `{"QueueUrl":"` + info.FunctionEnv["QUARRY_QUEUE_PREFIX"] + `jobs-url"}`, strings.ReplaceAll(signed, "%s", "sqs")},
		"S3":       {info.FunctionEnv["AWS_ENDPOINT_URL_S3"], "", "", strings.ReplaceAll(signed, "%s", "s3")},
		"browser":  {info.FunctionEnv["AWS_ENDPOINT_URL_LAMBDA"] + "/2015-03-31/functions/browser/invocations", "", `{}`, strings.ReplaceAll(signed, "%s", "lambda")},
		"pdf":      {info.FunctionEnv["AWS_ENDPOINT_URL_LAMBDA"] + "/2015-03-31/functions/pdf/invocations", "", `{}`, strings.ReplaceAll(signed, "%s", "lambda")},
		"admin":    {info.AdminURL + "/2015-03-31/functions/admin/invocations", "", `{"op":"org.list"}`, admin},
	}
	tried := 0
	for engine, call := range engines {
		for name, header := range strangers {
			for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodPut, http.MethodDelete, http.MethodOptions} {
				tried++
				req, err := http.NewRequestWithContext(t.Context(), method, call.url+"/?"+header.Get("X-Query"), strings.NewReader(call.body))
				if err != nil {
					t.Fatal(err)
				}
				req.Header = header.Clone()
				if header.Get("Authorization") == "KEY" {
					req.Header.Set("Authorization", call.key)
				}
				req.Header.Set("X-Amz-Target", call.target)
				req.Host = header.Get("Host")
				resp, err := http.DefaultClient.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				_ = resp.Body.Close()
				if cors := resp.Header.Get("Access-Control-Allow-Origin"); resp.StatusCode != http.StatusForbidden || cors != "" {
					t.Errorf("%s of %s with %s: got status %d, Access-Control-Allow-Origin %q; want 403 and none", method, engine, name, resp.StatusCode, cors)
				}
			}
		}
	}
	t.Logf("%d calls of strangers to %d engines", tried, len(engines))
	db := dynamodb.New(dynamodb.Options{
		Region: "us-east-1", BaseEndpoint: aws.String(info.FunctionEnv["AWS_ENDPOINT_URL_DYNAMODB"]),
		Credentials: credentials.NewStaticCredentialsProvider(info.FunctionEnv["AWS_ACCESS_KEY_ID"], info.FunctionEnv["AWS_SECRET_ACCESS_KEY"], ""),
	})
	if out, err := db.ListTables(t.Context(), &dynamodb.ListTablesInput{}); err != nil || len(out.TableNames) != 2 {
		t.Errorf("the keys of local.json: got %+v, error %v; want two tables", out, err)
	}
}
