package quarry_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
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

// forged are signed without a key, as everybody can.
func forged(at time.Time) http.Header {
	mac := hmac.New(sha256.New, nil)
	fmt.Fprintf(mac, "evt_1.%d.%s", at.Unix(), event)
	return http.Header{
		"Webhook-Id": {"evt_1"}, "Webhook-Timestamp": {fmt.Sprint(at.Unix())},
		"Webhook-Signature": {"v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))},
	}
}

func changed(h http.Header, name, value string) http.Header {
	h.Set(name, value)
	return h
}

// own are the service's own headers.
func own(at time.Time, secrets ...string) http.Header { return ownOf(at, event, secrets...) }

// ownOf are those of another body, signed with the secret where there is no other.
func ownOf(at time.Time, body string, secrets ...string) http.Header {
	if len(secrets) == 0 {
		secrets = []string{secret}
	}
	h := http.Header{}
	h.Set("X-Service-Timestamp", fmt.Sprint(at.Unix()))
	var all string
	for _, one := range secrets {
		mac := hmac.New(sha256.New, []byte(one))
		fmt.Fprintf(mac, "%d.%s", at.Unix(), body)
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
		"standard":                     {signed(t, now, secret), event, secret, true},
		"standard, rotating":           {signed(t, now, other, secret), event, secret, true},
		"own":                          {own(now, secret), event, secret, true},
		"own, rotating":                {own(now, other, secret), event, secret, true},
		"another secret":               {signed(t, now, other), event, secret, false},
		"own, another secret":          {own(now, other), event, secret, false},
		"another body":                 {signed(t, now, secret), event + " ", secret, false},
		"own, another body":            {own(now, secret), event + " ", secret, false},
		"old":                          {signed(t, now.Add(-6*time.Minute), secret), event, secret, false},
		"own, old":                     {own(now.Add(-6*time.Minute), secret), event, secret, false},
		"of the future":                {signed(t, now.Add(6*time.Minute), secret), event, secret, false},
		"no headers":                   {http.Header{}, event, secret, false},
		"no secret":                    {signed(t, now, secret), event, "", false},
		"a secret with a line's end":   {signed(t, now, secret), event, secret + "\n", true},
		"a secret without a key":       {forged(now), event, "whsec_", false},
		"own, a secret without a key":  {own(now, "whsec_"), event, "whsec_", false},
		"a secret of other signs":      {forged(now), event, "whsec_é", false},
		"own, a secret of other signs": {own(now, "whsec_é"), event, "whsec_é", false},
		"a signature of other signs":   {changed(signed(t, now, secret), "webhook-signature", "v1,é v1,\xff"), event, secret, false},
		"the longest time":             {changed(signed(t, now, secret), "webhook-timestamp", strings.Repeat("1", 5000)), event, secret, false},
		"no JSON":                      {own(now, secret), "{", secret, false},
		"no event":                     {ownOf(now, "[]"), "[]", secret, false},
		"nothing":                      {ownOf(now, "null"), "null", secret, false},
		"broken JSON":                  {ownOf(now, "{"), "{", secret, false},
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

// TestVerdictsOfTheLibrary holds random deliveries, whole and damaged, to the verdict of Standard
// Webhooks' own library.
func TestVerdictsOfTheLibrary(t *testing.T) {
	t.Parallel()
	chance := rand.New(rand.NewPCG(2026, 1123))
	verdicts := map[bool]int{}
	for round := range 1000 {
		given := delivery(t, chance, round)
		library, err := standard.NewWebhook(given.secret)
		if err != nil {
			t.Fatal(err)
		}
		want := library.Verify(given.body, given.header) == nil
		_, err = quarry.Webhook(given.secret, given.header, given.body, time.Now())
		if got := err == nil; got != want || err != nil && !errors.Is(err, quarry.ErrWebhook) {
			t.Errorf("got %v (%v), want the verdict %v of %+v", got, err, want, given)
		}
		verdicts[want]++
	}
	if verdicts[true] < 100 || verdicts[false] < 100 {
		t.Errorf("got the verdicts %v, want many of each", verdicts)
	}
}

type delivered struct {
	secret string
	header http.Header
	body   []byte
}

// delivery is signed by one to three of three secrets, the first of which is the receiver's.
func delivery(t *testing.T, chance *rand.Rand, round int) delivered {
	t.Helper()
	secrets := make([]string, 3)
	for i := range secrets {
		key := make([]byte, 24+chance.IntN(40))
		for at := range key {
			key[at] = byte(chance.UintN(256))
		}
		secrets[i] = "whsec_" + base64.StdEncoding.EncodeToString(key)
	}
	text := make([]rune, chance.IntN(80))
	for i := range text {
		text[i] = rune(32 + chance.IntN(0xD000))
	}
	body, err := json.Marshal(map[string]any{"id": fmt.Sprint("evt_", round), "data": map[string]any{"message": string(text)}})
	if err != nil {
		t.Fatal(err)
	}
	ages := []time.Duration{0, 0, 0, 290 * time.Second, -290 * time.Second, 310 * time.Second, -310 * time.Second, 24 * time.Hour, -24 * time.Hour}
	at := time.Now().Add(ages[chance.IntN(len(ages))])
	given := delivered{secrets[0], http.Header{}, body}
	given.header.Set("webhook-id", fmt.Sprint("msg_", round))
	given.header.Set("webhook-timestamp", fmt.Sprint(at.Unix()))
	chance.Shuffle(len(secrets), func(i, j int) { secrets[i], secrets[j] = secrets[j], secrets[i] })
	var all []string
	for _, one := range secrets[:1+chance.IntN(3)] {
		library, err := standard.NewWebhook(one)
		if err != nil {
			t.Fatal(err)
		}
		signature, err := library.Sign(given.header.Get("webhook-id"), at, body)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, signature)
	}
	given.header.Set("webhook-signature", strings.Join(all, " "))
	damage(chance, &given)
	return given
}

// damage changes a sign of a header or of the body, or nothing.
func damage(chance *rand.Rand, given *delivered) {
	if chance.IntN(3) == 0 {
		name := []string{"webhook-id", "webhook-timestamp", "webhook-signature"}[chance.IntN(3)]
		value := given.header.Get(name)
		at := 1 + chance.IntN(len(value)-1)
		given.header.Set(name, strings.TrimSpace(value[:at]+string("x0 ,"[chance.IntN(4)])+value[at+chance.IntN(2):]))
	}
	if chance.IntN(5) == 0 {
		given.body[chance.IntN(len(given.body))] = byte(32 + chance.IntN(95))
	}
}
