package firecrawl_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/faces/asked"
	"github.com/quarryapi/quarry/internal/faces/firecrawl"
)

// TestWebhook: where a call is to be told of it says so to the API, in the body where and beside it in which form.
func TestWebhook(t *testing.T) {
	t.Parallel()
	const url, all = `"webhookUrl":"http://b.test/"`, job.EventFilter("crawl.cancelled,crawl.completed,crawl.failed,crawl.page,crawl.started")
	for body, want := range map[string]struct {
		wish    *job.Wish
		warning string
	}{
		`{"url":"http://a.test/"}`:                            {},
		`{"url":"http://a.test/","webhook":null}`:             {},
		`{"url":"http://a.test/","webhook":""}`:               {},
		`{"url":"http://a.test/","webhook":"http://b.test/"}`: {&job.Wish{Form: job.Form{Name: "firecrawl"}, Events: all}, ""},
		`{"url":"http://a.test/","webhook":{"url":"http://b.test/","headers":{},"metadata":null,"events":[]}}`:            {&job.Wish{Form: job.Form{Name: "firecrawl"}, Events: all}, ""},
		`{"url":"http://a.test/","webhook":{"url":"http://b.test/","metadata":{"a":"` + "\xff" + `"},"events":["page"]}}`: {&job.Wish{Form: job.Form{Name: "firecrawl", Metadata: []byte(`{"a":"�"}`)}, Events: "crawl.page"}, ""},
		`{"url":"http://a.test/","webhook":{"url":"http://b.test/","metadata":{"b":1e30,"a":"` + strings.Repeat(`\u00fc`, 1000) + `<"},"events":["page"]}}`: {
			&job.Wish{Form: job.Form{Name: "firecrawl", Metadata: []byte(`{"a":"` + strings.Repeat("ü", 1000) + `<","b":1e30}`)}, Events: "crawl.page"}, "",
		},
		`{"url":"http://a.test/","webhook":{"url":"http://b.test/","metadata":{ "a": "b" },"events":["page","crawl.completed"],"retry":1}}`: {
			&job.Wish{Form: job.Form{Name: "firecrawl", Metadata: []byte(`{"a":"b"}`)}, Events: "crawl.completed,crawl.page"}, "webhook.retry is not known and was ignored.",
		},
	} {
		a := &api{answers: map[string][]string{"POST /crawl": {`202 {"data":{"crawlId":"crl_1"}}`}}}
		var got *job.Wish
		face := firecrawl.New(asked.New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got = job.WishOf(r.Context())
			a.ServeHTTP(w, r)
		})), firecrawl.Options{Longest: time.Minute})
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://quarry.test/v2/crawl", strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer satk_x")
		w := httptest.NewRecorder()
		face.ServeHTTP(w, r)
		if diff := cmp.Diff(want.wish, got); diff != "" || w.Code != http.StatusOK {
			t.Errorf("%s: got status %d, want 200; wish (-want +got):\n%s", body, w.Code, diff)
		}
		if strings.Contains(a.calls[0], url) != (want.wish != nil) {
			t.Errorf("%s: got call %s, want the webhook's address in it: %t", body, a.calls[0], want.wish != nil)
		}
		if !strings.Contains(w.Body.String(), want.warning) {
			t.Errorf("%s: got %s, want the warning %q", body, w.Body, want.warning)
		}
	}
}
