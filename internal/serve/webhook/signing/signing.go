// Package signing makes and checks the signatures of webhook deliveries. It is pure
// and small, so that the API can link it without what posts.
package signing

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const secretPrefix = "whsec_"

// NewSecret returns a signing secret: "whsec_" and the base64 of 32 random bytes.
func NewSecret() string {
	var key [32]byte
	_, _ = rand.Read(key[:]) // never fails on a supported system
	return secretPrefix + base64.StdEncoding.EncodeToString(key[:])
}

// Sign returns the headers of one attempt: our own pair, keyed with the whole
// secret string, and those of Standard Webhooks, keyed with its decoded part. Both
// cover exactly the bytes of body. During a rotation's overlap there are two
// secrets, the new one first, and each header carries both signatures.
func Sign(secrets []string, eventID string, at time.Time, body []byte) http.Header {
	timestamp := strconv.FormatInt(at.Unix(), 10)
	own, standard := make([]string, len(secrets)), make([]string, len(secrets))
	for i, secret := range secrets {
		own[i] = "sha256=" + hex.EncodeToString(mac([]byte(secret), timestamp+".", body))
		standard[i] = "v1," + base64.StdEncoding.EncodeToString(
			mac(decodedKey(secret), eventID+"."+timestamp+".", body))
	}
	h := http.Header{}
	h.Set("Content-Type", "application/json")
	h.Set("X-Service-Timestamp", timestamp)
	h.Set("X-Service-Signature", strings.Join(own, ","))
	h.Set("Webhook-Id", eventID)
	h.Set("Webhook-Timestamp", timestamp)
	h.Set("Webhook-Signature", strings.Join(standard, " "))
	return h
}

// OfBody is a signature of a body alone, keyed with the whole secret string, as receivers for other services check it. It has
// no time in it, and no second value while a secret is being replaced, since they read one.
func OfBody(secret string, body []byte) string {
	return "sha256=" + hex.EncodeToString(mac([]byte(secret), "", body))
}

// Verify reports whether an X-Service-Signature header is good for the body.
func Verify(secret, timestamp, signature string, body []byte) bool {
	want := "sha256=" + hex.EncodeToString(mac([]byte(secret), timestamp+".", body))
	for given := range strings.SplitSeq(signature, ",") {
		if hmac.Equal([]byte(strings.TrimSpace(given)), []byte(want)) {
			return true
		}
	}
	return false
}

func mac(key []byte, prefix string, body []byte) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(prefix))
	m.Write(body)
	return m.Sum(nil)
}

// decodedKey is the part of a secret that Standard Webhooks signs with.
func decodedKey(secret string) []byte {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil {
		return []byte(secret) // not one of ours; a signature must still be made
	}
	return key
}
