package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/kind"
)

func TestReadSettings(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		context map[string]any
		want    settings
	}{
		"nothing said": {
			map[string]any{},
			settings{stackName: "quarry", logLevel: "info", logDays: "30", dashboard: true, dist: "../dist"},
		},
		"all said": {
			map[string]any{
				"stackName": "q2", "userAgent": "Acme/1 (+https://example.com/bot)", "alarmEmail": "ops@example.com", "logLevel": "debug", "dist": "/tmp/d",
				"dashboard": "false", "sources": "crux=https://crux.example.com", "keysSecret": "quarry/keys", "keysVersion": "v2", "model": "bedrock:a.b",
				"embeddings": "openai:e", "cursorKey": "/quarry/cursor-key", "sharePercent": 75.0, "renderCredits": 3.0, "accountConcurrency": 1000.0, "concurrency": "url=200",
				"budget": 50.0, "tags": "team=web", "rollout": true, "domain": "api.example.com", "certificate": "arn:c", "domainOnly": true, "logDays": 90.0,
			},
			settings{
				stackName: "q2", userAgent: "Acme/1 (+https://example.com/bot)", alarmEmail: "ops@example.com", logLevel: "debug", dist: "/tmp/d",
				sources: "crux=https://crux.example.com", keysSecret: "quarry/keys", keysVersion: "v2", model: "bedrock:a.b", embeddings: "openai:e", cursorKey: "/quarry/cursor-key", sharePercent: "75", renderCredits: "3", accountConcurrency: "1000", concurrency: "url=200",
				budget: "50", tags: "team=web", rollout: true, domain: "api.example.com", certificate: "arn:c", domainOnly: true, logDays: "90",
			},
		},
		"unbuilt, by the command line": {
			map[string]any{"unbuilt": "true"},
			settings{stackName: "quarry", logLevel: "info", logDays: "30", dashboard: true, unbuilt: true, dist: "../functions"},
		},
		"unbuilt, by cdk.json": {
			map[string]any{"unbuilt": true},
			settings{stackName: "quarry", logLevel: "info", logDays: "30", dashboard: true, unbuilt: true, dist: "../functions"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := readSettings(test.context); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

const certificateARN = "arn:aws:acm:eu-central-1:123456789012:certificate/12345678-1234"

// TestCheck: what is missing is said before the CDK panics over it, or before it
// fails when it is deployed.
func TestCheck(t *testing.T) {
	t.Parallel()
	dist := t.TempDir()
	makeFile(t, filepath.Join(dist, "built", "bootstrap"), 0)
	built, unbuilt := function{name: "built"}, function{name: "unbuilt"}
	good := settings{stackName: "quarry", dist: dist, logLevel: "info", logDays: "30"}
	tests := map[string]struct {
		change    func(*settings)
		functions []function
		want      []string // parts of the error; none is no error
	}{
		"complete": {
			func(s *settings) {
				s.sources, s.keysSecret, s.keysVersion, s.model = "crux=https://crux.example.com", "quarry/keys", "v2", "bedrock:a.b"
				s.domain, s.certificate, s.userAgent = "api.example.com", certificateARN, "Acme/1 (+https://example.com/bot)"
				s.alarmEmail, s.budget, s.tags = "ops@example.com", "12.50", "team=web, cost-center=4 2"
			},
			[]function{built},
			nil,
		},
		"unbuilt, without sources": {func(s *settings) { s.unbuilt = true }, []function{built}, []string{"no main.go"}},
		"all at once": {
			func(s *settings) { s.logLevel = "error" },
			[]function{built, unbuilt},
			[]string{`logLevel is "error"`, "for unbuilt: run make functions"},
		},
		"sources of nowhere":     {func(s *settings) { s.sources = "none=https://example.com" }, nil, []string{"setting sources", `"none"`}},
		"sources without a name": {func(s *settings) { s.sources = "https://example.com" }, nil, []string{"setting sources: entry 1 of 1"}},
		"a model without its provider": {
			func(s *settings) { s.model = "amazon.nova-lite-v1" },
			nil,
			[]string{"setting model", `"amazon.nova-lite-v1"`},
		},
		"an embedding model without its provider": {
			func(s *settings) {
				s.embeddings, s.sharePercent, s.renderCredits, s.faces = "titan", "0", "free", "firecrow"
			},
			nil,
			[]string{"setting embeddings", `QUARRY_EMBEDDINGS is "titan"`, `setting sharePercent: QUARRY_SHARE_PERCENT is "0"`, `setting renderCredits: QUARRY_RENDER_CREDITS is "free"`, `setting faces: there is no face "firecrow"`},
		},
		"a key in place of its parameter's name": {
			func(s *settings) { s.cursorKey = "k3yTh4tNobodyKnows" }, nil, []string{"setting cursorKey is to be the name of a parameter with a path"},
		},
		"limits that AWS refuses": {
			func(s *settings) { s.accountConcurrency, s.concurrency, s.requestRate = "10", "url=1", "0" }, nil, []string{"AWS keeps 100", "url=1 is not a whole number", `requestRate is "0"`},
		},
		"a budget of nobody":                 {func(s *settings) { s.budget = "50" }, nil, []string{"setting budget", "alarmEmail"}},
		"a budget of no dollars":             {func(s *settings) { s.budget, s.alarmEmail = "much", "a@b.test" }, nil, []string{"setting budget"}},
		"a level that silences metrics":      {func(s *settings) { s.logLevel = "warn" }, nil, []string{"setting logLevel"}},
		"days that CloudWatch does not take": {func(s *settings) { s.logDays = "31" }, nil, []string{"setting logDays"}},
		"names that Lambda refuses":          {func(s *settings) { s.stackName = "My_Stack" }, nil, []string{"setting stackName", "My_Stack"}},
		"no name":                            {func(s *settings) { s.stackName = "" }, nil, []string{"setting stackName"}},
		"a name that is too long": {
			func(s *settings) { s.stackName = strings.Repeat("q", 60) }, []function{{name: "built"}}, []string{"stackName has 60 characters", "may have 58"},
		},
		"a budget of no number":          {func(s *settings) { s.budget, s.alarmEmail = "NaN", "a@b.test" }, nil, []string{`setting budget is "NaN"`}},
		"a budget of nothing":            {func(s *settings) { s.budget, s.alarmEmail = "0", "a@b.test" }, nil, []string{`setting budget is "0"`}},
		"an address of nobody":           {func(s *settings) { s.alarmEmail = "not-an-email" }, nil, []string{"setting alarmEmail"}},
		"an address with a name":         {func(s *settings) { s.alarmEmail = "Ops <ops@b.test>" }, nil, []string{"setting alarmEmail"}},
		"tags without values":            {func(s *settings) { s.tags = "team" }, nil, []string{"setting tags"}},
		"tags that are AWS's own":        {func(s *settings) { s.tags = "team=web,aws:a=b" }, nil, []string{"setting tags", "aws:a"}},
		"a domain that is a URL":         {func(s *settings) { s.domain, s.certificate = "https://api.example.com/", certificateARN }, nil, []string{"setting domain"}},
		"a certificate that is none":     {func(s *settings) { s.domain, s.certificate = "api.example.com", "arn:aws:iam::1:role/x" }, nil, []string{"setting certificate"}},
		"a User-Agent of two lines":      {func(s *settings) { s.userAgent = "a\nb" }, nil, []string{"setting userAgent"}},
		"a version of no secret":         {func(s *settings) { s.keysVersion = "v2" }, nil, []string{"setting keysVersion"}},
		"a secret's name that is none":   {func(s *settings) { s.keysSecret = "a:SecretString:b" }, nil, []string{"setting keysSecret"}},
		"a secret that ends a template":  {func(s *settings) { s.keysSecret = "x}}" }, nil, []string{"setting keysSecret"}},
		"a domain without a certificate": {func(s *settings) { s.domain = "api.example.com" }, nil, []string{"settings domain and certificate"}},
		"a certificate of another region": {
			func(s *settings) { s.domain, s.certificate, s.region = "api.example.com", certificateARN, "eu-south-9" }, nil, []string{"setting certificate is of the region", "not of eu-south-9"},
		},
		"no address":                  {func(s *settings) { s.domainOnly = true }, nil, []string{"setting domainOnly", "set domain"}},
		"a browser that is not there": {func(*settings) {}, []function{{name: kind.BrowserFunction}}, []string{"run make layer"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := good
			test.change(&s)
			err := s.check(test.functions)
			if len(test.want) == 0 && err != nil {
				t.Errorf("refuses what is complete: %v", err)
			}
			for _, want := range test.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want it to say %q", err, want)
				}
			}
		})
	}
}

// TestKeysInPlaceOfTheirName: a key that is given as the name of a secret is not
// shown again.
func TestKeysInPlaceOfTheirName(t *testing.T) {
	t.Parallel()
	err := settings{stackName: "quarry", logLevel: "info", logDays: "30", keysSecret: "crux=AIzaSecret"}.check(nil)
	if err == nil || !strings.Contains(err.Error(), "keysSecret") || strings.Contains(err.Error(), "AIza") {
		t.Errorf("got %v", err)
	}
}

// TestLayerFits: Lambda takes 250 MB of a function and its layer together, and 5 MB of them are left.
func TestLayerFits(t *testing.T) {
	t.Parallel()
	dist := t.TempDir()
	s := settings{stackName: "quarry", logLevel: "info", logDays: "30", dist: dist}
	fn := function{name: kind.BrowserFunction}
	makeFile(t, filepath.Join(dist, kind.BrowserFunction, "bootstrap"), 20<<20)
	makeFile(t, filepath.Join(dist, layerDir, "bin", "chromium"), 225<<20)
	if err := s.check([]function{fn}); err != nil {
		t.Errorf("got error %v of 245 MB, want none", err)
	}
	makeFile(t, filepath.Join(dist, layerDir, "fonts", "font.ttf"), 1)
	if err := s.check([]function{fn}); err == nil || !strings.Contains(err.Error(), "browser have 256901121 bytes unpacked, 5242879 less") {
		t.Errorf("got error %v of a byte more, want one that names both sizes", err)
	}
}

// makeFile makes a file of a size, sparsely.
func makeFile(t *testing.T, path string, size int64) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
}
