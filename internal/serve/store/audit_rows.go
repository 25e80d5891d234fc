package store

import (
	"context"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/job"
)

// audit is one audit of the books.
type audit struct {
	*Store
	start   time.Time
	books   map[string]*Books
	decided map[string]bool // parts of organizations
	last    map[string]*rows
}

// rows is what one look found of an organization. All counts only grow, except those of
// unfinished jobs and those of usage: rows are added, jobs end, and neither is undone.
// What expires is not counted. So equal rows at two looks were the same in between.
type rows struct {
	grants, granted int64
	days            map[string]*dayRows
	shards          map[int]shardRows
	seats           *seats
	width           int // number of shards that were seen, in rows of wallets or of jobs
}

type dayRows struct {
	usage                Movements
	ledger               Movements
	refunds              int64 // entries
	jobs, charge         int64
	owed, events         int64
	entries, entriesOf   uint64 // fingerprints of debits, and of the jobs that they are for
	eventPrint, owePrint uint64
}

type shardRows struct{ admitted, ended, unfinished, charge int64 }

// wholeDays is for how long back all of a day's jobs and events are there: they live 30
// days, and a job that ends on a day was admitted at most a day before.
const wholeDays = 28 * 24 * time.Hour

// day is the part of the books that a movement belongs to.
func (a *audit) day(at time.Time) string {
	if day := at.UTC().Format(time.DateOnly); day >= a.oldest() {
		return day
	}
	return ""
}

func (a *audit) oldest() string { return a.start.Add(-wholeDays).UTC().Format(time.DateOnly) }

// look reads every row once and sums the organizations of only; nil is all that there are.
func (a *audit) look(ctx context.Context, org string, only []string) (map[string]*rows, error) {
	found := map[string]*rows{}
	for _, id := range only {
		found[id] = newRows()
	}
	filter, v := "#entity IN (:wallet, :ledger, :usage, :job, :delivery)", values{
		":wallet": "wallet", ":ledger": "ledger", ":usage": "usage", ":job": "job", ":delivery": EntityDelivery,
	}
	if org != "" {
		filter += " AND #org = :org"
		v[":org"] = org
	}
	own := ownRows{audit: a}
	err := a.scan(ctx, filter, v, func(row item) error {
		id := text(row, "org")
		if only != nil && found[id] == nil {
			return nil
		}
		if found[id] == nil {
			found[id] = newRows()
		}
		return a.add(ctx, found[id], &own, row)
	})
	if err == nil && only == nil {
		err = own.next(ctx, "") // the last job's
	}
	maps.Copy(a.last, found)
	return found, err
}

func newRows() *rows {
	return &rows{days: map[string]*dayRows{}, shards: map[int]shardRows{}, seats: newSeats()}
}

func (r *rows) day(name string) *dayRows {
	if r.days[name] == nil {
		r.days[name] = &dayRows{}
	}
	return r.days[name]
}

func (a *audit) add(ctx context.Context, r *rows, own *ownRows, row item) error {
	switch text(row, "entity") {
	case "wallet":
		var w walletItem
		err := decode(row, &w)
		r.width = max(r.width, w.Shard+1)
		r.seats.wallet(w.Shard, row)
		return err
	case "usage":
		r.day(a.dayOf(text(row, "sk"))).usage = r.day(a.dayOf(text(row, "sk"))).usage.plus(movementsOf(row))
		return nil
	case EntityDelivery:
		var d deliveryItem
		err := decode(row, &d)
		a.addEvent(r, &d)
		return err
	case "ledger":
		var l ledgerItem
		if err := decode(row, &l); err != nil {
			return err
		}
		a.addEntry(r, &l)
		return own.entry(ctx, &l)
	default:
		var j jobItem
		if err := decode(row, &j); err != nil {
			return err
		}
		a.addJob(r, &j)
		return own.job(ctx, &j)
	}
}

// dayOf reads the day of a usage row from its key.
func (a *audit) dayOf(sk string) string {
	day, _, _ := strings.Cut(sk, "#")
	if day >= a.oldest() {
		return day
	}
	return ""
}

func movementsOf(row item) (m Movements) {
	sums := map[string]*ActionUsage{}
	addUsage(sums, row)
	for _, u := range sums {
		m = m.plus(Movements{u.Requests, u.Spent, u.Refunded})
	}
	return m
}

func (a *audit) addEntry(r *rows, l *ledgerItem) {
	d := r.day(a.day(fromMillis(l.At)))
	switch l.Type {
	case ledgerGrant:
		r.grants++
		r.granted += l.Amount
	case ledgerDebit:
		d.ledger.Requests += l.Jobs
		d.ledger.Spent -= l.Amount
		d.entries += print64(l.Job) * uint64(l.Jobs-l.Amount*chargeWeight) //nolint:gosec // a fingerprint may wrap
	case ledgerRefund:
		d.refunds++
		d.ledger.Refunded += l.Amount
	}
}

// chargeWeight keeps the number of jobs and their charge apart in a fingerprint.
const chargeWeight = 1 << 20

func (a *audit) addJob(r *rows, j *jobItem) {
	status, made := job.Status(j.Status), a.day(fromMillis(j.CreatedAt))
	r.width = max(r.width, j.Shard+1)
	r.seats.job(j)
	s := r.shards[j.Shard]
	switch {
	case !status.Terminal():
		s.admitted++
		s.unfinished++
		s.charge += j.Credits
	case made != "":
		s.admitted++
		s.ended++
	}
	r.shards[j.Shard] = s
	if made != "" {
		d := r.day(made)
		d.jobs++
		d.charge += j.Credits
		debit := j.ID
		if j.Batch != "" {
			debit = j.Batch
		}
		d.entriesOf += print64(debit) * uint64(1+j.Credits*chargeWeight) //nolint:gosec // a fingerprint may wrap
	}
	if ended := a.day(fromMillis(j.CompletedAt)); j.Webhook.wants(endEvent(j.job())) && ended != "" {
		d := r.day(ended)
		d.owed++
		d.owePrint += print64(j.ID)
	}
}

// addEvent counts the first delivery of a job's event.
func (a *audit) addEvent(r *rows, d *deliveryItem) {
	day := a.day(fromMillis(d.CreatedAt))
	if !d.isEvent() || day == "" {
		return
	}
	r.day(day).events++
	r.day(day).eventPrint += print64(d.Job)
}

// isEvent reports whether an attempt is the first of a job's event. Those of pages are their crawl's.
func (r *deliveryItem) isEvent() bool {
	return r.Job != "" && r.EventType != EventPage && r.Attempt == 1 && r.Trigger == TriggerScheduled
}

func print64(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // never fails
	return h.Sum64()
}

// ownRows checks each job against its own entries in the ledger. They share a partition,
// so that a scan hands them over one after the other. What seems wrong is read again in a
// transaction, which decides.
type ownRows struct {
	*audit
	id            string
	j             *jobItem
	debit, refund *ledgerItem
}

func (o *ownRows) job(ctx context.Context, j *jobItem) error {
	err := o.next(ctx, j.ID)
	o.j = j
	return err
}

func (o *ownRows) entry(ctx context.Context, l *ledgerItem) error {
	if l.Job == "" {
		return nil
	}
	err := o.next(ctx, l.Job)
	switch l.Type {
	case ledgerDebit:
		o.debit = l
	case ledgerRefund:
		o.refund = l
	}
	return err
}

// next goes on to the rows of an id and checks those of the former one.
func (o *ownRows) next(ctx context.Context, id string) error {
	if o.id == id {
		return nil
	}
	j, debit, refund := o.j, o.debit, o.refund
	o.id, o.j, o.debit, o.refund = id, nil, nil, nil
	if j == nil || faultsOf(j, debit, refund) == (faults{}) {
		return nil
	}
	f, err := o.reread(ctx, j)
	if err != nil {
		return err
	}
	b := o.of(j.Org)
	name := func(list *[]string, faulty bool) {
		if faulty && len(*list) < maxNamed && !slices.Contains(*list, j.ID) {
			*list = append(*list, j.ID)
		}
	}
	name(&b.WithoutDue, f.withoutDue)
	name(&b.WrongRefund, f.wrongRefund)
	name(&b.WrongEntry, f.wrongEntry)
	return nil
}

// of is the books of an organization.
func (a *audit) of(org string) *Books {
	if a.books[org] == nil {
		a.books[org] = &Books{OrgID: org}
	}
	return a.books[org]
}

// faults are what can be wrong with a job and its entries.
type faults struct{ withoutDue, wrongRefund, wrongEntry bool }

func faultsOf(j *jobItem, debit, refund *ledgerItem) faults {
	status := job.Status(j.Status)
	least, most := int64(0), int64(0)
	switch {
	case status.Refunds():
		least, most = j.Credits, j.Credits
	case status == job.Succeeded:
		most = j.Credits // of what was not delivered
	}
	charged := j.Batch != "" || (debit != nil && debit.Amount == -j.Credits && debit.Jobs == 1)
	refunded := refund == nil && max(least, min(j.Refunded, most)) == 0
	if refund != nil {
		refunded = refund.Amount == max(least, min(j.Refunded, most)) && refund.Amount > 0
	}
	return faults{
		withoutDue:  !status.Terminal() && (j.DueAt == 0 || j.DuePK == ""),
		wrongRefund: j.Refunded < least || j.Refunded > most,
		wrongEntry:  !charged || !refunded,
	}
}

// reread reads a job and its entries as they are at one moment.
func (a *audit) reread(ctx context.Context, j *jobItem) (faults, error) {
	found, err := a.transactGet(ctx, jobKey(j.Org, j.ID), ledgerKey(j.Org, j.ID, ledgerDebit), ledgerKey(j.Org, j.ID, ledgerRefund))
	if err != nil || found[0] == nil {
		return faults{}, err // it has expired meanwhile
	}
	var now jobItem
	entries := [2]*ledgerItem{}
	if err := decode(found[0], &now); err != nil {
		return faults{}, err
	}
	for i, row := range found[1:] {
		if row != nil {
			entries[i] = &ledgerItem{}
			if err := decode(row, entries[i]); err != nil {
				return faults{}, err
			}
		}
	}
	return faultsOf(&now, entries[0], entries[1]), nil
}

// transactGet reads rows as they are at one moment; nil for those that are absent.
func (a *audit) transactGet(ctx context.Context, keys ...key) ([]item, error) {
	gets := make([]types.TransactGetItem, len(keys))
	for i, k := range keys {
		gets[i] = types.TransactGetItem{Get: &types.Get{TableName: &a.core, Key: k.item()}}
	}
	for attempt := 1; ; attempt++ {
		res, err := a.db.TransactGetItems(ctx, &dynamodb.TransactGetItemsInput{TransactItems: gets})
		if err == nil {
			found := make([]item, len(keys))
			for i, r := range res.Responses {
				if len(r.Item) > 0 {
					found[i] = r.Item
				}
			}
			return found, nil
		}
		// A transaction that writes one of the rows conflicts with the read.
		if again, final := classify(err); !again || attempt == transactAttempts {
			return nil, final
		}
		if err := sleep(ctx, a.jitter(8*time.Millisecond<<min(attempt, 6))); err != nil {
			return nil, unavailable(err)
		}
	}
}

func text(row item, column string) string {
	if v, ok := row[column].(*types.AttributeValueMemberS); ok {
		return strings.Clone(v.Value)
	}
	return ""
}
