package admin_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/blob"
	localblob "github.com/quarryapi/quarry/internal/serve/local/blob"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// withBucket gives the desk a bucket with objects under some keys.
func (d *desk) withBucket(t *testing.T, keys ...string) *blob.Store {
	t.Helper()
	handler, err := localblob.New(t.TempDir(), "results")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	bucket := blob.New(aws.Config{Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("a", "b", "")}, server.URL, "results")
	for _, key := range keys {
		if err := bucket.Put(t.Context(), key, blob.Pack([]byte(`{}`))); err != nil {
			t.Fatal(err)
		}
	}
	d.service = d.service.Keeping(bucket).At(d.Clock.Now)
	return bucket
}

func TestDeletion(t *testing.T) {
	t.Parallel()
	d := setup(t)
	org, other := d.org(t, "Acme", "10"), d.org(t, "Other", "5")
	bucket := d.withBucket(t, "results/"+org+"/a.json", "events/"+org+"/a.json", "progress/"+org+"/a", "documents/"+org+"/a", "results/"+other+"/a.json")
	if _, _, err := d.Admit(t.Context(), store.Admission{Job: d.Job(org, 3), Shards: 1}); err != nil {
		t.Fatal(err)
	}
	d.must(t, `{"op":"token.create","org":"`+org+`"}`)
	request := `{"op":"org.delete","org":"` + org + `"}`
	want := map[string]any{
		"organizationId": org, "done": false, "jobsCancelled": 1.0, "jobsStopping": 0.0, "jobsEmptied": 1.0, "rowsRemoved": 1.0, "objectsRemoved": 4.0,
		"deletedAt": "2026-03-01T12:00:00.000Z",
	}
	first := d.must(t, request)
	if kept, _ := first["kept"].(string); kept == "" {
		t.Error("got nothing of what is kept, want it said")
	}
	delete(first, "kept")
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("first pass mismatch (-want +got):\n%s", diff)
	}
	if again := d.must(t, request); again["done"] != false || again["rowsRemoved"] != 0.0 {
		t.Errorf("got %v while calls from before may be under way, want it not done, and nothing removed", again)
	}
	d.Clock.Move(time.Minute)
	if again := d.must(t, request); again["done"] != true {
		t.Errorf("got %v after a minute, want it done", again)
	}
	shown := d.must(t, `{"op":"org.show","org":"`+org+`"}`)
	if shown["name"] != "" || shown["balance"] != 10.0 || shown["deletedAt"] != want["deletedAt"] {
		t.Errorf("got %v, want no name, the whole balance and when it was deleted", shown)
	}
	if report := d.must(t, `{"op":"audit"}`); report["balanced"] != true {
		t.Errorf("got books %v, want them balanced", report)
	}
	if keys, err := bucket.List(t.Context(), "results/", ""); len(keys) != 1 || err != nil {
		t.Errorf("got objects %q, error %v; want the other organization's, none", keys, err)
	}
}

func TestExport(t *testing.T) {
	t.Parallel()
	d := setup(t)
	org := d.org(t, "Acme", "10")
	keys := []string{"results/" + org + "/a.json", "results/" + org + "/b.json", "documents/" + org + "/a"}
	d.withBucket(t, append(keys, "results/other/a.json")...)
	var entities []string
	var objects []string
	for after := ""; ; {
		part := d.must(t, `{"op":"org.export","org":"`+org+`","after":"`+after+`"}`)
		rows, _ := part["rows"].([]any)
		for _, row := range rows {
			columns, _ := row.(map[string]any)
			entity, _ := columns["entity"].(string)
			entities = append(entities, entity)
		}
		linked, _ := part["objects"].([]any)
		for _, o := range linked {
			object, _ := o.(map[string]any)
			key, _ := object["key"].(string)
			objects = append(objects, key)
		}
		next, more := part["next"].(string)
		if !more {
			break
		}
		after = strings.ReplaceAll(next, "\n", `\n`)
	}
	slices.Sort(entities)
	if diff := cmp.Diff([]string{"ledger", "org", "wallet"}, entities); diff != "" {
		t.Errorf("entities mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(keys, objects); diff != "" {
		t.Errorf("objects mismatch (-want +got):\n%s", diff)
	}
	for _, op := range []string{"org.export", "org.delete"} {
		if _, err := d.do(t, `{"op":"`+op+`","org":"org_none"}`); !errs.Is(err, errs.NotFound) {
			t.Errorf("%s of nobody: got error %v, want %s", op, err, errs.NotFound)
		}
	}
}
