package admin_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// desk is an operator's desk before a store of its own.
type desk struct {
	*storetest.Fixture
	service *admin.Service
	log     *bytes.Buffer
}

func setup(t *testing.T) *desk {
	t.Helper()
	f := storetest.New(t)
	log := &bytes.Buffer{}
	return &desk{Fixture: f, service: admin.New(f.Store, slog.New(slog.NewJSONHandler(log, nil))), log: log}
}

// do performs an act and returns its answer as the operator's JSON is read.
func (d *desk) do(t *testing.T, request string) (map[string]any, error) {
	t.Helper()
	var r admin.Request
	if err := json.Unmarshal([]byte(request), &r); err != nil {
		t.Fatal(err)
	}
	given, err := d.service.Handle(t.Context(), r)
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(given)
	if err != nil {
		t.Fatal(err)
	}
	var answer map[string]any
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatal(err)
	}
	return answer, nil
}

func (d *desk) must(t *testing.T, request string) map[string]any {
	t.Helper()
	answer, err := d.do(t, request)
	if err != nil {
		t.Fatalf("%s: got error %v, want none", request, err)
	}
	return answer
}

// org makes an organization with so many credits and returns its id.
func (d *desk) org(t *testing.T, name string, credits string) string {
	t.Helper()
	id, _ := d.must(t, `{"op":"org.create","name":"`+name+`","credits":`+credits+`}`)["organizationId"].(string)
	if !ident.Valid(ident.Org, id) {
		t.Fatalf("got organization id %q, want a valid one", id)
	}
	return id
}

// TestARefusalIsAnAnswer: what an operator asks for in vain is no failure of the function, which would raise an alarm; books
// that do not balance are.
func TestARefusalIsAnAnswer(t *testing.T) {
	t.Parallel()
	d := setup(t)
	for _, r := range []admin.Request{{Op: "org.show", Org: "org_x"}, {Op: "job.show", Job: "job_x"}, {Op: "none"}} {
		_, want := d.service.Handle(t.Context(), r)
		given, err := d.service.Answer(t.Context(), r)
		if refusal, is := given.(admin.Refusal); !is || err != nil || want == nil || refusal.Refused != want.Error() {
			t.Errorf("%s: got %v, error %v; want the refusal %v", r.Op, given, err, want)
		}
	}
	if given, err := d.service.Answer(t.Context(), admin.Request{Op: "org.list"}); err != nil || given == nil {
		t.Errorf("got %v, error %v of an act that is none; want what it gives", given, err)
	}
	d.lose(t, d.org(t, "Acme", "10"))
	if given, err := d.service.Answer(t.Context(), admin.Request{Op: "audit"}); err == nil {
		t.Errorf("got %v of an audit that finds a difference, want its error", given)
	}
}

func TestOrganizations(t *testing.T) {
	t.Parallel()
	d := setup(t)
	id := d.org(t, "Acme", "25")
	want := map[string]any{
		"organizationId": id, "name": "Acme", "balance": 25.0, "reserved": 0.0, "inFlight": 0.0, "inFlightCap": 100.0, "endpointCap": 100.0,
		"extendedCeilings": false, "deep": false, "walletShards": 1.0, "createdAt": "2026-03-01T12:00:00.000Z",
	}
	if diff := cmp.Diff(want, d.must(t, `{"op":"org.show","org":"`+id+`"}`)); diff != "" {
		t.Errorf("org.show mismatch (-want +got):\n%s", diff)
	}
	set := d.must(t, `{"op":"org.set","org":"`+id+`","name":"Acme & Co","inFlightCap":7,"endpointCap":250,"extendedCeilings":true,"deep":true,"walletShards":3}`)
	want["endpointCap"] = 250.0
	want["name"], want["inFlightCap"], want["extendedCeilings"], want["deep"], want["walletShards"] = "Acme & Co", 7.0, true, true, 3.0
	if diff := cmp.Diff(want, set); diff != "" {
		t.Errorf("org.set mismatch (-want +got):\n%s", diff)
	}
	// What is not named stays.
	if diff := cmp.Diff(want, d.must(t, `{"op":"org.set","org":"`+id+`"}`)); diff != "" {
		t.Errorf("org.set of nothing mismatch (-want +got):\n%s", diff)
	}
	d.org(t, "Other", "0")
	list, _ := d.must(t, `{"op":"org.list"}`)["organizations"].([]any)
	names := map[any]any{}
	for _, o := range list {
		view, _ := o.(map[string]any)
		names[view["name"]] = view["balance"]
	}
	if diff := cmp.Diff(map[any]any{"Acme & Co": 25.0, "Other": 0.0}, names); diff != "" {
		t.Errorf("balances by name mismatch (-want +got):\n%s", diff)
	}
}

func TestOrganizationsOwnAbilities(t *testing.T) {
	t.Parallel()
	d := setup(t)
	id, _ := d.must(t, `{"op":"org.create","name":"Acme","inFlightCap":1,"extendedCeilings":true,"deep":true}`)["organizationId"].(string)
	shown := d.must(t, `{"op":"org.show","org":"`+id+`"}`)
	if shown["inFlightCap"] != 1.0 || shown["extendedCeilings"] != true || shown["deep"] != true || shown["balance"] != 0.0 {
		t.Errorf("got %v, want inFlightCap 1, both abilities, balance 0", shown)
	}
}

func TestWorkspaces(t *testing.T) {
	t.Parallel()
	d := setup(t)
	org := d.org(t, "Acme", "0")
	named := d.must(t, `{"op":"workspace.create","org":"`+org+`","name":"lab"}`)["workspaceId"]
	d.Clock.Move(time.Second)
	unnamed := d.must(t, `{"op":"workspace.create","org":"`+org+`"}`)["workspaceId"]
	got := map[any]any{}
	list, _ := d.must(t, `{"op":"org.show","org":"`+org+`"}`)["workspaces"].([]any)
	for _, w := range list {
		view, _ := w.(map[string]any)
		got[view["workspaceId"]] = view["name"]
	}
	if diff := cmp.Diff(map[any]any{named: "lab", unnamed: "workspace"}, got); diff != "" {
		t.Errorf("workspaces mismatch (-want +got):\n%s", diff)
	}
}

func TestGrants(t *testing.T) {
	t.Parallel()
	d := setup(t)
	org := d.org(t, "Acme", "10")
	given := d.must(t, `{"op":"credits.grant","org":"`+org+`","amount":5,"reason":"a gift"}`)
	id, _ := given["grantId"].(string)
	if given["balance"] != 15.0 || given["organizationId"] != org || !ident.Valid(ident.Grant, id) {
		t.Errorf("got %v, want balance 15 of %s and a grant's id", given, org)
	}
	if taken := d.must(t, `{"op":"credits.grant","org":"`+org+`","amount":-15,"reason":"taken back"}`); taken["balance"] != 0.0 {
		t.Errorf("got %v, want balance 0", taken)
	}
	if _, err := d.do(t, `{"op":"credits.grant","org":"`+org+`","amount":-1,"reason":"more"}`); !errs.Is(err, errs.InvalidRequest) {
		t.Errorf("got error %v of taking more than there is, want %s", err, errs.InvalidRequest)
	}
}

// TestAGrantIsRepeated sends a grant again whose answer was lost.
func TestAGrantIsRepeated(t *testing.T) {
	t.Parallel()
	d := setup(t)
	org, id := d.org(t, "Acme", "10"), ident.New(ident.Grant)
	want := map[string]any{"grantId": id, "organizationId": org, "balance": 15.0}
	for _, when := range []string{"first", "again"} {
		given := d.must(t, `{"op":"credits.grant","org":"`+org+`","id":"`+id+`","amount":5,"reason":"a gift"}`)
		if diff := cmp.Diff(want, given); diff != "" {
			t.Errorf("%s: grant mismatch (-want +got):\n%s", when, diff)
		}
	}
}

func TestRefusedActs(t *testing.T) {
	t.Parallel()
	d := setup(t)
	org := d.org(t, "Acme", "1")
	for name, c := range map[string]struct {
		request string
		code    errs.Code
		field   string
	}{
		"unknown act":             {`{"op":"org.remove"}`, errs.InvalidRequest, "op"},
		"no name":                 {`{"op":"org.create"}`, errs.InvalidRequest, "name"},
		"empty name":              {`{"op":"org.create","name":""}`, errs.InvalidRequest, "name"},
		"negative credits":        {`{"op":"org.create","name":"x","credits":-1}`, errs.InvalidRequest, "credits"},
		"too many credits":        {`{"op":"org.create","name":"x","credits":9000000000000001}`, errs.InvalidRequest, "credits"},
		"no room at its making":   {`{"op":"org.create","name":"x","inFlightCap":0}`, errs.InvalidRequest, "inFlightCap"},
		"no room":                 {`{"op":"org.set","org":"` + org + `","inFlightCap":0}`, errs.InvalidRequest, "inFlightCap"},
		"fewer shards":            {`{"op":"org.set","org":"` + org + `","walletShards":0}`, errs.InvalidRequest, "walletShards"},
		"setting nobody":          {`{"op":"org.set","org":"org_none"}`, errs.NotFound, ""},
		"showing nobody":          {`{"op":"org.show","org":"org_none"}`, errs.NotFound, ""},
		"auditing nobody":         {`{"op":"audit","org":"org_none"}`, errs.NotFound, ""},
		"workspace of nobody":     {`{"op":"workspace.create","org":"org_none"}`, errs.NotFound, ""},
		"token of nobody":         {`{"op":"token.create","org":"org_none"}`, errs.NotFound, ""},
		"tokens of nobody":        {`{"op":"token.list","org":"org_none"}`, errs.NotFound, ""},
		"revoking nothing":        {`{"op":"token.revoke","token":"tok_none"}`, errs.NotFound, ""},
		"credits to nobody":       {`{"op":"credits.grant","org":"org_none","amount":1,"reason":"x"}`, errs.NotFound, ""},
		"no amount":               {`{"op":"credits.grant","org":"` + org + `","reason":"x"}`, errs.InvalidRequest, "amount"},
		"no reason":               {`{"op":"credits.grant","org":"` + org + `","amount":1}`, errs.InvalidRequest, "reason"},
		"id of no grant":          {`{"op":"credits.grant","org":"` + org + `","id":"gift-1","amount":1,"reason":"x"}`, errs.InvalidRequest, "id"},
		"unknown scope":           {`{"op":"token.create","org":"` + org + `","scopes":["api.read","root"]}`, errs.InvalidRequest, "scopes"},
		"negative limit":          {`{"op":"token.create","org":"` + org + `","createLimit":-1}`, errs.InvalidRequest, "createLimit and pollLimit"},
		"negative limit of polls": {`{"op":"token.create","org":"` + org + `","pollLimit":-1}`, errs.InvalidRequest, "createLimit and pollLimit"},
		"another's workspace":     {`{"op":"token.create","org":"` + org + `","workspace":"ws_none"}`, errs.InvalidRequest, "workspace"},
	} {
		answer, err := d.do(t, c.request)
		if e := errs.As(err); e == nil || e.Code != c.code || c.field != "" && (len(e.Details) != 1 || e.Details[0].Field != c.field) {
			t.Errorf("%s: got %v, error %v; want %s of field %q", name, answer, err, c.code, c.field)
		}
	}
	if diff := cmp.Diff(1.0, d.must(t, `{"op":"org.show","org":"`+org+`"}`)["balance"]); diff != "" {
		t.Errorf("balance after refusals mismatch (-want +got):\n%s", diff)
	}
}

func TestActsAreLogged(t *testing.T) {
	t.Parallel()
	d := setup(t)
	org := d.org(t, "Acme", "0")
	d.log.Reset()
	id := d.must(t, `{"op":"credits.grant","org":"`+org+`","amount":5,"reason":"a gift","by":"arn:a"}`)["grantId"]
	_, _ = d.do(t, `{"op":"token.revoke","token":"tok_none"}`)
	made := d.must(t, `{"op":"token.create","org":"`+org+`","label":"a person's"}`)
	_, _ = d.do(t, `{"op":"job.show","job":"job_none"}`)
	d.must(t, `{"op":"org.set","org":"`+org+`","name":"a person","inFlightCap":7,"endpointCap":8,"deep":false,"extendedCeilings":true,"walletShards":2}`)
	d.must(t, `{"op":"org.suspend","org":"`+org+`","reason":"floods","by":"arn:a"}`)
	var got []map[string]any
	for line := range strings.Lines(d.log.String()) {
		var entry map[string]any
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		delete(entry, "time")
		got = append(got, entry)
	}
	want := []map[string]any{
		{"level": "INFO", "msg": "admin act", "op": "credits.grant", "by": "arn:a", "ok": true, "org_id": org, "grant_id": id, "reason": "a gift", "amount": 5.0},
		{"level": "INFO", "msg": "admin act", "op": "token.revoke", "by": "", "ok": false, "token_id": "tok_none"},
		{"level": "INFO", "msg": "admin act", "op": "token.create", "by": "", "ok": true, "org_id": org, "workspace_id": made["workspaceId"], "token_id": made["tokenId"]},
		{"level": "INFO", "msg": "admin act", "op": "job.show", "by": "", "ok": false, "about_job_id": "job_none"},
		{
			"level": "INFO", "msg": "admin act", "op": "org.set", "by": "", "ok": true, "org_id": org,
			"renamed": true, "in_flight_cap": 7.0, "endpoint_cap": 8.0, "extended_ceilings": true, "deep": false, "wallet_shards": 2.0,
		},
		{"level": "INFO", "msg": "admin act", "op": "org.suspend", "by": "arn:a", "ok": true, "org_id": org, "reason": "floods"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("log mismatch (-want +got):\n%s", diff)
	}
}

func TestEngineThatFails(t *testing.T) {
	t.Parallel()
	d := setup(t)
	org := d.org(t, "Acme", "1")
	for _, c := range []struct{ operation, request string }{
		{"TransactWriteItems", `{"op":"org.create","name":"x","credits":1}`},
		{"TransactWriteItems", `{"op":"org.set","org":"` + org + `","name":"y"}`},
		{"TransactWriteItems", `{"op":"credits.grant","org":"` + org + `","amount":1,"reason":"x"}`},
		{"TransactWriteItems", `{"op":"token.create","org":"` + org + `"}`},
		{"PutItem", `{"op":"workspace.create","org":"` + org + `"}`},
		{"Scan", `{"op":"org.list"}`},
		{"Scan", `{"op":"audit"}`},
		{"Query", `{"op":"org.show","org":"` + org + `"}`},
		{"Query", `{"op":"token.list","org":"` + org + `"}`},
		{"Query", `{"op":"token.create","org":"` + org + `"}`},
		{"BatchGetItem", `{"op":"org.list"}`},
		{"BatchGetItem", `{"op":"org.show","org":"` + org + `"}`},
		{"BatchGetItem", `{"op":"credits.grant","org":"` + org + `","amount":1,"reason":"x"}`},
	} {
		d.Fault.Before(failing(c.operation))
		answer, err := d.do(t, c.request)
		d.Fault.Before(nil)
		if !errs.Is(err, errs.ServiceUnavailable) {
			t.Errorf("%s without %s: got %v, error %v; want %s", c.request, c.operation, answer, err, errs.ServiceUnavailable)
		}
	}
}

var errDown = errors.New("the engine is down")

func TestInstallation(t *testing.T) {
	t.Parallel()
	d := setup(t)
	d.service = d.service.In(admin.Installation{Stack: "q", CoreTable: "c", EdgeTable: "e", ResultsBucket: "b", Paused: true})
	got, err := d.do(t, `{"op":"installation.show"}`)
	want := map[string]any{"stack": "q", "coreTable": "c", "edgeTable": "e", "resultsBucket": "b", "paused": true}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("got error %v, installation mismatch (-want +got):\n%s", err, diff)
	}
}
