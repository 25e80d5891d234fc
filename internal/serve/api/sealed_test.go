package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/token"
)

// withSecrets asks for a job whose headers and text hold secrets.
const withSecrets = `{"text":"see http://me:s3cret@site.test/","headers":{"Authorization":"Bearer s3cret","Accept":"s3cret/json"}%s}`

// rows are all that the core table has, and the job's row.
func (s *service) rows(t *testing.T, id string) (all string, job map[string]types.AttributeValue) {
	t.Helper()
	out, err := s.DB.Scan(t.Context(), &dynamodb.ScanInput{TableName: &s.Core})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, row := range out.Items {
		for name, value := range row {
			_, _ = fmt.Fprintf(&b, "%s=%s ", name, text(value))
		}
		if text(row["entity"]) == "job" && text(row["id"]) == id {
			job = row
		}
	}
	return b.String(), job
}

// text is a value as it could be read by somebody who has the table.
func text(value types.AttributeValue) string {
	switch v := value.(type) {
	case *types.AttributeValueMemberS:
		return v.Value
	case *types.AttributeValueMemberB:
		return string(v.Value)
	case *types.AttributeValueMemberM:
		var b strings.Builder
		for _, inner := range v.Value {
			b.WriteString(text(inner))
		}
		return b.String()
	}
	return ""
}

// TestSecretsAreSealed holds that what a caller sends to a site as itself is read by the
// worker alone: not by the table, lists, other tokens or events.
func TestSecretsAreSealed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	made := s.post(t, fmt.Sprintf(withSecrets, `,"wait":false,"block":true,"webhookUrl":"http://hooks.test/job"`))
	id, _ := made.field("data", "jobId").(string)
	all, row := s.rows(t, id)
	if strings.Contains(all, "s3cret") || row["sealed"] == nil {
		t.Errorf("rows of a job that waits: got %s, want it sealed and without the secret", all)
	}
	reader := token.New()
	err := s.CreateToken(t.Context(), &store.Credential{
		ID: ident.New(ident.Token), Hash: reader.Hash(), OrgID: s.org, Scopes: []string{"api.read"}, CreateLimit: 10, PollLimit: 10,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/v1/public/jobs/" + id, "/v1/public/requests"} {
		got := s.call(t, http.MethodGet, path, "", "Authorization: Bearer "+string(reader))
		if got.status != http.StatusOK || strings.Contains(got.raw+made.raw, "s3cret") {
			t.Errorf("GET %s by a token that reads: got %d, %s; want 200 without the secret", path, got.status, got.raw)
		}
	}
	close(s.release)
	s.ended(t, id)
	heard, _ := s.heard.Load(id)
	if a, _ := heard.(echoArgs); a.Headers["Authorization"] != "Bearer s3cret" || a.Text != "see http://me:s3cret@site.test/" {
		t.Errorf("the worker got %+v, want what the caller sent", heard)
	}
	if _, row = s.rows(t, id); row["sealed"] != nil {
		t.Error("the row of a job that has ended has sealed secrets, want none")
	}
	shown := s.call(t, http.MethodGet, "/v1/public/jobs/"+id, "")
	input, _ := json.Marshal(shown.field("data", "input"))
	if want := `{"block":true,"headers":{"Accept":"[redacted]","Authorization":"[redacted]"},"text":"see http://[redacted]@site.test/","units":1}`; string(input) != want {
		t.Errorf("input of the job: got %s, want %s", input, want)
	}
}

// ended polls a job until it has ended.
func (s *service) ended(t *testing.T, id string) {
	t.Helper()
	for {
		if j, err := s.Store.Job(t.Context(), s.org, id); err != nil {
			t.Fatal(err)
		} else if j.Status.Terminal() {
			return
		}
	}
}

// TestSecretsStillTellCallsApart holds that keys and the cache mean what they did: calls
// that differ in a secret alone are different calls.
func TestSecretsStillTellCallsApart(t *testing.T) {
	t.Parallel()
	s := setup(t)
	same, other := fmt.Sprintf(withSecrets, ""), strings.ReplaceAll(fmt.Sprintf(withSecrets, ""), "Bearer s3cret", "Bearer other")
	s.post(t, same, "Idempotency-Key: k")
	for name, tc := range map[string]struct {
		body string
		want bool
	}{"the same": {same, true}, "another secret": {other, false}} {
		if got := s.post(t, tc.body, "Idempotency-Key: k"); !strings.Contains(got.raw, fmt.Sprintf(`"bodyMatched":%v`, tc.want)) {
			t.Errorf("a replay with %s: got %s, want bodyMatched %v", name, got.raw, tc.want)
		}
	}
	made := int64(1)
	cached := func(body string) any {
		got := s.post(t, strings.Replace(body, "{", `{"cacheTtlSec":300,`, 1)).field("data", "cached")
		if got == false { // its result is in the cache a moment after its end
			made++
			eventually(t, func() (answer, bool) { return answer{}, s.queue.performed.Load() == made })
		}
		return got
	}
	if got := []any{cached(same), cached(same), cached(other)}; got[0] != false || got[1] != true || got[2] != false {
		t.Errorf("cached, of a call, the same and another secret: got %v, want [false true false]", got)
	}
	if all, _ := s.rows(t, ""); strings.Contains(all, "s3cret") || strings.Contains(all, "Bearer other") {
		t.Errorf("rows of ended and cached jobs: got %s, want none with a secret", all)
	}
}
