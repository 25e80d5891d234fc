package store_test

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/ratelimit"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/store/storetest"
	"github.com/quarryapi/quarry/internal/serve/token"
)

// lived is an organization with a row of each kind.
type lived struct {
	*scene
	token   token.Token
	running *job.Job
}

// everyEntity is what the rows of such an organization are.
var everyEntity = []string{
	"", "batch", "cache", "crawl", "crawlState", "delivery", "document", "endpoint", "endpointUrl", "event", "idempotency", "job", "ledger", "org", "part",
	"progress", "queue", "receiver", "result", "sample", "tally", "token", "url", "usage", "wallet", "workspace",
}

func live(t *testing.T, w *storetest.World) *lived {
	t.Helper()
	s := &scene{T: t, World: w}
	s.org = s.Org(t, 100, 50)
	s.split(2)
	l := &lived{scene: s, token: s.Token(t, s.org, 5, 5)}
	ctx := t.Context()
	s.must(s.CreateWorkspace(ctx, &store.Workspace{ID: "wsp_1", OrgID: s.org, Name: "of http://a.test/"}))
	e := s.endpoint()
	s.posting(store.DeliverySucceeded)
	_, err := s.FreezeEvent(ctx, s.org, "evt_1", store.Event{Body: []byte("http://a.test/")})
	s.must(err)
	done := s.claimed(s.hooked())
	name, err := s.PutResult(ctx, done, []byte("http://a.test/"))
	s.must(err)
	_, err = s.PutProgress(ctx, done, blob.Parcel{Body: []byte("http://a.test/")})
	s.must(err)
	_, err = s.Finish(ctx, done, store.Outcome{Status: job.Succeeded, Result: &job.ResultRef{Item: name}, Meta: []byte(`{"url":"http://a.test/"}`)})
	s.must(err)
	done.CacheKey = "k"
	s.must(s.PutCache(ctx, done))
	s.must(s.PutDocument(ctx, s.org, "http://a.test/", blob.Parcel{Body: []byte("x")}, time.Hour))
	s.batched(s.hooked(), s.hooked())
	s.admitted(s.hooked(), "key")
	c := s.crawling("")
	_, err = s.AdvanceCrawl(ctx, c, s.step(c, 2))
	s.must(err)
	_, err = s.AdvanceCrawl(ctx, c, s.written(c))
	s.must(err)
	l.running = s.claimed(s.hooked())
	d := s.planned("dlv_2", 1)
	d.EventType, d.Claim = "job.succeeded", "ours"
	_, err = s.TryReceiver(ctx, d, e)
	s.must(err)
	return l
}

// raw are all rows below a prefix of the partition's key, by their keys.
func (s *scene) raw(table, prefix string) map[string]map[string]any {
	s.Helper()
	found := map[string]map[string]any{}
	pages := dynamodb.NewScanPaginator(s.DB, &dynamodb.ScanInput{
		TableName: &table, FilterExpression: new("begins_with(pk, :p)"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":p": &types.AttributeValueMemberS{Value: prefix}},
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(s.Context())
		s.must(err)
		for _, item := range page.Items {
			row := map[string]any{}
			s.must(attributevalue.UnmarshalMap(item, &row))
			found[fmt.Sprint(row["pk"], " ", row["sk"])] = row
		}
	}
	return found
}

func entities(rows map[string]map[string]any) []string {
	found := map[string]bool{}
	for _, row := range rows {
		entity, _ := row["entity"].(string) // the count of open crawls has none
		found[entity] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// gone holds what is left of a deleted organization: its books, which balance, and jobs without contents.
func (l *lived) gone(t *testing.T, credits int64) {
	t.Helper()
	rows := l.raw(l.Core, "O#"+l.org)
	if diff := cmp.Diff([]string{"job", "ledger", "org", "usage", "wallet"}, entities(rows)); diff != "" {
		t.Errorf("entities that are left mismatch (-want +got):\n%s", diff)
	}
	for key, row := range rows {
		for _, column := range []string{"input", "target", "result", "meta", "webhook", "page", "found", "recentPk", "duePk", "cacheKey", "error", "bodyHash"} {
			if v, has := row[column]; has && v != "" {
				t.Errorf("%s has %s %v, want it gone", key, column, v)
			}
		}
	}
	if _, _, err := l.Authorize(t.Context(), l.token, ratelimit.Poll); !errs.Is(err, errs.InvalidToken) {
		t.Errorf("got error %v of its token, want %s", err, errs.InvalidToken)
	}
	if _, err := l.Store.Job(t.Context(), l.org, l.running.ID); !errs.Is(err, errs.JobNotFound) {
		t.Errorf("got error %v of its job, want %s", err, errs.JobNotFound)
	}
	books, err := l.Books(t.Context(), l.org)
	l.must(err)
	if found := admin.Differences(books[l.org]); len(found) > 0 || books[l.org].Balance != credits || books[l.org].Unfinished != 0 {
		t.Errorf("got differences %q, balance %d, %d unfinished jobs; want none, %d, none", found, books[l.org].Balance, books[l.org].Unfinished, credits)
	}
}

// left are the credits of a lived organization when all that has not succeeded is refunded: one job of three succeeded.
const left = 100 - 3

func TestOrganizationsAreErased(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l, other := live(t, w), live(t, w)
	if diff := cmp.Diff(everyEntity, entities(l.raw(l.Core, "O#"+l.org))); diff != "" {
		t.Errorf("entities of the organization mismatch (-want +got):\n%s", diff)
	}
	before, tokens := other.raw(w.Core, "O#"+other.org), len(other.raw(w.Edge, "T#"))
	if _, err := l.CloseOrg(t.Context(), l.org); err != nil {
		t.Fatal(err)
	}
	first, err := l.EraseOrg(t.Context(), l.org)
	l.must(err)
	if first.Cancelled != 5 || first.Running != 1 || first.Emptied != 5 || first.Removed < 20 {
		t.Errorf("got %+v of the first pass, want 5 cancelled, 1 that its worker is yet to leave and the others emptied", first)
	}
	w.Clock.Move(2 * time.Minute) // the lease of who did not notice
	second, err := l.EraseOrg(t.Context(), l.org)
	l.must(err)
	if diff := cmp.Diff(store.Erasure{Emptied: 1}, second); diff != "" {
		t.Errorf("second pass mismatch (-want +got):\n%s", diff)
	}
	if third, err := l.EraseOrg(t.Context(), l.org); err != nil || !third.Nothing() {
		t.Errorf("got %+v, error %v of the third pass; want nothing", third, err)
	}
	if n := len(other.raw(w.Edge, "T#")); n != tokens-1 {
		t.Errorf("got %d tokens, want %d", n, tokens-1)
	}
	if diff := cmp.Diff(before, other.raw(w.Core, "O#"+other.org)); diff != "" {
		t.Errorf("another organization's rows mismatch (-want +got):\n%s", diff)
	}
}

// TestErasedOrganizationsStayClosed: nothing opens one again, and no job gets in.
func TestErasedOrganizationsStayClosed(t *testing.T) {
	t.Parallel()
	l := live(t, newWorld(t))
	ctx := t.Context()
	first, err := l.CloseOrg(ctx, l.org)
	l.must(err)
	l.Clock.Move(time.Hour)
	if again, err := l.CloseOrg(ctx, l.org); err != nil || !again.ClosedAt.Equal(first.ClosedAt) {
		t.Errorf("got %+v, error %v of closing again; want it closed at %s", again, err, first.ClosedAt)
	}
	_, _, err = l.Admit(ctx, store.Admission{Job: l.job(1), Shards: 2})
	for what, err := range map[string]error{
		"a job": err, "a token": l.CreateToken(ctx, &store.Credential{ID: "tok_1", Hash: "h", OrgID: l.org}),
		"a workspace": l.CreateWorkspace(ctx, &store.Workspace{ID: "wsp_2", OrgID: l.org}),
		"a cap": func() error {
			_, err := l.SetOrg(ctx, l.org, store.OrgChange{InFlightCap: new(5)})
			return err
		}(),
	} {
		if !errs.Is(err, errs.InvalidRequest) && !errs.Is(err, errs.TooManyInFlight) {
			t.Errorf("%s: got error %v, want it refused", what, err)
		}
	}
}

// TestErasureGoesOn has each call of the database fail once, and the deletion repeated: it comes to the same end.
func TestErasureGoesOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for broken := 1; ; broken++ {
		l := live(t, w)
		calls := 0
		w.Fault.Before(func(string) (*http.Response, error) {
			if calls++; calls == broken {
				return nil, errors.New("cut off")
			}
			return nil, nil
		})
		_, err := l.CloseOrg(t.Context(), l.org)
		if err == nil {
			_, err = l.EraseOrg(t.Context(), l.org)
		}
		w.Fault.Before(nil)
		w.Clock.Move(2 * time.Minute)
		_, closing := l.CloseOrg(t.Context(), l.org)
		_, erasing := l.EraseOrg(t.Context(), l.org)
		last, asking := l.EraseOrg(t.Context(), l.org)
		if problem := errors.Join(closing, erasing, asking); problem != nil || !last.Nothing() {
			t.Fatalf("call %d: got error %v, %+v of the last pass; want none, nothing", broken, problem, last)
		}
		l.gone(t, left)
		if err == nil {
			return
		}
	}
}

// TestExportsHaveEveryRow: what an organization can have of us, without what it and its receivers are known by.
func TestExportsHaveEveryRow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := live(t, w)
	live(t, w)
	var found []map[string]any
	for after := ""; ; {
		rows, next, err := l.OrgRows(t.Context(), l.org, after)
		l.must(err)
		if found = append(found, rows...); next == "" {
			break
		}
		after = next
	}
	if want := len(l.raw(w.Core, "O#"+l.org)); len(found) != want {
		t.Errorf("got %d rows, want %d", len(found), want)
	}
	for _, row := range found {
		for _, column := range []string{"pk", "secret", "hash", "sealed", "claim"} {
			if v, has := row[column]; has {
				t.Errorf("got %s %v of a %s, want it left out", column, v, row["entity"])
			}
		}
	}
	if _, _, err := l.OrgRows(t.Context(), ident.New(ident.Org), ""); err != nil {
		t.Errorf("got error %v of nobody's rows, want none", err)
	}
}

func newWorld(t *testing.T) *storetest.World {
	t.Helper()
	return &storetest.World{Fixture: storetest.New(t)}
}
