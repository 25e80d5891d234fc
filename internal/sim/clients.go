package sim

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/ident"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/store"
	"github.com/quarryapi/quarry/internal/serve/token"
)

// org is an organization with its clients.
type org struct {
	*world
	id      string
	token   token.Token
	shards  int
	clients sync.WaitGroup
	// What the clients know of.
	jobs, batches, endpoints, deliveries, crawlIDs []string
}

// settle makes the organizations, before anything goes wrong.
func (w *world) settle(t *testing.T) {
	t.Helper()
	for i := range 1 + w.pick("orgs", 2) {
		name := "org" + strconv.Itoa(i)
		o := &org{world: w, id: ident.New(ident.Org), token: token.New()}
		s, ctx := w.rig.stores[0], context.Background()
		must := func(err error) {
			if err != nil {
				t.Fatalf("settle: %v", err)
			}
		}
		must(s.CreateOrg(ctx, &store.Org{ID: o.id, Name: name, InFlightCap: 1 + w.pick(name+"/cap", 5)}))
		must(s.Grant(ctx, o.id, ident.New(ident.Grant), int64(2+w.pick(name+"/credits", 14)), "first"))
		must(s.CreateToken(ctx, &store.Credential{
			ID: ident.New(ident.Token), Hash: o.token.Hash(), OrgID: o.id, WorkspaceID: ident.New(ident.Workspace),
			Scopes: []string{"api.read", "api.write"}, CreateLimit: 60000, PollLimit: 60000,
		}))
		o.shards = 1
		if n := 1 + w.pick(name+"/shards", 4); n > 1 {
			_, err := s.SetOrg(ctx, o.id, store.OrgChange{Shards: &n})
			must(err)
			o.shards = n
		}
		w.orgs = append(w.orgs, o)
	}
}

// begin starts an organization's clients and, in some schedules, an operator.
func (w *world) begin(o *org, i int) {
	name := "org" + strconv.Itoa(i)
	clients := 1 + w.pick(name+"/clients", 3)
	if w.Crawls {
		clients = w.pick(name+"/clients", 2)
		for c := range 1 + w.pick(name+"/crawlers", 2) {
			who := name + ".crawl" + strconv.Itoa(c)
			o.clients.Go(func() {
				w.arrive(who)
				time.Sleep(time.Duration(float64(c) * w.draw(who+"/pause") * float64(10*time.Minute)))
				o.act(who, o.crawl)
			})
		}
	}
	for c := range clients {
		who := name + ".c" + strconv.Itoa(c)
		o.clients.Go(func() {
			for n := range 1 + w.pick(who+"/acts", 4) {
				time.Sleep(spread(w.draw(who+"/pause"+strconv.Itoa(n)), time.Millisecond, 30*time.Second))
				o.act(who+"."+strconv.Itoa(n), o.clientAct)
			}
		})
	}
	if !w.Crawls && w.draw(name+"/crawls") < 0.35 {
		o.clients.Go(func() {
			w.arrive(name + ".crawl")
			o.act(name+".crawl", o.crawl)
		})
	}
	if w.draw(name+"/operator") < 0.4 {
		who := name + ".op"
		o.clients.Go(func() {
			for n := range 1 + w.pick(who+"/acts", 3) {
				time.Sleep(spread(w.draw(who+"/pause"+strconv.Itoa(n)), time.Millisecond, 30*time.Second))
				o.act(who+"."+strconv.Itoa(n), o.operatorAct)
			}
		})
	}
}

// arrive waits for a moment that is the client's alone: goroutines that act at one moment do so in any order.
func (w *world) arrive(who string) {
	time.Sleep(spread(w.draw(who+"/arrival"), time.Microsecond, time.Millisecond))
}

// act makes an operation unless it is left out.
func (o *org) act(name string, do func(*actor)) {
	if o.stopped || o.Without[name] {
		return
	}
	o.outcome.Acts = append(o.outcome.Acts, name)
	do(o.actor(nil, "client", name))
}

// choice is the actor's pick from 0 to n−1 for a use.
func (a *actor) choice(use uint64, n int) int { return int(a.draw(use) * float64(n)) }

func (o *org) clientAct(a *actor) {
	switch x := a.draw(200); {
	case x < 0.45:
		o.submit(a)
	case x < 0.55:
		o.batch(a)
	case x < 0.70:
		o.onJob(a)
	default:
		o.onEndpoint(a)
	}
}

// answer is a response; status 0 is none.
type answer struct {
	status int
	code   string
	data   map[string]any
	a      *actor
}

// request makes a call of the API by one of its machines. The answer can get lost, or the
// machine can die.
func (o *org) request(client *actor, method, path, body string, headers ...string) answer {
	a := o.actor(client, "api", "req")
	a.org = o.id
	account := o.books.account(o.id)
	a.leastBalance, a.leastFree = account.balance, account.room-account.unfinished
	o.live[a] = true
	defer delete(o.live, a)
	rec := httptest.NewRecorder()
	a.trace(a, "> %s %s %s %v", method, path, body, headers)
	whole := a.do(func() {
		r := httptest.NewRequestWithContext(a.context(context.Background()), method, path, bytes.NewBufferString(body))
		r.Header.Set("Authorization", "Bearer "+string(o.token))
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		o.rig.apis[a.machine].ServeHTTP(rec, r)
	})
	got := answer{a: a}
	if !whole {
		return got
	}
	var parsed struct {
		Data  map[string]any `json:"data"`
		Error struct {
			Code string `json:"code"`
		} `json:"error"`
	}
	_ = json.Unmarshal(rec.Body.Bytes(), &parsed) // a body of another form has neither
	got.status, got.code, got.data = rec.Code, parsed.Error.Code, parsed.Data
	a.trace(a, "< %d %s", got.status, got.code)
	o.honest(got)
	if a.befalls(faultAnswer) {
		got.status = 0
	}
	return got
}

// honest holds that an answer is true, and that one with an error wrote nothing.
func (o *org) honest(got answer) {
	if got.status == http.StatusInternalServerError {
		o.broken("nothing is our own fault", "a call answered 500 %s", got.code)
	}
	id, _ := got.data["jobId"].(string)
	if said, _ := got.data["status"].(string); terminal(said) && o.books.jobs[id] != nil && o.books.jobs[id].status != said {
		o.broken("an answer is true", "a call answered that %s has %s, and it is %s", id, said, o.books.jobs[id].status)
	}
	if got.status >= 500 && got.a.admitted+got.a.changed > 0 && !got.a.unknown {
		o.broken("no 5xx after a write", "a call that wrote answered %d %s", got.status, got.code)
	}
}

// short holds that a refusal for want of credits or of room is true of the whole.
func (o *org) short(got answer, credits, jobs int) {
	switch got.code {
	case string(errs.InsufficientCredits):
		if got.a.leastBalance >= int64(credits) {
			o.broken("402 only when credits lack", "%d were wanted and never were there fewer than %d", credits, got.a.leastBalance)
		}
	case string(errs.TooManyInFlight):
		if got.a.leastFree >= int64(jobs) {
			o.broken("429 only when slots lack", "%d were wanted and never were there fewer than %d", jobs, got.a.leastFree)
		}
	}
}

func (o *org) hook(a *actor) string {
	if x := a.draw(210); x < 0.4 || o.Crawls && x < 0.7 {
		return ""
	}
	return `,"webhookUrl":"https://` + o.host(a.choice(211, 2)) + `/"`
}

func (o *org) host(n int) string {
	return "h" + strconv.Itoa(n) + "." + o.id[len(o.id)-4:] + ".example.com"
}

// submit asks for a job, and again under the same key until there is an answer.
func (o *org) submit(a *actor) {
	units := 1 + a.choice(220, 3)
	label, cached := a.name, a.draw(221) < 0.3
	body := `{"units":` + strconv.Itoa(units) + `,"text":"` + label + `","label":"` + label + `"`
	if cached {
		body = `{"text":"same","label":"` + label + `","cacheTtlSec":3600`
		units = 1
	}
	body += o.hook(a)
	if a.draw(222) < 0.6 {
		body += `,"wait":false}`
	} else {
		body += `,"waitTimeoutMs":` + strconv.Itoa(100+a.choice(223, 4000)) + `}`
	}
	o.insist(a, "/v1/public/task", body, func(got answer, key string) {
		o.short(got, units, 1)
		id, _ := got.data["jobId"].(string)
		o.know(&o.jobs, id)
		o.same(key, id)
	})
}

// batch asks for several jobs at once.
func (o *org) batch(a *actor) {
	n := 2 + a.choice(230, 3)
	texts := make([]string, n)
	for i := range texts {
		texts[i] = "t" + strconv.Itoa(i)
	}
	list, _ := json.Marshal(texts) // texts
	body := `{"texts":` + string(list) + `,"label":"` + a.name + `"` + o.hook(a) + `}`
	o.insist(a, "/v1/public/task/batch", body, func(got answer, key string) {
		o.short(got, n, n)
		made, _ := got.data["batchId"].(string)
		o.know(&o.batches, made)
		jobs, _ := got.data["jobs"].([]any)
		for i, j := range jobs {
			entry, _ := j.(map[string]any)
			id, _ := entry["jobId"].(string)
			o.know(&o.jobs, id)
			if key != "" {
				o.same(key+"#"+strconv.Itoa(i), id)
			}
		}
	})
}

// insist makes a call under a key until there is an answer that says what became of it, and
// sometimes once more. Without a key it is made once.
func (o *org) insist(a *actor, path, body string, read func(got answer, key string)) {
	key := ""
	var headers []string
	if a.draw(240) < 0.6 {
		key = o.id + a.name
		headers = []string{"Idempotency-Key", a.name}
	}
	if key != "" && a.draw(247) < 0.15 { // the same call from two places at once
		twin := o.actor(a, "client", "twin")
		o.clients.Go(func() {
			time.Sleep(spread(a.draw(248), time.Millisecond, 100*time.Millisecond))
			read(o.request(twin, http.MethodPost, path, body, headers...), key)
		})
	}
	for try := 1; try <= 4 && !o.stopped; try++ {
		made := key != "" && (o.books.labels[a.name] > 0 || o.books.labels[a.name+"#t0"] > 0)
		got := o.request(a, http.MethodPost, path, body, headers...)
		if made && (got.code == string(errs.InsufficientCredits) || got.code == string(errs.TooManyInFlight)) {
			o.broken("a replay finds its job", "the key of %s has its job, and was answered %d %s", a.name, got.status, got.code)
		}
		read(got, key)
		again := got.status == 0 || got.status >= 500 || (try == 1 && a.draw(241) < 0.2)
		if key == "" || !again {
			return
		}
		time.Sleep(spread(a.draw(242+uint64(try)), 10*time.Millisecond, 20*time.Second))
	}
}

// same holds that a key names one job.
func (o *org) same(key, id string) {
	if key == "" || id == "" {
		return
	}
	if was, ok := o.keys[key]; ok && was != id {
		o.broken("one key, one job", "the key %s was answered with %s and with %s", key, was, id)
	}
	o.keys[key] = id
}

func (o *org) know(list *[]string, id string) {
	if id != "" {
		*list = append(*list, id)
	}
}

func one(a *actor, use uint64, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[a.choice(use, len(list))]
}

// onJob cancels a job, or looks at one.
func (o *org) onJob(a *actor) {
	id := one(a, 250, o.jobs)
	if id == "" {
		o.submit(a)
		return
	}
	if made := one(a, 252, o.batches); made != "" && a.draw(253) < 0.5 {
		path := "/v1/public/batches/" + made
		if a.draw(254) < 0.7 {
			o.request(a, http.MethodPost, path+"/cancel", "")
			return
		}
		o.request(a, http.MethodGet, path, "")
		return
	}
	if a.draw(251) < 0.75 {
		o.request(a, http.MethodPost, "/v1/public/jobs/"+id+"/cancel", "")
		return
	}
	o.request(a, http.MethodGet, "/v1/public/jobs/"+id, "")
}

// onEndpoint does something with the organization's endpoints and deliveries.
func (o *org) onEndpoint(a *actor) {
	const base = "/v1/public/webhooks/"
	o.find()
	id := one(a, 260, o.endpoints)
	if id == "" {
		o.request(a, http.MethodPost, base+"endpoints", `{"url":"https://`+o.host(a.choice(261, 2))+`/"}`)
		return
	}
	path := base + "endpoints/" + id
	switch a.choice(262, 9) {
	case 7:
		filters := []string{`["job.failed","batch.finished"]`, `["job.*"]`, `["*"]`}
		o.request(a, http.MethodPatch, path, `{"events":`+filters[a.choice(266, len(filters))]+`}`)
	case 0:
		o.request(a, http.MethodPatch, path, `{"url":"https://`+o.host(2+a.choice(263, 2))+`/"}`)
	case 1:
		o.request(a, http.MethodPatch, path, `{"status":"disabled"}`)
		if a.draw(264) < 0.7 {
			o.request(a, http.MethodPatch, path, `{"status":"active"}`)
		}
	case 2:
		o.request(a, http.MethodPatch, path, `{"status":"active"}`)
	case 3, 4:
		o.request(a, http.MethodPost, path+"/secret/rotate", "")
	case 5:
		o.request(a, http.MethodDelete, path, "")
	case 6:
		o.request(a, http.MethodPost, path+"/test", "")
	default:
		if d := one(a, 265, o.deliveries); d != "" {
			o.request(a, http.MethodPost, base+"deliveries/"+d+"/replay", "")
		}
	}
}

// find has the clients know the endpoints and deliveries that there are, in an order that
// does not depend on maps.
func (o *org) find() {
	o.endpoints, o.deliveries = nil, nil
	for _, id := range sortedKeys(o.books.endpoints) {
		if o.books.endpoints[id] != nil && o.books.endpoints[id].org == o.id {
			o.endpoints = append(o.endpoints, id)
		}
	}
	for _, id := range sortedKeys(o.books.deliveries) {
		if o.books.deliveries[id].org == o.id {
			o.deliveries = append(o.deliveries, id)
		}
	}
}

// operatorAct grants credits or changes the organization.
func (o *org) operatorAct(a *actor) {
	r := admin.Request{Op: "org.set", Org: o.id}
	switch a.choice(270, 4) {
	case 0:
		r = admin.Request{Op: "credits.grant", Org: o.id, Amount: int64(1 + a.choice(271, 8)), Reason: "sim"}
	case 1:
		r = admin.Request{Op: "credits.grant", Org: o.id, Amount: -int64(1 + a.choice(271, 4)), Reason: "sim"}
	case 2:
		room := 1 + a.choice(272, 6)
		r.InFlightCap = &room
	default:
		o.shards = min(6, o.shards+1)
		r.WalletShards = &o.shards
	}
	by := o.actor(a, "admin", "act")
	if o.Trace {
		asked, _ := json.Marshal(r) // plain fields
		by.trace(by, "> %s", asked)
	}
	by.do(func() {
		_, err := o.rig.admins[by.machine].Handle(by.context(context.Background()), r)
		by.trace(by, "< %v", err)
	})
}
