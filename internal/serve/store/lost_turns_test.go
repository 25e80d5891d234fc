package store_test

import (
	"context"
	"time"

	"github.com/quarryapi/quarry/internal/serve/store"
)

// turnOperations are what a Store keeps of services and hosts.
var turnOperations = []operation{
	{"TakeTurn", "idle", func(s *scene) act { return s.turn() }},
	{"TakeTurn", "in use", func(s *scene) act {
		for range 2 {
			_, _, err := s.TakeTurn(s.Context(), "n", time.Second, time.Minute)
			s.must(err)
		}
		return s.turn()
	}},
	{"TakeTurn", "at rest", func(s *scene) act {
		s.must(s.Rest(s.Context(), "n", time.Minute))
		return s.turn()
	}},
	{"Standing", "", func(s *scene) act {
		s.must(s.Rest(s.Context(), "n", time.Minute))
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Standing(ctx, "n") }
	}},
	{"Failed", "", func(*scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Failed(ctx, "n") }
	}},
	{"Worked", "", func(s *scene) act {
		_, err := s.World.Failed(s.Context(), "n")
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) { return nil, st.Worked(ctx, "n") }
	}},
	{"Rest", "", func(*scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) { return nil, st.Rest(ctx, "n", time.Minute) }
	}},
	{"Slow", "", func(*scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Slow(ctx, "n") }
	}},
	{"Slow", "slower", func(s *scene) act {
		_, err := s.Slow(s.Context(), "n")
		s.must(err)
		s.Clock.Move(time.Minute)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Slow(ctx, "n") }
	}},
	{"Page", "", func(s *scene) act {
		s.must(s.KeepPage(s.Context(), "n", []byte("x"), time.Hour))
		return func(st *store.Store, ctx context.Context) (any, error) {
			body, found, err := st.Page(ctx, "n")
			return []any{body, found}, err
		}
	}},
	{"KeepPage", "", func(*scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) {
			return nil, st.KeepPage(ctx, "n", []byte("x"), time.Hour)
		}
	}},
}

func (*scene) turn() act {
	return func(st *store.Store, ctx context.Context) (any, error) {
		standing, granted, err := st.TakeTurn(ctx, "n", time.Second, time.Minute)
		return []any{standing, granted}, err
	}
}
