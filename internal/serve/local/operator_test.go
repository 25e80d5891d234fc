package local_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/serve/local"
)

// TestOperatorOfTheConsole acts for who has the key, from a page of this service alone, and shows no key of an upstream.
func TestOperatorOfTheConsole(t *testing.T) {
	t.Parallel()
	s, err := local.Start(t.Context(), local.Options{
		Listen: "127.0.0.1:0", DataDir: t.TempDir(), SampleWeb: true, Log: slog.New(slog.DiscardHandler), Keys: map[string]string{"brave": "key-of-brave"},
	})
	if err != nil {
		t.Fatalf("starting a service: got error %v", err)
	}
	t.Cleanup(s.Close)
	info := s.Info()
	ask := func(method, body string, headers ...string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, info.BaseURL+"/console/operator", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range headers {
			name, value, _ := strings.Cut(h, ": ")
			r.Header.Set(name, value)
			if name == "Host" {
				r.Host = value
			}
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		raw, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(raw)
	}
	key := "X-Operator-Key: " + info.AdminKey
	list := `{"op":"token.list","org":"` + info.OrganizationID + `"}`
	for _, c := range []struct {
		name, method, body string
		headers            []string
		status             int
		want               string
	}{
		{"whether there is one", http.MethodGet, "", nil, http.StatusNoContent, ""},
		{"tokens", http.MethodPost, list, []string{key, "Origin: " + info.BaseURL}, http.StatusOK, `"label":"demo"`},
		{"no key", http.MethodPost, list, nil, http.StatusForbidden, "adminKey in local.json"},
		{"the token for the key", http.MethodPost, list, []string{"X-Operator-Key: " + info.Token}, http.StatusForbidden, "adminKey"},
		{"a page of another origin", http.MethodPost, list, []string{key, "Origin: http://a.test"}, http.StatusNotFound, "not_found"},
		{"a page of another site", http.MethodPost, list, []string{key, "Sec-Fetch-Site: cross-site"}, http.StatusNotFound, "not_found"},
		{"another name of this machine", http.MethodPost, list, []string{key, "Host: a.test"}, http.StatusNotFound, "not_found"},
		{"through a proxy", http.MethodPost, list, []string{key, "X-Forwarded-For: 192.0.2.1"}, http.StatusNotFound, "not_found"},
		{"another act", http.MethodPost, `{"op":"org.delete","org":"` + info.OrganizationID + `"}`, []string{key}, http.StatusBadRequest, "quarry admin does more"},
		{"no JSON", http.MethodPost, `op`, []string{key}, http.StatusBadRequest, "invalid_json"},
		{"another method", http.MethodDelete, "", []string{key}, http.StatusMethodNotAllowed, "method_not_allowed"},
	} {
		if status, body := ask(c.method, c.body, c.headers...); status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s: got status %d, %s; want %d, %s", c.name, status, body, c.status, c.want)
		}
	}
	_, body := ask(http.MethodPost, `{"op":"sources"}`, key)
	var answer struct {
		Data struct {
			Model   string `json:"model"`
			Sources []struct {
				Name  string `json:"name"`
				State string `json:"state"`
				Key   string `json:"key"`
			} `json:"sources"`
		} `json:"data"`
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("got %s, want the sources", body)
	}
	got := map[string]string{}
	for _, s := range answer.Data.Sources {
		got[s.Name] = s.State + " " + s.Key
	}
	if got["brave"] != "ready set" || got["wikidata"] != "ready none" || answer.Data.Model == "" || strings.Contains(body, "key-of-brave") {
		t.Errorf("got %s, want how each is configured, and no key", body)
	}
}
