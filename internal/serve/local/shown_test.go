package local_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/quarryapi/quarry/internal/web/browser/chromium"
)

// TestShownSampleWeb: the browser of a local service trusts the certificates of the sample web that are in order, and of those
// that are not in order none.
func TestShownSampleWeb(t *testing.T) {
	t.Parallel()
	if _, err := chromium.Find(""); err != nil {
		t.Skip(err)
	}
	c := &caller{info: startLocal(t)}
	type want struct{ outcome, finalURL, warnings string }
	for _, step := range []struct {
		path, body string
		want       want
	}{
		{"/scrape", `{"url":"app.test"}`, want{"succeeded", "https://app.test/", "<nil>"}},
		{"/scrape/site", `{"domain":"company.test"}`, want{"succeeded", "https://company.test/", "<nil>"}},
		{"/scrape/site", `{"url":"https://expired.test/"}`, want{"tls_failed", "<nil>", "<nil>"}},
		{"/scrape/site", `{"url":"https://othername.test/"}`, want{"tls_failed", "<nil>", "<nil>"}},
		{"/scrape/site", `{"url":"https://selfsigned.test/"}`, want{"tls_failed", "<nil>", "<nil>"}},
		{"/scrape/site", `{"url":"https://halfchain.test/"}`, want{"tls_failed", "<nil>", "<nil>"}},
		{"/scrape", `{"url":"http://app.test/late","options":{"waitFor":"#sum"}}`, want{"succeeded", "http://app.test/late", "<nil>"}},
		{"/scrape", `{"url":"http://app.test/late","render":"never"}`, want{"succeeded", "http://app.test/late", "[needs_rendering]"}},
	} {
		status, data := c.call(t, http.MethodPost, "/v1/public"+step.path, []byte(step.body))
		result, _ := data["result"].(map[string]any)
		got := want{fmt.Sprint(data["status"]), fmt.Sprint(result["finalUrl"]), fmt.Sprint(result["warnings"])}
		if failure, ok := data["error"].(map[string]any); ok {
			got.outcome = fmt.Sprint(failure["code"])
		}
		if status != http.StatusOK || got != step.want {
			t.Errorf("%s %s: got status %d, %+v; want 200, %+v", step.path, step.body, status, got, step.want)
		}
	}
}
