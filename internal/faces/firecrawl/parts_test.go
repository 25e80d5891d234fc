package firecrawl_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/job"
)

// three are the batches that 120 URLs make.
var three = []string{"bat_01m8476d4d35gf23tbzwyer5ga", "bat_01m8476d4d35gf23tbzwyer5gb", "bat_01m8476d4d35gf23tbzwyer5gc"}

// many is the body of a batch of that many URLs.
func many(n int) string {
	return `{"urls":["http://a.test/` + strings.Join(slices.Repeat([]string{`x"`}, n), `,"http://a.test/`) + `]}`
}

func madeBatch(id string) string { return `202 {"data":{"batchId":"` + id + `"}}` }

// TestLargeBatches: more URLs than a batch of the API has are several, which are one here.
func TestLargeBatches(t *testing.T) {
	t.Parallel()
	a := &api{key: "k1", answers: map[string][]string{
		"POST /scrape/batch": {madeBatch(three[0]), madeBatch(three[1]), madeBatch(three[2])}, "GET /batches/" + three[0]: {listed("finished", `"total":50,"succeeded":50`, "c", page(1))},
		"GET /batches/" + three[1]: {listed("running", `"total":50,"succeeded":1`, "", page(2))}, "GET /batches/" + three[2]: {listed("finished", `"total":20,"succeeded":19,"failed":1`, "", page(3))},
	}}
	_, got := ask(t, a, http.MethodPost, "/v2/batch/scrape", many(120))
	id := strings.Join(three, ".")
	if got["id"] != id || got["url"] != "http://quarry.test/v2/batch/scrape/"+id {
		t.Errorf("got %v, want the three batches as one", got)
	}
	var keys []string
	for n, call := range a.calls {
		if whole := job.WholeOf(a.contexts[n]); strings.Count(string(whole), "http://") != 120 {
			t.Errorf("batch %d: got %s as what it is a part of, want all URLs", n, whole)
		}
		keys = append(keys, fmt.Sprint(strings.Count(call, "http://"), " ", a.heads[n].Get("Idempotency-Key")))
	}
	if diff := cmp.Diff([]string{"50 k1", "50 k1#2", "20 k1#3"}, keys); diff != "" {
		t.Errorf("URLs and keys (-want +got):\n%s", diff)
	}
	const path = "/v2/batch/scrape/"
	for cursor, next := range map[string]string{"": "0~c", "0~c": "0~c", "1~": "2~", "2~": ""} {
		w, got := ask(t, a, http.MethodGet, path+id+"?cursor="+cursor, "")
		if want := "http://quarry.test" + path + id + "?cursor=" + next; next == "" && got["next"] != nil || next != "" && got["next"] != want {
			t.Errorf("behind %q: got %d, next %v, want %s", cursor, w.Code, got["next"], want)
		}
		if said := fmt.Sprint(got["status"], " ", got["total"], " ", got["completed"], " ", got["creditsUsed"]); said != "scraping 120 70 21" {
			t.Errorf("behind %q: got %s, want the sums", cursor, said)
		}
	}
	for _, bad := range []string{path + id + "?cursor=3~", path + id + ".bat_x", path + id + strings.Repeat("."+three[0], 18)} {
		if w, _ := ask(t, a, http.MethodGet, bad, ""); w.Code != http.StatusBadRequest && w.Code != http.StatusNotFound {
			t.Errorf("%s: got %d, want it refused", bad, w.Code)
		}
	}
	if w, got := ask(t, &api{}, http.MethodPost, path[:len(path)-1], many(1001)); w.Code != http.StatusBadRequest || !strings.HasPrefix(fmt.Sprint(got["error"]), "urls: has more than 1000") {
		t.Errorf("1001 URLs: got %d %v, want 400 about urls", w.Code, got)
	}
}

// TestLargeBatchesThatAreRefused: all is made or none, unless a key says that the call comes again.
func TestLargeBatchesThatAreRefused(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"":   "402 0 Too low. The first 50 URLs were made before that, and cancelled.",
		"k1": "402 1 Too low. The first 50 URLs were made before that, as " + three[0] + ", and go on: the same call with the same key makes the others.",
	} {
		a := &api{key: key, answers: map[string][]string{
			"POST /scrape/batch": {madeBatch(three[0]), `402 {"error":{"code":"insufficient_credits","message":"Too low."}}`}, "POST /batches/" + three[0] + "/cancel": {`200 {"data":{}}`},
			"GET /batches/" + three[0]: {`200 {"data":{"creditsCharged":50,"creditsRefunded":50}}`},
		}}
		w, got := ask(t, a, http.MethodPost, "/v2/batch/scrape", many(60))
		charged := w.Header().Get("X-Credits-Charged")
		if key != "" {
			charged = "1" // the first batch's
		}
		if said := fmt.Sprint(w.Code, " ", charged, " ", got["error"]); said != want {
			t.Errorf("key %q: got %s, want %s", key, said, want)
		}
		if cancelled := slices.Contains(a.calls, "POST /batches/"+three[0]+"/cancel"); cancelled != (key == "") {
			t.Errorf("key %q: got calls %q, want the first cancelled: %t", key, a.calls[2:], key == "")
		}
	}
}
