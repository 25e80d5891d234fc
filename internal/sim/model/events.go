package model

func (m *machine) poster(s *State, p int8) {
	me := &s.Posters[p]
	switch me.Phase {
	case Resting:
		m.receiveDelivery(s, p)
		return
	case Has:
		t := *s
		t.Posters[p].Claim = 1 + p
		m.claimDelivery(&t, p, false)
	case PostClaimUnknown:
		t := *s
		m.claimDelivery(&t, p, true)
	case Claims:
		t := *s
		t.Posters[p].Met = s.Endpoint
		t.Posters[p].Phase = Posting
		if !s.Endpoint.Active {
			t.Posters[p].Phase, t.Posters[p].Answer = Posted, Inactive
		}
		m.emit(ReadEndpoint, p, &t)
	case Posting:
		m.post(s, p)
	case Praising:
		t := *s
		t.note(me)
		t.Posters[p].Phase = Posted
		m.emit(Note, p, &t)
	case Posted, Planning:
		m.closeAttempt(s, p)
	case Sending:
		t := *s
		if t.Attempts[me.Attempt+1].Status == Pending {
			t.Attempts[me.Attempt+1].Message = true
		}
		t.Posters[p].Phase = Noting
		m.emit(SendDelivery, p, &t)
	case Noting:
		t := *s
		t.note(me)
		t.reposed(p)
		m.emit(Note, p, &t)
	}
	if s.Left.Crashes > 0 {
		m.crashPoster(s, p)
	}
}

// receiveDelivery takes a message of any attempt.
func (m *machine) receiveDelivery(s *State, p int8) {
	for a := range int8(attempts) {
		if s.Attempts[a].Message {
			t := *s
			t.Attempts[a].Message = false
			t.Posters[p] = Poster{Phase: Has, Attempt: a}
			m.emit(ReceiveDelivery, p, &t)
		}
	}
}

// post makes the attempt, whatever the endpoint answers.
func (m *machine) post(s *State, p int8) {
	for _, answer := range []Answer{Good, Wrong, Gone} {
		t := *s
		t.Posters[p].Phase, t.Posters[p].Answer = Posted, answer
		if answer == Good {
			t.Posters[p].Phase = Praising
		}
		m.emit(Post, p, &t)
	}
}

// reposed ends an attempt's handling; its message is acknowledged.
func (t *State) reposed(p int8) { t.Posters[p] = Poster{} }

func (m *machine) crashPoster(s *State, p int8) {
	t := *s
	t.Left.Crashes--
	me := &s.Posters[p]
	row := &t.Attempts[me.Attempt]
	row.Message = true
	if row.Status == Pending && me.Phase >= PostClaimUnknown && row.Claim == me.Claim {
		row.Orphan = true
	}
	t.reposed(p)
	m.emit(CrashPoster, p, &t)
}

func (m *machine) claimDelivery(t *State, p int8, again bool) {
	me := &t.Posters[p]
	row := &t.Attempts[me.Attempt]
	if row.Status == Pending && (row.Lease != Held || m.broken == DeliveryLeaseUnchecked) {
		row.Lease, row.Claim, row.Orphan = Held, me.Claim, false
		for i := range t.Posters {
			if o := &t.Posters[i]; int8(i) != p && o.Attempt == me.Attempt && o.Phase >= Claims && o.Phase <= Planning && !o.Late {
				t.Bad = TwoPosts
			}
		}
		unknown := *t
		me.Phase, me.Late = Claims, false
		m.emit(ClaimDelivery, p, t)
		if unknown.Left.Answers > 0 {
			unknown.Left.Answers--
			unknown.Posters[p].Phase, unknown.Posters[p].Late = PostClaimUnknown, false
			m.emit(LoseAnswer, requests+workers+p, &unknown)
		}
		return
	}
	if row.Status == Pending && again && row.Claim == me.Claim && m.broken != DeliveryClaimWithoutID {
		me.Phase = Claims
	} else {
		t.reposed(p)
	}
	m.emit(DeliveryClaimRefused, p, t)
}

// closeAttempt ends a claimed attempt, with the next one or the endpoint's disabling in
// the same transaction.
func (m *machine) closeAttempt(s *State, p int8) {
	t := *s
	me := &s.Posters[p]
	row := &t.Attempts[me.Attempt]
	if (row.Status != Pending || row.Claim != me.Claim) && m.broken != ClosedTwice {
		t.reposed(p)
		m.emit(CloseLost, p, &t)
		return
	}
	end, after := Failed, Noting
	switch {
	case me.Answer == Good:
		end, after = Succeeded, Resting
	case me.Attempt == attempts-1:
	case me.Phase == Posted && (me.Answer == Inactive || me.Answer == Gone || me.Met.Since != 0 && me.Met.Old):
		if !m.giveUp(&t, me) {
			t = *s
			t.Posters[p].Phase = Planning
			m.emit(CloseNotYet, p, &t)
			return
		}
		after = Resting
	default:
		after = m.openNext(&t, me.Attempt+1)
	}
	*row = Attempt{Status: end, Message: row.Message, Off: end == Failed && !t.Endpoint.Active}
	t.Posters[p].Phase, t.Posters[p].Late = after, false
	if after == Resting {
		t.reposed(p)
	}
	m.emit(CloseDelivery, p, &t)
}

// giveUp closes without a next attempt: while the endpoint is off, or with its disabling.
// It reports false when the endpoint is not as it was read.
func (m *machine) giveUp(t *State, me *Poster) bool {
	e := &t.Endpoint
	if me.Answer == Inactive {
		return !e.Active || m.broken == InactiveByRead
	}
	holds := e.Active && e.URL == me.Met.URL && (me.Answer == Gone || e.Since == me.Met.Since)
	if holds {
		e.Active = false
	}
	return holds || m.broken == DisabledByRead
}

// openNext writes the next attempt, and says what is done then.
func (m *machine) openNext(t *State, next int8) PosterPhase {
	if m.broken == NextForgotten && t.Left.Crashes > 0 {
		t.Left.Crashes-- // it was to be opened by another write
		return Resting
	}
	if t.Attempts[next].Status != None {
		t.Bad = TwoNext
	}
	t.Attempts[next] = Attempt{Status: Pending}
	return Sending
}

// note keeps the endpoint's record of success and failure.
func (t *State) note(p *Poster) {
	e := &t.Endpoint
	if e.URL != p.Met.URL {
		return
	}
	switch {
	case p.Answer == Good && p.Met.Since != 0:
		e.Since, e.Old = 0, false
	case (p.Answer == Wrong || p.Answer == Gone) && p.Met.Since == 0 && e.Since == 0:
		e.Since = t.newRun()
	}
}

// newRun names a run of failures by a number that nobody has read.
func (t *State) newRun() int8 {
	run := int8(1)
	for range posters {
		for k := range t.Posters {
			if t.Posters[k].Met.Since == run {
				run++
			}
		}
	}
	return run
}

// deliverySweeper sends attempts again that nobody has and no message names.
func (m *machine) deliverySweeper(s *State) {
	if m.broken == DeliveriesNotSwept {
		return
	}
	for a := range int8(attempts) {
		if row := &s.Attempts[a]; row.Status == Pending && row.Lease != Held && !row.Message {
			t := *s
			t.Attempts[a].Message = true
			m.emit(SweepDelivery, a, &t)
		}
	}
}
