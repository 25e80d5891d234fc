package store_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// TestEveryCallSaysThatTheEngineFailed breaks one operation under each call.
func TestEveryCallSaysThatTheEngineFailed(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	ctx := t.Context()
	org := f.Org(t, 10, 5)
	j := f.Job(org, 1)
	admit(t, f, j, "")
	f.Token(t, org, 1, 1)
	for _, c := range []struct {
		operation, call string
		do              func() error
	}{
		{"GetItem", "Org", func() error { _, err := f.Store.Org(ctx, org); return err }},
		{"GetItem", "Job", func() error { _, err := f.Store.Job(ctx, org, j.ID); return err }},
		{"GetItem", "Delivery", func() error { _, err := f.Delivery(ctx, org, "dlv_1"); return err }},
		{"GetItem", "Result", func() error { _, err := f.Result(ctx, org, j.ID+"#1"); return err }},
		{"GetItem", "Cached", func() error { _, _, err := f.Cached(ctx, org, "h", time.Hour); return err }},
		{"GetItem", "Progress", func() error { _, _, err := f.Progress(ctx, j); return err }},
		{"GetItem", "Document", func() error { _, _, err := f.Document(ctx, org, "d", time.Hour); return err }},
		{"GetItem", "Event", func() error { _, _, err := f.Event(ctx, org, "evt_1"); return err }},
		{"GetItem", "BatchKeys", func() error { _, err := f.BatchKeys(ctx, org, "k"); return err }},
		{"GetItem", "SetOrg", func() error { _, err := f.SetOrg(ctx, org, store.OrgChange{Deep: new(true)}); return err }},
		{"GetItem", "CreateToken", func() error { return f.CreateToken(ctx, &store.Credential{OrgID: org}) }},
		{"GetItem", "CreateWorkspace", func() error { return f.CreateWorkspace(ctx, &store.Workspace{OrgID: org}) }},
		{"Scan", "Orgs", func() error { _, err := f.Orgs(ctx); return err }},
		{"Scan", "Books", func() error { _, err := f.Books(ctx, org); return err }},
		{"Scan", "RevokeToken", func() error { return f.RevokeToken(ctx, "tok_1") }},
		{"Query", "Tokens", func() error { _, err := f.Tokens(ctx, org); return err }},
		{"Query", "Workspaces", func() error { _, err := f.Workspaces(ctx, org); return err }},
		{"Query", "Usage", func() error { _, err := f.Usage(ctx, org, f.Clock.Now()); return err }},
		{"Query", "Due", func() error { _, _, err := f.Due(ctx, store.DueQuery{By: f.Clock.Now(), Limit: 10}); return err }},
		{"Query", "Requests", func() error { _, _, err := f.Requests(ctx, store.RequestQuery{OrgID: org, Limit: 1}); return err }},
		{"Query", "Deliveries", func() error { _, _, err := f.Deliveries(ctx, store.DeliveryQuery{OrgID: org, Limit: 1}); return err }},
		{"Query", "SetOrg, of its tokens", func() error { _, err := f.SetOrg(ctx, org, store.OrgChange{Deep: new(true)}); return err }},
		{"UpdateItem", "SetOrg, of a token", func() error { _, err := f.SetOrg(ctx, org, store.OrgChange{Deep: new(true)}); return err }},
		{"BatchGetItem", "Balance", func() error { _, err := f.Balance(ctx, org, 1, true); return err }},
		{"BatchGetItem", "Requests", func() error { _, _, err := f.Requests(ctx, store.RequestQuery{OrgID: org, Limit: 1}); return err }},
		{"TransactWriteItems", "CreateOrg", func() error { return f.CreateOrg(ctx, &store.Org{ID: "org_x"}) }},
		{"TransactWriteItems", "Grant", func() error { return f.Grant(ctx, org, "grt_1", 1, "x") }},
		{"TransactWriteItems", "PutProgress", func() error { _, err := f.PutProgress(ctx, j, blob.Parcel{}); return err }},
		{"PutItem", "PutDocument", func() error { return f.PutDocument(ctx, org, "d", blob.Parcel{}, time.Hour) }},
		{"PutItem", "PutResult", func() error { _, err := f.PutResult(ctx, j, nil); return err }},
		{"PutItem", "PutCache", func() error { return f.PutCache(ctx, j) }},
		{"PutItem", "PutDelivery", func() error { return f.PutDelivery(ctx, &store.Delivery{ID: "dlv_1", OrgID: org}) }},
		{"GetItem", "Claim", func() error { _, _, err := f.Claim(ctx, org, j.ID, store.Terms{Lease: time.Minute}); return err }},
		{"UpdateItem", "Claim", func() error { _, _, err := f.Claim(ctx, org, j.ID, store.Terms{Lease: time.Minute}); return err }},
		{"GetItem", "Crowd", func() error { _, err := f.Crowd(ctx, j); return err }},
		{"UpdateItem", "TakeTurn", func() error { _, _, err := f.TakeTurn(ctx, "n", time.Second, time.Minute); return err }},
		{"UpdateItem", "Failed", func() error { _, err := f.Failed(ctx, "n"); return err }},
		{"UpdateItem", "Worked", func() error { return f.Worked(ctx, "n") }},
		{"UpdateItem", "Rest", func() error { return f.Rest(ctx, "n", time.Minute) }},
		{"GetItem", "Slow, reading", func() error { _, err := f.Slow(ctx, "n"); return err }},
		{"UpdateItem", "Slow", func() error { _, err := f.Slow(ctx, "n"); return err }},
		{"UpdateItem", "KeepPage", func() error { return f.KeepPage(ctx, "n", nil, time.Minute) }},
		{"GetItem", "Standing", func() error { _, err := f.Standing(ctx, "n"); return err }},
		{"GetItem", "Page", func() error { _, _, err := f.Page(ctx, "n"); return err }},
		{"UpdateItem", "Postpone", func() error { _, err := f.Postpone(ctx, j, time.Second, time.Minute); return err }},
		{"UpdateItem", "Touch", func() error { _, err := f.Touch(ctx, j, time.Minute); return err }},
		{"TransactWriteItems", "Release", func() error { _, err := f.Release(ctx, j); return err }},
		{"UpdateItem", "ClaimDelivery", func() error { _, _, err := f.ClaimDelivery(ctx, org, "dlv_1", time.Minute); return err }},
		{"UpdateItem", "TouchDelivery", func() error { _, err := f.TouchDelivery(ctx, &store.Delivery{}, time.Minute, false); return err }},
	} {
		f.Fault.Before(failNth(c.operation, 1))
		err := c.do()
		f.Fault.Before(nil)
		if !errs.Is(err, errs.ServiceUnavailable) {
			t.Errorf("%s without %s: got error %v, want %s", c.call, c.operation, err, errs.ServiceUnavailable)
		}
	}
	balanced(t, f, org)
}

func TestOutcomeIsStoredAsItIs(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 10, 5)
	for name, o := range map[string]store.Outcome{
		"a result":  {Status: job.Succeeded, Result: &job.ResultRef{Key: "whole", InlineKey: "cut", Size: 9}, Meta: []byte(`{"a":1}`)},
		"an error":  {Status: job.Failed, Error: &job.Failure{Code: errs.TargetError, Message: "It is gone.", Retryable: true, RetryAfter: 25}},
		"no result": {Status: job.Cancelled},
	} {
		j := f.Job(org, 1)
		admit(t, f, j, "")
		running := claim(t, f, j, store.Claimed)
		if mine, err := f.Finish(t.Context(), running, o); !mine || err != nil {
			t.Fatalf("%s: got mine %t, error %v; want true, none", name, mine, err)
		}
		stored, err := f.Store.Job(t.Context(), org, j.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(o, store.Outcome{Status: stored.Status, Result: stored.Result, Error: stored.Error, Meta: stored.Meta}); diff != "" {
			t.Errorf("%s: outcome mismatch (-want +got):\n%s", name, diff)
		}
	}
	balanced(t, f, org)
}

func TestGrantOfMoreThanThereIs(t *testing.T) {
	t.Parallel()
	f := storetest.New(t)
	org := f.Org(t, 5, 1)
	if err := f.Grant(t.Context(), org, ident.New(ident.Grant), -6, "back"); !errs.Is(err, errs.InvalidRequest) {
		t.Errorf("got error %v, want %s", err, errs.InvalidRequest)
	}
	if err := f.Grant(t.Context(), "org_none", ident.New(ident.Grant), 1, "x"); !errs.Is(err, errs.NotFound) {
		t.Errorf("got error %v, want %s", err, errs.NotFound)
	}
	balanceIs(t, f, org, 1, 5, 0, 0)
}
