package local_test

import (
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/lambdahost"
	"github.com/quarryapi/quarry/internal/serve/reading"
	"github.com/quarryapi/quarry/internal/serve/showing"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
	"github.com/quarryapi/quarry/internal/web/shown"
)

// TestPagesForFunctionsElsewhere: what local.json has for functions lets a worker in a container do the jobs of the
// sample web, and has its pages shown and its documents read by this service.
func TestPagesForFunctionsElsewhere(t *testing.T) {
	t.Parallel()
	info := startLocal(t)
	for _, name := range []string{"QUARRY_HOSTS", "QUARRY_SOURCES", "QUARRY_KEYS", "QUARRY_MODEL", "QUARRY_EMBEDDINGS", "QUARRY_BROWSER_FUNCTION", "QUARRY_PDF_FUNCTION", "AWS_ENDPOINT_URL_LAMBDA"} {
		if info.FunctionEnv[name] == "" {
			t.Errorf("got the variables %v, want %s", slices.Sorted(maps.Keys(info.FunctionEnv)), name)
		}
	}
	at := config.AWS{
		Region: "us-east-1", AccessKeyID: info.FunctionEnv["AWS_ACCESS_KEY_ID"], SecretAccessKey: info.FunctionEnv["AWS_SECRET_ACCESS_KEY"],
		S3Endpoint: info.FunctionEnv["AWS_ENDPOINT_URL_S3"], LambdaEndpoint: info.FunctionEnv["AWS_ENDPOINT_URL_LAMBDA"],
	}
	e, err := lambdahost.NewEnv(config.Config{ResultsBucket: info.FunctionEnv["QUARRY_RESULTS_BUCKET"], AWS: at}, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	documents := reading.NewClient(e.AWS(), at.LambdaEndpoint, info.FunctionEnv["QUARRY_PDF_FUNCTION"], e.Blobs)
	if _, err := documents.Read(t.Context(), []byte("%PDF-1.4\nwithout anything")); !errors.Is(err, pdf.ErrUnusable) {
		t.Errorf("a PDF of nothing: got error %v, want %v of the function", err, pdf.ErrUnusable)
	}
	visit := shown.Visit{URL: "http://app.test/", Timeout: 20 * time.Second}
	got, err := showing.NewClient(e.AWS(), at.LambdaEndpoint, info.FunctionEnv["QUARRY_BROWSER_FUNCTION"], e.Blobs).Visit(t.Context(), visit)
	if _, missing := chromium.Find(""); missing != nil {
		if !errs.Is(err, errs.BrowserUnavailable) {
			t.Errorf("without a browser: got error %v, want browser_unavailable", err)
		}
		return
	}
	if err != nil || got.Status != http.StatusOK {
		t.Errorf("got page %+v, error %v; want one with status 200", got, err)
	}
	if _, err := showing.NewClient(e.AWS(), at.LambdaEndpoint, "another", e.Blobs).Visit(t.Context(), visit); err == nil {
		t.Error("got no error of a function that is not there, want one")
	}
}
