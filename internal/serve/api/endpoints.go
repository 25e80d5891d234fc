package api

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/webhook/signing"
)

// endpointPatch is the body of PATCH /webhooks/endpoints/{endpointId}.
type endpointPatch struct {
	URL         *string `json:"url,omitempty" doc:"New URL for events, including those that wait for another attempt. Checked as at registration; no other endpoint may have it."`
	Description *string `json:"description,omitempty" minLength:"0" maxLength:"500" doc:"A description for your own use."`
	eventFilter
	Status *string `json:"status,omitempty" enum:"active,disabled" doc:"active enables a disabled endpoint and resets its failures. Deliveries that failed meanwhile can be replayed. disabled makes its pending deliveries fail and rejects jobs that name it."`
}

// rotation is the body of POST …/secret/rotate.
type rotation struct {
	GracePeriodSeconds *int64 `json:"gracePeriodSeconds,omitempty" minimum:"0" maximum:"604800" default:"86400" doc:"Seconds for which deliveries are signed with the previous secret as well. 0 invalidates it at once."`
}

// defaultGrace is the overlap of a rotation that does not say.
const defaultGrace = 24 * time.Hour

// deletedData says that a thing is gone.
type deletedData struct {
	ID      string `json:"id" doc:"Id of what was deleted."`
	Deleted bool   `json:"deleted" doc:"Always true."`
}

var (
	patchSchema = sync.OnceValue(func() *schema {
		s := newSchema(reflect.TypeFor[endpointPatch]())
		s.leave("url") // which has a code
		return s
	})
	rotationSchema = sync.OnceValue(func() *schema { return newSchema(reflect.TypeFor[rotation]()) })
)

// updateEndpoint answers PATCH /webhooks/endpoints/{endpointId}.
func (s *Server) updateEndpoint(w http.ResponseWriter, c *call) error {
	id, err := endpointID(c)
	if err != nil {
		return err
	}
	body, err := readBody(w, c.Request)
	if err != nil {
		return err
	}
	var p endpointPatch
	if err := patchSchema().decode(body, &p); err != nil {
		return err
	}
	if p.URL != nil {
		address, err := s.checkWebhookURL(c.Context(), "url", *p.URL)
		if err != nil {
			return err
		}
		p.URL = &address
	}
	asked := store.EndpointChange{URL: p.URL, Description: p.Description, Status: p.Status}
	if p.Events != nil {
		filter, err := p.filter()
		if err != nil {
			return err
		}
		asked.Events = &filter
	}
	change := func(ctx context.Context) (*store.Endpoint, error) {
		return s.Store.UpdateEndpoint(ctx, c.principal.OrgID, id, asked)
	}
	e, err := change(c.Context())
	if errs.Is(err, errs.ServiceUnavailable) { // it may be changed all the same: again, it is as asked
		e, err = look(c.Context(), change)
	}
	if err != nil {
		return err
	}
	return writeData(w, http.StatusOK, endpointData{s.viewEndpoint(e)})
}

// deleteEndpoint answers DELETE /webhooks/endpoints/{endpointId}.
func (s *Server) deleteEndpoint(w http.ResponseWriter, c *call) error {
	id, err := endpointID(c)
	if err != nil {
		return err
	}
	err = s.Store.DeleteEndpoint(c.Context(), c.principal.OrgID, id)
	if errs.Is(err, errs.ServiceUnavailable) && s.deleted(c, id) {
		err = nil // by this call, whose answer was lost
	}
	if err != nil {
		return err
	}
	return writeData(w, http.StatusOK, deletedData{ID: id, Deleted: true})
}

// rotateSecret answers POST /webhooks/endpoints/{endpointId}/secret/rotate.
func (s *Server) rotateSecret(w http.ResponseWriter, c *call) error {
	id, err := endpointID(c)
	if err != nil {
		return err
	}
	body, err := readOptionalBody(w, c.Request)
	if err != nil {
		return err
	}
	var r rotation
	if err := rotationSchema().decode(body, &r); err != nil {
		return err
	}
	grace := defaultGrace
	if r.GracePeriodSeconds != nil {
		grace = time.Duration(*r.GracePeriodSeconds) * time.Second
	}
	secret := signing.NewSecret()
	e, err := s.Store.RotateSecret(c.Context(), c.principal.OrgID, id, secret, grace)
	if errs.Is(err, errs.ServiceUnavailable) {
		e, err = s.rotated(c, id, secret, err)
	}
	if err != nil {
		return err
	}
	return s.answerSecret(w, http.StatusOK, e)
}

// deleted reports whether an endpoint is known to be gone.
func (s *Server) deleted(c *call, id string) bool {
	_, err := look(c.Context(), func(ctx context.Context) (*store.Endpoint, error) {
		return s.Store.Endpoint(ctx, c.principal.OrgID, id)
	})
	return errs.Is(err, errs.EndpointNotFound)
}

// rotated returns the endpoint of a rotation that failed, if it was made after all. Sent
// again, the call would rotate once more and so end the secret that receivers know.
func (s *Server) rotated(c *call, id, secret string, failed error) (*store.Endpoint, error) {
	e, err := look(c.Context(), func(ctx context.Context) (*store.Endpoint, error) {
		return s.Store.Endpoint(ctx, c.principal.OrgID, id)
	})
	switch {
	case err == nil && e.Secret == secret:
		return e, nil
	case !errs.Is(err, errs.ServiceUnavailable):
		return nil, failed
	}
	return nil, unknown(errors.Join(failed, err),
		"It is not known whether the secret was replaced. Read the endpoint, and send the call again only if secretRotatedAt is not recent.",
		errs.Detail{Field: "endpointId", Issue: id})
}

// testEndpoint answers POST /webhooks/endpoints/{endpointId}/test.
func (s *Server) testEndpoint(w http.ResponseWriter, c *call) error {
	e, err := s.findEndpoint(c)
	if err != nil {
		return err
	}
	return s.deliver(w, c, e, &store.Delivery{
		EventID: ident.New(ident.Event), EventType: store.EventTest, Trigger: store.TriggerScheduled,
	})
}

// endpointID is the id in the path. Errors: endpoint_not_found for what is none.
func endpointID(c *call) (string, error) {
	id := c.PathValue("endpointId")
	if !ident.Valid(ident.Endpoint, id) {
		return "", noID(errs.EndpointNotFound, id)
	}
	return id, nil
}

// readOptionalBody is readBody for calls that take everything from defaults when
// there is no body.
func readOptionalBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength == 0 {
		return []byte("{}"), nil
	}
	return readBody(w, r)
}
