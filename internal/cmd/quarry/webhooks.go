package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/quarryapi/quarry/internal/cmd/quarry/caller"
	"github.com/quarryapi/quarry/internal/cmd/quarry/people"
	"github.com/quarryapi/quarry/internal/cmd/quarry/terminal"
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
	out.received(r.Header.Get("Webhook-Id"), good, body)
	if !good {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// received prints a delivery: for people what it is about, for programs a line of JSON with all of it.
func (s streams) received(id string, good bool, body []byte) {
	event, err := people.Decode(body)
	if !terminal.IsTerminal(s.out) {
		line := map[string]any{"eventId": id, "signatureValid": good}
		if err == nil {
			line["event"] = event
		}
		raw, _ := json.Marshal(line) // what was JSON before
		fmt.Fprintf(s.out, "%s\n", raw)
		return
	}
	style := s.terminal().Style()
	mark := style.Green("✓")
	if !good {
		mark = style.Red("✗ wrong signature")
	}
	data, _ := event["data"].(people.Object)
	what := first(text(data["url"]), text(data["target"]), text(data["jobId"]), text(data["batchId"]), text(data["crawlId"]))
	fmt.Fprintf(s.out, "%s %s %s %s\n", mark, style.Bold(terminal.Clean(text(event["type"]))), style.Cyan(terminal.Cut(terminal.Clean(what), s.terminal().Width()/2)), style.Dim(terminal.Clean(id)))
}

const (
	deliveriesPath = "/v1/public/webhooks/deliveries/"
	// deliveryLooks is how often an attempt is looked at, twice a second: it may take 10 s.
	deliveryLooks = 60
)

// delivered waits for the end of an attempt to post an event, and says how it went.
func (o *outFlags) delivered(ctx context.Context, out streams, api *caller.Client, data json.RawMessage) error {
	line := out.progress("delivery")
	defer line.End()
	for looks, told := 0, false; ; looks++ {
		answer, err := people.Decode(data)
		if err != nil {
			return err
		}
		attempt, ok := answer["delivery"].(people.Object)
		if !ok {
			attempt = answer
		}
		if attempt["status"] != "pending" || looks == deliveryLooks {
			line.End()
			return o.attempted(out, data, attempt)
		}
		if why, waits := attempt["waitReason"]; waits && !told {
			told = true
			line.End()
			fmt.Fprintf(out.err, "it waits until %v, since its endpoint is %v\n", attempt["nextAttemptAt"], why)
		}
		if err := caller.Sleep(ctx, time.Second/2); err != nil {
			return err
		}
		got, err := api.Do(ctx, caller.Request{Method: http.MethodGet, Path: deliveriesPath + url.PathEscape(text(attempt["id"]))})
		if err != nil {
			return err
		}
		data = got.Data
	}
}

// attempted prints an attempt; one that did not succeed is an error.
func (o *outFlags) attempted(out streams, data json.RawMessage, attempt people.Object) error {
	if err := o.object(out, data); err != nil {
		return err
	}
	at := fmt.Sprintf("%v at %v", attempt["eventType"], attempt["url"])
	switch attempt["status"] {
	case "succeeded":
		fmt.Fprintf(out.err, "%s was accepted with %v\n", at, attempt["responseStatus"])
		return nil
	case "failed":
		why := text(attempt["error"])
		if status, ok := attempt["responseStatus"]; ok {
			why = fmt.Sprintf("it answered %v", status)
		}
		return fmt.Errorf("%s was not accepted: %s", at, first(why, "no reason is known"))
	}
	return fmt.Errorf("%s was not posted yet; `quarry webhooks delivery %v` has what becomes of it", at, attempt["id"])
}

// hooksVars are the defaults that depend on what a local service maps.
var hooksVars = map[string]string{"hooks_address": local.HooksAddress, "hooks_url": "http://" + local.HooksName + "/"}
