package admin_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
	"github.com/quarryapi/quarry/internal/serve/token"
)

// failing is a way to the engine on which one operation fails.
func failing(operation string) func(string) (*http.Response, error) {
	return func(asked string) (*http.Response, error) {
		if asked == operation {
			return nil, errDown
		}
		return nil, nil //nolint:nilnil // the call goes through
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	d := setup(t)
	org := d.org(t, "Acme", "0")
	made := d.must(t, `{"op":"token.create","org":"`+org+`","label":"first"}`)
	secret, _ := made["token"].(string)
	id, _ := made["tokenId"].(string)
	if _, err := token.Parse("Bearer " + secret); err != nil || !ident.Valid(ident.Token, id) {
		t.Fatalf("got %v, error %v; want a token that is valid", made, err)
	}
	want := map[string]any{
		"tokenId": id, "token": secret, "label": "first", "workspaceId": made["workspaceId"], "scopes": []any{"api.read", "api.write"},
		"status": "active", "createLimit": float64(ratelimit.DefaultCreate), "pollLimit": float64(ratelimit.DefaultPoll),
	}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("token.create mismatch (-want +got):\n%s", diff)
	}
	if p, _, err := d.Authorize(t.Context(), token.Token(secret), "create"); err != nil || p.OrgID != org {
		t.Errorf("got principal %+v, error %v; want one of %s", p, err, org)
	}

	// The list shows when it was made and never the secret.
	delete(want, "token")
	want["createdAt"] = "2026-03-01T12:00:00.000Z"
	if diff := cmp.Diff(map[string]any{"tokens": []any{want}}, d.must(t, `{"op":"token.list","org":"`+org+`"}`)); diff != "" {
		t.Errorf("token.list mismatch (-want +got):\n%s", diff)
	}

	d.Clock.Move(1500 * time.Millisecond)
	if diff := cmp.Diff(map[string]any{"tokenId": id, "status": "revoked"}, d.must(t, `{"op":"token.revoke","token":"`+id+`"}`)); diff != "" {
		t.Errorf("token.revoke mismatch (-want +got):\n%s", diff)
	}
	want["status"], want["revokedAt"] = "revoked", "2026-03-01T12:00:01.500Z"
	if diff := cmp.Diff(map[string]any{"tokens": []any{want}}, d.must(t, `{"op":"token.list","org":"`+org+`"}`)); diff != "" {
		t.Errorf("token.list after it was revoked mismatch (-want +got):\n%s", diff)
	}
	if p, _, err := d.Authorize(t.Context(), token.Token(secret), "create"); !errs.Is(err, errs.TokenRevoked) {
		t.Errorf("got principal %+v, error %v; want %s", p, err, errs.TokenRevoked)
	}
}

func TestTokensOwnTerms(t *testing.T) {
	t.Parallel()
	d := setup(t)
	org := d.org(t, "Acme", "0")
	lab, _ := d.must(t, `{"op":"workspace.create","org":"`+org+`","name":"lab"}`)["workspaceId"].(string)
	made := d.must(t, `{"op":"token.create","org":"`+org+`","workspace":"`+lab+`","scopes":["api.read"],"createLimit":3,"pollLimit":4}`)
	got := []any{made["workspaceId"], made["scopes"], made["createLimit"], made["pollLimit"]}
	if diff := cmp.Diff([]any{lab, []any{"api.read"}, 3.0, 4.0}, got); diff != "" {
		t.Errorf("terms mismatch (-want +got):\n%s", diff)
	}
}

func TestWorkspaceOfATokenThatNamesNone(t *testing.T) {
	t.Parallel()
	d := setup(t)
	org := d.org(t, "Acme", "0")
	workspace := func() any { return d.must(t, `{"op":"token.create","org":"`+org+`"}`)["workspaceId"] }
	first := workspace()
	d.Clock.Move(time.Second)
	if again := workspace(); again != first {
		t.Errorf("got workspace %v for a second token, want the first's %v", again, first)
	}
	list, _ := d.must(t, `{"op":"org.show","org":"`+org+`"}`)["workspaces"].([]any)
	if diff := cmp.Diff([]any{map[string]any{"workspaceId": first, "name": "default"}}, list); diff != "" {
		t.Errorf("workspaces mismatch (-want +got):\n%s", diff)
	}
}
