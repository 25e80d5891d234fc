package store_test

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// webhookOperations are what a Store does with endpoints and deliveries.
var webhookOperations = []operation{
	{"RegisterEndpoint", "", func(s *scene) act { return s.register("whe_2", "http://hooks.test/new") }},
	{"RegisterEndpoint", "once more", func(s *scene) act { s.endpoint(); return s.register("whe_2", "http://hooks.test/") }},
	{"EndpointByURL", "", func(s *scene) act {
		s.endpoint()
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.EndpointByURL(ctx, s.org, "http://hooks.test/")
		}
	}},
	{"Endpoint", "", func(s *scene) act {
		s.endpoint()
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Endpoint(ctx, s.org, "whe_1") }
	}},
	{"Endpoints", "", func(s *scene) act {
		s.endpoint()
		return func(st *store.Store, ctx context.Context) (any, error) {
			list, next, err := st.Endpoints(ctx, store.EndpointQuery{OrgID: s.org, Limit: 5})
			return []any{len(list), next}, err
		}
	}},
	{"UpdateEndpoint", "URL", func(s *scene) act {
		s.endpoint()
		return s.update(store.EndpointChange{URL: new("http://hooks.test/new")})
	}},
	{"UpdateEndpoint", "URL of another", func(s *scene) act {
		s.endpoint()
		_, err := s.register("whe_2", "http://hooks.test/new")(s.Store, s.Context())
		s.must(err)
		return s.update(store.EndpointChange{URL: new("http://hooks.test/new")})
	}},
	{"UpdateEndpoint", "status", func(s *scene) act {
		s.endpoint()
		return s.update(store.EndpointChange{Status: new(store.EndpointDisabled)})
	}},
	{"UpdateEndpoint", "status back", func(s *scene) act {
		_, err := s.close(s.posting(store.DeliveryFailed), s.disabling())(s.Store, s.Context())
		s.must(err)
		return s.update(store.EndpointChange{Status: new(store.EndpointActive)})
	}},
	{"UpdateEndpoint", "description", func(s *scene) act { s.endpoint(); return s.update(store.EndpointChange{Description: new("ours")}) }},
	{"RotateSecret", "with grace", func(s *scene) act { s.endpoint(); return s.rotate(time.Hour) }},
	{"RotateSecret", "without", func(s *scene) act { s.endpoint(); return s.rotate(0) }},
	{"RotateSecret", "within a grace", func(s *scene) act {
		s.endpoint()
		_, err := s.RotateSecret(s.Context(), s.org, "whe_1", "newer", time.Hour)
		s.must(err)
		return s.rotate(time.Hour)
	}},
	{"RotateSecret", "of none", func(s *scene) act { return s.rotate(time.Hour) }},
	{"DeleteEndpoint", "", func(s *scene) act { s.endpoint(); return s.remove() }},
	{"DeleteEndpoint", "of none", func(s *scene) act { return s.remove() }},
	{"PutDelivery", "", func(s *scene) act {
		d := s.planned("dlv_1", 1)
		return func(st *store.Store, ctx context.Context) (any, error) { return nil, st.PutDelivery(ctx, d) }
	}},
	{"Delivery", "", func(s *scene) act {
		s.delivery()
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Delivery(ctx, s.org, "dlv_1") }
	}},
	{"Deliveries", "", func(s *scene) act {
		d := s.planned(ident.New(ident.Delivery), 1)
		s.must(s.PutDelivery(s.Context(), d))
		return func(st *store.Store, ctx context.Context) (any, error) {
			list, next, err := st.Deliveries(ctx, store.DeliveryQuery{OrgID: s.org, Limit: 5})
			return []any{len(list), next}, err
		}
	}},
	{"ClaimDelivery", "", func(s *scene) act { s.delivery(); return s.claimDelivery() }},
	{"ClaimDelivery", "of a dead one's", func(s *scene) act {
		s.posting(store.DeliveryFailed)
		s.Clock.Move(time.Hour)
		return s.claimDelivery()
	}},
	{"ClaimDelivery", "of another's", func(s *scene) act { s.posting(store.DeliveryFailed); return s.claimDelivery() }},
	{"TouchDelivery", "", func(s *scene) act {
		d := s.delivery()
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.TouchDelivery(ctx, d, time.Minute, false)
		}
	}},
	{"TouchDelivery", "releasing", func(s *scene) act {
		d := s.posting(store.DeliveryPending)
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.TouchDelivery(ctx, d, time.Minute, true)
		}
	}},
	{"CloseDelivery", "the last", func(s *scene) act { return s.close(s.posting(store.DeliverySucceeded), store.Closing{}) }},
	{"CloseDelivery", "with another attempt", func(s *scene) act {
		return s.close(s.posting(store.DeliveryFailed), store.Closing{Next: s.planned("dlv_2", 2)})
	}},
	{"CloseDelivery", "disabling", func(s *scene) act { return s.close(s.posting(store.DeliveryFailed), s.disabling()) }},
	{"CloseDelivery", "of no endpoint", func(s *scene) act { return s.close(s.posting(store.DeliveryFailed), store.Closing{Inactive: true}) }},
	{"PostponeDelivery", "", func(s *scene) act {
		d := s.posting(store.DeliveryPending)
		return func(st *store.Store, ctx context.Context) (any, error) {
			return st.PostponeDelivery(ctx, d, s.Clock.Now().Add(time.Minute), store.WaitSlow)
		}
	}},
	{"Probe", "", func(s *scene) act {
		_, err := s.note(store.Note{Slow: true, Hold: time.Minute})(s.Store, s.Context())
		s.must(err)
		e, err := s.Endpoint(s.Context(), s.org, "whe_1")
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Probe(ctx, e, time.Hour) }
	}},
	{"Turn", "the first", func(s *scene) act {
		e := s.endpoint()
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Turn(ctx, e, time.Second) }
	}},
	{"Turn", "another", func(s *scene) act {
		_, err := s.Turn(s.Context(), s.endpoint(), time.Second)
		s.must(err)
		s.Clock.Move(time.Minute)
		e, err := s.Endpoint(s.Context(), s.org, "whe_1")
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Turn(ctx, e, time.Second) }
	}},
	{"TryReceiver", "the first", func(s *scene) act { return s.tries(0) }},
	{"TryReceiver", "another", func(s *scene) act { return s.tries(1) }},
	{"TryReceiver", "too early", func(s *scene) act {
		try := s.tries(1)
		_, err := s.tries(0)(s.Store, s.Context())
		s.must(err)
		return try
	}},
	{"TryReceiver", "beyond the last", func(s *scene) act { return s.tries(store.MaxTries) }},
	{"TryReceiver", "in a proven domain", func(s *scene) act {
		s.must(s.NoteDelivery(s.Context(), s.endpoint(), store.Note{Succeeded: true}))
		return s.tries(1)
	}},
	{"CloseDelivery", "closed before", func(s *scene) act {
		d := s.posting(store.DeliveryFailed)
		_, err := s.CloseDelivery(s.Context(), d, store.Closing{})
		s.must(err)
		other := *d
		other.Status, other.AttemptedAt = store.DeliverySucceeded, s.Clock.Now().Add(time.Second)
		return s.close(&other, store.Closing{})
	}},
	{"FreezeEvent", "", func(s *scene) act { return s.freeze("a") }},
	{"FreezeEvent", "once more", func(s *scene) act {
		_, err := s.freeze("first")(s.Store, s.Context())
		s.must(err)
		return s.freeze("a")
	}},
	{"Event", "", func(s *scene) act {
		_, err := s.freeze("a")(s.Store, s.Context())
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) {
			e, found, err := st.Event(ctx, s.org, "evt_1")
			return []any{e, found}, err
		}
	}},
	{"NoteDelivery", "the first success", func(s *scene) act {
		_, err := s.tries(0)(s.Store, s.Context())
		s.must(err)
		return s.note(store.Note{Succeeded: true})
	}},
	{"NoteDelivery", "quick again", func(s *scene) act {
		_, err := s.note(store.Note{Succeeded: true, Slow: true, Took: time.Second})(s.Store, s.Context())
		s.must(err)
		s.Clock.Move(2 * time.Hour)
		e, err := s.Endpoint(s.Context(), s.org, "whe_1")
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) {
			return nil, st.NoteDelivery(ctx, e, store.Note{Succeeded: true})
		}
	}},
	{"NoteDelivery", "success", func(s *scene) act { return s.note(store.Note{Succeeded: true}) }},
	{"NoteDelivery", "failure", func(s *scene) act { return s.note(store.Note{}) }},
	{"NoteDelivery", "slow", func(s *scene) act { return s.note(store.Note{Slow: true, Hold: time.Minute}) }},
}
