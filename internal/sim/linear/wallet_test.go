package linear_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// most is how many jobs one history has room for.
const most = 96

// wallet is what an organization has, and how each job stands.
type wallet struct {
	balance, reserved int64
	unfinished        int
	jobs              [most]byte // 0 none, then q, s, f, c
	cost              [most]int8
}

// op is one call about the wallet. Which job it is about is the place of the call that
// created it.
type op struct {
	what string // create, end, cancel, balance
	job  int
	cost int64
	fail bool
}

type outcome struct {
	said              string // admitted, poor, full, unknown; a job's status
	balance, reserved int64
}

// walletModel is the wallet as a caller understands it, with limit places for jobs.
func walletModel(credits int64, limit int) porcupine.Model {
	return (&porcupine.NondeterministicModel{
		Init:  func() []any { return []any{wallet{balance: credits}} },
		Equal: func(a, b any) bool { return a == b },
		Step: func(state, input, out any) []any {
			var next []any
			for _, w := range input.(op).step(state.(wallet), out.(outcome), limit) { //nolint:errcheck,forcetypeassert // of this model
				next = append(next, w)
			}
			return next
		},
		DescribeOperation: func(input, out any) string { return fmt.Sprintf("%+v → %+v", input, out) },
	}).ToModel()
}

// step is every state that the call can leave, none if its answer is wrong in this one.
func (o op) step(w wallet, out outcome, limit int) []wallet {
	switch o.what {
	case "create":
		carries := w.balance >= o.cost && w.unfinished < limit
		made := w
		made.balance -= o.cost
		made.reserved += o.cost
		made.unfinished++
		made.jobs[o.job], made.cost[o.job] = 'q', int8(o.cost)
		switch {
		case out.said == "admitted" && carries:
			return []wallet{made}
		case out.said == "poor" && w.balance < o.cost, out.said == "full" && w.unfinished >= limit:
			return []wallet{w}
		case out.said == "unknown" && carries:
			return []wallet{w, made}
		case out.said == "unknown":
			return []wallet{w}
		}
		return nil
	case "balance":
		if out.said != "unknown" && (out.balance != w.balance || out.reserved != w.reserved) {
			return nil
		}
		return []wallet{w}
	default:
		return o.end(w, out)
	}
}

// end is a worker's or a caller's way to end a job.
func (o op) end(w wallet, out outcome) []wallet {
	ended := w
	if w.jobs[o.job] == 'q' {
		how := byte('c')
		if o.what == "end" {
			how = 's'
			if o.fail {
				how = 'f'
			}
		}
		ended.jobs[o.job] = how
		ended.unfinished--
		ended.reserved -= int64(w.cost[o.job])
		if how != 's' {
			ended.balance += int64(w.cost[o.job])
		}
	}
	switch {
	case out.said == "unknown" && ended != w:
		return []wallet{w, ended}
	case out.said == "unknown":
		return []wallet{w}
	case out.said[0] != ended.jobs[o.job]:
		return nil
	}
	return []wallet{ended}
}

// history is what several callers recorded at once.
type history struct {
	mu  sync.Mutex
	ops []porcupine.Operation
	n   int
}

// do makes a call and records it. One whose outcome nobody knows can take effect until
// the end.
func (h *history) do(s *service, client int, input op, call func() outcome) {
	from := s.at()
	out := call()
	to := s.at()
	h.mu.Lock()
	defer h.mu.Unlock()
	if out.said == "unknown" {
		to = int64(time.Hour)
	}
	h.ops = append(h.ops, porcupine.Operation{ClientId: client, Input: input, Call: from, Output: out, Return: to})
}

func (h *history) next() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.n++
	return h.n - 1
}

// client makes some calls by its dice.
func (h *history) client(t *testing.T, s *service, client, calls int, dice *rand.Rand) {
	t.Helper()
	ctx := t.Context()
	type known struct {
		id   string
		job  int
		fail bool
	}
	var mine []known
	for range calls {
		switch n := dice.IntN(10); {
		case n < 4:
			o := op{what: "create", job: h.next(), cost: int64(1 + dice.IntN(3)), fail: dice.IntN(2) == 0}
			text := "work"
			if o.fail {
				text = failing
			}
			h.do(s, client, o, func() outcome {
				a := s.create(ctx, text, int(o.cost), "")
				switch {
				case a.status == http.StatusAccepted:
					mine = append(mine, known{a.text("jobId"), o.job, o.fail})
					return outcome{said: "admitted"}
				case a.code == "insufficient_credits":
					return outcome{said: "poor"}
				case a.code == "too_many_in_flight":
					return outcome{said: "full"}
				}
				return outcome{said: "unknown"}
			})
		case n < 7 && len(mine) > 0:
			j := mine[dice.IntN(len(mine))]
			h.do(s, client, op{what: "end", job: j.job, fail: j.fail}, func() outcome {
				s.perform(ctx, j.id)
				return status(s.call(ctx, http.MethodGet, "/jobs/"+j.id, nil, ""))
			})
		case n < 8 && len(mine) > 0:
			j := mine[dice.IntN(len(mine))]
			h.do(s, client, op{what: "cancel", job: j.job}, func() outcome {
				return status(s.call(ctx, http.MethodPost, "/jobs/"+j.id+"/cancel", nil, ""))
			})
		default:
			h.do(s, client, op{what: "balance"}, func() outcome {
				a := s.call(ctx, http.MethodGet, "/balance", nil, "")
				if a.status != http.StatusOK {
					return outcome{said: "unknown"}
				}
				return outcome{said: "read", balance: a.number("balance"), reserved: a.number("reserved")}
			})
		}
	}
}

// status is how a job stands, unknown when the answer has none or it has not ended: its
// worker's claim may have been lost, and then the sweeper has to come.
func status(a answer) outcome {
	if said := a.text("status"); slices.Contains([]string{"succeeded", "failed", "cancelled"}, said) {
		return outcome{said: said}
	}
	return outcome{said: "unknown"}
}

const (
	clients = 4
	calls   = 20
)

func walletHistory(t *testing.T, o setting) (model porcupine.Model, ops []porcupine.Operation) {
	t.Helper()
	const credits, limit = 12, 4
	o.credits, o.limit, o.rate = credits, limit, 100_000
	s := setup(t, o)
	h := &history{}
	var wait sync.WaitGroup
	for client := range clients {
		wait.Go(func() { h.client(t, s, client, calls, rand.New(rand.NewPCG(o.seed, uint64(1+client)))) })
	}
	wait.Wait()
	return walletModel(credits, limit), h.ops
}

// checkTime bounds porcupine's search. A history that it cannot decide in that time shows
// nothing, and fails.
const checkTime = 20 * time.Second

// TestWallet: admissions, refusals, ends, refunds and balances come in some order.
func TestWallet(t *testing.T) {
	t.Parallel()
	for _, shards := range []int{1, 4} {
		for seed := range uint64(*seeds) {
			t.Run(fmt.Sprintf("%d shards, seed %d", shards, seed), func(t *testing.T) {
				t.Parallel()
				model, ops := walletHistory(t, setting{shards: shards, seed: seed})
				inOrder(t, model, ops)
			})
		}
	}
}

func inOrder(t *testing.T, model porcupine.Model, ops []porcupine.Operation) {
	t.Helper()
	unknown := 0
	for _, o := range ops {
		if out, ok := o.Output.(outcome); ok && out.said == "unknown" {
			unknown++
		}
	}
	t.Logf("%d calls, %d of them with an unknown outcome", len(ops), unknown)
	if unknown > len(ops)/4 {
		t.Errorf("got %d of %d calls without a known outcome, want a quarter at most: they show nothing", unknown, len(ops))
	}
	if got := porcupine.CheckOperationsTimeout(model, ops, checkTime); got != porcupine.Ok {
		slices.SortFunc(ops, func(a, b porcupine.Operation) int { return int(a.Call - b.Call) })
		for _, o := range ops {
			t.Logf("%d: %d-%d %s", o.ClientId, o.Call, o.Return, model.DescribeOperation(o.Input, o.Output))
		}
		t.Errorf("got %s, want an order in which every answer is right", got)
	}
}
