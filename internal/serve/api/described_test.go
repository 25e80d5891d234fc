package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/apitest"
	"github.com/quarryapi/quarry/internal/serve/api/reference"
	"github.com/quarryapi/quarry/internal/serve/store"
)

var (
	checkerOnce sync.Once
	checker     *apitest.Checker
	errChecker  error
)

// described fails the test when the document does not describe an answer. All
// servers of these tests have the same document.
func described(t *testing.T, server *api.Server, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	if r.URL.Path == "/docs/" || r.URL.Path == "/docs/calls/" {
		return // the one route that the document leaves out: its path ends in a slash
	}
	checkerOnce.Do(func() { checker, errChecker = newChecker(server) })
	if errChecker != nil {
		t.Fatal(errChecker)
	}
	err := checker.Check(apitest.Answer{
		Method: r.Method, Path: r.URL.Path, Status: w.Code, Header: w.Result().Header, Body: w.Body.Bytes(),
	})
	if err != nil {
		t.Error(err)
	}
}

func newChecker(server *api.Server) (*apitest.Checker, error) {
	service, err := server.Describe()
	if err != nil {
		return nil, err
	}
	document, err := reference.Document(service)
	if err != nil {
		return nil, err
	}
	return apitest.New(document)
}

// TestEveryEventIsDescribed: all types of events are among those of events, and each has a webhook with its example.
func TestEveryEventIsDescribed(t *testing.T) {
	t.Parallel()
	service, err := setup(t).server.Describe()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := reference.Document(service)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct {
					Enum []string `json:"enum"`
				} `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
		Webhooks map[string]struct {
			Post struct {
				RequestBody struct {
					Content map[string]struct {
						Example struct {
							Type string `json:"type"`
						} `json:"example"`
					} `json:"content"`
				} `json:"requestBody"`
			} `json:"post"`
		} `json:"webhooks"`
	}
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	var exemplified []string
	for _, w := range document.Webhooks {
		exemplified = append(exemplified, w.Post.RequestBody.Content["application/json"].Example.Type)
	}
	types := []string{store.EventTest, store.EventBatch, store.EventPage, store.EventCrawl, "job.succeeded", "job.failed", "job.cancelled"}
	slices.Sort(types)
	for where, got := range map[string][]string{
		"events":            document.Components.Schemas["WebhookEvent"].Properties["type"].Enum,
		"webhooks' samples": exemplified,
	} {
		if diff := cmp.Diff(types, slices.Sorted(slices.Values(got))); diff != "" {
			t.Errorf("%s: types mismatch (-want +got):\n%s", where, diff)
		}
	}
}

// TestDescribedPathsEndWithoutSlash: linters of documents refuse a slash at the end.
func TestDescribedPathsEndWithoutSlash(t *testing.T) {
	t.Parallel()
	service, err := setup(t).server.Describe()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range service.Operations {
		if o.Path != "/" && strings.HasSuffix(o.Path, "/") {
			t.Errorf("got the path %s in the document, want none with a slash at the end", o.Path)
		}
	}
}
