package local

import (
	"cmp"
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"slices"
	"sync/atomic"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/admin"
	"github.com/quarryapi/quarry/internal/serve/api/prefill"
	"github.com/quarryapi/quarry/internal/serve/config"
	"github.com/quarryapi/quarry/internal/serve/console"
	"github.com/quarryapi/quarry/internal/serve/local/metrics"
	"github.com/quarryapi/quarry/internal/sources"
	"github.com/quarryapi/quarry/internal/web/browser/chromium"
)

const (
	// operatorPath is where the console performs an operator's acts.
	operatorPath = console.Path + "/operator"
	// operatorHeader has the key of local.json. Pages of other origins cannot send it.
	operatorHeader = "X-Operator-Key"
	// sourcesOp is an act that no service of AWS has: what is configured is known here.
	sourcesOp = "sources"
)

// actsOf is who performs an operator's acts for the console.
type actsOf struct {
	operator *admin.Service
	key      atomic.Pointer[string] // nil until the service has made it
	config   config.Config
	browser  string // empty is to look for it
	hour     *metrics.Hour
}

// before answers the console's operator, and leaves all else to next. Only programs of this machine reach it; for others the path is
// as unknown as it is where no local service runs. Who may act is who has the key that the Lambda Invoke API asks for.
func (a *actsOf) before(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != operatorPath || !prefill.AtHome(r) {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		switch r.Method {
		case http.MethodGet: // whether there is an operator here
			w.WriteHeader(http.StatusNoContent)
		case http.MethodPost:
			given, err := a.act(w, r)
			reply(w, given, err)
		default:
			reply(w, nil, errs.Of(errs.MethodNotAllowed))
		}
	})
}

// act performs what a request asks for. Errors: insufficient_scope, invalid_request, those of the act.
func (a *actsOf) act(w http.ResponseWriter, r *http.Request) (any, error) {
	key := a.key.Load()
	if key == nil || subtle.ConstantTimeCompare([]byte(r.Header.Get(operatorHeader)), []byte(*key)) == 0 {
		return nil, errs.Newf(errs.InsufficientScope, "This is not the operator's key. It is adminKey in local.json of the data folder, and another one after each start.")
	}
	var asked admin.Request
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16))
	d.DisallowUnknownFields()
	if err := d.Decode(&asked); err != nil {
		return nil, errs.Newf(errs.InvalidJSON, "The request is no act of an operator: %v.", err)
	}
	switch asked.Op {
	case sourcesOp:
		return a.sources()
	case "org.list", "token.list", "token.create", "token.revoke", "credits.grant", "jobs.failed":
		asked.By = "console"
		return a.operator.Handle(r.Context(), asked)
	}
	return nil, errs.Field(errs.InvalidRequest, "op", "is nothing that the console does; quarry admin does more")
}

func reply(w http.ResponseWriter, given any, err error) {
	w.Header().Set("Content-Type", "application/json")
	answer := map[string]any{"data": given}
	if err != nil {
		e := errs.As(err)
		w.WriteHeader(e.Code.Status())
		answer = map[string]any{"error": map[string]any{"code": e.Code, "message": e.Message, "details": e.Details, "retryable": e.Retryable()}}
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// sourceState is how an upstream is configured, without its key, and how it fared.
type sourceState struct {
	Name    string         `json:"name"`
	About   string         `json:"about"`
	BaseURL string         `json:"baseUrl,omitempty"`
	State   string         `json:"state"` // ready, needs_key, needs_url
	Key     string         `json:"key"`   // set, missing, optional, none
	Hour    *metrics.Tally `json:"hour,omitempty"`
}

// sources are all upstreams, those first that cannot be asked as they are configured, and what else an operator sets.
func (a *actsOf) sources() (any, error) {
	set, err := sources.NewSettings(a.config.Sources, a.config.Keys)
	if err != nil {
		return nil, err
	}
	fared := a.hour.Report()
	var all []sourceState
	for _, u := range sources.All() {
		c := set.Of(u.Name)
		one := sourceState{Name: u.Name, About: u.About, BaseURL: c.BaseURL, State: "ready", Key: "none", Hour: fared[u.Name]}
		switch {
		case c.Key != "":
			one.Key = "set"
		case c.NeedsKey:
			one.State, one.Key = "needs_key", "missing"
		case c.TakesKey:
			one.Key = "optional"
		}
		if c.BaseURL == "" {
			one.State = "needs_url"
		}
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(x, y sourceState) int { return cmp.Compare(rank(x), rank(y)) })
	_, err = chromium.Find(a.browser)
	return map[string]any{"sources": all, "model": a.config.Model, "embeddings": a.config.Embeddings, "browser": err == nil}, nil
}

// rank has what failed first, then what answered, then what was not asked.
func rank(s sourceState) int {
	switch {
	case s.Hour != nil && len(s.Hour.Failed) > 0:
		return 0
	case s.Hour != nil:
		return 1
	case s.State != "ready":
		return 2
	}
	return 3
}
