package deployed_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/webtest"
)

// smoked tries the installation by the command that the guide has for it. The API has a name that only this test
// resolves, so it is reached through a proxy.
func (o operator) smoked(t *testing.T, address string) {
	t.Helper()
	api, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Transport: o.e.client.Transport, Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(api) },
	})
	t.Cleanup(proxy.Close)
	said := o.admin(t, "smoke", "--url", proxy.URL, "--page", "http://article.test/")
	if !read[struct{ Works bool }](t, said).Works {
		t.Errorf("got %s of the smoke test, want that it works", said)
	}
}

// suspends stops an organization that has a job under way, and lets it go on.
func (o operator) suspends(t *testing.T, address string) {
	t.Helper()
	c, org := o.customer(t, address)
	waiting := c.start(t, "/scrape", `{"url":"http://slow.test/?ms=30000","wait":false}`)
	o.admin(t, "org", "suspend", "--org", org, "--reason", "a token was leaked")
	if stopped := c.await(t, waiting); stopped.Status != "cancelled" || stopped.Charged == 0 || stopped.Refunded != stopped.Charged {
		t.Errorf("got %+v, want it cancelled and the charge refunded", stopped)
	}
	const body = `{"url":"http://article.test/","format":"metadata"}`
	if status, answer := c.send(t, c.request(t, http.MethodPost, "/scrape", body)); status != http.StatusForbidden || !strings.Contains(answer, "organization_suspended") {
		t.Errorf("got status %d, %s of a call; want 403, organization_suspended", status, answer)
	}
	o.admin(t, "org", "resume", "--org", org)
	if again := c.finish(t, "/scrape", body); again.Status != "succeeded" {
		t.Errorf("got %+v, want it to succeed after the organization goes on", again)
	}
	if lines := o.trail(t); !containsAll(lines, `"op":"org.suspend"`, "a token was leaked", "user/operator") {
		t.Errorf("got lines %s, want who stopped %s and why", lines, org)
	}
}

// ends exports and deletes an organization that has a job, and finds its lines in the audit trail.
func (o operator) ends(t *testing.T, address string) {
	t.Helper()
	c, org := o.customer(t, address)
	kept, out := c.finish(t, "/scrape", `{"url":"http://article.test/","format":"metadata"}`), t.TempDir()
	o.admin(t, "org", "export", "--org", org, "--out", out)
	if rows, err := os.ReadFile(filepath.Join(out, "rows.jsonl")); err != nil || !containsAll(string(rows), kept.ID, `"entity":"result"`) {
		t.Errorf("got export %s, error %v; want the job and its result", rows, err)
	}
	gone := read[struct {
		Done    bool
		Emptied int `json:"jobsEmptied"`
	}](t, o.admin(t, "org", "delete", "--org", org, "--yes", org, "--no-wait"))
	if gone.Done || gone.Emptied != 1 {
		t.Errorf("got %+v, want the job emptied, and that calls from before may be under way", gone)
	}
	if status, answer := c.send(t, c.request(t, http.MethodGet, "/jobs/"+kept.ID, "")); status != http.StatusUnauthorized {
		t.Errorf("got status %d, %s of the job; want 401", status, answer)
	}
	if lines := o.trail(t); !containsAll(lines, `"op":"org.delete"`, org, "user/operator") {
		t.Errorf("got lines %s, want who deleted %s", lines, org)
	}
}

func containsAll(text string, parts ...string) bool {
	for _, part := range parts {
		if !strings.Contains(text, part) {
			return false
		}
	}
	return true
}

// trail are the lines of acts in the admin function's log.
func (o operator) trail(t *testing.T) string {
	t.Helper()
	return o.lines(t, "admin", "admin act")
}

// lines are those of a function's log that have a text.
func (o operator) lines(t *testing.T, function, text string) string {
	t.Helper()
	status, answer := o.e.root().target(t, "logs", "Logs_20140328.FilterLogEvents", map[string]any{"logGroupName": "/quarry/" + function, "filterPattern": `"` + text + `"`})
	if status != http.StatusOK {
		t.Fatalf("got status %d, %s of the log; want 200", status, answer)
	}
	var lines string
	for _, event := range read[struct {
		Events []struct{ Message string }
	}](t, json.RawMessage(answer)).Events {
		lines += event.Message
	}
	return lines
}

// rolledBack deploys the stack as it was at first over the changed one: its data stay.
func (c caller) rolledBack(t *testing.T, o operator, deployer principal, first string) {
	t.Helper()
	before, balance := c.finish(t, "/scrape", `{"url":"http://article.test/","format":"links"}`), o.balanced(t, c)
	deployer.deploy(t, first)
	if after := o.balanced(t, c); after != balance {
		t.Errorf("got balance %d after the rollback, want %d as before", after, balance)
	}
	if kept := read[job](t, c.call(t, http.MethodGet, "/jobs/"+before.ID, "")); kept.Result != before.Result {
		t.Errorf("got job %+v after the rollback, want %+v as before", kept, before)
	}
	echo := c.finish(t, "/scrape", `{"url":"http://agent.test/","format":"text"}`)
	if containsAll(string(echo.Result), "Acme/2") {
		t.Errorf("got User-Agent %s, want the product's own again", echo.Result)
	}
}

// restored is the drill: a second installation beside the first is given its rows, as tables have that were restored
// to a moment, and serves its customers.
func (c caller) restored(t *testing.T, web *webtest.Server, deployer principal, outputs map[string]string) {
	t.Helper()
	before := c.finish(t, "/scrape", `{"url":"http://article.test/","format":"metadata"}`)
	elsewhere := settings(web)
	elsewhere["stackName"], elsewhere["paused"] = "second", "true"
	second := deployer.deployAs(t, "second", synthesize(t, elsewhere))
	c.copied(t, outputs, second)
	o := operator{c.e.user(t, "operator-of-second", policy("lambda:InvokeFunction", "arn:aws:lambda:*:*:function:"+second["AdminFunctionName"])), second["AdminFunctionName"]}
	there := caller{e: c.e, url: second["ApiUrl"], token: c.token}
	o.balanced(t, there)
	delete(elsewhere, "paused")
	deployer.deployAs(t, "second", synthesize(t, elsewhere))
	if kept := read[job](t, there.call(t, http.MethodGet, "/jobs/"+before.ID, "")); kept.Result != before.Result {
		t.Errorf("got job %+v after the restore, want %+v as before", kept, before)
	}
	if j := there.finish(t, "/scrape", `{"url":"http://article.test/","format":"text"}`); j.Status != "succeeded" {
		t.Errorf("got job %+v of the second installation, want one that succeeded", j)
	}
}

// adopted deploys the stack anew after it was destroyed: it imports the bucket that was kept, and takes in the audit trail. Tables of their type the
// emulator neither imports nor, since it makes them under their former names, keeps.
func (o operator) adopted(t *testing.T, c caller, deployer principal, outputs map[string]string, assembly string) {
	t.Helper()
	mapping := filepath.Join(t.TempDir(), "kept.json")
	names := fmt.Sprintf(`{%q: {"BucketName": %q}}`, idOf(t, assembly, "AWS::S3::Bucket"), outputs["ResultsBucketName"])
	if err := os.WriteFile(mapping, []byte(names), 0o600); err != nil {
		t.Fatal(err)
	}
	o.e.forget(t, "/quarry/admin")
	deployer.cdk(t, "import", "--app", assembly, "--force", "--resource-mapping", mapping)
	again := deployer.deploy(t, assembly)
	if again["ResultsBucketName"] != outputs["ResultsBucketName"] {
		t.Errorf("got outputs %v, want the bucket of %v", again, outputs)
	}
	if status, answer := c.e.root().call(t, "s3", http.MethodHead, "/"+again["ResultsBucketName"]+"/results/a", "", nil); status != http.StatusOK {
		t.Errorf("got status %d, %s of an object from before, want 200", status, answer)
	}
	before := o.trail(t)
	if !containsAll(before, `"op":"org.delete"`) {
		t.Errorf("got the trail %s, want what was done before the stack was removed", before)
	}
	o.admin(t, "org", "list")
	if lines := o.lines(t, "admin", "org.list"); lines == "" || !containsAll(o.trail(t), `"op":"org.delete"`) {
		t.Errorf("got lines %s, want the new stack's acts behind those of before", lines)
	}
	c.url = again["ApiUrl"]
	if status, answer := c.send(t, c.request(t, http.MethodGet, "/balance", "")); status != http.StatusUnauthorized {
		t.Errorf("got status %d, %s of the new stack, want one that knows no token yet", status, answer)
	}
}

// forget deletes all logs of the stack but one. The emulator makes that of a function anew which ends after its log is gone, whose role has no
// right to in AWS.
func (e *emulator) forget(t *testing.T, but string) {
	t.Helper()
	for _, group := range e.pages(t, "DescribeLogGroups", map[string]any{"logGroupNamePrefix": "/quarry/"}, "logGroups") {
		name := read[struct{ LogGroupName string }](t, group).LogGroupName
		if name == but {
			continue
		}
		if status, answer := e.root().target(t, "logs", "Logs_20140328.DeleteLogGroup", map[string]any{"logGroupName": name}); status != http.StatusOK {
			t.Fatalf("got status %d, %s of the deletion of %s; want 200", status, answer, name)
		}
	}
}

// copied copies the rows of one stack's tables to another's.
func (c caller) copied(t *testing.T, from, to map[string]string) {
	t.Helper()
	c.e.root().run(t, ".", *quarry, "admin", "--json", "--function", to["AdminFunctionName"], "copy", "--core", from["CoreTableName"], "--edge", from["EdgeTableName"])
}

// idOf is the id that the template has of its resource of a type.
func idOf(t *testing.T, assembly, of string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(assembly, "quarry.template.json"))
	if err != nil {
		t.Fatal(err)
	}
	for id, r := range read[struct {
		Resources map[string]struct{ Type string }
	}](t, data).Resources {
		if r.Type == of {
			return id
		}
	}
	t.Fatalf("got no %s in the template, want one", of)
	return ""
}
