package model

// part is what a row is lent (above zero) or lends.
type part struct{ credits, slots int8 }

// written is what came of an admission's transaction.
type written int8

const (
	done written = iota
	refused
	replayed
)

func (m *machine) request(s *State, r int8) {
	q := &s.Requests[r]
	switch q.Phase {
	case Unsent:
		m.ask(s, r)
	case Trying:
		m.try(s, r, q.Row, [rows]part{}, false)
	case Refused, HalfRead:
		t := *s
		t.Requests[r].Phase++
		t.Requests[r].Read[q.Phase-Refused] = s.Rows[q.Phase-Refused]
		m.emit(ReadRow, r, &t)
	case WholeRead:
		m.judge(s, r)
	case Snapshot:
		m.plan(s, r)
	case Unknown:
		t := *s
		t.Requests[r].Phase = Admitted
		if m.broken == DebitedAgain { // neither a token nor a condition on the job
			t.Jobs[r].Debits++
			t.Rows[t.Jobs[r].Row].Balance -= m.Charges[r]
		}
		m.emit(WriteAgain, r, &t)
	case Admitted:
		m.send(s, r)
	case Answered:
	}
	if s.Left.Crashes > 0 && q.Phase > Unsent && q.Phase < Answered {
		t := *s
		t.Left.Crashes--
		t.Requests[r] = Request{Phase: Answered}
		m.emit(CrashAPI, r, &t)
	}
}

// ask sends a request, which begins at any row. The same call comes again after the first
// or beside it.
func (m *machine) ask(s *State, r int8) {
	if r > 0 && m.keyed(r) && s.Requests[r-1].Phase == Unsent {
		return
	}
	for k := range int8(rows) {
		t := *s
		t.Requests[r] = Request{Phase: Trying, Row: k}
		m.emit(SendRequest, r, &t)
	}
}

// judge decides by the rows as they were read whether they can lend, and refuses only by
// those of one moment.
func (m *machine) judge(s *State, r int8) {
	q := &s.Requests[r]
	t := *s
	switch {
	case !m.lacks(r, &q.Read):
		m.plan(s, r)
	case m.broken == RefusedByRows:
		m.refuse(s, r, &q.Read)
	case m.lacks(r, &s.Rows):
		m.refuse(s, r, &s.Rows)
	default:
		t.Requests[r].Phase, t.Requests[r].Read = Snapshot, s.Rows
		m.emit(ReadSnapshot, r, &t)
	}
}

// try writes the admission on row into, lent to by others. A refusal is followed by a
// look at the whole wallet.
func (m *machine) try(s *State, r, into int8, lent [rows]part, unseal bool) {
	t := *s
	switch m.write(&t, r, into, lent, unseal) {
	case done:
		t.Requests[r] = Request{Phase: Admitted}
		if m.Cached[r] {
			t.Requests[r].Phase = Answered
		}
		m.emit(Admit, r, &t)
		if s.Left.Answers > 0 {
			t.Left.Answers--
			t.Requests[r] = Request{Phase: Unknown}
			m.emit(LoseAnswer, r, &t)
		}
	case replayed:
		t.Requests[r] = Request{Phase: Answered}
		m.emit(Replay, r, &t)
	case refused:
		q := &s.Requests[r]
		if q.Phase != Trying && m.broken == RefusedByLostRace {
			m.refuse(s, r, &[rows]Row{})
			return
		}
		t = *s
		t.Requests[r] = Request{Phase: Refused, Row: q.Row, Poor: q.Poor, Full: q.Full}
		m.emit(AdmitRefused, r, &t)
		if q.Phase != Trying && s.Left.Conflicts > 0 {
			t.Left.Conflicts--
			t.Requests[r] = Request{Phase: Answered} // 503, and nothing is written
			m.emit(TryNoMore, r, &t)
		}
	}
}

// refuse answers 402 or 429. It MUST be true of some moment since the request began.
func (m *machine) refuse(s *State, r int8, read *[rows]Row) {
	t := *s
	q := s.Requests[r]
	var balance int8
	for _, row := range read {
		balance += row.Balance
	}
	if poor := balance < m.Charges[r]; poor && !q.Poor || !poor && !q.Full {
		t.Bad = UntrueRefusal
	}
	t.Requests[r] = Request{Phase: Answered}
	m.emit(Refuse, r, &t)
}

func (m *machine) lacks(r int8, read *[rows]Row) bool {
	var balance, slots int8
	for _, row := range read {
		balance += row.Balance
		slots += row.Slots
	}
	return balance < m.Charges[r] || slots < m.slots(r)
}

// plan tries the ways in which the rows, as they were read, can lend to the request's.
func (m *machine) plan(s *State, r int8) {
	q := &s.Requests[r]
	into, other := q.Row, 1-q.Row
	giver := q.Read[other]
	lackCredits := max(0, m.Charges[r]-q.Read[into].Balance)
	if m.slots(r) > 0 && (q.Read[0].Sealed || q.Read[1].Sealed) {
		free := q.Read[0].Slots + q.Read[1].Slots - m.slots(r)
		keeps := free / 2
		given := keeps - giver.Slots
		var lent [rows]part
		lent[other] = part{-lackCredits, given}
		lent[into] = part{lackCredits, -given}
		m.try(s, r, into, lent, true)
		return
	}
	lackSlots := max(0, m.slots(r)-q.Read[into].Slots)
	// What lacks and no more, or as much as the giver has: any amount between is alike.
	for _, more := range []bool{false, true} {
		give := part{lackCredits, lackSlots}
		if more {
			give = part{max(lackCredits, giver.Balance*min(1, lackCredits)), max(lackSlots, giver.Slots*min(1, lackSlots))}
			if give == (part{lackCredits, lackSlots}) {
				continue
			}
		}
		var lent [rows]part
		lent[other], lent[into] = part{-give.credits, -give.slots}, give
		m.try(s, r, into, lent, false)
	}
}

// holds are the conditions that the transaction has on the wallet.
func (m *machine) holds(t *State, r, into int8, lent [rows]part, unseal bool) bool {
	for k := range int8(rows) {
		row, after := t.Rows[k], lent[k]
		if k == into {
			after = part{lent[k].credits - m.Charges[r], lent[k].slots - m.slots(r)}
		} else if m.broken == GiverUnchecked {
			continue
		}
		if after.credits < 0 && row.Balance+after.credits < 0 && m.broken != BalanceUnchecked {
			return false
		}
		if (after.slots < 0 || unseal) && row.Slots+after.slots < 0 && m.broken != SlotsUnchecked {
			return false
		}
		if k == into && m.slots(r) > 0 && row.Sealed && !unseal && m.broken != SealUnchecked {
			return false
		}
	}
	return true
}

func (m *machine) write(t *State, r, into int8, lent [rows]part, unseal bool) written {
	if m.keyed(r) && t.Key != 0 && m.broken != KeyApart {
		return replayed
	}
	if !m.holds(t, r, into, lent, unseal) {
		return refused
	}
	for k := range lent {
		row := &t.Rows[k]
		row.Balance += lent[k].credits
		row.Slots += lent[k].slots
		row.Cap += lent[k].slots
		row.Sealed = row.Sealed && !unseal
	}
	if m.keyed(r) {
		t.Key = r + 1
	}
	j := &t.Jobs[r]
	j.Row = into
	j.Debits++
	t.Rows[into].Balance -= m.Charges[r]
	if m.Cached[r] {
		j.Status, j.EndedBy = Succeeded, fromCache
		if m.broken != CachedWithoutEvent {
			m.event(t, r)
		}
		return done
	}
	j.Status = Queued
	t.Rows[into].Slots--
	t.Rows[into].Reserved += m.Charges[r]
	if t.Rows[0].Slots+t.Rows[1].Slots < 0 {
		t.Bad = OverCap
	}
	return done
}

// event writes the first delivery of a job that ends.
func (m *machine) event(t *State, job int8) {
	if m.Hooked[job] {
		t.Jobs[job].Events++
		t.Attempts[0] = Attempt{Status: Pending, Message: true}
	}
}

func (m *machine) send(s *State, r int8) {
	t := *s
	t.Requests[r] = Request{Phase: Answered}
	if m.Workers > 0 {
		t.message(r)
	}
	m.emit(SendJob, r, &t)
	if s.Left.Losses > 0 {
		t = *s
		t.Left.Losses--
		t.Requests[r] = Request{Phase: Answered}
		m.emit(SendFails, r, &t)
	}
}
