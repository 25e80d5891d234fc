package admin_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
)

// TestEveryAnswerLostOnce: an operator sees of no act that an answer of the database to it
// was lost.
func TestEveryAnswerLostOnce(t *testing.T) {
	t.Parallel()
	for op, rest := range map[string]string{
		"org.create": `"name":"new","credits":7`, "org.list": ``, "org.show": `"org":"ORG"`,
		"org.set": `"org":"ORG","inFlightCap":3,"walletShards":4,"deep":true`, "workspace.create": `"org":"ORG","name":"new"`,
		"token.create": `"org":"ORG","label":"new"`, "token.list": `"org":"ORG"`, "token.revoke": `"token":"TOKEN"`,
		"credits.grant": `"org":"ORG","amount":5,"reason":"why"`, "audit": `"report":true`,
		"org.delete": `"org":"ORG"`, "org.export": `"org":"ORG"`,
		"job.show": `"job":"JOB"`, "jobs.failed": `"since":"2026-02-27T00:00:00Z"`,
	} {
		t.Run(op, func(t *testing.T) {
			t.Parallel()
			storetest.EachAnswerLost(t, func(t *testing.T, w *storetest.World) storetest.Operation {
				t.Helper()
				org, token := w.Org(t, 10, 5), ident.New(ident.Token)
				if err := w.CreateToken(t.Context(), &store.Credential{ID: token, Hash: "h", OrgID: org, CreateLimit: 1, PollLimit: 1}); err != nil {
					t.Fatal(err)
				}
				j := w.Job(org, 1)
				if _, _, err := w.Admit(t.Context(), store.Admission{Job: j}); err != nil {
					t.Fatal(err)
				}
				request := admin.Request{Op: op}
				if rest != "" {
					rest := strings.NewReplacer("ORG", org, "TOKEN", token, "JOB", j.ID).Replace(rest)
					if err := json.Unmarshal([]byte("{"+rest+"}"), &request); err != nil {
						t.Fatal(err)
					}
				}
				return func(ctx context.Context) (any, error) {
					return admin.New(w.Lossy, slog.New(slog.DiscardHandler)).Keeping(emptyBucket{}).At(w.Clock.Now).Handle(ctx, request)
				}
			})
		})
	}
}

// emptyBucket is a bucket without objects.
type emptyBucket struct{}

func (emptyBucket) List(context.Context, string, string) ([]string, error) { return nil, nil }

func (emptyBucket) Delete(context.Context, string) error { return nil }

func (emptyBucket) URL(context.Context, string, time.Duration) (string, error) { return "", nil }
