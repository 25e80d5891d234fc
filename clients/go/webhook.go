package quarry

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/clients/go/api"
)

// webhookTolerance is how far the time of a delivery may be away.
const webhookTolerance = 5 * time.Minute

// ErrWebhook is wrapped by every error of Webhook.
var ErrWebhook = errors.New("quarry: the webhook is not authentic, or is no event")

// Webhook checks a delivery and returns its event. The body must be as it was received. It checks
// the headers of Standard Webhooks where they are, else those of the service; while a secret is
// replaced there are two signatures, and either will do.
func Webhook(secret string, h http.Header, body []byte, now time.Time) (*api.WebhookEvent, error) {
	if err := verify(strings.TrimSpace(secret), h, body, now); err != nil {
		return nil, errors.Join(ErrWebhook, err)
	}
	var event *api.WebhookEvent
	if err := json.Unmarshal(body, &event); err != nil {
		return nil, errors.Join(ErrWebhook, err)
	}
	if event == nil {
		return nil, errors.Join(ErrWebhook, errors.New("the body is no event"))
	}
	return event, nil
}

func verify(secret string, h http.Header, body []byte, now time.Time) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 { // without a key everybody can sign
		return errors.New("the secret is none of a webhook")
	}
	if given := h.Get("webhook-signature"); given != "" {
		at := h.Get("webhook-timestamp")
		want := "v1," + base64.StdEncoding.EncodeToString(sum(key, h.Get("webhook-id")+"."+at+".", body))
		return matches(strings.Fields(given), want, at, now)
	}
	at := h.Get("X-Service-Timestamp")
	want := "sha256=" + hex.EncodeToString(sum([]byte(secret), at+".", body))
	return matches(strings.Split(h.Get("X-Service-Signature"), ","), want, at, now)
}

func sum(key []byte, prefix string, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(prefix))
	mac.Write(body)
	return mac.Sum(nil)
}

func matches(given []string, want, at string, now time.Time) error {
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > webhookTolerance {
		return errors.New("the timestamp is missing or too far away")
	}
	for _, signature := range given {
		if hmac.Equal([]byte(strings.TrimSpace(signature)), []byte(want)) {
			return nil
		}
	}
	return errors.New("no signature is of this body")
}
