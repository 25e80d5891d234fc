package local_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/webtest/maze"
)

// TestCrawlWithoutCredits: what cannot pay for one page is refused when it is asked for, as a scrape is: a crawl, and
// the resumption of one. A crawl that was made before is answered to its key all the same.
func TestCrawlWithoutCredits(t *testing.T) {
	t.Parallel()
	m := maze.New(60)
	s := mazeService(t, m, t.TempDir())
	o := newTenant(t, s)
	name := "poor"
	made, err := s.Operator().Handle(t.Context(), admin.Request{Op: "org.create", Name: &name, Credits: 3, InFlightCap: new(10)})
	must(t, err)
	o.token = newToken(t, s, made.(admin.Created).OrganizationID) //nolint:errcheck,forcetypeassert // fails the test
	body := fmt.Appendf(nil, `{"url":%q,"sitemap":"skip","limit":1000}`, m.Root())
	id, _ := o.call(t, http.MethodPost, "/v1/public/crawl", body, "k").data()["crawlId"].(string)
	read := func() map[string]any { return o.call(t, http.MethodGet, "/v1/public/crawl/"+id, nil, "").data() }
	at := read()
	for at["status"] == "running" {
		at = read()
	}
	if at["status"] != "finished" || at["truncatedBy"] != "credits" {
		t.Errorf("got a crawl that is %v by %v, want it finished by credits", at["status"], at["truncatedBy"])
	}
	for path, body := range map[string][]byte{"": body, "/" + id + "/resume": nil} {
		r := o.call(t, http.MethodPost, "/v1/public/crawl"+path, body, "")
		if r.status != http.StatusPaymentRequired || !strings.Contains(r.raw, `"insufficient_credits"`) || !strings.Contains(r.raw, `"required"`) {
			t.Errorf("POST /crawl%s: got %d %s, want 402 insufficient_credits with what is required", path, r.status, r.raw)
		}
	}
	if now := read()["status"]; now != "finished" {
		t.Errorf("got a crawl that is %v after a resumption that was refused, want it finished", now)
	}
	again := o.call(t, http.MethodPost, "/v1/public/crawl", body, "k")
	if got := again.data()["crawlId"]; got != id || again.status != http.StatusAccepted {
		t.Errorf("got %d, crawl %v of the same key; want 202, %s", again.status, got, id)
	}
}

// TestCrawlOfADomain: the name of a site stands for its first page, and is not taken beside one.
func TestCrawlOfADomain(t *testing.T) {
	t.Parallel()
	c := &caller{info: startLocal(t)}
	status, made := c.call(t, http.MethodPost, "/v1/public/crawl", []byte(`{"domain":"maze.test","limit":1}`))
	id, _ := made["crawlId"].(string)
	_, crawl := c.call(t, http.MethodGet, "/v1/public/crawl/"+id, nil)
	if status != http.StatusAccepted || crawl["host"] != nil && crawl["host"] != "maze.test" {
		t.Errorf("got %d, a crawl of %v; want 202, maze.test", status, crawl["host"])
	}
	if status, _ := c.call(t, http.MethodPost, "/v1/public/crawl", []byte(`{"domain":"a.test","url":"http://b.test/"}`)); status != http.StatusBadRequest {
		t.Errorf("got %d for a domain beside a url, want 400", status)
	}
}
