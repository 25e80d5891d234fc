package seal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/seal"
)

func TestSealAndOpen(t *testing.T) {
	t.Parallel()
	s := seal.New("installation")
	secrets := []string{"Bearer abc", "", "ünï"}
	sealed, err := s.Seal("org_1 job_1", secrets)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, []byte("abc")) {
		t.Errorf("got %q, want nothing of the secret in it", sealed)
	}
	if got, err := s.Open("org_1 job_1", sealed); err != nil || !cmp.Equal(secrets, got) {
		t.Errorf("opened: got %q, error %v; want %q", got, err, secrets)
	}
	again, err := s.Seal("org_1 job_1", secrets)
	if err != nil || bytes.Equal(sealed, again) {
		t.Errorf("sealed twice: got the same bytes, error %v; want others", err)
	}
	changed := bytes.Clone(sealed)
	changed[len(changed)-1] ^= 1
	for name, open := range map[string]func() ([]string, error){
		"another job":          func() ([]string, error) { return s.Open("org_1 job_2", sealed) },
		"another installation": func() ([]string, error) { return seal.New("other").Open("org_1 job_1", sealed) },
		"a changed byte":       func() ([]string, error) { return s.Open("org_1 job_1", changed) },
		"too short":            func() ([]string, error) { return s.Open("org_1 job_1", []byte("x")) },
	} {
		if got, err := open(); err == nil {
			t.Errorf("%s: got %q, want an error", name, got)
		}
	}
	if sealed, err := s.Seal("o", nil); sealed != nil || err != nil {
		t.Errorf("no secrets: got %x, error %v; want nil", sealed, err)
	}
}

func TestDigest(t *testing.T) {
	t.Parallel()
	digest := func(secret string, parts ...string) string {
		list := make([][]byte, len(parts))
		for i, part := range parts {
			list[i] = []byte(part)
		}
		return seal.New(secret).Digest(list...)
	}
	if first, again := digest("k", "a", "b"), digest("k", "a", "b"); first != again {
		t.Errorf("equal parts: got %s and %s, want the same", first, again)
	}
	for name, other := range map[string]string{"another part": digest("k", "a", "c"), "other bounds": digest("k", "ab"), "another key": digest("l", "a", "b")} {
		if other == digest("k", "a", "b") {
			t.Errorf("%s: got the same digest, want another", name)
		}
	}
}

func TestRedact(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		input, shown string
		secrets      []string
	}{
		"none":              {`{"url":"http://a.b/?q=x@y","n":1.50}`, `{"url":"http://a.b/?q=x@y","n":1.50}`, nil},
		"headers":           {`{"url":"u","options":{"headers":{"Cookie":"sid=1","Authorization":"Bearer a","X-Empty":""}}}`, `{"options":{"headers":{"Authorization":"[redacted]","Cookie":"[redacted]","X-Empty":""}},"url":"u"}`, []string{"Bearer a", "sid=1"}},
		"cookies":           {`{"options":{"cookies":[{"name":"sid","value":"1"}],"Cookie":"a=b"}}`, `{"options":{"Cookie":"[redacted]","cookies":[{"name":"[redacted]","value":"[redacted]"}]}}`, []string{"a=b", "sid", "1"}},
		"actions":           {`{"text":"x","options":{"actions":[{"type":"type","selector":"#p","text":"pw"},{"type":"press","key":"Enter"}]}}`, `{"options":{"actions":[{"selector":"#p","text":"[redacted]","type":"type"},{"key":"Enter","type":"press"}]},"text":"x"}`, []string{"pw"}},
		"proxy":             {`{"options":{"proxy":"http://proxy.example:3128"}}`, `{"options":{"proxy":"[redacted]"}}`, []string{"http://proxy.example:3128"}},
		"userinfo":          {`{"q":"see https://me:pa@ss@host.example/x?y and http://k@h"}`, `{"q":"see https://[redacted]@host.example/x?y and http://[redacted]@h"}`, []string{"see https://me:pa@ss@host.example/x?y and http://k@h"}},
		"encoded":           {`{"url":"http://b/x?next=http%3A%2F%2Fu5er%3Apa55w%40c/"}`, `{"url":"http://b/x?next=http%3A%2F%2F[redacted]%40c/"}`, []string{"http://b/x?next=http%3A%2F%2Fu5er%3Apa55w%40c/"}},
		"a mark of its own": {`{"q":"http://[redacted]@a","options":{"headers":{"A":"[redacted]"}}}`, `{"options":{"headers":{"A":"[redacted]"}},"q":"http://[redacted]@a"}`, []string{"[redacted]", "http://[redacted]@a"}},
	}
	for name, tc := range cases {
		shown, secrets, err := seal.Redact(json.RawMessage(tc.input))
		if err != nil || string(shown) != tc.shown || !cmp.Equal(tc.secrets, secrets) {
			t.Errorf("%s: got %s, %q, error %v; want %s, %q", name, shown, secrets, err, tc.shown, tc.secrets)
		}
	}
}

// TestTextOfEncodedURLs holds URLs within the queries of others to what holds for themselves.
func TestTextOfEncodedURLs(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ text, want string }{
		"upper":                        {"http://b/x?next=http%3A%2F%2Fu5er%3Apa55w%40c/", "http://b/x?next=http%3A%2F%2F[redacted]%40c/"},
		"lower":                        {"http://b/x?next=http%3a%2f%2fu5er%3apa55w%40c%2f", "http://b/x?next=http%3a%2f%2f[redacted]%40c%2f"},
		"twice":                        {"http://b/x?next=http%253A%252f%252Fu5er%253Apa55w%2540c/", "http://b/x?next=http%253A%252f%252F[redacted]%2540c/"},
		"the colon only":               {"http://b/x?next=http%3A//u5er:pa55w@c/", "http://b/x?next=http%3A//[redacted]@c/"},
		"the slashes only":             {"http://b/x?next=http:%2F/u5er:pa55w%40c/", "http://b/x?next=http:%2F/[redacted]%40c/"},
		"the @ only":                   {"http://b/x?next=http://u5er:pa55w%40c/", "http://b/x?next=http://[redacted]%40c/"},
		"a slash in the password":      {"http%3A%2F%2Fu5er:pa%252F55w%40c", "http%3A%2F%2F[redacted]%40c"},
		"an encoded @ in the password": {"http://u5er:pa%4055w@c/", "http://[redacted]@c/"},
		"backslashes":                  {`http:\\u5er:pa55w@c/ and http:///u5er:pa55w@c`, `http:\\[redacted]@c/ and http:///[redacted]@c`},
		"an encoded path with an @":    {"http://b/x?next=http%3A%2F%2Fc%2Fa%40b", "http://b/x?next=http%3A%2F%2Fc%2Fa%40b"},
		"an encoded query with an @":   {"http://b/x?next=http%3a%2f%2fc%3fa%40b", "http://b/x?next=http%3a%2f%2fc%3fa%40b"},
		"two":                          {"http://k@b/?a=http%3A%2F%2Fl%40c", "http://[redacted]@b/?a=http%3A%2F%2F[redacted]%40c"},
	}
	for name, tc := range cases {
		if got := seal.Text(tc.text); got != tc.want {
			t.Errorf("%s: got %q, want %q", name, got, tc.want)
		}
	}
}

// TestRestore holds that a worker gets what the caller sent.
func TestRestore(t *testing.T) {
	t.Parallel()
	for name, input := range map[string]string{
		"none":     `{"z":1.50,"a":"x"}`,
		"headers":  `{"options":{"headers":{"A":"1","B":"[redacted]","C":""}},"url":"http://x/"}`,
		"encoded":  `{"list":["http://b/?a=http%3A%2F%2Fu%3Ap%40c","http://b/?a=%3A%2F%2F[redacted]%40c"]}`,
		"userinfo": `{"list":["http://a:b@c/","plain","x://y@z x://[redacted]@w"]}`,
	} {
		shown, secrets, err := seal.Redact(json.RawMessage(input))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := seal.Restore(shown, secrets); err != nil || string(got) != input {
			t.Errorf("%s: got %s, error %v; want %s", name, got, err, input)
		}
	}
	if got, err := seal.Restore(json.RawMessage(`{"headers":{"A":"[redacted]"}}`), []string{"1", "2"}); err == nil {
		t.Errorf("too many secrets: got %s, want an error", got)
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	log := slog.New(seal.Log(slog.NewJSONHandler(&out, nil))).With("via", "https://p:s3cret@proxy/").WithGroup("job")
	log.Info("x", "authorization", "Bearer s3cret", "target", "http://me:s3cret@h/", "error", errors.New("get http://me:s3cret@h/: refused"),
		slog.Group("g", "cookie", "s3cret"), "kept", "http://h/?a=b@c", "n", 7)
	if got := out.String(); strings.Contains(got, "s3cret") || !strings.Contains(got, "http://h/?a=b@c") || !strings.Contains(got, `"n":7`) {
		t.Errorf("got log %s, want without s3cret, with the rest", got)
	}
}

// FuzzRedact asserts that nothing of a header survives, and that restoring gives it back.
func FuzzRedact(f *testing.F) {
	f.Add(`{"options":{"headers":{"A":"b"}},"q":"x://u@h"}`)
	f.Add(`["x%3a%2f%2fu%40h","x:%252f/u%2540h"]`)
	f.Add(`["x://[redacted]@h",{"cookies":{"a":["b"]}}]`)
	f.Fuzz(func(t *testing.T, input string) {
		shown, secrets, err := seal.Redact(json.RawMessage(input))
		if err != nil || len(secrets) == 0 {
			return
		}
		if again, _, err := seal.Redact(shown); err != nil || string(again) != string(shown) {
			t.Fatalf("%q: redacted to %s and then to %s, error %v; want the same", input, shown, again, err)
		}
		restored, err := seal.Restore(shown, secrets)
		if err != nil {
			t.Fatalf("%q: restore %s: got error %v, want none", input, shown, err)
		}
		if back, _, err := seal.Redact(restored); err != nil || string(back) != string(shown) {
			t.Fatalf("%q: restored to %s, redacted to %s; want %s", input, restored, back, shown)
		}
	})
}

// TestRedactOutputs holds what a run returns to what may be shown of its arguments.
func TestRedactOutputs(t *testing.T) {
	t.Parallel()
	secrets := []string{"Bearer x", "see http://me:a&b@site.test/ \"here\""}
	for _, output := range []string{`{"query":"see http://me:a\u0026b@site.test/ \"here\""}`, `{"query":"see http://me:a&b@site.test/ \"here\""}`} {
		const want = `{"query":"see http://[redacted]@site.test/ \"here\""}`
		if got := seal.Hide(json.RawMessage(output), secrets); string(got) != want {
			t.Errorf("%s: got %s, want %s", output, got, want)
		}
	}
	const final = `{"finalUrl":"http://b/?next=http%3A%2F%2Fu%3Ap%40c"}`
	if got, want := seal.Hide(json.RawMessage(final), []string{"http://B?next=http%3A%2F%2Fu%3Ap%40c"}), `{"finalUrl":"http://b/?next=http%3A%2F%2F[redacted]%40c"}`; string(got) != want {
		t.Errorf("a URL in another form: got %s, want %s", got, want)
	}
	const other = `{"text":"Bearer x of http://me:other@site.test/"}`
	if got := seal.Hide(json.RawMessage(other), secrets); string(got) != other {
		t.Errorf("what no argument said: got %s, want it as it is", got)
	}
}

// TestANewSecretOpensWhatTheFormerSealed: a secret is changed while jobs wait, and the former one is left out later.
func TestANewSecretOpensWhatTheFormerSealed(t *testing.T) {
	t.Parallel()
	sealed, err := seal.New("old").Seal("job_1", []string{"s3cret"})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		sealer seal.Sealer
		owner  string
		opens  bool
	}{
		"the new one with the former":   {seal.New("new", "older", "old"), "job_1", true},
		"of another job":                {seal.New("new", "old"), "job_2", false},
		"the new one alone":             {seal.New("new"), "job_1", false},
		"the new one with an older one": {seal.New("new", "older"), "job_1", false},
	} {
		if secrets, err := c.sealer.Open(c.owner, sealed); (err == nil) != c.opens || c.opens && secrets[0] != "s3cret" {
			t.Errorf("%s: got %q, error %v; want it opened: %t", name, secrets, err, c.opens)
		}
	}
	again, err := seal.New("new", "old").Seal("job_1", []string{"s3cret"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := seal.New("old").Open("job_1", again); err == nil {
		t.Error("got what was sealed since opened by the former secret, want it sealed by the new one")
	}
}
