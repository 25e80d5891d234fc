package model

// Bad is what must not happen.
type Bad int8

// What can be wrong of a state; the first are seen in the step that does it.
const (
	Right Bad = iota
	UntrueRefusal
	OverCap
	TwoRuns
	StaleEnd
	OthersEnd
	StaleRelease
	TwoPosts
	TwoNext
	MoneyLost
	ChargedWrong
	RefundedWrong
	RowWrong
	SealWrong
	TwoJobsOfAKey
	EventWrong
	RunOfNobody
	PostOfNobody
	TooManyRuns
	OverShare
	PlacesWrong
	EventGivenUp
	NeverDrained
)

var badNames = [...]string{
	"nothing", "a refusal that was at no moment true", "a job over the cap", "two runs of a job at once",
	"an end of a job that is not as it was read", "another's end taken for its own", "a release of another's claim", "two posts of an attempt at once",
	"two next attempts", "balances that are not the ledger's", "a job that was not charged once", "a refund that does not fit",
	"slots or reserves that are not the unfinished jobs'", "free rows with less than no slots, or one row sealed alone",
	"two jobs of one key", "not one event of a job's end", "a leased job that nobody runs", "a leased attempt that nobody makes",
	"more runs than allowed", "more jobs of an organization at once than its share", "a place that is not of one who runs",
	"an event without an end while its endpoint is active", "no way to the end of all work",
}

func (b Bad) String() string { return badNames[b] }

// wrong is what is wrong of a state, or Right.
func (m *machine) wrong(s *State) Bad {
	if s.Bad != Right {
		return s.Bad
	}
	if bad := m.wrongMoney(s); bad != Right {
		return bad
	}
	if m.Keyed > 1 && s.Jobs[0].Status != None && s.Jobs[1].Status != None {
		return TwoJobsOfAKey
	}
	if bad := m.wrongWork(s); bad != Right {
		return bad
	}
	return m.wrongEvent(s)
}

func (m *machine) wrongMoney(s *State) Bad {
	var granted, balance, limit int8
	for k := range int8(rows) {
		if bad := m.wrongRow(s, k); bad != Right {
			return bad
		}
		granted += m.Rows[k].Balance
		balance += s.Rows[k].Balance
		limit += s.Rows[k].Cap
	}
	for j := range s.Jobs {
		o := &s.Jobs[j]
		granted += m.Charges[j] * (o.Refunds - o.Debits)
		refunds := int8(0)
		if o.Status == Failed || o.Status == Cancelled {
			refunds = 1
		}
		switch {
		case (o.Debits == 1) != (o.Status != None) || o.Debits > 1:
			return ChargedWrong
		case o.Refunds != refunds:
			return RefundedWrong
		}
	}
	switch {
	case granted != balance:
		return MoneyLost
	case limit != s.Cap:
		return RowWrong
	}
	return Right
}

// wrongRow holds a row of the wallet to the unfinished jobs that were charged to it.
func (m *machine) wrongRow(s *State, k int8) Bad {
	row := &s.Rows[k]
	var unfinished, reserved, runs int8
	for j := range s.Jobs {
		if o := &s.Jobs[j]; o.Row == k && o.Status != None && !o.Status.Terminal() {
			unfinished++
			reserved += m.Charges[j]
			if o.Status == Running {
				runs++
			}
			if o.Status == Running && !o.Place {
				return PlacesWrong
			}
		}
	}
	switch {
	case row.Balance < 0:
		return MoneyLost
	case row.Cap-row.Slots != unfinished || row.Reserved != reserved:
		return RowWrong
	case m.Share > 0 && runs > m.Share:
		return OverShare
	case row.Slots < 0 && !row.Sealed || row.Sealed != s.Rows[0].Sealed:
		return SealWrong
	}
	return Right
}

func (m *machine) wrongWork(s *State) Bad {
	for j := range int8(jobs) {
		row := &s.Jobs[j]
		if row.Runs > maxRuns {
			return TooManyRuns
		}
		if row.Place && row.Status.Terminal() && m.forgotten(s, j) {
			return PlacesWrong
		}
		events := int8(0)
		if m.Hooked[j] && row.Status.Terminal() {
			events = 1
		}
		if row.Events != events {
			return EventWrong
		}
		if row.Status != Running || row.Lease != Held || row.Orphan {
			continue
		}
		alive := false
		for w := range int8(workers) {
			alive = alive || s.Workers[w].Job == j && s.Workers[w].Phase > Given && s.holds(w)
		}
		if !alive {
			return RunOfNobody
		}
	}
	return Right
}

// forgotten reports whether nobody comes for an ended job any more. Where messages are lost, or
// become dead letters, others find its place.
func (m *machine) forgotten(s *State, j int8) bool {
	for w := range s.Workers {
		if s.Workers[w].Phase != Idle && s.Workers[w].Job == j {
			return false
		}
	}
	return s.Jobs[j].Messages == 0 && s.Left.Losses == m.Budget.Losses && s.Left.Letters == m.Budget.Letters
}

// wrongEvent holds the event's attempts: an end that is no success comes after the last
// attempt, or while the endpoint was off.
func (*machine) wrongEvent(s *State) Bad {
	for a := range int8(attempts) {
		row := &s.Attempts[a]
		if a > 0 && row.Status != None && s.Attempts[a-1].Status != Failed {
			return TwoNext
		}
		newest := a == attempts-1 || s.Attempts[a+1].Status == None
		if row.Status == Failed && newest && a < attempts-1 && !row.Off {
			return EventGivenUp
		}
		if row.Status != Pending || row.Lease != Held || row.Orphan {
			continue
		}
		alive := false
		for p := range s.Posters {
			o := &s.Posters[p]
			alive = alive || o.Phase >= PostClaimUnknown && o.Attempt == a && o.Claim == row.Claim
		}
		if !alive {
			return PostOfNobody
		}
	}
	return Right
}

// drained reports whether nothing is left to do.
func (m *machine) drained(s *State) bool {
	for i := range m.Requests {
		if p := s.Requests[i].Phase; p != Unsent && p != Answered {
			return false
		}
		if o := &s.Jobs[i]; o.Status != None && !o.Status.Terminal() || o.Messages > 0 {
			return false
		}
	}
	for i := range s.Workers {
		if s.Workers[i].Phase != Idle {
			return false
		}
	}
	for i := range s.Attempts {
		if s.Attempts[i].Status == Pending || s.Attempts[i].Message {
			return false
		}
	}
	for i := range s.Posters {
		if s.Posters[i].Phase != Resting {
			return false
		}
	}
	return s.Hands == [hands]Hand{}
}
