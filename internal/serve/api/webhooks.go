package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/instant"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
	"github.com/quarryapi/quarry/internal/web/egress"
)

// endpointView is a webhook endpoint as callers see it. The secret is shown by the
// calls that make it, and by the one that asks for it.
type endpointView struct {
	ID                      string       `json:"id" doc:"The endpoint's id."`
	URL                     string       `json:"url" doc:"The URL to which events are posted."`
	Status                  string       `json:"status" enum:"active,disabled" doc:"disabled endpoints receive no events, and jobs that name them are rejected."`
	Description             string       `json:"description" doc:"A description for your own use."`
	Events                  []string     `json:"events" doc:"The types of events that it gets; * is all of them."`
	DisabledReason          string       `json:"disabledReason,omitempty" doc:"Why it is disabled; absent while it is active."`
	SigningSecret           string       `json:"signingSecret,omitempty" doc:"The secret that signs its deliveries. Returned when it is registered or rotated; otherwise read it at …/secret."`
	CreatedAt               instant.Time `json:"createdAt" doc:"When it was registered."`
	UpdatedAt               instant.Time `json:"updatedAt" doc:"When it last changed."`
	SecretRotatedAt         instant.Time `json:"secretRotatedAt" doc:"When the current secret was created."`
	PreviousSecretExpiresAt instant.Time `json:"previousSecretExpiresAt,omitzero" doc:"Until when deliveries are also signed with the previous secret; absent when they are not."`
	LastDeliveryAt          instant.Time `json:"lastDeliveryAt,omitzero" doc:"When a delivery last succeeded, to the minute."`
	FailingSince            instant.Time `json:"failingSince,omitzero" doc:"When the unbroken run of failures began; absent when the last attempt succeeded. After 120 hours the endpoint is disabled."`
	HeldUntil               instant.Time `json:"heldUntil,omitzero" doc:"Until when new events wait, because attempts time out or fail repeatedly; absent when they do not wait."`
	SlowUntil               instant.Time `json:"slowUntil,omitzero" doc:"Present when a response took 1 second or more: first attempts have 15 seconds then, and few are made at once. It ends with the first quick response after this time."`
	Proven                  bool         `json:"proven" doc:"Whether a response at this URL was ever 2xx. Until then it gets at most 10 attempts, and results over 8 KB by resultUrl."`
}

type endpointData struct {
	Endpoint endpointView `json:"endpoint" doc:"The endpoint."`
}

type endpointsData struct {
	Items      []endpointView `json:"items" doc:"The endpoints, oldest first."`
	NextCursor string         `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent on the last page."`
	Exhausted  bool           `json:"exhausted" doc:"True on the last page."`
}

type secretData struct {
	EndpointID      string       `json:"endpointId" doc:"Id of the endpoint."`
	SigningSecret   string       `json:"signingSecret" doc:"The secret that signs its deliveries."`
	SecretRotatedAt instant.Time `json:"secretRotatedAt" doc:"When this secret was created."`
}

func (s *Server) viewEndpoint(e *store.Endpoint) endpointView {
	view := endpointView{
		ID: e.ID, URL: e.URL, Status: e.Status, Description: e.Description, Events: eventNames(e.Events), DisabledReason: e.DisabledReason,
		CreatedAt: instant.Of(e.CreatedAt), UpdatedAt: instant.Of(e.UpdatedAt), SecretRotatedAt: instant.Of(e.RotatedAt), LastDeliveryAt: instant.Of(e.LastDeliveryAt), FailingSince: instant.Of(e.FailingSince),
		SlowUntil: instant.Of(e.SlowUntil), Proven: !e.ProvenAt.IsZero(),
	}
	if e.HeldUntil.After(s.Now()) {
		view.HeldUntil = instant.Of(e.HeldUntil)
	}
	if e.Overlaps(s.Now()) {
		view.PreviousSecretExpiresAt = instant.Of(e.PreviousExpiresAt)
	}
	return view
}

// answerSecret answers with an endpoint whose secret the call made or may know.
func (s *Server) answerSecret(w http.ResponseWriter, status int, e *store.Endpoint) error {
	view := s.viewEndpoint(e)
	view.SigningSecret = e.Secret
	return writeData(w, status, endpointData{view})
}

// registration is the body of POST /webhooks/endpoints.
type registration struct {
	URL         string `json:"url" minLength:"1" doc:"A public http(s) URL. If it is already registered, the existing endpoint and its current secret are returned."`
	Description string `json:"description,omitempty" minLength:"0" maxLength:"500" doc:"A description for your own use."`
	eventFilter
}

var registrationSchema = sync.OnceValue(func() *schema { return newSchema(reflect.TypeFor[registration]()) })

// registerEndpoint answers POST /webhooks/endpoints.
func (s *Server) registerEndpoint(w http.ResponseWriter, c *call) error {
	body, err := readBody(w, c.Request)
	if err != nil {
		return err
	}
	var r registration
	if err := registrationSchema().decode(body, &r); err != nil {
		return err
	}
	e, created, err := s.register(c.Context(), c.principal.OrgID, r)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if created {
		status = http.StatusCreated
	}
	return s.answerSecret(w, status, e)
}

// register stores an endpoint for a URL unless there is one.
func (s *Server) register(ctx context.Context, org string, r registration) (*store.Endpoint, bool, error) {
	address, err := s.checkWebhookURL(ctx, "url", r.URL)
	if err != nil {
		return nil, false, err
	}
	e := newEndpoint(org, address)
	e.Description = r.Description
	if e.Events, err = r.filter(); err != nil {
		return nil, false, err
	}
	stored, created, err := s.Store.RegisterEndpoint(ctx, e)
	if errs.Is(err, errs.ServiceUnavailable) { // it may be registered all the same: again, it is found
		stored, err = look(ctx, func(ctx context.Context) (*store.Endpoint, error) {
			found, _, err := s.Store.RegisterEndpoint(ctx, e)
			return found, err
		})
		created = err == nil && stored.ID == e.ID
	}
	return stored, created, err
}

func newEndpoint(org, address string) *store.Endpoint {
	return &store.Endpoint{ID: ident.New(ident.Endpoint), OrgID: org, URL: address, Secret: signing.NewSecret()}
}

// lookupTime bounds the look at where a webhook's name leads.
const lookupTime = 2 * time.Second

// checkWebhookURL refuses what is not public now. A name that does not resolve yet
// is let through: every dial checks again.
func (s *Server) checkWebhookURL(ctx context.Context, field, raw string) (string, error) {
	u, err := egress.Parse(raw)
	if err != nil {
		return "", errs.Field(errs.InvalidWebhookURL, field, errs.As(err).Message+s.receiver(raw))
	}
	if _, mapped := s.Hosts.Lookup(u.Hostname()); mapped || s.Lookup == nil {
		return u.String(), nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	addrs, err := s.Lookup(ctx, u.Hostname())
	if err != nil {
		return u.String(), nil // a name that does not resolve yet
	}
	for _, addr := range addrs {
		if !egress.Allowed(addr) {
			return "", errs.Field(errs.InvalidWebhookURL, field, "resolves to an address that is not public")
		}
	}
	return u.String(), nil
}

// receiver names the host name that leads to a receiver on this machine, where there is one, to who names the machine itself.
func (s *Server) receiver(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	addr, err := netip.ParseAddr(host)
	name, address, ok := s.Hosts.Receiver()
	if !ok || (err != nil || !addr.IsLoopback()) && host != "localhost" && !strings.HasSuffix(host, ".localhost") {
		return ""
	}
	return fmt.Sprintf("; to receive events on this machine send http://%s/, which leads to %s", name, address)
}

// here adds to the refusal of a page of this machine how one is reached, where the service runs on it.
func (s *Server) here(err error) error {
	e, ok := errors.AsType[*errs.Error](err)
	if _, _, local := s.Hosts.Receiver(); !ok || !local || e.Code != errs.InvalidURL || len(e.Details) != 1 ||
		!strings.Contains(e.Message, "names localhost,") && !strings.Contains(e.Message, "names 127.0.0.1,") {
		return err
	}
	return errs.Field(e.Code, e.Details[0].Field, e.Details[0].Issue+
		"; for a site on this machine start the service with --hosts 'mine.test=127.0.0.1:3000', its own port in place of 3000, and send http://mine.test/")
}

// subscribeTries bounds the rounds against calls that register the same URL.
const subscribeTries = 3

// subscribed has an admission made with the endpoint that a webhookUrl names, if any. One
// that is not there yet is registered by the admission, and so not by a call that is refused.
func (s *Server) subscribed(ctx context.Context, org, url string, admit func(*job.Subscription, *store.Endpoint) error) error {
	if url == "" {
		return admit(nil, nil)
	}
	address, err := s.checkWebhookURL(ctx, "webhookUrl", url)
	if err != nil {
		return err
	}
	for range subscribeTries {
		var fresh *store.Endpoint
		e, err := s.Store.EndpointByURL(ctx, org, address)
		switch {
		case errs.Is(err, errs.EndpointNotFound):
			fresh = newEndpoint(org, address)
			e = fresh
		case err != nil:
			return err
		case e.Status != store.EndpointActive:
			return errs.Field(errs.EndpointDisabled, "webhookUrl", fmt.Sprintf("is the URL of the endpoint %s, which is disabled: %s", e.ID, e.DisabledReason))
		}
		hook := &job.Subscription{EndpointID: e.ID, URL: e.URL, Events: e.Events}
		if wish := job.WishOf(ctx); wish != nil {
			hook.Events, hook.Form = wish.Events, &wish.Form
		}
		err = admit(hook, fresh)
		if !errors.Is(err, store.ErrEndpointTaken) {
			return err
		}
	}
	return errs.Of(errs.ServiceUnavailable)
}

// endpoints answers GET /webhooks/endpoints.
func (s *Server) endpoints(w http.ResponseWriter, c *call) error {
	params := c.params
	var err error
	q := store.EndpointQuery{OrgID: c.principal.OrgID}
	if q.Limit, err = pageLimit(params); err != nil {
		return err
	}
	const sealed = "endpoints"
	if q.After, err = s.Cursors.Open(q.OrgID, sealed, params.Get("cursor")); err != nil {
		return err
	}
	list, next, err := s.Store.Endpoints(c.Context(), q)
	if err != nil {
		return err
	}
	data := endpointsData{Items: make([]endpointView, len(list)), NextCursor: s.Cursors.Seal(q.OrgID, sealed, next), Exhausted: next == ""}
	for i, e := range list {
		data.Items[i] = s.viewEndpoint(e)
	}
	return writeData(w, http.StatusOK, data)
}

// endpoint answers GET /webhooks/endpoints/{endpointId}.
func (s *Server) endpoint(w http.ResponseWriter, c *call) error {
	e, err := s.findEndpoint(c)
	if err != nil {
		return err
	}
	return writeData(w, http.StatusOK, endpointData{s.viewEndpoint(e)})
}

// endpointSecret answers GET /webhooks/endpoints/{endpointId}/secret.
func (s *Server) endpointSecret(w http.ResponseWriter, c *call) error {
	e, err := s.findEndpoint(c)
	if err != nil {
		return err
	}
	return writeData(w, http.StatusOK, secretData{e.ID, e.Secret, instant.Of(e.RotatedAt)})
}

func (s *Server) findEndpoint(c *call) (*store.Endpoint, error) {
	id, err := endpointID(c)
	if err != nil {
		return nil, err
	}
	return s.Store.Endpoint(c.Context(), c.principal.OrgID, id)
}
