package deployed_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// operator is who may invoke the admin function, and nothing else.
type operator struct {
	principal
	function string
}

// admin runs `quarry admin`.
func (o operator) admin(t *testing.T, args ...string) json.RawMessage {
	t.Helper()
	return json.RawMessage(o.run(t, ".", *quarry, append([]string{"admin", "--json", "--function", o.function}, args...)...))
}

const granted = 10_000

// customer makes an organization with credits and a token of it.
func (o operator) customer(t *testing.T, url string) (c caller, org string) {
	t.Helper()
	made := read[struct {
		ID string `json:"organizationId"`
	}](t, o.admin(t, "org", "create", "--name", "Acme", "--credits", "10000"))
	token := read[struct {
		Token string `json:"token"`
	}](t, o.admin(t, "token", "create", "--org", made.ID))
	return caller{e: o.e, url: url, token: token.Token}, made.ID
}

// balanced audits the books and holds the balance against what was charged and refunded.
func (o operator) balanced(t *testing.T, c caller) int64 {
	t.Helper()
	books := read[struct {
		Balanced      bool `json:"balanced"`
		Organizations []struct {
			Balance, Granted, Debited, Refunded, Unfinished int64
		} `json:"organizations"`
	}](t, o.admin(t, "audit"))
	if !books.Balanced || len(books.Organizations) != 1 {
		t.Fatalf("got books %+v, want balanced ones of one organization", books)
	}
	org := books.Organizations[0]
	if org.Unfinished != 0 || org.Refunded == 0 || org.Balance != granted-org.Debited+org.Refunded {
		t.Errorf("got %+v, want every job ended, something refunded, and %d granted less what was charged", org, granted)
	}
	balance := read[struct {
		Balance int64 `json:"balance"`
	}](t, c.call(t, http.MethodGet, "/balance", "")).Balance
	if balance != org.Balance {
		t.Errorf("got balance %d by the API, want %d as the audit has it", balance, org.Balance)
	}
	return balance
}

// ways has a job cached, failed and cancelled, and a batch.
func (c caller) ways(t *testing.T) {
	t.Helper()
	t.Run("cached", func(t *testing.T) {
		const body = `{"url":"http://article.test/","cacheTtlSec":600}`
		first, second := c.finish(t, "/scrape", body), c.finish(t, "/scrape", body)
		if first.Status != "succeeded" || first.Cached || !second.Cached || second.Result != first.Result {
			t.Errorf("got %+v, then %+v; want the same result from the cache", first, second)
		}
	})
	t.Run("failed", func(t *testing.T) {
		j := c.finish(t, "/scrape", `{"url":"http://wall.test/"}`)
		if j.Status != "failed" || j.Error == nil || j.Error.Code != "upstream_blocked" || j.Charged == 0 || j.Refunded != j.Charged {
			t.Errorf("got %+v, want upstream_blocked and the charge refunded", j)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		j := c.start(t, "/scrape", `{"url":"http://slow.test/?ms=30000","wait":false}`)
		cancelled := read[job](t, c.call(t, http.MethodPost, "/jobs/"+j.ID+"/cancel", ""))
		if j = c.await(t, cancelled); j.Status != "cancelled" || j.Refunded != j.Charged || j.Charged == 0 {
			t.Errorf("got %+v, want a cancelled job whose charge is refunded", j)
		}
	})
	t.Run("batch", func(t *testing.T) {
		batch := read[struct {
			ID   string `json:"batchId"`
			Jobs []job  `json:"jobs"`
		}](t, c.call(t, http.MethodPost, "/scrape/batch", `{"urls":["http://article.test/","http://shop.test/packs"],"format":"metadata"}`))
		if !strings.HasPrefix(batch.ID, "bat_") || len(batch.Jobs) != 2 {
			t.Fatalf("got %+v, want a batch of two jobs", batch)
		}
		for _, j := range batch.Jobs {
			if got := c.await(t, j); got.Status != "succeeded" {
				t.Errorf("got job %+v of the batch, want one that succeeded", got)
			}
		}
	})
}
