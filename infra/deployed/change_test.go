package deployed_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/quarryapi/quarry/internal/webtest"
)

// updated deploys the stack with another setting over the one that runs: the functions get it, and balance and
// jobs stay.
func (c caller) updated(t *testing.T, web *webtest.Server, o operator, deployer principal) {
	t.Helper()
	const agent = "Acme/2 (+https://acme.example)"
	before, balance := c.finish(t, "/scrape", `{"url":"http://article.test/","format":"links"}`), o.balanced(t, c)
	changed := settings(web)
	changed["userAgent"] = agent
	deployer.deploy(t, synthesize(t, changed))
	if after := o.balanced(t, c); after != balance {
		t.Errorf("got balance %d after the update, want %d as before", after, balance)
	}
	kept := read[job](t, c.call(t, http.MethodGet, "/jobs/"+before.ID, ""))
	if kept.Status != "succeeded" || kept.Result != before.Result {
		t.Errorf("got job %+v after the update, want %+v as before", kept, before)
	}
	echo := c.finish(t, "/scrape", `{"url":"http://agent.test/","format":"text"}`)
	if said := read[struct {
		Text string `json:"text"`
	}](t, json.RawMessage(echo.Result)).Text; said != agent {
		t.Errorf("got User-Agent %q, want that of the changed stack, %q", said, agent)
	}
}

// destroyed removes the stack. Balances, results and the audit trail outlive it.
func (c caller) destroyed(t *testing.T, deployer principal, outputs map[string]string, assembly string) {
	t.Helper()
	deployer.cdk(t, "destroy", "--app", assembly, "--force")
	root := c.e.root()
	if status, answer := root.call(t, "lambda", http.MethodGet, "/2015-03-31/functions/"+outputs["AdminFunctionName"], "", nil); status != http.StatusNotFound {
		t.Errorf("got status %d, %s of the admin function; want 404", status, answer)
	}
	for _, table := range []string{outputs["CoreTableName"], outputs["EdgeTableName"]} {
		if status, answer := root.target(t, "dynamodb", "DynamoDB_20120810.DescribeTable", map[string]any{"TableName": table}); status != http.StatusOK {
			t.Errorf("got status %d, %s of the table %s; want that it is kept", status, answer, table)
		}
	}
	if trail := (operator{principal: root}).trail(t); !containsAll(trail, `"op":"org.delete"`) {
		t.Errorf("got the audit trail %s, want it kept", trail)
	}
	if status, answer := root.call(t, "s3", http.MethodHead, "/"+outputs["ResultsBucketName"], "", nil); status != http.StatusOK {
		t.Errorf("got status %d, %s of the bucket; want that it is kept", status, answer)
	}
}
