package store_test

import (
	"context"

	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/token"
)

// orgOperations are what a Store does with organizations, their money and their tokens.
var orgOperations = []operation{
	{"Balance", "", func(s *scene) act {
		s.split(4)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Balance(ctx, s.org, 4, true) }
	}},
	{"Usage", "", func(s *scene) act {
		s.admitted(s.job(1), "")
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Usage(ctx, s.org, s.Clock.Now()) }
	}},
	{"Books", "", func(s *scene) act {
		s.admitted(s.job(1), "")
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Books(ctx, s.org) }
	}},
	{"CreateOrg", "", func(*scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) {
			return nil, st.CreateOrg(ctx, &store.Org{ID: "org_1", Name: "other", InFlightCap: 3})
		}
	}},
	{"Org", "", func(s *scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Org(ctx, s.org) }
	}},
	{"Orgs", "", func(*scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Orgs(ctx) }
	}},
	{"SetOrg", "name", func(s *scene) act { return s.setOrg(store.OrgChange{Name: new("new")}) }},
	{"SetOrg", "cap up", func(s *scene) act { s.split(2); return s.setOrg(store.OrgChange{InFlightCap: new(9)}) }},
	{"SetOrg", "cap down", func(s *scene) act { s.split(2); return s.setOrg(store.OrgChange{InFlightCap: new(2)}) }},
	{"SetOrg", "shards", func(s *scene) act {
		s.Token(s, s.org, 1, 1)
		return s.setOrg(store.OrgChange{Shards: new(4), Deep: new(true)})
	}},
	{"CloseOrg", "", func(s *scene) act {
		s.split(2)
		s.Token(s, s.org, 1, 1)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.CloseOrg(ctx, s.org) }
	}},
	{"EraseOrg", "", func(s *scene) act {
		s.endpoint()
		s.batched(s.hooked(), s.hooked())
		s.claimed(s.hooked())
		_, err := s.CloseOrg(s.Context(), s.org)
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.EraseOrg(ctx, s.org) }
	}},
	{"SuspendOrg", "", func(s *scene) act {
		s.split(2)
		s.Token(s, s.org, 1, 1)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.SuspendOrg(ctx, s.org, "abuse") }
	}},
	{"ResumeOrg", "", func(s *scene) act {
		s.split(2)
		s.Token(s, s.org, 1, 1)
		_, err := s.SuspendOrg(s.Context(), s.org, "abuse")
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.ResumeOrg(ctx, s.org) }
	}},
	{"StopOrg", "", func(s *scene) act {
		s.endpoint()
		s.batched(s.hooked(), s.hooked())
		s.claimed(s.hooked())
		_, err := s.SuspendOrg(s.Context(), s.org, "abuse")
		s.must(err)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.StopOrg(ctx, s.org) }
	}},
	{"OrgRows", "", func(s *scene) act {
		s.endpoint()
		return func(st *store.Store, ctx context.Context) (any, error) {
			rows, next, err := st.OrgRows(ctx, s.org, "")
			return []any{len(rows), next}, err
		}
	}},
	{"Grant", "", func(s *scene) act { s.split(4); return s.grant(10) }},
	{"Grant", "back", func(s *scene) act { s.split(4); return s.grant(-90) }},
	{"Grant", "back too much", func(s *scene) act { return s.grant(-101) }},
	{"Grant", "to none", func(s *scene) act { s.org = "org_none"; return s.grant(1) }},
	{"CreateWorkspace", "", func(s *scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) {
			return nil, st.CreateWorkspace(ctx, &store.Workspace{ID: "wsp_1", OrgID: s.org, Name: "w"})
		}
	}},
	{"Workspaces", "", func(s *scene) act {
		s.must(s.CreateWorkspace(s.Context(), &store.Workspace{ID: "wsp_1", OrgID: s.org, Name: "w"}))
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Workspaces(ctx, s.org) }
	}},
	{"CreateToken", "", func(s *scene) act {
		return func(st *store.Store, ctx context.Context) (any, error) {
			return nil, st.CreateToken(ctx, &store.Credential{ID: "tok_1", Hash: "h", OrgID: s.org, CreateLimit: 1, PollLimit: 1})
		}
	}},
	{"Tokens", "", func(s *scene) act {
		s.Token(s, s.org, 1, 1)
		return func(st *store.Store, ctx context.Context) (any, error) { return st.Tokens(ctx, s.org) }
	}},
	{"RevokeToken", "", func(s *scene) act {
		s.must(s.CreateToken(s.Context(), &store.Credential{ID: "tok_1", Hash: "h", OrgID: s.org, CreateLimit: 1, PollLimit: 1}))
		return func(st *store.Store, ctx context.Context) (any, error) { return nil, st.RevokeToken(ctx, "tok_1") }
	}},
	{"Authorize", "idle", func(s *scene) act { return s.authorize(s.Token(s, s.org, 5, 5)) }},
	{"Authorize", "in use", func(s *scene) act { return s.authorize(s.used(2)) }},
	{"Authorize", "the last request", func(s *scene) act { return s.authorize(s.used(4)) }},
	{"Authorize", "over the limit", func(s *scene) act { return s.authorize(s.used(5)) }},
	{"Authorize", "unknown", func(s *scene) act { return s.authorize(token.New()) }},
	{"Authorize", "revoked", func(s *scene) act {
		secret := token.New()
		s.must(s.CreateToken(s.Context(), &store.Credential{ID: "tok_1", Hash: secret.Hash(), OrgID: s.org, CreateLimit: 5, PollLimit: 5}))
		s.must(s.RevokeToken(s.Context(), "tok_1"))
		return s.authorize(secret)
	}},
}
