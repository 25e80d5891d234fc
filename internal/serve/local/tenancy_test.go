package local_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/local"
)

// routes is the document as far as tenancy needs it.
type routes struct {
	Paths map[string]map[string]struct {
		Security   *[]any `json:"security"`
		Parameters []struct {
			Name string `json:"name"`
			In   string `json:"in"`
		} `json:"parameters"`
		RequestBody *struct {
			Content map[string]struct {
				Examples map[string]struct {
					Value json.RawMessage `json:"value"`
				} `json:"examples"`
			} `json:"content"`
		} `json:"requestBody"`
	} `json:"paths"`
}

// one is an operation of the document.
type one struct {
	method, path string
	params       map[string]string // names, and where each is
	bodies       []json.RawMessage
}

func operations(t *testing.T, document []byte) []one {
	t.Helper()
	var d routes
	if err := json.Unmarshal(document, &d); err != nil {
		t.Fatal(err)
	}
	var all []one
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(d.Paths[path])) {
			op := d.Paths[path][method]
			o := one{strings.ToUpper(method), path, map[string]string{}, nil}
			for _, p := range op.Parameters {
				o.params[p.Name] = p.In
			}
			if op.RequestBody != nil {
				examples := op.RequestBody.Content["application/json"].Examples
				for _, name := range slices.Sorted(maps.Keys(examples)) {
					o.bodies = append(o.bodies, examples[name].Value)
				}
			}
			all = append(all, o)
		}
	}
	return all
}

// tenant calls a service for an organization.
type tenant struct {
	base, token, org string
	ids              map[string]map[string]bool // of everything that it made, by the parameter that takes it
}

func newTenant(t *testing.T, s *local.Service) *tenant {
	t.Helper()
	name := "tenant"
	made, err := s.Operator().Handle(t.Context(), admin.Request{Op: "org.create", Name: &name, Credits: 100000, InFlightCap: new(1000)})
	if err != nil {
		t.Fatal(err)
	}
	org := made.(admin.Created).OrganizationID //nolint:errcheck,forcetypeassert // fails the test
	return &tenant{s.Info().BaseURL, newToken(t, s, org), org, map[string]map[string]bool{}}
}

func newToken(t *testing.T, s *local.Service, org string, scopes ...string) string {
	t.Helper()
	made, err := s.Operator().Handle(t.Context(), admin.Request{Op: "token.create", Org: org, Scopes: scopes, CreateLimit: 100000, PollLimit: 100000})
	if err != nil {
		t.Fatal(err)
	}
	return string(made.(*admin.Token).Token) //nolint:errcheck,forcetypeassert // fails the test
}

// reply is a response as it came.
type reply struct {
	status int
	header http.Header
	raw    string
}

func (r reply) data() map[string]any {
	var body struct {
		Data map[string]any `json:"data"`
	}
	_ = json.Unmarshal([]byte(r.raw), &body) // some responses are none
	return body.Data
}

// call sends a request and keeps the ids in its response.
func (o *tenant) call(t *testing.T, method, path string, body []byte, key string) reply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, o.base+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+o.token)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	res, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	_ = json.Unmarshal(raw, &v)
	o.keep("", "", v)
	return reply{res.StatusCode, res.Header, string(raw)}
}

// keep notes what is an id in a response: "jobId", and "id" of a delivery as "deliveryId",
// also in a list whose members are called items.
func (o *tenant) keep(parent, name string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for inner, value := range v {
			o.keep(name, inner, value)
		}
	case []any:
		for _, value := range v {
			if stem, found := strings.CutSuffix(name, "ies"); found {
				o.keep(parent, stem+"y", value)
				continue
			}
			o.keep(parent, strings.TrimSuffix(name, "s"), value)
		}
	case string:
		if name == "id" {
			name = parent + "Id"
			if sort, ok := sorts[v[:min(len(v), len(ident.Job))]]; ok {
				name = sort
			}
		}
		if made.MatchString(v) && name != "requestId" {
			if o.ids[name] == nil {
				o.ids[name] = map[string]bool{}
			}
			o.ids[name][v] = true
		}
	}
}

// sorts are the names of ids by how these begin.
var sorts = map[string]string{ident.Endpoint: "endpointId", ident.Delivery: "deliveryId"}

// made is an id of something that belongs to an organization.
var made = regexp.MustCompile(`^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$`)

// id is one of its ids for a parameter; it fails the test when it has none.
func (o *tenant) id(t *testing.T, param string) string {
	t.Helper()
	all := slices.Sorted(maps.Keys(o.ids[param]))
	if len(all) == 0 {
		t.Fatalf("nothing was made that the parameter %s could name: the tenancy test needs a case for it", param)
	}
	return all[0]
}

// TestTenantsAreStrangers has two organizations use every operation of the document. One
// makes something of each sort; for the other none of it exists: by its id, in lists, by
// cursors, keys or the cache. An operation or a parameter that fits no case fails.
func TestTenantsAreStrangers(t *testing.T) {
	t.Parallel()
	s, err := local.Start(t.Context(), local.Options{Listen: "127.0.0.1:0", DataDir: t.TempDir(), SampleWeb: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	all := operations(t, get(t, s.Info().BaseURL+"/openapi.json"))
	owner, other := newTenant(t, s), newTenant(t, s)
	owner.makeAll(t, all)
	before := owner.everything(t, all)
	counts := map[string]int{}
	for _, op := range all {
		_, cursor := op.params["cursor"]
		_, keyed := op.params["Idempotency-Key"]
		switch {
		case !strings.HasPrefix(op.path, "/v1/"):
			counts["open"]++
		case strings.Contains(op.path, "{"):
			counts["by id"]++
			op.foreign(t, owner, other)
		case op.method == http.MethodGet:
			counts["lists and accounts"]++
			op.listed(t, owner, other, cursor)
		case keyed:
			counts["jobs"]++
			counts["cursors of jobs"] += op.keyed(t, s, owner)
		case op.path == "/v1/public/webhooks/endpoints":
			counts["registrations"]++
			op.registered(t, owner, other)
		default:
			t.Errorf("%s %s: no case holds the tenants apart there", op.method, op.path)
		}
	}
	for address, was := range before {
		if now := owner.call(t, http.MethodGet, address, nil, ""); now.status != was.status {
			t.Errorf("GET %s by its owner, after all: got status %d, want %d", address, now.status, was.status)
		} else if now.status == http.StatusOK && !strings.Contains(address, "balance") && now.raw != was.raw && strings.Contains(address, "_") {
			t.Errorf("GET %s by its owner, after all: got %s, want it as it was: %s", address, now.raw, was.raw)
		}
	}
	if counts["cursors of jobs"] == 0 {
		t.Error("got no job with a cursor, want some to try")
	}
	t.Logf("2 tenants on %d operations: %v", len(all), counts)
}

// makeAll makes something of each sort, and has all jobs end.
func (o *tenant) makeAll(t *testing.T, all []one) {
	t.Helper()
	for _, body := range []string{`{"url":"http://hooks.test/tenant"}`, `{"url":"http://hooks.test/another"}`} {
		o.call(t, http.MethodPost, "/v1/public/webhooks/endpoints", []byte(body), "")
	}
	for endpoint := range o.ids["endpointId"] {
		o.call(t, http.MethodPost, "/v1/public/webhooks/endpoints/"+endpoint+"/test", nil, "")
	}
	for _, op := range all {
		if _, keyed := op.params["Idempotency-Key"]; !keyed {
			continue
		}
		for i, body := range op.bodies {
			key := fmt.Sprint(op.path, i)
			if got := o.call(t, op.method, op.path, hurried(t, body), key); got.status >= http.StatusBadRequest {
				t.Errorf("%s with %s: got status %d, want success", op.path, body, got.status)
			}
		}
	}
	// A second one, so that the list of them has a cursor.
	o.call(t, http.MethodPost, "/v1/public/scrape/batch", []byte(`{"urls":["http://article.test/"]}`), "another batch")
	o.settle(t)
	for id := range o.ids["crawlId"] {
		for o.call(t, http.MethodGet, "/v1/public/crawl/"+id, nil, "").data()["status"] == "running" {
		}
	}
}

// hurried is a body of a call that does not wait.
func hurried(t *testing.T, body json.RawMessage) []byte {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal(body, &fields); err != nil {
		t.Fatal(err)
	}
	fields["wait"], fields["cacheTtlSec"] = false, 86400
	raw, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// everything reads all that can be read by the ids of what was made.
func (o *tenant) everything(t *testing.T, all []one) map[string]reply {
	t.Helper()
	read := map[string]reply{}
	for _, op := range all {
		if op.method == http.MethodGet && strings.HasPrefix(op.path, "/v1/") && strings.Contains(op.path, "{") {
			address := op.named(t, o.id)
			read[address] = o.call(t, http.MethodGet, address, nil, "")
		}
	}
	return read
}

var parameter = regexp.MustCompile(`\{([A-Za-z]+)\}`)

// named is the path with an id for each parameter.
func (op one) named(t *testing.T, id func(*testing.T, string) string) string {
	t.Helper()
	return parameter.ReplaceAllStringFunc(op.path, func(p string) string { return id(t, strings.Trim(p, "{}")) })
}

// foreign holds that an id of another organization is one that never was.
func (op one) foreign(t *testing.T, owner, other *tenant) {
	t.Helper()
	bodies := op.bodies
	if len(bodies) == 0 {
		bodies = []json.RawMessage{nil}
	}
	for id := range owner.ids[parameter.FindStringSubmatch(op.path)[1]] {
		for _, body := range bodies {
			unknown := ident.New(id[:4])
			got := other.call(t, op.method, parameter.ReplaceAllString(op.path, id), body, "")
			want := other.call(t, op.method, parameter.ReplaceAllString(op.path, unknown), body, "")
			if got.status != http.StatusNotFound || anonymous(got, id) != anonymous(want, unknown) {
				t.Errorf("%s %s with another's id: got status %d, %s; want as of an unknown one: %d, %s", op.method, op.path, got.status, got.raw, want.status, want.raw)
			}
		}
	}
}

var requestID = regexp.MustCompile(`req_[0-9a-z]{26}`)

// anonymous is a response without what differs from one to the next.
func anonymous(r reply, id string) string {
	return requestID.ReplaceAllString(strings.ReplaceAll(r.raw, id, "ID"), "REQUEST")
}

// listed holds that a list or an account shows nothing of another organization, whatever
// it is filtered by, and that another's cursor opens nothing.
func (op one) listed(t *testing.T, owner, other *tenant, pages bool) {
	t.Helper()
	addresses := []string{op.path}
	for name, in := range op.params {
		if in == "query" && strings.HasSuffix(name, "Id") {
			addresses = append(addresses, op.path+"?"+name+"="+owner.id(t, name))
		}
	}
	for _, address := range addresses {
		got := other.call(t, op.method, address, nil, "")
		for param, ids := range owner.ids {
			for id := range ids {
				if strings.Contains(got.raw, id) && !other.ids[param][id] || strings.Contains(got.raw, owner.org) {
					t.Errorf("GET %s shows another organization's %s: %s", address, param, got.raw)
				}
			}
		}
	}
	if !pages {
		return
	}
	cursor, _ := owner.call(t, op.method, op.path+"?limit=1", nil, "").data()["nextCursor"].(string)
	if cursor == "" {
		t.Errorf("GET %s?limit=1: got no cursor, want one to try", op.path)
	}
	if got := other.call(t, op.method, op.path+"?limit=1&cursor="+cursor, nil, ""); got.status != http.StatusBadRequest {
		t.Errorf("GET %s with another's cursor: got status %d, %s; want 400", op.path, got.status, got.raw)
	}
}

// keyed holds that neither a key nor the cache of another organization gives its job, and
// that its jobs' cursors go on with nothing. It returns how many of these there were.
func (op one) keyed(t *testing.T, s *local.Service, owner *tenant) (cursors int) {
	t.Helper()
	for i, body := range op.bodies {
		other, key := newTenant(t, s), fmt.Sprint(op.path, i) // with an empty cache of its own
		got := other.call(t, op.method, op.path, hurried(t, body), key)
		if got.status >= http.StatusBadRequest || got.header.Get("Idempotent-Replayed") != "" || strings.Contains(got.raw, `"cached":true`) {
			t.Errorf("%s with another's key and input: got status %d, %s; want a job of its own", op.path, got.status, got.raw)
		}
		for id := range other.ids["jobId"] {
			if owner.ids["jobId"][id] {
				t.Errorf("%s with another's key: got its job %s", op.path, id)
			}
		}
		again := owner.call(t, op.method, op.path, hurried(t, body), key)
		id, _ := again.data()["jobId"].(string)
		result, _ := owner.call(t, http.MethodGet, "/v1/public/jobs/"+id, nil, "").data()["result"].(map[string]any)
		cursor, _ := result["nextCursor"].(string)
		if cursor == "" {
			continue
		}
		next := json.RawMessage(strings.Replace(string(body), "{", fmt.Sprintf(`{"cursor":%q,`, cursor), 1))
		if own := owner.call(t, op.method, op.path, hurried(t, next), ""); own.status != http.StatusAccepted {
			continue // the example's other fields are not for a cursor
		}
		cursors++
		if got := other.call(t, op.method, op.path, hurried(t, next), ""); got.status != http.StatusBadRequest {
			t.Errorf("%s with another's cursor: got status %d, %s; want 400", op.path, got.status, got.raw)
		}
	}
	return cursors
}

// registered holds that the same address is another endpoint, with another secret.
func (op one) registered(t *testing.T, owner, other *tenant) {
	t.Helper()
	body := []byte(`{"url":"http://hooks.test/tenant"}`)
	a, b := owner.call(t, op.method, op.path, body, "").data(), other.call(t, op.method, op.path, body, "").data()
	mine, _ := a["endpoint"].(map[string]any)
	its, _ := b["endpoint"].(map[string]any)
	if mine["id"] == its["id"] || its["id"] == nil || mine["signingSecret"] == its["signingSecret"] {
		t.Errorf("the same address registered twice: got %v and %v, want two endpoints with a secret each", mine, its)
	}
}
