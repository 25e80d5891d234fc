package signing_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
)

func TestSecretsAreRandomAndOfTheForm(t *testing.T) {
	t.Parallel()
	a, b := signing.NewSecret(), signing.NewSecret()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(a, "whsec_"))
	if a == b || err != nil || len(key) != 32 || !strings.HasPrefix(a, "whsec_") {
		t.Errorf(`got a %q, b %q, error %v; want other than %q, no error, key length 32, beginning with "whsec_"`, a, b, err, b)
	}
}

// TestSignatureByHand works the contract's formula out again from its words.
func TestSignatureByHand(t *testing.T) {
	t.Parallel()
	secret, body := signing.NewSecret(), []byte(`{"id":"evt_1"}`)
	h := signing.Sign([]string{secret}, "evt_1", time.Unix(1767225600, 0), body)
	m := hmac.New(sha256.New, []byte(secret)) // the whole string, as bytes
	m.Write([]byte("1767225600." + string(body)))
	if got, want := h.Get("X-Service-Signature"), "sha256="+hex.EncodeToString(m.Sum(nil)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := h.Get("X-Service-Timestamp"); got != "1767225600" {
		t.Errorf("timestamp %s", got)
	}
	if got := h.Get("webhook-id"); got != "evt_1" {
		t.Errorf("id %s", got)
	}
}

func TestStandardWebhooksLibraryAgrees(t *testing.T) {
	t.Parallel()
	fresh, old, body := signing.NewSecret(), signing.NewSecret(), []byte(`{"a":"ü"}`)
	h := signing.Sign([]string{fresh, old}, "evt_1", time.Now(), body)
	for _, secret := range []string{fresh, old} {
		wh, err := standard.NewWebhook(secret)
		if err != nil {
			t.Fatal(err)
		}
		if err := wh.Verify(body, h); err != nil {
			t.Errorf("a signature of the overlap: %v", err)
		}
		if err := wh.Verify(append(body, ' '), h); err == nil {
			t.Error("another body was accepted")
		}
	}
}

func TestVerify(t *testing.T) {
	t.Parallel()
	fresh, old, body := signing.NewSecret(), signing.NewSecret(), []byte(`{}`)
	h := signing.Sign([]string{fresh, old}, "evt_1", time.Unix(5, 0), body)
	given := h.Get("X-Service-Signature")
	for _, c := range []struct {
		name, secret, timestamp string
		body                    []byte
		want                    bool
	}{
		{"the new secret", fresh, "5", body, true},
		{"the old secret", old, "5", body, true},
		{"another endpoint's secret", signing.NewSecret(), "5", body, false},
		{"another time", fresh, "6", body, false},
		{"another body", fresh, "5", []byte(`{ }`), false},
	} {
		if got := signing.Verify(c.secret, c.timestamp, given, c.body); got != c.want {
			t.Errorf("%s: got %v, want %t", c.name, got, c.want)
		}
	}
}
