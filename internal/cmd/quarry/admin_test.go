package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/local"
)

// act runs an operator's command and decodes what it prints.
func act(t *testing.T, dir string, args ...string) map[string]any {
	t.Helper()
	out, errs, code := runQuarry(t, append([]string{"admin", "--data", dir, "--json"}, args...)...)
	if code != 0 {
		t.Fatalf("%v: exit code %d, %s", args, code, errs)
	}
	var given map[string]any
	if err := json.Unmarshal([]byte(out), &given); err != nil {
		t.Fatalf("%v: got out %s, want no error", args, out)
	}
	return given
}

func TestAdmin(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	dir := p.info.DataDir
	org, _ := act(t, dir, "org", "create", "--name", "Acme", "--credits", "3", "--in-flight-cap", "2", "--deep")["organizationId"].(string)
	if !strings.HasPrefix(org, "org_") {
		t.Fatalf(`got org %q, want beginning with "org_"`, org)
	}
	settings := t.TempDir()
	noted := fmt.Sprintf(`{"current":"local","profiles":{"local":{"data":%q}}}`, dir)
	if err := errors.Join(os.MkdirAll(filepath.Join(settings, "settings", "quarry"), 0o700), os.WriteFile(filepath.Join(settings, "settings", "quarry", "profiles.json"), []byte(noted), 0o600)); err != nil {
		t.Fatal(err)
	}
	if out, errs, code := cli(t, settings, nil, "admin", "org", "show", "--org", org); code != 0 {
		t.Errorf("the service in use: got exit code %d, %s%s; want 0", code, out, errs)
	}
	if shown := act(t, dir, "org", "show", "--org", org); shown["balance"] != 3.0 || shown["deep"] != true || shown["inFlightCap"] != 2.0 {
		t.Errorf("got shown %v, want balance 3.0, deep true, inFlightCap 2.0", shown)
	}
	workspace, _ := act(t, dir, "workspace", "create", "--org", org)["workspaceId"].(string)
	made := act(t, dir, "token", "create", "--org", org, "--workspace", workspace, "--label", "ci", "--scopes", "api.write", "--create-limit", "5")
	secret, _ := made["token"].(string)
	id, _ := made["tokenId"].(string)
	acme := &process{info: &local.Info{BaseURL: p.info.BaseURL, Token: secret}}
	if status, header, _ := acme.scrape(t, `{"url":"http://article.test/"}`); status != http.StatusOK ||
		header.Get("X-Credits-Remaining") != "2" || header.Get("X-RateLimit-Limit") != "5" {
		t.Errorf(`got status %d, header %v; want status 200, header X-Credits-Remaining "2", header X-RateLimit-Limit "5"`, status, header)
	}
	if status, _, refusal := acme.call(t, http.MethodGet, "/v1/public/balance", ""); status != http.StatusForbidden {
		t.Errorf("got status %d, refusal %v; want status 403", status, refusal)
	}
	if taken := act(t, dir, "credits", "grant", "--org", org, "--amount", "-1", "--reason", "mistake"); taken["balance"] != 1.0 {
		t.Errorf("got taken %v, want balance 1.0", taken)
	}
	if _, errs, code := runQuarry(t, "admin", "--data", dir, "failures", "--since", "721h"); code == 0 || !strings.Contains(errs, "jobs are kept for 720h") {
		t.Errorf("got exit code %d, errors %s of more days than jobs are kept, want a refusal", code, errs)
	}
	if granted := act(t, dir, "credits", "grant", "--org", org, "--amount", "41", "--reason", "trial"); granted["balance"] != 42.0 {
		t.Errorf("got granted %v, want balance 42.0", granted)
	}
	if set := act(t, dir, "org", "set", "--org", org, "--in-flight-cap", "9", "--no-deep", "--wallet-shards", "3"); set["inFlightCap"] != 9.0 ||
		set["deep"] != false || set["walletShards"] != 3.0 {
		t.Errorf("got set %v, want inFlightCap 9.0, deep false, walletShards 3.0", set)
	}
	if listed, _ := act(t, dir, "org", "list")["organizations"].([]any); len(listed) != 2 {
		t.Errorf("got listed %v, want length 2", listed)
	}
	if listed, _ := act(t, dir, "token", "list", "--org", org)["tokens"].([]any); len(listed) != 1 || strings.Contains(toJSON(t, listed), secret) {
		t.Errorf("got listed %v, want length 1, toJSON(t, listed) without %q", listed, secret)
	}
	for list, want := range map[string][]string{"org list": {"organizationId", org}, "token list --org " + org: {"tokenId", id}} {
		out, errs, code := runQuarry(t, append([]string{"admin", "--data", dir}, strings.Fields(list)...)...)
		lines := strings.Split(out, "\n")
		if code != 0 || !strings.HasPrefix(lines[0], want[0]+"  ") || !slices.ContainsFunc(lines[1:], func(line string) bool { return strings.HasPrefix(line, want[1]+"  ") }) {
			t.Errorf("%s: got exit code %d, %s%s; want a table of %s with %s", list, code, out, errs, want[0], want[1])
		}
	}
	act(t, dir, "token", "revoke", id)
	if status, _, refusal := acme.scrape(t, `{"url":"http://article.test/"}`); status != http.StatusUnauthorized || refusal["code"] != "token_revoked" {
		t.Errorf(`got status %d, refusal %v; want status 401, code "token_revoked"`, status, refusal)
	}
	if report := act(t, dir, "audit", "--org", org); report["balanced"] != true {
		t.Errorf("got report %v, want balanced true", report)
	}
}

// TestAdminTellsOfAJob: its row, its money and its calls of upstreams, and that it failed.
func TestAdminTellsOfAJob(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	dir := p.info.DataDir
	_, _, walled := p.scrape(t, `{"url":"http://wall.test/"}`)
	_, _, archived := p.scrape(t, `{"url":"http://skerwick-herald.test/2019/09/20/first-sketches","options":{"fallback":"archive"}}`)
	id, _ := archived["jobId"].(string)
	story := act(t, dir, "job", id)
	row, _ := story["job"].(map[string]any)
	calls, log := toJSON(t, story["upstreams"]), toJSON(t, story["log"])
	if row["status"] != "succeeded" || row["organizationId"] != p.info.OrganizationID {
		t.Errorf("got row %v, want that of the job", row)
	}
	for _, part := range []string{`"upstream":"wayback"`, `"upstream_status":200`, `"kind":"url"`, `"action":"url.page"`, `"host":"skerwick-herald.test"`} {
		if !strings.Contains(calls, part) {
			t.Errorf("got calls %s, want %s in them", calls, part)
		}
	}
	if !strings.Contains(log, "job ended") || strings.Contains(log, "upstream called") || strings.Contains(log, "_aws") {
		t.Errorf("got log %s, want the job's end and none of the calls", log)
	}
	failures := act(t, dir, "failures", "--since", "1h")
	if text := toJSON(t, failures); failures["failed"] != 1.0 || failures["jobs"] != 2.0 || !strings.Contains(text, "upstream_blocked") || !strings.Contains(text, toJSON(t, walled["jobId"])) {
		t.Errorf("got %s, want the one of two jobs that was blocked", text)
	}
	out, errs, code := runQuarry(t, "admin", "--data", dir, "job", id)
	if code != 0 || !strings.Contains(out, id) || !strings.Contains(out, "wayback") {
		t.Errorf("got exit code %d, out %s, errs %s; want the same as text", code, out, errs)
	}
}

// TestAnOrganizationEnds: what it has is written to a folder, and then it is gone.
func TestAnOrganizationEnds(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	dir, org, out := p.info.DataDir, p.info.OrganizationID, t.TempDir()
	_, _, small := p.scrape(t, `{"url":"http://article.test/","format":"metadata"}`)
	_, _, large := p.scrape(t, `{"url":"http://article.test/","format":"raw"}`)
	env := p.info.FunctionEnv
	bucket := blob.New(aws.Config{
		Region: env["AWS_REGION"], Credentials: credentials.NewStaticCredentialsProvider(env["AWS_ACCESS_KEY_ID"], env["AWS_SECRET_ACCESS_KEY"], ""),
	}, env["AWS_ENDPOINT_URL_S3"], env["QUARRY_RESULTS_BUCKET"])
	if err := bucket.Put(t.Context(), "results/"+org+"/job_1/1.json", blob.Pack([]byte(`{"large":true}`))); err != nil {
		t.Fatal(err)
	}
	written := act(t, dir, "org", "export", "--org", org, "--out", out)
	rows, err := os.ReadFile(filepath.Join(out, "rows.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{toJSON(t, small["jobId"]), toJSON(t, large["jobId"]), `"entity":"token"`, `"entity":"ledger"`} {
		if !strings.Contains(string(rows), part) {
			t.Errorf("got rows without %s: %s", part, rows)
		}
	}
	if object, err := os.ReadFile(filepath.Join(out, "objects", "results", org, "job_1", "1.json")); string(object) != `{"large":true}` || written["objects"] != 1.0 {
		t.Errorf("got object %q, error %v, %v; want what is in the bucket", object, err, written)
	}
	if _, errs, code := runQuarry(t, "admin", "--data", dir, "org", "delete", "--org", org, "--yes", "org_x"); code != 1 || !strings.Contains(errs, "repeat") {
		t.Errorf("got exit code %d, %q of another id; want 1, and that the id is to be repeated", code, errs)
	}
	if gone := act(t, dir, "org", "delete", "--org", org, "--yes", org, "--no-wait"); gone["jobsEmptied"] != 2.0 || gone["objectsRemoved"] != 1.0 || gone["done"] != false {
		t.Errorf("got %v, want both jobs emptied, and that it is to be repeated", gone)
	}
	id, _ := small["jobId"].(string)
	if status, _, refusal := p.call(t, http.MethodGet, "/v1/public/jobs/"+id, ""); status != http.StatusUnauthorized {
		t.Errorf("got status %d, %v of the job; want 401", status, refusal)
	}
	audited(t, dir)
}

// TestSmoke tries a service that works, twice, and a page that does not.
func TestSmoke(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "--sample-web")
	var org any
	for range 2 {
		tried := act(t, p.info.DataDir, "smoke", "--page", "http://article.test/")
		if tried["works"] != true || org != nil && tried["organizationId"] != org {
			t.Errorf("got %v, want that it works, in one organization", tried)
		}
		org = tried["organizationId"]
	}
	_, errs, code := runQuarry(t, "admin", "--data", p.info.DataDir, "smoke", "--page", "http://wall.test/")
	if code != 1 || !strings.Contains(errs, "upstream_blocked") {
		t.Errorf("got exit code %d, %q of a page that is blocked; want 1, and why", code, errs)
	}
	tokens, _ := act(t, p.info.DataDir, "token", "list", "--org", fmt.Sprint(org))["tokens"].([]any)
	for _, made := range tokens {
		if view, _ := made.(map[string]any); view["status"] != "revoked" {
			t.Errorf("got token %v, want it revoked", made)
		}
	}
}

// TestExactCredits grants the most there can be, twice under one id.
func TestExactCredits(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	dir := p.info.DataDir
	org, _ := act(t, dir, "org", "create", "--name", "Acme")["organizationId"].(string)
	const id, most = "grt_01jd0000000000000000000000", "9000000000000000"
	for range 2 {
		out, errs, code := runQuarry(t, "admin", "--data", dir, "credits", "grant", "--org", org, "--amount", most, "--reason", "x", "--id", id)
		if code != 0 || !strings.Contains(out, " "+most+"\n") || !strings.Contains(out, " "+id+"\n") {
			t.Errorf("got exit code %d, out %s, errs %s; want 0, balance %s and id %s", code, out, errs, most, id)
		}
	}
	out, errs, code := runQuarry(t, "admin", "--data", dir, "org", "show", "--org", org)
	if code != 0 || !strings.Contains(out, " "+most+"\n") {
		t.Errorf("got exit code %d, out %s, errs %s; want 0 and balance %s", code, out, errs, most)
	}
}

func TestAdminRefusals(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"org", "show", "--org", "org_x"}, "org list"},
		{[]string{"org", "create", "--name", "x", "--credits=-1"}, "credits"},
		{[]string{"org", "create", "--name", "x", "--credits", "20000000000000001"}, "credits"},
		{[]string{"credits", "grant", "--org", p.info.OrganizationID, "--amount", "0", "--reason", "x"}, "amount"},
		{[]string{"org", "set", "--org", p.info.OrganizationID, "--in-flight-cap", "0"}, "inFlightCap"},
		{[]string{"token", "create", "--org", "org_x"}, "org_x"},
		{[]string{"token", "create", "--org", p.info.OrganizationID, "--scopes", "all"}, "scopes"},
		{[]string{"token", "create", "--org", p.info.OrganizationID, "--workspace", "wsp_x"}, "workspace"},
		{[]string{"token", "revoke", "tok_x"}, "token list"},
		{[]string{"credits", "grant", "--org", p.info.OrganizationID, "--amount=-999999999", "--reason", "x"}, "amount"},
		{[]string{"credits", "grant", "--org", "org_x", "--amount", "1", "--reason", "x"}, "org_x"},
		{[]string{"credits", "grant", "--org", p.info.OrganizationID, "--amount", "1", "--reason", "x", "--id", "gift"}, "grt_"},
		{[]string{"audit", "--org", "org_x"}, "org_x"},
		{[]string{"job", "job_x"}, "job_x"},
		{[]string{"failures", "--org", "org_x"}, "org_x"},
	} {
		_, errs, code := runQuarry(t, append([]string{"admin", "--data", p.info.DataDir}, c.args...)...)
		if code != 1 || !strings.Contains(errs, c.want) || strings.Count(errs, "\n") != 1 || strings.Contains(errs, "sent again") {
			t.Errorf("%v: got exit code %d, %q; want 1, and one line with %q and nothing about repeating", c.args, code, errs, c.want)
		}
	}
	audited(t, p.info.DataDir)
}

// TestAGrantNobodyKnowsOf: only where the outcome is not known does the error say how to repeat it.
func TestAGrantNobodyKnowsOf(t *testing.T) {
	t.Parallel()
	for message, unknown := range map[string]bool{
		"service_unavailable: later": true, "outcome_unknown: perhaps": true, "internal_error: odd": true,
		"invalid_request: amount: must not be 0": false, "not_found: There is no organization x": false,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Amz-Function-Error", "Unhandled")
			_ = json.NewEncoder(w).Encode(map[string]string{"errorMessage": message})
		}))
		t.Cleanup(server.Close)
		dir := t.TempDir()
		info := toJSON(t, local.Info{AdminURL: server.URL, AdminKey: "key"})
		if err := os.WriteFile(filepath.Join(dir, "local.json"), []byte(info), 0o600); err != nil {
			t.Fatal(err)
		}
		_, errs, code := runQuarry(t, "admin", "--data", dir, "credits", "grant", "--org", "x", "--amount", "1", "--reason", "x")
		if code != 1 || !strings.Contains(errs, message) || strings.Contains(errs, "sent again with --id grt_") != unknown {
			t.Errorf("%s: got exit code %d, %q; want 1, the message, and how to repeat it: %t", message, code, errs, unknown)
		}
	}
}

// TestInvokeNeedsTheKey calls the admin function as a web page in a browser could.
func TestInvokeNeedsTheKey(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	res, err := http.Post(p.info.AdminURL+"/2015-03-31/functions/admin/invocations", "application/json", strings.NewReader(`{"op":"org.list"}`)) //nolint:noctx // a test
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusForbidden {
		t.Errorf("got res.StatusCode %d, want 403", res.StatusCode)
	}
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
