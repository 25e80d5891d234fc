package api

import (
	"context"
	"net/http"
	"reflect"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/errs"
	"github.com/quarryapi/quarry/internal/fetch/target"
	"github.com/quarryapi/quarry/internal/ident"
	"github.com/quarryapi/quarry/internal/job"
	"github.com/quarryapi/quarry/internal/store"
	"github.com/quarryapi/quarry/internal/webhook/signing"
)

// endpointView is a webhook endpoint as callers see it. The secret is shown where
// the caller may write.
type endpointView struct {
	ID              string    `json:"id"`
	URL             string    `json:"url"`
	Status          string    `json:"status" enum:"active,disabled"`
	Description     string    `json:"description"`
	DisabledReason  string    `json:"disabledReason,omitempty"`
	SigningSecret   string    `json:"signingSecret,omitempty"`
	CreatedAt       time.Time `json:"createdAt"`
	UpdatedAt       time.Time `json:"updatedAt"`
	SecretRotatedAt time.Time `json:"secretRotatedAt"`
	LastDeliveryAt  time.Time `json:"lastDeliveryAt,omitzero"`
}

type endpointData struct {
	Endpoint endpointView `json:"endpoint"`
}

type endpointsData struct {
	Endpoints []endpointView `json:"endpoints"`
}

type secretData struct {
	EndpointID      string    `json:"endpointId"`
	SigningSecret   string    `json:"signingSecret"`
	SecretRotatedAt time.Time `json:"secretRotatedAt"`
}

func viewEndpoint(e *store.Endpoint) endpointView {
	return endpointView{
		ID: e.ID, URL: e.URL, Status: e.Status, Description: e.Description, DisabledReason: e.DisabledReason,
		CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt, SecretRotatedAt: e.RotatedAt, LastDeliveryAt: e.LastDeliveryAt,
	}
}

// registration is the body of POST /webhooks/endpoints.
type registration struct {
	URL         string `json:"url" doc:"A public http(s) URL. One that is registered already gives that endpoint and its current secret."`
	Description string `json:"description,omitempty" maxLength:"500" doc:"For your own use."`
}

var registrationSchema = sync.OnceValue(func() *schema { return newSchema(reflect.TypeFor[registration]()) })

// registerEndpoint answers POST /webhooks/endpoints.
func (s *Server) registerEndpoint(w http.ResponseWriter, c *call) error {
	body, err := readBody(w, c.Request)
	if err != nil {
		return err
	}
	if err := registrationSchema().check(body); err != nil {
		return err
	}
	var r registration
	if err := decode(body, &r); err != nil {
		return err
	}
	e, created, err := s.register(c.Context(), c.principal.OrgID, "url", r)
	if err != nil {
		return err
	}
	view := viewEndpoint(e)
	view.SigningSecret = e.Secret
	status := http.StatusOK
	if created {
		status = http.StatusCreated
	}
	return writeData(w, status, endpointData{view})
}

// register stores an endpoint for a URL unless there is one. field is where the
// caller wrote the URL.
func (s *Server) register(ctx context.Context, org, field string, r registration) (*store.Endpoint, bool, error) {
	address, err := s.checkWebhookURL(ctx, field, r.URL)
	if err != nil {
		return nil, false, err
	}
	return s.Store.RegisterEndpoint(ctx, &store.Endpoint{
		ID: ident.New(ident.Endpoint), OrgID: org, URL: address, Description: r.Description, Secret: signing.NewSecret(),
	})
}

// lookupTime bounds the look at where a webhook's name leads.
const lookupTime = 2 * time.Second

// checkWebhookURL refuses what is not public now. A name that does not resolve yet
// is let through: every dial checks again.
func (s *Server) checkWebhookURL(ctx context.Context, field, raw string) (string, error) {
	u, err := target.Parse(raw)
	if err != nil {
		return "", errs.Field(errs.InvalidWebhookURL, field, errs.As(err).Message)
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
		if !target.Allowed(addr) {
			return "", errs.Field(errs.InvalidWebhookURL, field, "leads to "+addr.String()+", which is not a public address")
		}
	}
	return u.String(), nil
}

// subscribe finds or registers the endpoint that a job's webhookUrl names.
func (s *Server) subscribe(ctx context.Context, org, url string) (*job.Subscription, error) {
	e, _, err := s.register(ctx, org, "webhookUrl", registration{URL: url})
	if err != nil {
		return nil, err
	}
	if e.Status != store.EndpointActive {
		return nil, errs.Newf(errs.EndpointDisabled, "The endpoint %s of webhookUrl is disabled: %s", e.ID, e.DisabledReason)
	}
	return &job.Subscription{EndpointID: e.ID, URL: e.URL}, nil
}

// endpoints answers GET /webhooks/endpoints.
func (s *Server) endpoints(w http.ResponseWriter, c *call) error {
	list, err := s.Store.Endpoints(c.Context(), c.principal.OrgID)
	if err != nil {
		return err
	}
	data := endpointsData{Endpoints: make([]endpointView, len(list))}
	for i, e := range list {
		data.Endpoints[i] = viewEndpoint(e)
	}
	return writeData(w, http.StatusOK, data)
}

// endpoint answers GET /webhooks/endpoints/{endpointId}.
func (s *Server) endpoint(w http.ResponseWriter, c *call) error {
	e, err := s.findEndpoint(c)
	if err != nil {
		return err
	}
	return writeData(w, http.StatusOK, endpointData{viewEndpoint(e)})
}

// endpointSecret answers GET /webhooks/endpoints/{endpointId}/secret.
func (s *Server) endpointSecret(w http.ResponseWriter, c *call) error {
	e, err := s.findEndpoint(c)
	if err != nil {
		return err
	}
	return writeData(w, http.StatusOK, secretData{e.ID, e.Secret, e.RotatedAt})
}

func (s *Server) findEndpoint(c *call) (*store.Endpoint, error) {
	id := c.PathValue("endpointId")
	if !ident.Valid(ident.Endpoint, id) {
		return nil, errs.New(errs.EndpointNotFound, errs.EndpointNotFound.Text())
	}
	return s.Store.Endpoint(c.Context(), c.principal.OrgID, id)
}
