package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
)

// receiverName is the host that the webhook of a prepared event is posted to. Each delivery has its own: those to one that has not
// proven yet that it wants any wait for each other.
func receiverName(delivery string) string {
	return "sam-" + strings.ToLower(strings.TrimPrefix(delivery, ident.Delivery)) + ".test"
}

// delivery makes an endpoint that gets no event of a job, a receiver for it, and an attempt that is due. It is the second
// of its event, which the stream's reader in the local service leaves alone.
func (m *maker) delivery(ctx context.Context, sample string) (prepared, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return prepared{}, err
	}
	var signed atomic.Int64
	receiver := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.Header.Get("Webhook-Signature"), "v1,") {
			signed.Add(1)
		}
	})}
	go func() { _ = receiver.Serve(listener) }() // ends with clean
	id, now := ident.New(ident.Delivery), m.Now()
	endpoint, _, err := m.Store.RegisterEndpoint(ctx, &store.Endpoint{
		ID: ident.New(ident.Endpoint), OrgID: m.OrganizationID, URL: "http://" + receiverName(id) + "/" + id, Description: "make sam-invoke",
		Events: job.EventFilter(store.EventTest), Secret: signing.NewSecret(),
	})
	if err != nil {
		return prepared{}, errors.Join(err, receiver.Close())
	}
	err = m.Store.PutDelivery(ctx, &store.Delivery{
		ID: id, OrgID: m.OrganizationID, EndpointID: endpoint.ID, EventID: ident.New(ident.Event), EventType: store.EventTest, URL: endpoint.URL,
		Status: store.DeliveryPending, Attempt: 2, Trigger: store.TriggerScheduled, CreatedAt: now, NextAttemptAt: now,
	})
	return prepared{
		event: m.fill(sample, ids{delivery: id}), hosts: "hooks:" + receiverName(id) + "=" + listener.Addr().String(),
		check: func(ctx context.Context, answer []byte) (string, error) {
			if err := emptied(answer); err != nil {
				return "", err
			}
			d, err := m.Store.Delivery(ctx, m.OrganizationID, id)
			if err != nil {
				return "", err
			}
			if d.Status != store.DeliverySucceeded || signed.Load() == 0 {
				return "", fmt.Errorf("got delivery %s with status %q and %d signed posts, want one that succeeded: %s", id, d.Status, signed.Load(), d.Response.Error)
			}
			return fmt.Sprintf("delivery %s succeeded: a signed post that was answered with %d", id, d.Response.Status), nil
		},
		clean: func(ctx context.Context) {
			_ = m.Store.DeleteEndpoint(ctx, m.OrganizationID, endpoint.ID) // or it gets no event but tests
			_ = receiver.Close()
		},
	}, err
}
