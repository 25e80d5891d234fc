package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/api"
	"github.com/quarryapi/quarry/internal/serve/api/apitest"
	"github.com/quarryapi/quarry/internal/serve/api/reference"
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
