package openai_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/read/model"
	"github.com/quarryapi/quarry/internal/read/model/openai"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// embedder leads to a handler in the place of the provider, or to the replay.
func embedder(t *testing.T, key, id string, serve http.HandlerFunc) *openai.Embedder {
	t.Helper()
	up := webclient.Upstream(t, "model", key, serve)
	return openai.NewEmbedder(up.Config, up, id)
}

func TestEmbed(t *testing.T) {
	t.Parallel()
	e := embedder(t, "secret", "e-1", func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		if string(sent) != `{"input":["a","b"],"model":"e-1"}` || r.URL.Path != "/embeddings" || r.Header.Get("Authorization") != "Bearer secret" {
			t.Errorf("sent %s to %s", sent, r.URL)
		}
		_, _ = io.WriteString(w, `{"object":"list","data":[{"object":"embedding","index":1,"embedding":[0,1]},{"object":"embedding","index":0,"embedding":[1,0.5]}],"model":"e-1","usage":{"prompt_tokens":2,"total_tokens":2}}`)
	})
	got, err := e.Embed(t.Context(), []string{"a", "b"})
	want := model.Embedding{Vectors: [][]float32{{1, 0.5}, {0, 1}}, InputTokens: 2}
	if diff := cmp.Diff(want, got); diff != "" || err != nil || e.Name() != "openai" || e.Model() != "e-1" {
		t.Errorf("got error %v, want no error, Name() \"openai\", Model() \"e-1\"; Embed mismatch (-want +got):\n%s", err, diff)
	}
}

func TestOddVectors(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		code   errs.Code
		final  bool
	}{
		"text":           {200, "all is well", errs.ProviderUnavailable, false},
		"a page":         {200, "<html>", errs.ProviderUnavailable, false},
		"a number's end": {200, `{"data":[{"index":0,"embedding":[1e99]}]}`, errs.ProviderUnavailable, false},
		"base64":         {200, `{"data":[{"index":0,"embedding":"AAAA"}]}`, errs.ProviderUnavailable, false},
		"other JSON":     {200, `{"method":"POST"}`, errs.ParseFailed, false},
		"too few":        {200, `{"data":[{"index":0,"embedding":[1]}]}`, errs.ParseFailed, false},
		"one twice":      {200, `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`, errs.ParseFailed, false},
		"out of bounds":  {200, `{"data":[{"index":0,"embedding":[1]},{"index":7,"embedding":[1]}]}`, errs.ParseFailed, false},
		"below bounds":   {200, `{"data":[{"index":-1,"embedding":[1]},{"index":1,"embedding":[1]}]}`, errs.ParseFailed, false},
		"an empty one":   {200, `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[1]}]}`, errs.ParseFailed, false},
		"error within":   {200, `{"error":{"message":"secret","code":429}}`, errs.UpstreamRateLimited, false},
		"no quota":       {429, `{"error":{"type":"insufficient_quota","code":"insufficient_quota","message":"secret"}}`, errs.ProviderUnavailable, true},
		"too long":       {400, `{"error":{"message":"This model's maximum context length is 8192 tokens","code":"context_length_exceeded"}}`, errs.ProviderUnavailable, true},
		"wrong key":      {401, `{"error":{"message":"Incorrect API key provided: secret"}}`, errs.ProviderNotConfigured, false},
		"no such route":  {404, `404 page not found`, errs.ProviderNotConfigured, false},
		"broken":         {500, ``, errs.ProviderUnavailable, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := embedder(t, "secret", "e-1", webclient.Answer(c.status, c.body)).Embed(t.Context(), []string{"a", "b"})
			e := errs.As(err)
			if e == nil || e.Code != c.code || e.Permanent != c.final || got.Vectors != nil {
				t.Fatalf("got %+v", e)
			}
			if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "QUARRY_MODEL") {
				t.Errorf("%v shows what it must not, or names another setting", err)
			}
		})
	}
}

// The replay's vectors tell texts that share words from others.
func TestReplayedVectors(t *testing.T) {
	t.Parallel()
	m := model.New(nil, "").WithEmbedder(embedder(t, "", "sample-embedding", nil))
	got, usage, err := m.Embed(t.Context(), []string{"The tide barrier of Skerwick", "Skerwick has a tide barrier.", "A walking pack of canvas"})
	if err != nil || usage.Calls != 1 || usage.InputTokens == 0 || usage.Model != "sample-embedding" || !m.CanEmbed() {
		t.Fatalf(`got usage %+v, error %v; want no error, Calls 1, InputTokens other than 0, Model "sample-embedding", CanEmbed() true`, usage, err)
	}
	cosine := func(a, b []float32) (sum float32) {
		for i := range a {
			sum += a[i] * b[i]
		}
		return sum
	}
	if near, far := cosine(got[0], got[1]), cosine(got[0], got[2]); near < 0.9 || far > 0.5 {
		t.Errorf("got near %f, far %f; want near at least 0.9, far at most 0.5", near, far)
	}
	for id, code := range map[string]errs.Code{"off": errs.ProviderNotConfigured, "malformed": errs.ParseFailed, "broken": errs.ProviderUnavailable} {
		if _, err := embedder(t, "", id, nil).Embed(t.Context(), []string{"a"}); !errs.Is(err, code) {
			t.Errorf("%s: got error %v, want error %q", id, err, code)
		}
	}
}

// A key is in no error, whatever breaks, and neither is what was asked.
func TestNothingSecretInErrors(t *testing.T) {
	t.Parallel()
	broken := map[string]http.HandlerFunc{
		"hangs up": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"repeats": func(w http.ResponseWriter, r *http.Request) {
			sent, _ := io.ReadAll(r.Body)
			said, _ := json.Marshal(map[string]any{"error": map[string]any{"message": r.Header.Get("Authorization") + string(sent), "code": 418}})
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write(said)
		},
		"redirects": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://nowhere.test/"+r.Header.Get("Authorization"), http.StatusTemporaryRedirect)
		},
		"cuts off": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "9999")
			_, _ = io.WriteString(w, r.Header.Get("Authorization"))
		},
	}
	for name, serve := range broken {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := embedder(t, "key-of-ours", "e-1", serve).Embed(t.Context(), []string{"a private text"})
			p := openai.New(webclient.Upstream(t, "model", "key-of-ours", serve).Config, webclient.Upstream(t, "model", "key-of-ours", serve))
			q := query()
			q.System = "a private text"
			_, err2 := p.Ask(t.Context(), q)
			for _, err := range []error{err, err2} {
				if err == nil || strings.Contains(err.Error(), "key-of-ours") || strings.Contains(err.Error(), "private") {
					t.Errorf(`got error %v, want an error, Error() without "key-of-ours", Error() without "private"`, err)
				}
			}
		})
	}
}
