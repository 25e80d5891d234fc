package webhook_test

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook"
	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
	"github.com/quarryapi/quarry/internal/web/egress"
	"github.com/quarryapi/quarry/internal/web/fetch"
	"github.com/quarryapi/quarry/internal/web/fetch/fetchtest"
	"github.com/quarryapi/quarry/internal/webtest"
)

// change is UpdateEndpoint on the bundle's endpoint.
func (b *bundle) change(t *testing.T, c store.EndpointChange) {
	t.Helper()
	if _, err := b.UpdateEndpoint(t.Context(), b.org, b.endpoint.ID, c); err != nil {
		t.Fatal(err)
	}
}

// replay stores a replay of a delivery, as the API does.
func (b *bundle) replay(t *testing.T, d *store.Delivery) *store.Delivery {
	t.Helper()
	again := *d
	again.ID, again.Status, again.Attempt, again.Trigger, again.ReplayOf = ident.New(ident.Delivery), store.DeliveryPending, 1, store.TriggerReplay, d.ID
	again.CreatedAt, again.NextAttemptAt, again.AttemptedAt, again.Response = b.Clock.Now(), b.Clock.Now(), time.Time{}, store.Response{}
	if err := b.PutDelivery(t.Context(), &again); err != nil {
		t.Fatal(err)
	}
	return &again
}

func TestRotationSignsWithBothSecrets(t *testing.T) {
	t.Parallel()
	b := setup(t)
	old, fresh := b.endpoint.Secret, signing.NewSecret()
	if _, err := b.RotateSecret(t.Context(), b.org, b.endpoint.ID, fresh, time.Hour); err != nil {
		t.Fatal(err)
	}
	b.make(t, b.ended(t, `{}`))
	b.Clock.Move(time.Hour)
	b.make(t, b.ended(t, `{}`))
	got := b.receiver.Received()
	for i, want := range [][]string{{fresh, old}, {fresh}} {
		h, body := got[i].Header, got[i].Body
		signatures := strings.Split(h.Get("X-Service-Signature"), ",")
		if len(signatures) != len(want) || len(strings.Fields(h.Get("Webhook-Signature"))) != len(want) {
			t.Fatalf("delivery %d: %v", i, h)
		}
		for k, secret := range want {
			if !signing.Verify(secret, h.Get("X-Service-Timestamp"), signatures[k], body) {
				t.Errorf("delivery %d: signature %d is not that of its secret", i, k)
			}
		}
	}
}

func TestDeletedEndpointGetsNothingMore(t *testing.T) {
	t.Parallel()
	b := setup(t, webtest.Answer{Status: 500})
	b.make(t, b.ended(t, `{}`))
	waiting := b.pending(t)
	if err := b.DeleteEndpoint(t.Context(), b.org, b.endpoint.ID); err != nil {
		t.Fatal(err)
	}
	anew, created, err := b.RegisterEndpoint(t.Context(), &store.Endpoint{
		ID: ident.New(ident.Endpoint), OrgID: b.org, URL: b.endpoint.URL, Secret: signing.NewSecret(),
	})
	if err != nil || !created || anew.ID == b.endpoint.ID {
		t.Fatalf("got anew %+v, created %t, error %v; want no error, created true, ID other than %q", anew, created, err, b.endpoint.ID)
	}
	b.Clock.Move(time.Minute)
	after := b.make(t, waiting)
	if after.Status != store.DeliveryFailed || after.Response.Error != "The endpoint has been deleted." || b.pending(t) != nil {
		t.Errorf(`got after %+v, want Status "failed", Response.Error "The endpoint has been deleted.", pending(t) nil`, after)
	}
	if n := len(b.receiver.Received()); n != 1 {
		t.Errorf("%d posts", n)
	}
}

func TestRetriesFollowTheEndpointsURL(t *testing.T) {
	t.Parallel()
	b := setup(t, webtest.Answer{Status: 500})
	first := b.make(t, b.ended(t, `{}`))
	b.change(t, store.EndpointChange{URL: new("http://hooks.test/moved")})
	b.Clock.Move(10 * time.Second)
	second := b.make(t, b.pending(t))
	if first.URL != "http://hooks.test/in" || second.URL != "http://hooks.test/moved" || second.Status != store.DeliverySucceeded {
		t.Errorf(`got first.URL %s, second %+v; want first.URL "http://hooks.test/in", URL "http://hooks.test/moved", Status "succeeded"`, first.URL, second)
	}
	if got := b.receiver.Received(); got[0].Path != "/in" || got[1].Path != "/moved" {
		t.Errorf(`got [0].Path %s, [1].Path %s; want [0].Path "/in", [1].Path "/moved"`, got[0].Path, got[1].Path)
	}
}

func TestEnabledEndpointIsServedAgain(t *testing.T) {
	t.Parallel()
	b := setup(t, webtest.Answer{Status: 410})
	gone := b.make(t, b.ended(t, `{"n":1}`))
	missed := b.make(t, b.ended(t, `{"n":2}`))
	if missed.Status != store.DeliveryFailed || missed.Response.Error != "The endpoint is disabled: The endpoint returned 410 Gone." {
		t.Errorf(`got missed %+v, want Status "failed", Response.Error "The endpoint is disabled: The endpoint returned 410 Gone."`, missed)
	}
	b.change(t, store.EndpointChange{Status: new(store.EndpointActive)})
	for _, d := range []*store.Delivery{gone, missed} {
		if after := b.make(t, b.replay(t, d)); after.Status != store.DeliverySucceeded {
			t.Errorf(`got after %+v, want Status "succeeded"`, after)
		}
	}
	got := b.receiver.Received()
	if len(got) != 3 || string(got[0].Body) != string(got[1].Body) || !strings.Contains(string(got[2].Body), `"n":2`) {
		t.Errorf("%d posts", len(got))
	}
}

func TestReplaySendsTheSameBytesWithAFreshSignature(t *testing.T) {
	t.Parallel()
	b := setup(t, webtest.Answer{}, webtest.Answer{Status: 500})
	first := b.make(t, b.ended(t, `{"markdown":"x"}`))
	b.Clock.Move(48 * time.Hour)
	failed := b.make(t, b.replay(t, first))
	b.Clock.Move(10 * time.Second)
	retried := b.make(t, b.pending(t))
	for _, d := range []*store.Delivery{failed, retried} {
		if d.EventID != first.EventID || d.Trigger != store.TriggerReplay || d.ReplayOf != first.ID {
			t.Errorf(`got delivery %+v, want EventID %q, Trigger "replay", ReplayOf %q`, d, first.EventID, first.ID)
		}
	}
	if failed.Attempt != 1 || retried.Attempt != 2 || retried.Status != store.DeliverySucceeded {
		t.Errorf("%+v, then %+v", failed, retried)
	}
	got := b.receiver.Received()
	for _, r := range got {
		if diff := cmp.Diff(string(got[0].Body), string(r.Body)); diff != "" {
			t.Errorf("Body mismatch (-want +got):\n%s", diff)
		}
		if h := r.Header; !signing.Verify(b.endpoint.Secret, h.Get("X-Service-Timestamp"), h.Get("X-Service-Signature"), r.Body) {
			t.Errorf("got header %v, want a signature that is valid", h)
		}
	}
	if got[0].Header.Get("X-Service-Timestamp") == got[1].Header.Get("X-Service-Timestamp") {
		t.Error("a replay has the time of the first attempt")
	}
}

func TestTestEvent(t *testing.T) {
	t.Parallel()
	b := setup(t)
	d := &store.Delivery{
		ID: ident.New(ident.Delivery), OrgID: b.org, EndpointID: b.endpoint.ID, EventID: ident.New(ident.Event), EventType: store.EventTest,
		Status: store.DeliveryPending, Attempt: 1, Trigger: store.TriggerScheduled, CreatedAt: b.Clock.Now(), NextAttemptAt: b.Clock.Now(),
	}
	if err := b.PutDelivery(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if after := b.make(t, d); after.Status != store.DeliverySucceeded {
		t.Fatalf(`got after %+v, want Status "succeeded"`, after)
	}
	var event map[string]any
	if err := json.Unmarshal(b.receiver.Received()[0].Body, &event); err != nil {
		t.Fatal(err)
	}
	data, _ := event["data"].(map[string]any)
	if event["id"] != d.EventID || event["type"] != "endpoint.test" || event["timestamp"] != "2026-03-01T12:00:00.000Z" || data["message"] == "" {
		t.Errorf(`got event %v, want id %q, type "endpoint.test", timestamp "2026-03-01T12:00:00.000Z", a data["message"]`, event, d.EventID)
	}
}

// impatient posts with a shorter time-out, and keeps the one that it was given.
type impatient struct {
	webhook.Poster
	asked fetch.Request
}

func (i *impatient) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	i.asked = r
	r.Timeout, r.FirstByte = 50*time.Millisecond, 50*time.Millisecond
	return i.Poster.Do(ctx, r)
}

func TestHangingEndpoint(t *testing.T) {
	t.Parallel()
	b := setup(t, webtest.Answer{Hang: true})
	post := &impatient{Poster: b.post}
	b.through(post)
	after := b.make(t, b.ended(t, `{}`))
	if post.asked.Timeout != 15*time.Second || post.asked.FirstByte != 15*time.Second {
		t.Errorf("an attempt has %s, %s to the first byte", post.asked.Timeout, post.asked.FirstByte)
	}
	if after.Status != store.DeliveryFailed || after.Response.Status != 0 ||
		after.Response.Error != "upstream_timeout: the endpoint did not respond within 15 seconds" || b.pending(t) == nil {
		t.Errorf(`got after %+v, want Status "failed", Response.Status 0, Response.Error %q, pending(t) not nil`, after, "upstream_timeout: the endpoint did not respond within 15 seconds")
	}
}

// TestNameThatChanges registers a name that is public then and leads inside when it
// is dialled.
func TestNameThatChanges(t *testing.T) {
	t.Parallel()
	b := setup(t)
	resolver := fetchtest.NameServer(t, func(_ string, n int64) []net.IP {
		if n == 1 {
			return []net.IP{net.IPv4(93, 184, 215, 14)}
		}
		return []net.IP{net.IPv4(169, 254, 169, 254)}
	})
	addrs, err := resolver.LookupNetIP(t.Context(), "ip", "hooks.example.com.")
	if err != nil || !egress.Allowed(addrs[0]) {
		t.Fatalf("got addrs %+v, error %v; want no error, target.Allowed(addrs[0]) true", addrs, err) // what registration looks at
	}
	post := fetch.New(fetch.Config{Resolver: resolver})
	t.Cleanup(post.CloseIdle)
	b.through(post)
	b.change(t, store.EndpointChange{URL: new("http://hooks.example.com/")})
	after := b.make(t, b.ended(t, `{}`))
	if after.Status != store.DeliveryFailed || !strings.HasPrefix(after.Response.Error, "invalid_target: ") || after.Response.Status != 0 {
		t.Errorf(`got after %+v, want Status "failed", Response.Error beginning with "invalid_target: ", Response.Status 0`, after)
	}
	if strings.Contains(after.Response.Error, netip.AddrFrom4([4]byte{169, 254, 169, 254}).String()) {
		t.Errorf("it tells where the name leads: %s", after.Response.Error)
	}
	if b.pending(t) == nil {
		t.Error("nothing waits for a better time")
	}
}

// TestOnlyUnbrokenFailureDisables lets an endpoint fail for 120 hours less a moment,
// or with one success between.
func TestOnlyUnbrokenFailureDisables(t *testing.T) {
	t.Parallel()
	const window = 120 * time.Hour
	for _, c := range []struct {
		name   string
		after  time.Duration
		mended bool
		want   string
	}{
		{"a moment before", window - time.Second, false, store.EndpointActive},
		{"at the time", window, false, store.EndpointDisabled},
		{"after a success", window, true, store.EndpointActive},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			fail := func() {
				b.receiver.Answer(webtest.Answer{Status: http.StatusInternalServerError})
				b.make(t, b.replay(t, &store.Delivery{
					OrgID: b.org, EndpointID: b.endpoint.ID, EventID: ident.New(ident.Event), EventType: store.EventTest,
				}))
			}
			fail()
			b.Clock.Move(c.after / 2)
			if c.mended {
				b.make(t, b.replay(t, &store.Delivery{
					OrgID: b.org, EndpointID: b.endpoint.ID, EventID: ident.New(ident.Event), EventType: store.EventTest,
				}))
			}
			b.Clock.Move(c.after - c.after/2)
			fail()
			e, err := b.Endpoint(t.Context(), b.org, b.endpoint.ID)
			if err != nil || e.Status != c.want {
				t.Errorf("got endpoint %+v, error %v; want no error, Status %q", e, err, c.want)
			}
		})
	}
}
