package sim

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
)

// account is what the rows of one organization add up to.
type account struct {
	balance, reserved, slots, room int64 // wallet rows
	lowest                         map[string]int64
	ledger, debits, refunds        int64                      // ledger
	debited                        int64                      // jobs
	requests, spent, refunded      int64                      // usage
	unfinished, unfinishedCredits  int64                      // jobs
	places                         map[string][]string        // of jobs, by row of the wallet and function
	running                        map[string]map[string]bool // jobs, by row of the wallet and function
	jobs, paid, paidBack           int64
	roomWanted                     int64 // the organization's own row
}

// books are what is known of the rows, kept up with every change.
type books struct {
	*world
	accounts   map[string]*account
	jobs       map[string]*jobState
	deliveries map[string]*deliveryState
	events     map[string]*eventState // by event id
	endpoints  map[string]*endpointState
	batches    map[string]*batchState
	crawls     map[string]*crawlState
	labels     map[string]int // jobs made by an operation
	due        map[string]int64
	admitting  map[string]bool // organizations that admitted in the last call
	freed      []string        // ids whose places the current change took away
}

type jobState struct {
	org, status, endpoint string
	worker                string // the function that is to perform it
	fence, lease          int64
	refunded              int64
	part                  int64  // of its organization's share, by its claim
	holder                *actor // who claimed it last
	run                   *actor // who runs it now
	postponed             *actor // who put it off
	events                int    // first deliveries of its end
	wanted                bool   // whether there is to be one
	batch, crawl          string
	claimed               chan struct{} // closed by the next claim, while a run stands still
}

// batchState is what the jobs of a batch are.
type batchState struct {
	jobs   map[string]bool // whether each has ended
	events int             // first deliveries of its end
	wanted bool
}

type deliveryState struct {
	org, event, endpoint, status string
	attempt, lease               int64
	holder                       *actor
	claimed                      time.Time
}

type eventState struct {
	pending, succeeded int
}

type endpointState struct {
	org      string
	active   bool
	inactive time.Time // when it was last not active
}

func newBooks(w *world) *books {
	return &books{
		world: w, accounts: map[string]*account{}, jobs: map[string]*jobState{}, deliveries: map[string]*deliveryState{},
		events: map[string]*eventState{}, endpoints: map[string]*endpointState{}, labels: map[string]int{}, batches: map[string]*batchState{}, crawls: map[string]*crawlState{}, due: map[string]int64{},
		admitting: map[string]bool{},
	}
}

func (b *books) account(org string) *account {
	a := b.accounts[org]
	if a == nil {
		a = &account{lowest: map[string]int64{}, places: map[string][]string{}, running: map[string]map[string]bool{}}
		b.accounts[org] = a
	}
	return a
}

// see takes over the changes of one call.
func (b *books) see(changes []tables.Change) {
	b.show(changes)
	for _, c := range changes {
		row := c.New
		if row == nil {
			row = c.Old
		}
		switch text(row, "entity") {
		case "wallet":
			b.wallet(c)
		case "ledger":
			b.ledgerRow(c)
		case "usage":
			b.usage(c)
		case "job":
			b.job(c)
		case "delivery":
			b.delivery(c)
		case "endpoint":
			b.endpoint(c)
		case "crawl":
			filter := job.EventFilter(member(c.New, "webhook", "events"))
			crawl, hooked := b.crawlOf(text(c.New, "id")), member(c.New, "webhook", "endpoint") != ""
			crawl.wanted, crawl.tells = hooked && filter.Wants("crawl.finished"), hooked && filter.Wants("crawl.page")
			crawl.most = number(c.New, "maxCredits")
			if err := json.Unmarshal([]byte(text(c.New, "input")), &crawl.input); err != nil {
				b.broken("rows are written as they are read", "%s has the input %q", text(c.New, "id"), text(c.New, "input"))
			}
		case "url":
			b.url(c)
		case "part":
			b.part(c.New)
		case "crawlState":
			b.index(c)
		case "progress":
			b.progress(c)
		case "org":
			b.account(text(row, "id")).roomWanted = number(c.New, "inFlightCap")
		}
	}
	b.freedPlaces()
	for _, c := range changes {
		if text(c.New, "entity") == "delivery" {
			b.closed(c)
		}
		if text(c.New, "entity") == "job" {
			b.ended(c)
		}
		if text(c.New, "entity") == "crawlState" {
			b.stepped(c)
		}
		if text(c.New, "entity") == "tally" {
			b.counted(c)
		}
	}
}

// show traces what changed, in an order of its own.
func (b *books) show(changes []tables.Change) {
	if !b.Trace {
		return
	}
	var lines []string
	for _, c := range changes {
		row := c.New
		if row == nil {
			row = c.Old
		}
		lines = append(lines, "      "+text(row, "entity")+" "+keyText(row)+": "+difference(c.Old, c.New))
	}
	slices.Sort(lines)
	for _, line := range lines {
		b.trace(b.current, "%s", line)
	}
}

func (b *books) wallet(c tables.Change) {
	org := orgOf(c.New)
	a := b.account(org)
	a.balance += number(c.New, "balance") - number(c.Old, "balance")
	a.reserved += number(c.New, "reserved") - number(c.Old, "reserved")
	a.slots += number(c.New, "slots") - number(c.Old, "slots")
	a.room += number(c.New, "cap") - number(c.Old, "cap")
	a.lowest[text(c.New, "pk")] = number(c.New, "balance")
	for _, f := range functions() {
		b.vacated(c, "runs/"+f.Name)
		a.places[text(c.New, "pk")+" "+f.Name] = texts(c.New, "runs/"+f.Name)
	}
}

func (b *books) ledgerRow(c tables.Change) {
	if c.Old != nil {
		b.broken("the ledger is only added to", "%s changed", keyText(c.Old))
	}
	a, amount := b.account(orgOf(c.New)), number(c.New, "amount")
	a.ledger += amount
	switch text(c.New, "type") {
	case "debit":
		a.debits -= amount
		a.debited += number(c.New, "jobs")
	case "refund":
		a.refunds += amount
	}
}

func (b *books) usage(c tables.Change) {
	a := b.account(orgOf(c.New))
	for column := range c.New {
		by := number(c.New, column) - number(c.Old, column)
		switch what, _, _ := strings.Cut(column, "/"); what {
		case "requests":
			a.requests += by
		case "spent":
			a.spent += by
		case "refunded":
			a.refunded += by
		}
	}
}

// check holds the sums against each other.
func (b *books) check() {
	for org, a := range b.accounts {
		switch {
		case a.balance != a.ledger:
			b.broken("money is the ledger", "%s has %d credits and its ledger %d", org, a.balance, a.ledger)
		case a.spent != a.debits || a.refunded != a.refunds || a.requests != a.debited:
			b.broken("the ledger is the usage", "%s: spent %d, refunded %d, %d requests; the ledger has %d, %d, %d",
				org, a.spent, a.refunded, a.requests, a.debits, a.refunds, a.debited)
		case a.paid != a.debits || a.paidBack != a.refunds || a.jobs != a.debited:
			b.broken("each job is paid once", "%s: %d jobs of %d credits, %d refunded; the ledger has %d, %d, %d",
				org, a.jobs, a.paid, a.paidBack, a.debited, a.debits, a.refunds)
		case a.room-a.slots != a.unfinished || a.reserved != a.unfinishedCredits:
			b.broken("slots are the unfinished jobs", "%s: %d slots and %d credits are taken, by %d jobs of %d credits",
				org, a.room-a.slots, a.reserved, a.unfinished, a.unfinishedCredits)
		case a.room != a.roomWanted:
			b.broken("the rows' caps are the organization's", "%s: rows have %d, the organization %d", org, a.room, a.roomWanted)
		case b.admitting[org] && a.unfinished > a.room:
			b.broken("no admission above the cap", "%s: %d unfinished jobs under a cap of %d", org, a.unfinished, a.room)
		}
		b.checkRows(a)
		for r := range b.live {
			if r.org == org {
				r.leastBalance, r.leastFree = min(r.leastBalance, a.balance), min(r.leastFree, a.room-a.unfinished)
			}
		}
	}
	clear(b.admitting)
}

// checkRows holds each row of a wallet.
func (b *books) checkRows(a *account) {
	for row, running := range a.running {
		for id := range running {
			if !slices.Contains(a.places[row], id) {
				b.broken("what runs has a place", "%s runs and is not among the %d of %s", id, len(a.places[row]), row)
			}
		}
	}
	for row, balance := range a.lowest {
		if balance < 0 {
			b.broken("no balance is negative", "%s has %d", row, balance)
		}
	}
}

// nextDue is the earliest moment that the due index has, in milliseconds; 0 for none.
func (b *books) nextDue() int64 {
	var next int64
	for _, at := range b.due {
		if next == 0 || at < next {
			next = at
		}
	}
	return next
}

func (b *books) index(c tables.Change) {
	row := c.New
	if row == nil {
		row = c.Old
	}
	if at := number(c.New, "dueAt"); at > 0 && text(c.New, "duePk") != "" {
		b.due[text(row, "pk")] = at
	} else {
		delete(b.due, text(row, "pk"))
	}
}

// drained reports whether nothing is left to do.
func (b *books) drained() bool {
	for _, a := range b.accounts {
		if a.unfinished > 0 {
			return false
		}
	}
	for _, e := range b.events {
		if e.pending > 0 {
			return false
		}
	}
	for _, c := range b.crawls {
		if !c.done {
			return false
		}
	}
	return true
}

// left names what is not done.
func (b *books) left() string {
	var left []string
	for id, j := range b.jobs {
		if !terminal(j.status) {
			left = append(left, "job "+id+" is "+j.status)
		}
	}
	for id, d := range b.deliveries {
		if d.status == "pending" {
			left = append(left, "delivery "+id+" is pending, attempt "+strconv.FormatInt(d.attempt, 10))
		}
	}
	for id, c := range b.crawls {
		if !c.done {
			left = append(left, "crawl "+id+" is "+c.status)
		}
	}
	return strings.Join(left, "; ")
}

// finally holds what must be so once everything is done.
func (b *books) finally() {
	for id, j := range b.jobs {
		if (j.events == 1) != j.wanted || j.events > 1 {
			b.broken("each ended job has one event", "%s (%s) has %d events, subscribed: %t", id, j.status, j.events, j.wanted)
		}
	}
	for id, c := range b.crawls {
		b.crawled(id, c)
	}
	for id, batch := range b.batches {
		if (batch.events == 1) != batch.wanted || batch.events > 1 {
			b.broken("each ended batch has one event", "%s has %d events, subscribed: %t", id, batch.events, batch.wanted)
		}
	}
}
