package probe_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/sources/probe"
	"github.com/quarryapi/quarry/internal/sources/sampletest"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/webtest"
)

// answering gives every call the same answer.
type answering []byte

// Do implements upstream.Fetcher.
func (a answering) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	request, err := http.NewRequest(http.MethodGet, r.URL, http.NoBody) //nolint:noctx // is not sent
	if err != nil {
		return nil, err
	}
	return &fetch.Response{Status: http.StatusOK, Header: http.Header{}, URL: request.URL, Body: a}, nil
}

// TestSamples gives each recorded answer to all parsers, whatever it is called and
// wherever it lies: those that it is for read it, and none of the others breaks over it.
func TestSamples(t *testing.T) {
	t.Parallel()
	keys := webtest.New().Keys()
	keys["xapi"] = "sample-x-key"
	paces := map[string]string{}
	for _, u := range sources.All() {
		paces[u.Name+".pace"] = "0s"
	}
	settings, err := sources.NewSettings(paces, keys)
	if err != nil {
		t.Fatalf("got %v, want settings", err)
	}
	sampletest.Each(t, ".", func(t *testing.T, name string, body []byte) any {
		t.Helper()
		p := &probe.Prober{Settings: settings, Web: answering(body), Now: prober(t).Now}
		var by []string
		for _, upstream := range probe.Names() {
			if r := p.Probe(t.Context(), upstream); r.Error == "" {
				by = append(by, upstream)
			}
		}
		t.Logf("%s is read by %v", name, by)
		return by // none at all is nil
	})
}
