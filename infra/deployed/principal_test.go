package deployed_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// principal is somebody who signs calls of the emulator.
type principal struct {
	e    *emulator
	keys aws.Credentials
}

func (e *emulator) root() principal {
	return principal{e, aws.Credentials{AccessKeyID: rootKey, SecretAccessKey: rootKey}}
}

// environment is what a command of this principal sees.
func (p principal) environment() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + p.e.home, "AWS_REGION=" + region, "AWS_ENDPOINT_URL=" + p.e.url,
		"AWS_ACCESS_KEY_ID=" + p.keys.AccessKeyID, "AWS_SECRET_ACCESS_KEY=" + p.keys.SecretAccessKey,
		"AWS_CA_BUNDLE=" + p.e.cert, "NODE_EXTRA_CA_CERTS=" + p.e.cert, "SSL_CERT_FILE=" + p.e.cert, "CDK_DISABLE_VERSION_CHECK=1",
	}
}

// call signs a request and returns the status and the body of its answer.
func (p principal) call(t *testing.T, service, method, path, body string, header http.Header) (status int, answer string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, p.e.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(req.Header, header)
	sum := sha256.Sum256([]byte(body))
	hash := hex.EncodeToString(sum[:])
	req.Header.Set("X-Amz-Content-Sha256", hash)
	if err := v4.NewSigner().SignHTTP(context.Background(), p.keys, req, hash, service, region, time.Now()); err != nil {
		t.Fatal(err)
	}
	res, err := p.e.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	read, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(read)
}

// query makes a call of the services that take forms and answer with XML, which into takes.
func (p principal) query(t *testing.T, service, version, action string, into any, pairs ...string) {
	t.Helper()
	form := url.Values{"Action": {action}, "Version": {version}}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	status, answer := p.call(t, service, http.MethodPost, "/", form.Encode(), http.Header{"Content-Type": {"application/x-www-form-urlencoded"}})
	if status != http.StatusOK {
		t.Fatalf("%s: got status %d, %s; want 200", action, status, answer)
	}
	if into != nil {
		if err := xml.Unmarshal([]byte(answer), into); err != nil {
			t.Fatalf("%s: %v of %s", action, err, answer)
		}
	}
}

// target makes a call of the services that take JSON.
func (p principal) target(t *testing.T, service, operation string, in map[string]any) (status int, answer string) {
	t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return p.call(t, service, http.MethodPost, "/", string(body), http.Header{
		"Content-Type": {"application/x-amz-json-1.0"}, "X-Amz-Target": {operation},
	})
}

const iamVersion = "2010-05-08"

// user makes a user with one policy and no other rights.
func (e *emulator) user(t *testing.T, name, policy string) principal {
	t.Helper()
	e.root().query(t, "iam", iamVersion, "CreateUser", nil, "UserName", name)
	e.root().query(t, "iam", iamVersion, "PutUserPolicy", nil, "UserName", name, "PolicyName", "rights", "PolicyDocument", policy)
	var made struct {
		ID     string `xml:"CreateAccessKeyResult>AccessKey>AccessKeyId"`
		Secret string `xml:"CreateAccessKeyResult>AccessKey>SecretAccessKey"`
	}
	e.root().query(t, "iam", iamVersion, "CreateAccessKey", &made, "UserName", name)
	return principal{e, aws.Credentials{AccessKeyID: made.ID, SecretAccessKey: made.Secret}}
}

// policy allows actions on a resource.
func policy(action, resource string) string {
	return `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"` + action + `","Resource":"` + resource + `"}]}`
}
