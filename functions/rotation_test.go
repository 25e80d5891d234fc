package functions_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/job"
)

// rotates changes the key of cursors and of callers' secrets under jobs and lists that are under way: what the former
// key sealed is opened as long as it stands behind the new one, by the programs that are deployed.
func (s *stack) rotates(t *testing.T) {
	const former, both, alone = "sample", "another,sample", "another"
	sealed := []string{s.submitted(t, former, "/rotated-1"), s.submitted(t, former, "/rotated-2"), s.submitted(t, both, "/rotated-3")}
	list := s.listed(t, former, "")
	for name, tt := range map[string]struct {
		key, cursor, want string
	}{
		"former, behind the new one":   {both, list, `"statusCode":200`},
		"former, which was left out":   {alone, list, `"statusCode":400`},
		"new, beside the former":       {alone, s.listed(t, both, ""), `"statusCode":200`},
		"new, where nobody has it":     {former, s.listed(t, both, ""), `"statusCode":400`},
		"of a page after the rotation": {alone, s.listed(t, both, list), `"statusCode":200`},
	} {
		if got := s.list(t, tt.key, tt.cursor); tt.cursor == "" || !strings.Contains(got, tt.want) {
			t.Errorf("cursor of the key %s: got %.300s, want %s", name, got, tt.want)
		}
	}
	for _, tt := range []struct {
		name, key, id string
		want          job.Status
	}{
		{"the former key's, behind the new one", both, sealed[0], job.Succeeded},
		{"the former key's, which was left out", alone, sealed[1], job.Failed},
		{"the new one's alone", alone, sealed[2], job.Succeeded},
	} {
		event, err := os.ReadFile("../events/worker-url.json")
		if err != nil {
			t.Fatal(err)
		}
		s.give(t, "worker-url", []byte(strings.ReplaceAll(string(event), sampleJob, tt.id)), "QUARRY_CURSOR_KEY="+tt.key)
		if j, err := s.Job(t.Context(), sampleOrg, tt.id); err != nil || j.Status != tt.want {
			t.Errorf("a job with headers that are %s: got %+v, error %v; want status %q", tt.name, j, err, tt.want)
		}
	}
}

// submitted admits a job with a header, which is sealed for its worker.
func (s *stack) submitted(t *testing.T, key, path string) string {
	t.Helper()
	event, err := os.ReadFile("../events/api-submit.json")
	if err != nil {
		t.Fatal(err)
	}
	body := strings.Replace(string(event), `\"url\": \"http://article.test/\"`, `\"url\": \"http://article.test/?of=`+path+`\", \"options\": {\"headers\": {\"x-key\": \"S3CRET\"}}`, 1)
	got := s.give(t, "api-submit", []byte(body), "QUARRY_CURSOR_KEY="+key)
	id := regexp.MustCompile(`job_[0-9a-z]{26}`).FindString(got)
	if id == "" {
		t.Fatalf("got %s, want a job", got)
	}
	return id
}

// listed is the cursor behind a page of one job.
func (s *stack) listed(t *testing.T, key, cursor string) string {
	t.Helper()
	var answer struct {
		Body string `json:"body"`
	}
	_, got, _ := strings.Cut(s.list(t, key, cursor), " ")
	if err := json.Unmarshal([]byte(got), &answer); err != nil {
		t.Fatalf("got %s, want an answer: %v", got, err)
	}
	var page struct {
		Data struct {
			NextCursor string `json:"nextCursor"`
		} `json:"data"`
	}
	if err := json.Unmarshal([]byte(answer.Body), &page); err != nil {
		t.Fatalf("got %s, want a page: %v", answer.Body, err)
	}
	return page.Data.NextCursor
}

func (s *stack) list(t *testing.T, key, cursor string) string {
	t.Helper()
	event, err := os.ReadFile("../events/api-read.json")
	if err != nil {
		t.Fatal(err)
	}
	asked := strings.NewReplacer("/v1/public/balance", "/v1/public/jobs", `"rawQueryString": ""`, `"rawQueryString": "limit=1&cursor=`+cursor+`"`).Replace(string(event))
	if cursor == "" {
		asked = strings.Replace(asked, "limit=1&cursor=", "limit=1", 1)
	}
	return s.give(t, "api-read", []byte(asked), "QUARRY_CURSOR_KEY="+key)
}
