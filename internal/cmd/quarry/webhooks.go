package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/serve/local"
	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
)

// webhooksCommand groups what is written here of the commands about webhooks; the others are the API's.
type webhooksCommand struct {
	Listen listenCommand `cmd:"" help:"Receive a local service's webhooks and check their signatures."`
}

// listenCommand registers itself with a local service, which reaches it under a
// name that the service maps to this machine.
type listenCommand struct {
	service
	Listen string `help:"Address to listen on; the local service must map the name of --endpoint to it." default:"${hooks_address}"`
	Target string `name:"endpoint" help:"URL under which the service reaches this listener." default:"${hooks_url}"`
	Count  int    `help:"Stop after so many deliveries; 0 goes on until Ctrl-C."`
}

// Run performs the command.
func (c *listenCommand) Run(ctx context.Context, out streams) error {
	api, err := c.connect()
	if err != nil {
		return err
	}
	secret, err := c.register(ctx, api)
	if err != nil {
		return err
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("cannot listen on %s; choose another with --listen and map it by `quarry local --hosts`: %w", c.Listen, err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	got := 0
	server := &http.Server{
		ReadHeaderTimeout: 5 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			receive(out, w, r, secret)
			if got++; c.Count > 0 && got >= c.Count {
				stop()
			}
		}),
	}
	fmt.Fprintf(out.err, "listening; use \"webhookUrl\": %q in a call\n", c.Target)
	go func() {
		<-ctx.Done()
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = server.Shutdown(end)
	}()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// register names this listener to the service and returns its signing secret.
func (c *listenCommand) register(ctx context.Context, api *caller.Client) (string, error) {
	got, err := api.Do(ctx, caller.Request{
		Method: http.MethodPost, Path: "/v1/public/webhooks/endpoints", Body: map[string]string{"url": c.Target, "description": "quarry webhooks listen"},
	})
	if err != nil {
		return "", c.explain(err)
	}
	var answer struct {
		Endpoint struct {
			SigningSecret string `json:"signingSecret"`
		} `json:"endpoint"`
	}
	err = json.Unmarshal(got.Data, &answer)
	return answer.Endpoint.SigningSecret, err
}

// receive prints one delivery, after checking its signature as any receiver
// should. A wrong one is refused.
func receive(out streams, w http.ResponseWriter, r *http.Request, secret string) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 8<<20))
	if err != nil {
		http.Error(w, "unreadable", http.StatusBadRequest)
		return
	}
	good := signing.Verify(secret, r.Header.Get("X-Service-Timestamp"), r.Header.Get("X-Service-Signature"), body)
	line := map[string]any{"eventId": r.Header.Get("Webhook-Id"), "signatureValid": good}
	var event any
	if json.Unmarshal(body, &event) == nil {
		line["event"] = event
	}
	_ = out.json(line)
	if !good {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// hooksVars are the defaults that depend on what a local service maps.
var hooksVars = map[string]string{"hooks_address": local.HooksAddress, "hooks_url": "http://" + local.HooksName + "/"}
