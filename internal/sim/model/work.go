package model

// Who ends a job, beside worker w as 1 + w.
const (
	bySweeper = 10
	byCaller  = 11
	fromCache = 12
)

func (m *machine) worker(s *State, w int8) {
	me := &s.Workers[w]
	switch me.Phase {
	case Idle:
		m.receive(s, w)
		return
	case Given:
		t := *s
		t.Workers[w].Claim = 1 + w
		m.look(&t, w)
	case Placing:
		t := *s
		m.place(&t, w)
	case Placed:
		t := *s
		m.claim(&t, w, false)
	case PuttingOff:
		m.resend(s, w, PostponeJob)
	case ClaimUnknown:
		t := *s
		m.claim(&t, w, true)
	case Runs:
		m.ran(s, w)
	case Ending:
		m.end(s, w)
	case EndUnknown:
		t := *s
		t.rest(w)
		m.emit(FinishAgain, w, &t)
	case Releasing:
		m.giveBack(s, w)
	case ReleaseUnknown:
		m.resend(s, w, ReleaseAgain)
	case Resending:
		t := *s
		t.message(me.Job)
		t.rest(w)
		m.emit(SendJob, requests+w, &t)
	}
	if s.Left.Crashes > 0 {
		m.crashWorker(s, w)
	}
}

// resend has a job that is queued as it was read get another message.
func (m *machine) resend(s *State, w int8, by Action) {
	t := *s
	t.Workers[w].Phase = Resending
	if row := &s.Jobs[s.Workers[w].Job]; row.Status != Queued || row.Fence != s.Workers[w].Fence {
		t.rest(w)
	}
	m.emit(by, w, &t)
}

// receive takes a message of any job.
func (m *machine) receive(s *State, w int8) {
	for j := range m.Requests {
		if s.Jobs[j].Messages > 0 {
			t := *s
			t.Jobs[j].Messages--
			t.Workers[w] = Worker{Phase: Given, Job: j}
			m.emit(Receive, w, &t)
		}
	}
}

// end writes how the run came out.
func (m *machine) end(s *State, w int8) {
	t := *s
	me := &s.Workers[w]
	applied := m.finish(&t, me.Job, me.Was, me.Fence, me.End, 1+w)
	t.rest(w)
	m.emit(Finish, w, &t)
	if applied && s.Left.Answers > 0 {
		t.Left.Answers--
		t.Workers[w] = *me
		t.Workers[w].Phase = EndUnknown
		m.emit(LoseAnswer, requests+w, &t)
	}
}

// rest ends a message's handling; the message is acknowledged.
func (t *State) rest(w int8) { t.Workers[w] = Worker{} }

func (t *State) message(job int8) { t.Jobs[job].Messages = min(maxMessages, t.Jobs[job].Messages+1) }

// holds reports whether a worker is the newest that claimed its job.
func (t *State) holds(w int8) bool {
	me := &t.Workers[w]
	row := &t.Jobs[me.Job]
	return row.Status == Running && (me.Phase >= Runs && me.Fence == row.Fence || me.Phase == ClaimUnknown && me.Claim == row.Claim)
}

func (m *machine) crashWorker(s *State, w int8) {
	t := *s
	t.Left.Crashes--
	t.message(s.Workers[w].Job)
	if s.holds(w) {
		t.Jobs[s.Workers[w].Job].Orphan = true
	}
	t.rest(w)
	m.emit(CrashWorker, w, &t)
}

// look reads the job. One that is queued needs a place.
func (m *machine) look(t *State, w int8) {
	me := &t.Workers[w]
	row := &t.Jobs[me.Job]
	if row.Status != Queued || row.Runs >= maxRuns && m.broken != RunsUnbounded {
		m.claim(t, w, false)
		return
	}
	me.Phase = Placing
	m.emit(LookAtJob, w, t)
}

// place takes a place for a job that was queued when it was read.
func (m *machine) place(t *State, w int8) {
	me := &t.Workers[w]
	row := &t.Jobs[me.Job]
	if !row.Place && !m.room(t, row.Row) {
		*me = Worker{Phase: PuttingOff, Job: me.Job, Fence: row.Fence}
		m.emit(ClaimCrowded, w, t)
		return
	}
	row.Place, me.Phase = true, Placed
	m.emit(TakePlace, w, t)
}

// room reports whether a row of the wallet lets one more run.
func (m *machine) room(t *State, row int8) bool {
	taken := int8(0)
	for j := range t.Jobs {
		if o := &t.Jobs[j]; o.Place && o.Row == row {
			taken++
		}
	}
	return m.Share == 0 || taken < m.Share || m.broken == ShareUnchecked
}

// claim tries to take the job, for the first time or because the answer was lost.
func (m *machine) claim(t *State, w int8, again bool) {
	me := &t.Workers[w]
	row := &t.Jobs[me.Job]
	free := row.Status == Queued || row.Status == Running && (row.Lease == Expired || m.broken == JobLeaseUnchecked)
	if free && (row.Runs < maxRuns || m.broken == RunsUnbounded && row.Runs < maxRuns+1) {
		if row.Status == Queued && !row.Place { // another message of it had a run meanwhile
			me.Phase = Given
			m.emit(ClaimRefused, w, t)
			return
		}
		m.take(t, w)
		return
	}
	switch {
	case row.Status.Terminal() || row.Status == None:
		row.Place = row.Place && m.broken == PlaceKeptLate
		t.rest(w)
	case again && row.Claim == me.Claim && m.broken != JobClaimWithoutID:
		*me = Worker{Phase: Runs, Job: me.Job, Was: Running, Fence: row.Fence, Late: row.Lease == Expired}
	case row.Status == Running && row.Lease == Held:
		t.rest(w)
	default:
		*me = Worker{Phase: Ending, Job: me.Job, Was: row.Status, Fence: row.Fence, End: Failed, Late: true}
	}
	m.emit(ClaimRefused, w, t)
}

// take claims a job that is free.
func (m *machine) take(t *State, w int8) {
	me := &t.Workers[w]
	row := &t.Jobs[me.Job]
	row.Status, row.Lease, row.Claim, row.Orphan = Running, Held, me.Claim, false
	row.Fence++
	row.Runs++
	for i := range t.Workers {
		if o := &t.Workers[i]; int8(i) != w && o.Job == me.Job && o.Phase >= Runs && o.Was == Running && !o.Late {
			t.Bad = TwoRuns
		}
	}
	unknown := *t
	t.Workers[w] = Worker{Phase: Runs, Job: me.Job, Was: Running, Fence: row.Fence}
	m.emit(ClaimJob, w, t)
	if unknown.Left.Answers > 0 {
		unknown.Left.Answers--
		unknown.Workers[w].Phase, unknown.Workers[w].Late = ClaimUnknown, false
		m.emit(LoseAnswer, requests+w, &unknown)
	}
}

// ran is how a run can come out.
func (m *machine) ran(s *State, w int8) {
	for _, end := range []Status{Succeeded, Failed} {
		t := *s
		t.Workers[w].Phase, t.Workers[w].End = Ending, end
		m.emit(Perform, w, &t)
	}
	if s.Left.SlowRuns > 0 && s.Workers[w].Fence < maxRuns {
		t := *s
		t.Left.SlowRuns--
		t.Workers[w].Phase = Releasing
		m.emit(Perform, w, &t)
	}
}

// release queues a running job again, if its fence is the one that was read.
func (m *machine) release(t *State, job, fence int8) bool {
	row := &t.Jobs[job]
	if row.Status != Running || row.Fence != fence && m.broken != ReleasedWithoutFence {
		return false
	}
	if row.Fence != fence {
		t.Bad = StaleRelease
	}
	row.Status, row.Lease, row.Claim, row.Orphan, row.Place = Queued, Free, 0, false, false
	return true
}

func (m *machine) giveBack(s *State, w int8) {
	t := *s
	me := &s.Workers[w]
	if !m.release(&t, me.Job, me.Fence) {
		t.rest(w)
		m.emit(ReleaseJob, w, &t)
		return
	}
	t.Workers[w].Phase, t.Workers[w].Late = Resending, true
	m.emit(ReleaseJob, w, &t)
	if s.Left.Answers > 0 {
		t.Left.Answers--
		t.Workers[w].Phase = ReleaseUnknown
		m.emit(LoseAnswer, requests+w, &t)
	}
}

// finish ends a job as it was read or claimed, with all that goes with it. It reports
// whether it did.
func (m *machine) finish(t *State, job int8, was Status, fence int8, end Status, by int8) bool {
	row := &t.Jobs[job]
	same := row.Status == was && row.Fence == fence
	switch m.broken {
	case FinishedWithoutFence:
		same = row.Status == was
	case FinishedWithoutStatus:
		same = row.Fence == fence
	default:
	}
	if !same {
		mine := row.Status == end && row.Fence == fence && row.EndedBy == by
		if m.broken == AnyEndTaken {
			mine = row.Status.Terminal()
		}
		if mine && row.EndedBy != by {
			t.Bad = OthersEnd
		}
		return false
	}
	if row.Status.Terminal() || row.Fence != fence {
		t.Bad = StaleEnd
	}
	row.Place = row.Place && m.broken == PlaceKeptAtEnd
	row.Status, row.EndedBy, row.Lease, row.Claim, row.Orphan = end, by, Free, 0, false
	w := &t.Rows[row.Row]
	w.Reserved -= m.Charges[job]
	if m.broken != SlotKept {
		w.Slots++
	}
	if end != Succeeded && m.broken != RefundForgotten {
		row.Refunds++
		w.Balance += m.Charges[job]
	}
	if m.broken != EventForgotten {
		m.event(t, job)
	}
	return true
}

// sweeper is the sweeper and the dead letters' handler, one row at a time.
func (m *machine) sweeper(s *State) {
	h := s.Hands[0]
	if h.Does == Nothing {
		m.sweep(s)
		return
	}
	t := *s
	t.Hands[0] = Hand{}
	action := TouchJob
	switch h.Does {
	case Touch:
		if s.Jobs[h.Job].Status == Queued {
			t.Hands[0] = Hand{Does: Send, Job: h.Job}
		}
	case Release:
		action = ReleaseDead
		if m.release(&t, h.Job, h.Fence) {
			t.Hands[0] = Hand{Does: Send, Job: h.Job}
		}
	case Fail:
		action = FailJob
		m.finish(&t, h.Job, h.Was, h.Fence, Failed, bySweeper)
	case Send:
		action = SendAgain
		t.message(h.Job)
	default:
	}
	m.emit(action, h.Job, &t)
	if s.Left.Crashes > 0 {
		t = *s
		t.Left.Crashes--
		t.Hands[0] = Hand{}
		m.emit(CrashSweeper, h.Job, &t)
	}
}

// sweep is what the sweeper can read of a job that is due, and a dead letter's handler
// of any.
func (m *machine) sweep(s *State) {
	for j := range m.Requests {
		row := &s.Jobs[j]
		t := *s
		switch {
		case row.Status == Queued && m.broken != QueuedNotSwept:
			m.sweepQueued(s, j)
		case row.Status == Running && row.Lease == Expired && m.broken != DeadNotSwept:
			does := Release
			if row.Runs >= maxRuns {
				does = Fail
			}
			t.Hands[0] = Hand{does, j, row.Status, row.Fence}
			m.emit(ReadDue, j, &t)
		}
		if row.Messages > 0 && s.Left.Letters > 0 {
			t = *s
			t.Left.Letters--
			t.Jobs[j].Messages--
			if !row.Status.Terminal() {
				t.Hands[0] = Hand{Fail, j, row.Status, row.Fence}
			}
			m.emit(ReadLetter, j, &t)
		}
	}
}

func (m *machine) sweepQueued(s *State, j int8) {
	row := &s.Jobs[j]
	if row.Messages < maxMessages && m.Workers > 0 {
		t := *s
		t.Hands[0] = Hand{Touch, j, row.Status, row.Fence}
		m.emit(ReadDue, j, &t)
	}
	if s.Left.TooOld > 0 || m.Workers == 0 {
		t := *s
		t.Left.TooOld = max(0, t.Left.TooOld-1)
		t.Hands[0] = Hand{Fail, j, row.Status, row.Fence}
		m.emit(ReadDue, j, &t)
	}
}

// canceller is a caller who cancels a job: a read, then a write of what was read.
func (m *machine) canceller(s *State) {
	h := s.Hands[1]
	if h.Does == Cancel {
		t := *s
		t.Hands[1] = Hand{}
		m.finish(&t, h.Job, h.Was, h.Fence, Cancelled, byCaller)
		m.emit(CancelJob, h.Job, &t)
		return
	}
	for j := range m.Requests {
		if row := &s.Jobs[j]; s.Left.Cancels > 0 && row.Status != None && !row.Status.Terminal() {
			t := *s
			t.Left.Cancels--
			t.Hands[1] = Hand{Cancel, j, row.Status, row.Fence}
			m.emit(ReadJob, j, &t)
		}
	}
}
