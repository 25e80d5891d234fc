package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
	"github.com/quarryapi/quarry/internal/serve/worker"
)

// job takes over a change of a job's row.
func (b *books) job(c tables.Change) {
	row := c.New
	id, org, status := text(row, "id"), text(row, "org"), text(row, "status")
	a := b.account(org)
	b.index(c)
	j := b.jobs[id]
	if c.Old == nil {
		j = &jobState{org: org, endpoint: member(row, "webhook", "endpoint"), batch: text(row, "batch")}
		b.jobs[id] = j
		a.jobs++
		a.paid += number(row, "credits")
		if !terminal(status) {
			a.unfinished++
			a.unfinishedCredits += number(row, "credits")
			b.admitting[org] = true
		}
		if b.current != nil {
			b.current.admitted++
		}
		b.label(row)
		b.pageMade(row)
	}
	b.pageRead(row)
	a.paidBack += number(row, "refunded") - number(c.Old, "refunded")
	if was := text(c.Old, "status"); was != "" && !terminal(was) && terminal(status) {
		a.unfinished--
		a.unfinishedCredits -= number(row, "credits")
		if b.current != nil {
			b.current.changed++
		}
	}
	b.givesBack(row, id, status)
	b.owned(c, j)
	b.places(c, j, a)
	b.handed(c, j)
	b.inBatch(row, j, id, status)
	j.refunded = number(row, "refunded")
	j.worker, j.status, j.fence = text(row, "worker"), status, number(row, "fence")
	if status != "cancelled" { // else its run goes on for as long
		j.lease = number(row, "leaseUntil")
	}
}

// givesBack holds that a job that failed or was cancelled gives back its charge, and one that
// succeeded nothing, or all but the least price where it did not need the rest.
func (b *books) givesBack(row tables.Item, id, status string) {
	credits, back, unneeded := number(row, "credits"), number(row, "refunded"), number(row, "unneeded")
	ok := back == 0 && unneeded == 0
	switch status {
	case "failed", "cancelled":
		ok = back == credits && unneeded == 0
	case "succeeded":
		ok = ok || back == unneeded && unneeded == credits-leastPrice
	}
	if !ok {
		b.broken("a job gives back what it should", "%s, %s, gives back %d of %d, of which %d were not needed", id, status, back, credits, unneeded)
	}
}

// inBatch keeps which events a job and its batch are to have, and which jobs have ended.
func (b *books) inBatch(row tables.Item, j *jobState, id, status string) {
	filter := job.EventFilter(member(row, "webhook", "events"))
	j.wanted = j.endpoint != "" && filter.Wants("job."+status)
	if j.batch == "" {
		return
	}
	batch := b.batches[j.batch]
	if batch == nil {
		batch = &batchState{jobs: map[string]bool{}, wanted: j.endpoint != "" && filter.Wants("batch.finished")}
		b.batches[j.batch] = batch
	}
	batch.jobs[id] = terminal(status)
}

// counted holds that a batch's count is of its jobs.
func (b *books) counted(c tables.Change) {
	_, id, _ := strings.Cut(text(c.New, "pk"), "#B#")
	left := int64(0)
	for _, ended := range b.batches[id].jobs {
		if !ended {
			left++
		}
	}
	if got := number(c.New, "left"); got != left {
		b.broken("a batch counts its jobs", "%s counts %d jobs that are left, not %d", id, got, left)
	}
}

// batchEnded holds that a batch has its event when its last job has ended, and not before.
func (b *books) batchEnded(id string) {
	batch := b.batches[id]
	want := 0
	if batch.wanted {
		want = 1
	}
	for _, ended := range batch.jobs {
		if !ended {
			want = 0
		}
	}
	if batch.events != want {
		b.broken("each ended batch has one event", "%s has %d events, not %d", id, batch.events, want)
	}
}

// places counts the jobs that run, and holds that no claim is over an organization's share.
func (b *books) places(c tables.Change, j *jobState, a *account) {
	was, is := text(c.Old, "status"), text(c.New, "status")
	function := text(c.New, "worker")
	if was == "running" {
		function = text(c.Old, "worker") // which it may leave
	}
	row := "O#" + text(c.New, "org") + "#W#" + strconv.FormatInt(seatRow(c.New), 10) + " " + function
	switch {
	case was != "running" && is == "running":
		j.postponed = nil // whoever claimed it had a message
		if a.running[row] == nil {
			a.running[row] = map[string]bool{}
		}
		a.running[row][text(c.New, "id")] = true
		j.part = partOf(c.New)
		if most := b.partOfRow(a.running[row]); int64(len(a.running[row])) > most {
			b.broken("no organization runs more than its share", "%s runs %d jobs, not %d", row, len(a.running[row]), most)
		}
	case was == "running" && is != "running":
		delete(a.running[row], text(c.New, "id"))
	case b.current != nil && b.current.role == "job" && was == "queued" && is == "queued":
		j.postponed = b.current
	}
}

// seatRow is the row of the wallet that has a job's place: where there are more rows than places,
// the first have one each.
func seatRow(row tables.Item) int64 {
	share, shard := int64(worker.Share(definition().Functions[0], 0)), number(row, "shard")
	if number(row, "shards") > share {
		return shard % share
	}
	return shard
}

// partOf is how many places that row has: all rows together have the share.
func partOf(row tables.Item) int64 {
	share := int64(worker.Share(definition().Functions[0], 0))
	rows := max(1, min(share, number(row, "shards")))
	part := share / rows
	if seatRow(row) < share%rows {
		part++
	}
	return part
}

// vacated notes which places a change of a wallet's row takes away from jobs.
func (b *books) vacated(c tables.Change, column string) {
	for _, id := range texts(c.Old, column) {
		if !slices.Contains(texts(c.New, column), id) {
			b.freed = append(b.freed, id)
		}
	}
}

// freedPlaces holds that a job which was cancelled keeps its place while its run goes on: only the run
// gives it back, or somebody whose clock says that the lease is over.
func (b *books) freedPlaces() {
	for _, id := range b.freed {
		j := b.jobs[id]
		if j == nil || j.status != "cancelled" || j.run == nil || j.run.dead || b.current == nil || b.current == j.run {
			continue
		}
		if b.clock(b.current.machine).UnixMilli() <= j.lease {
			b.broken("a cancelled run has its place", "%s runs and has lost it", id)
		}
	}
	b.freed = nil
}

// partOfRow is the part of the share that a row has by those of its jobs that run. Jobs that were
// admitted before the wallet was split have the greater part of their time.
func (b *books) partOfRow(running map[string]bool) int64 {
	var most int64
	for id := range running {
		most = max(most, b.jobs[id].part)
	}
	return most
}

// handed holds that a job goes to another function once, by the run that has it, and takes
// everything along but its attempts.
func (b *books) handed(c tables.Change, j *jobState) {
	from, to := text(c.Old, "worker"), text(c.New, "worker")
	if c.Old == nil || from == to {
		return
	}
	id := text(c.New, "id")
	b.outcome.HandedOver++
	switch {
	case text(c.Old, "handedOver") != "" || text(c.New, "handedOver") != from:
		b.broken("a job is handed over once", "%s went from %s to %s, handed over by %q", id, from, to, text(c.New, "handedOver"))
	case j.holder != b.current || text(c.Old, "status") != "running" || text(c.New, "status") != "queued":
		b.broken("who hands over has claimed", "%s went from %s, %s, to %s, %s", id, from, text(c.Old, "status"), to, text(c.New, "status"))
	case number(c.New, "attempts") != 0 || number(c.New, "fence") != number(c.Old, "fence"):
		b.broken("a job that is handed over is the same", "%s went from %s to %s with %s", id, from, to, difference(c.Old, c.New))
	case number(c.New, "credits") != number(c.Old, "credits") || number(c.New, "shard") != number(c.Old, "shard"):
		b.broken("a job that is handed over is the same", "%s went from %s to %s with %s", id, from, to, difference(c.Old, c.New))
	}
}

// sentTo holds that who has a job sends it where it is to run.
func (b *books) sentTo(a *actor, id, function string) {
	if j := b.jobs[id]; j != nil && j.holder == a && j.worker != function {
		b.broken("a job is sent where its row says", "%s is of %s and was sent to %s", id, j.worker, function)
	}
}

// label counts the jobs of one operation of a client.
func (b *books) label(row tables.Item) {
	input := text(row, "input")
	_, rest, ok := strings.Cut(input, `"label":"`)
	if !ok {
		return
	}
	label, _, _ := strings.Cut(rest, `"`)
	b.labels[label]++
	if b.labels[label] > 1 {
		b.broken("one key, one job", "the operation %s made %d jobs", label, b.labels[label])
	}
}

// How long claims last. A claim's own moment is that long before its lease ends, by the
// clock that it looked at, which can have been set since.
const (
	jobLease      = ceiling + worker.TimeoutMargin + 30*time.Second
	deliveryLease = time.Minute
)

// owned holds that only the newest claim changes a job, but for those who end or sweep it.
func (b *books) owned(c tables.Change, j *jobState) {
	by := b.current
	if by == nil || c.Old == nil {
		return
	}
	if terminal(text(c.Old, "status")) {
		b.broken("an end is final", "%s was %s and became %s", text(c.New, "id"), text(c.Old, "status"), text(c.New, "status"))
	}
	if number(c.New, "fence") > number(c.Old, "fence") { // a claim
		if text(c.Old, "status") == "running" && j.lease >= number(c.New, "leaseUntil")-jobLease.Milliseconds() && j.holder != by {
			b.broken("a lease is kept", "%s was claimed while its lease ran", text(c.New, "id"))
		}
		j.holder = by
		if j.claimed != nil {
			close(j.claimed)
			j.claimed = nil
		}
		return
	}
	if by.role == "job" && text(c.New, "status") != "running" && j.holder != by && text(c.Old, "status") == "running" && !b.exhausted(c) {
		b.broken("no write after the fence", "%s was %s by a run that is not the newest", text(c.New, "id"), text(c.New, "status"))
	}
}

// exhausted is the end of a job by a worker that found it tried too often, or by the handler
// of dead letters: neither claims.
func (b *books) exhausted(c tables.Change) bool {
	code := member(c.New, "error", "code")
	return text(c.New, "status") == "failed" && (code == "internal_error" || code == "job_interrupted")
}

// progress holds that only the newest claim keeps progress.
func (b *books) progress(c tables.Change) {
	id := strings.TrimPrefix(text(c.New, "pk"), "O#"+orgOf(c.New)+"#J#")
	if j := b.jobs[id]; j != nil && b.current != nil && j.holder != b.current {
		b.broken("no write after the fence", "%s has progress of a run that is not the newest", id)
	}
}

// ran notes that a run begins.
func (b *books) ran(a *actor, id, function string) {
	j := b.jobs[id]
	if j == nil || j.holder == nil {
		b.broken("who runs has claimed", "%s runs without a claim", id)
		return
	}
	if j.holder == a && j.worker != function {
		b.broken("a job runs where its row says", "%s is of %s and %s runs it", id, j.worker, function)
	}
	j.run = a
	a.trace(a, "runs %s", tail(id))
}

// runOver notes that a run is over, however it came to it.
func (b *books) runOver(a *actor, id string) {
	if j := b.jobs[id]; j != nil && j.run == a {
		j.run = nil
	}
}

// superseded waits until another claims the job, for so long at most: the moment at which a
// run that stood still does most harm.
func (b *books) superseded(id string, most time.Duration) {
	claimed := make(chan struct{})
	b.jobs[id].claimed = claimed
	select {
	case <-claimed:
	case <-time.After(most):
	}
}

// ended holds that a job that has just ended has its event.
func (b *books) ended(c tables.Change) {
	id := text(c.New, "id")
	j := b.jobs[id]
	if !terminal(j.status) {
		return
	}
	if j.batch != "" {
		b.batchEnded(j.batch)
	}
	want := 0
	if j.wanted {
		want = 1
	}
	if j.events != want {
		b.broken("each ended job has one event", "%s ended as %s with %d events, not %d", id, j.status, j.events, want)
	}
}

// event counts the first delivery of the end of a job or a batch.
func (b *books) event(row tables.Item) {
	if text(row, "trigger") != "scheduled" {
		return
	}
	switch j := b.jobs[text(row, "job")]; {
	case j == nil:
	case text(row, "eventType") == "crawl.page":
		b.crawlOf(j.crawl).told(b, text(row, "job"))
	default:
		j.events++
	}
	if batch := b.batches[text(row, "batch")]; batch != nil {
		batch.events++
	}
	if c := b.crawls[text(row, "crawl")]; c != nil {
		c.events++
	}
}

// delivery takes over a change of an attempt's row.
func (b *books) delivery(c tables.Change) {
	row := c.New
	id := text(row, "id")
	b.index(c)
	d := b.deliveries[id]
	if c.Old == nil {
		d = &deliveryState{org: text(row, "org"), event: text(row, "event"), endpoint: text(row, "endpoint"), attempt: number(row, "attempt")}
		b.deliveries[id] = d
		if b.events[d.event] == nil {
			b.events[d.event] = &eventState{}
		}
		if d.attempt == 1 {
			b.event(row)
			queues{b.world}.carryInsert(b.current, d.org, id)
		}
	}
	e := b.events[d.event]
	if was := d.status; was == "pending" {
		e.pending--
	}
	lease := number(row, "leaseUntil")
	if b.current != nil && lease > 0 && lease != d.lease { // a claim
		if d.lease >= lease-deliveryLease.Milliseconds() && d.holder != b.current {
			b.broken("a lease is kept", "%s was claimed while its lease ran", id)
		}
		d.holder, d.claimed = b.current, time.Now()
	}
	d.status, d.lease = text(row, "status"), lease
	if d.status == "pending" {
		e.pending++
	}
}

// maxAttempts is how often an event is posted.
const maxAttempts = 8

// closed holds that no event is left while its endpoint is active and it may be tried again.
func (b *books) closed(c tables.Change) {
	d := b.deliveries[text(c.New, "id")]
	if d.status != "failed" || text(c.Old, "status") != "pending" || b.events[d.event].pending > 0 || d.attempt >= maxAttempts {
		return
	}
	e := b.endpoints[d.endpoint]
	if e == nil || !e.active || !e.inactive.Before(d.claimed) {
		return
	}
	b.broken("no event is left while its endpoint is active", "attempt %d of %s failed and no other follows", d.attempt, d.event)
}

// delivered notes that an endpoint has taken an event.
func (b *books) delivered(event string) {
	if e := b.events[event]; e != nil {
		e.succeeded++
	}
}

// endpoint takes over a change of an endpoint's row.
func (b *books) endpoint(c tables.Change) {
	if c.New == nil {
		delete(b.endpoints, text(c.Old, "sk"))
		return
	}
	id := text(c.New, "sk")
	e := b.endpoints[id]
	if e == nil {
		e = &endpointState{org: text(c.New, "org")}
		b.endpoints[id] = e
	}
	active := text(c.New, "status") == "active"
	if c.Old != nil && !e.active {
		e.inactive = time.Now()
	}
	e.active = active
	if secret := text(c.New, "secret"); secret == text(c.New, "previousSecret") {
		b.broken("a rotation keeps the old secret", "%s has one secret twice", id)
	}
	if b.current != nil && c.Old != nil {
		b.current.changed++
	}
}

// jobLeft holds that whoever acknowledges a message has not left a job claimed.
func (b *books) jobLeft(a *actor, _, id string) {
	if j := b.jobs[id]; j != nil && j.status == "running" && j.holder == a && !a.unknown {
		b.broken("no claim is left behind", "the message of %s was acknowledged by who had claimed it, and it still runs", id)
	}
	if j := b.jobs[id]; j != nil && j.status == "queued" && j.postponed == a && !a.sent {
		b.broken("a postponed job has a message", "the message of %s was acknowledged by who put it off, without another", id)
	}
}

// deliveryLeft is the same of deliveries.
func (b *books) deliveryLeft(a *actor, _, id string) {
	if d := b.deliveries[id]; d != nil && d.status == "pending" && d.lease > 0 && d.holder == a && !a.unknown {
		b.broken("no claim is left behind", "the message of %s was acknowledged by who had claimed it, and it is still pending", id)
	}
}

// difference is what a trace shows of a change.
func difference(old, fresh tables.Item) string {
	var parts []string
	for column, v := range fresh {
		if was, ok := old[column]; !ok || show(was) != show(v) {
			parts = append(parts, column+"="+show(v))
		}
	}
	for column := range old {
		if _, ok := fresh[column]; !ok {
			parts = append(parts, column+" removed")
		}
	}
	slices.Sort(parts)
	if old == nil { // a whole row: what matters of it
		parts = slices.DeleteFunc(parts, func(p string) bool {
			return !slices.ContainsFunc([]string{"status=", "balance=", "amount=", "attempt=", "event=", "job=", "id="}, func(k string) bool { return strings.HasPrefix(p, k) })
		})
	}
	return strings.Join(parts, " ")
}

func show(v types.AttributeValue) string {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return tail(v.Value)
	case *types.AttributeValueMemberN:
		return v.Value
	}
	return fmt.Sprintf("%T", v)[len("*types.AttributeValueMember"):]
}
