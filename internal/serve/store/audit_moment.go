package store

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"
)

// moment is what counts an organization's rows, all as it was at one moment.
type moment struct {
	org     *orgItem // nil when there is none
	wallets []*walletItem
	usage   map[string]Movements // of the days that may still grow
}

// moment reads organization, wallet and the usage of the days around now (clocks differ,
// and midnight passes) in one transaction: at most 65 rows.
func (a *audit) moment(ctx context.Context, org string, seen *rows) (*moment, error) {
	for shards := min(max(1, seen.width), MaxShards); ; {
		m, err := a.momentOf(ctx, org, shards)
		if err != nil || m.org == nil || m.org.Shards <= shards || shards == MaxShards {
			return m, err
		}
		shards = min(m.org.Shards, MaxShards) // it has grown
	}
}

func (a *audit) momentOf(ctx context.Context, org string, shards int) (*moment, error) {
	keys := []key{orgKey(org)}
	for shard := range shards {
		keys = append(keys, walletKey(org, shard))
	}
	m := &moment{wallets: make([]*walletItem, shards), usage: map[string]Movements{}}
	var days []string
	for _, around := range []time.Duration{-24 * time.Hour, 0, 24 * time.Hour} {
		day := a.now().Add(around)
		for shard := range shards {
			keys, days = append(keys, usageKey(org, day, shard)), append(days, day.UTC().Format(time.DateOnly))
		}
	}
	found, err := a.transactGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	for i, day := range days {
		m.usage[day] = m.usage[day].plus(movementsOf(found[1+shards+i]))
	}
	return m, m.read(found[0], found[1:1+shards])
}

func (m *moment) read(org item, wallets []item) error {
	if org != nil {
		m.org = &orgItem{}
		if err := decode(org, m.org); err != nil {
			return err
		}
	}
	for i, row := range wallets {
		if row == nil {
			continue
		}
		m.wallets[i] = &walletItem{}
		if err := decode(row, m.wallets[i]); err != nil {
			return err
		}
	}
	return nil
}

// compare takes into an organization's books what stood still between two looks, as it
// was at the moment between them. It reports whether all of it is decided; last takes
// the rest as undecided.
func (a *audit) compare(org string, before *rows, at *moment, after *rows, last bool) bool {
	b := a.of(org)
	b.Missing = at.org == nil
	if at.org != nil {
		b.InFlightCap = int64(at.org.InFlightCap)
	}
	var undecided []string
	part := func(name string, still bool, take func()) {
		id := org + " " + name
		if still && !a.decided[id] {
			a.decided[id] = true
			take()
		}
		if !a.decided[id] {
			undecided = append(undecided, name)
		}
	}
	part("the balance", before.grants == after.grants && before.past(at) == after.past(at), func() { b.takeBalance(at, after) })
	for i, w := range at.wallets {
		stood := before.shards[i]
		part("wallet shard "+strconv.Itoa(i), stood == after.shards[i], func() { b.Shards = append(b.Shards, shardBooks(i, w, stood)) })
	}
	for _, day := range slices.Sorted(maps.Keys(after.days)) {
		was, is := before.day(day).without(at, day), after.day(day).without(at, day)
		part("day "+day, was == is, func() { b.Days = append(b.Days, dayBooks(day, at, after.days[day])) })
	}
	b.takeTotals(at, after)
	if last {
		b.Undecided = undecided
	}
	return len(undecided) == 0
}

// without leaves out the usage of a day whose usage the moment has.
func (d *dayRows) without(at *moment, day string) dayRows {
	rest := *d
	if _, near := at.usage[day]; near {
		rest.usage = Movements{}
	}
	return rest
}

// past adds up the usage of the days that the moment does not have.
func (r *rows) past(at *moment) (m Movements) {
	for day := range r.days {
		m = m.plus(r.days[day].without(at, day).usage)
	}
	return m
}

func (b *Books) takeBalance(at *moment, r *rows) {
	used := r.past(at)
	for _, m := range at.usage {
		used = used.plus(m)
	}
	b.Balance, b.Expected = 0, r.granted-used.Spent+used.Refunded
	for _, w := range at.wallets {
		if w != nil {
			b.Balance += w.Balance
		}
	}
}

// takeTotals is what an audit shows beside its parts.
func (b *Books) takeTotals(at *moment, r *rows) {
	b.WalletShards, b.LowestShard, b.Cap, b.InFlight, b.Reserved = 0, 0, 0, 0, 0
	for _, w := range at.wallets {
		if w == nil {
			continue
		}
		if b.WalletShards == 0 || w.Balance < b.LowestShard {
			b.LowestShard = w.Balance
		}
		b.WalletShards++
		b.Cap, b.InFlight, b.Reserved = b.Cap+w.Cap, b.InFlight+w.Cap-w.Slots, b.Reserved+w.Reserved
	}
	b.Granted, b.Debits, b.Debited, b.Refunded, b.Unfinished = r.granted, 0, 0, 0, 0
	for _, d := range r.days {
		b.Debits, b.Debited, b.Refunded = b.Debits+d.ledger.Requests, b.Debited+d.ledger.Spent, b.Refunded+d.ledger.Refunded
	}
	for _, s := range r.shards {
		b.Unfinished += s.unfinished
	}
}

func shardBooks(shard int, w *walletItem, r shardRows) ShardBooks {
	b := ShardBooks{Shard: shard, Unfinished: r.unfinished, UnfinishedCharge: r.charge, Absent: w == nil}
	if w != nil {
		b.Sealed, b.Balance, b.Reserved, b.Slots, b.InFlight = w.Sealed, w.Balance, w.Reserved, w.Slots, w.Cap-w.Slots
	}
	return b
}

func dayBooks(day string, at *moment, r *dayRows) DayBooks {
	b := DayBooks{Day: day, Usage: r.usage, Ledger: r.ledger, Whole: day != ""}
	if near, ok := at.usage[day]; ok {
		b.Usage = near
	}
	if b.Whole {
		b.Jobs, b.JobCharge, b.EventsOwed, b.Events = r.jobs, r.charge, r.owed, r.events
		b.EntriesFit, b.EventsFit = r.entries == r.entriesOf, r.eventPrint == r.owePrint
	}
	return b
}

// nameEvents names the jobs without an event of the days where events and jobs differ. It
// keeps the ids of such a day's jobs.
func (a *audit) nameEvents(ctx context.Context) error {
	for org, b := range a.books {
		for i := range b.Days {
			d := &b.Days[i]
			if !d.Whole || d.EventsFit {
				continue
			}
			var err error
			if d.WithoutEvent, err = a.withoutEvent(ctx, org, d.Day); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *audit) withoutEvent(ctx context.Context, org, day string) ([]string, error) {
	owed, made := map[string]bool{}, map[string]bool{}
	err := a.scan(ctx, "#entity IN (:job, :delivery) AND #org = :org", values{
		":job": "job", ":delivery": EntityDelivery, ":org": org,
	}, func(row item) error {
		if text(row, "entity") == EntityDelivery {
			var d deliveryItem
			err := decode(row, &d)
			if d.isEvent() && a.day(fromMillis(d.CreatedAt)) == day {
				made[d.Job] = true
			}
			return err
		}
		var j jobItem
		err := decode(row, &j)
		if j.Webhook.wants("job."+j.Status) && a.day(fromMillis(j.CompletedAt)) == day {
			owed[j.ID] = true
		}
		return err
	})
	var names []string
	for _, id := range slices.Sorted(maps.Keys(owed)) {
		if !made[id] && len(names) < maxNamed {
			names = append(names, id)
		}
	}
	return names, err
}
