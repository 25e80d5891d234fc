package quarry_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	quarry "github.com/quarryapi/quarry/clients/go"
)

const (
	secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
	other  = "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA="
	event  = `{"id":"evt_1","type":"endpoint.test","timestamp":"2026-11-21T10:00:00.123Z","data":{}}`
)

// signed are the headers of Standard Webhooks, signed by its own library.
func signed(t *testing.T, at time.Time, secrets ...string) http.Header {
	t.Helper()
	h := http.Header{}
	h.Set("webhook-id", "evt_1")
	h.Set("webhook-timestamp", fmt.Sprint(at.Unix()))
	var all string
	for _, one := range secrets {
		library, err := standard.NewWebhook(one)
		if err != nil {
			t.Fatal(err)
		}
		signature, err := library.Sign("evt_1", at, []byte(event))
		if err != nil {
			t.Fatal(err)
		}
		all += " " + signature
	}
	h.Set("webhook-signature", all[1:])
	return h
}

// own are the service's own headers.
func own(at time.Time, secrets ...string) http.Header {
	h := http.Header{}
	h.Set("X-Service-Timestamp", fmt.Sprint(at.Unix()))
	var all string
	for _, one := range secrets {
		mac := hmac.New(sha256.New, []byte(one))
		fmt.Fprintf(mac, "%d.%s", at.Unix(), event)
		all += ",sha256=" + hex.EncodeToString(mac.Sum(nil))
	}
	h.Set("X-Service-Signature", all[1:])
	return h
}

func TestWebhook(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for name, c := range map[string]struct {
		header http.Header
		body   string
		secret string
		good   bool
	}{
		"standard":            {signed(t, now, secret), event, secret, true},
		"standard, rotating":  {signed(t, now, other, secret), event, secret, true},
		"own":                 {own(now, secret), event, secret, true},
		"own, rotating":       {own(now, other, secret), event, secret, true},
		"another secret":      {signed(t, now, other), event, secret, false},
		"own, another secret": {own(now, other), event, secret, false},
		"another body":        {signed(t, now, secret), event + " ", secret, false},
		"own, another body":   {own(now, secret), event + " ", secret, false},
		"old":                 {signed(t, now.Add(-6*time.Minute), secret), event, secret, false},
		"own, old":            {own(now.Add(-6*time.Minute), secret), event, secret, false},
		"of the future":       {signed(t, now.Add(6*time.Minute), secret), event, secret, false},
		"no headers":          {http.Header{}, event, secret, false},
		"no secret":           {signed(t, now, secret), event, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := quarry.Webhook(c.secret, c.header, []byte(c.body), now)
			if c.good && (err != nil || got.ID != "evt_1") {
				t.Errorf("got %+v (%v), want the event", got, err)
			}
			if !c.good && !errors.Is(err, quarry.ErrWebhook) {
				t.Errorf("got %v, want ErrWebhook", err)
			}
		})
	}
}
