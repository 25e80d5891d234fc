package model

// Scope is what one search is over: who takes part, and how often what may happen.
type Scope struct {
	Name      string
	Requests  int8
	Keyed     int8 // so many of the first share an idempotency key
	Charges   [requests]int8
	Cached    [requests]bool // answered from the cache
	Hooked    [requests]bool // asks for an event; at most one such job can come to be
	Rows      [rows]Row
	Workers   int8
	Share     int8 // how many jobs of a row run at once; 0 is any number
	Posters   int8
	Budget    Budget
	FailsLong bool // the endpoint has been failing for 120 hours at the start
}

// Start is the state in which nothing has been asked yet.
func (c *Scope) Start() State {
	s := State{Rows: c.Rows, Left: c.Budget, Endpoint: Endpoint{Active: true}}
	for _, r := range c.Rows {
		s.Cap += r.Cap
	}
	if c.FailsLong {
		s.Endpoint.Since, s.Endpoint.Old = 1, true
	}
	return s
}

func (c *Scope) slots(r int8) int8 {
	if c.Cached[r] {
		return 0
	}
	return 1
}

func (c *Scope) keyed(r int8) bool { return r < c.Keyed }

// Step is one action and where it leads.
type Step struct {
	Action Action
	By     int8
	To     State
}

// machine gives the steps from a state, with one condition left out when broken names
// one.
type machine struct {
	Scope
	broken Break
	steps  []Step
}

// from returns the steps from a state. They are valid until the next call.
func (m *machine) from(s *State) []Step {
	m.steps = m.steps[:0]
	for r := range m.Requests {
		m.request(s, r)
	}
	for w := range m.Workers {
		m.worker(s, w)
	}
	for p := range m.Posters {
		m.poster(s, p)
	}
	m.sweeper(s)
	m.canceller(s)
	m.deliverySweeper(s)
	m.surroundings(s)
	return m.steps
}

// emit adds a step and notes what each request under way can truly say of the wallet.
func (m *machine) emit(a Action, by int8, to *State) {
	var balance, slots int8
	for _, r := range to.Rows {
		balance += r.Balance
		slots += r.Slots
	}
	for i := range m.Requests {
		if r := &to.Requests[i]; r.Phase > Unsent && r.Phase < Unknown {
			r.Poor = r.Poor || balance < m.Charges[i]
			r.Full = r.Full || slots < m.slots(i)
		}
	}
	m.steps = append(m.steps, Step{a, by, *to})
}

// surroundings are the network, the clock, the operator and the endpoint's owner.
func (m *machine) surroundings(s *State) {
	m.messages(s)
	m.clock(s)
	m.owners(s)
}

func (m *machine) messages(s *State) {
	for j := range m.Requests {
		if n := s.Jobs[j].Messages; n > 0 && s.Left.Losses > 0 {
			t := *s
			t.Jobs[j].Messages--
			t.Left.Losses--
			m.emit(LoseMessage, j, &t)
		}
		if n := s.Jobs[j].Messages; n > 0 && n < maxMessages && s.Left.Doubles > 0 {
			t := *s
			t.Jobs[j].Messages++
			t.Left.Doubles--
			m.emit(DoubleMessage, j, &t)
		}
	}
	for a := range int8(attempts) {
		if s.Attempts[a].Message && s.Left.Losses > 0 {
			t := *s
			t.Attempts[a].Message = false
			t.Left.Losses--
			m.emit(LoseMessage, jobs+a, &t)
		}
	}
	for a := range int8(attempts) {
		if s.Attempts[a].Status != None && !s.Attempts[a].Message && s.Left.Doubles > 0 {
			t := *s
			t.Attempts[a].Message = true
			t.Left.Doubles--
			m.emit(DoubleMessage, jobs+a, &t)
		}
	}
}

// clock ends leases: those of the dead in any case, those of the living as often as the
// budget says.
func (m *machine) clock(s *State) {
	for j := range m.Requests {
		m.endLease(s, j)
	}
	for a := range int8(attempts) {
		m.endAttemptLease(s, a)
	}
	if s.Endpoint.Since != 0 && !s.Endpoint.Old {
		t := *s
		t.Endpoint.Old = true
		m.emit(PassTime, 0, &t)
	}
}

func (m *machine) endLease(s *State, j int8) {
	row := &s.Jobs[j]
	if row.Status != Running || row.Lease != Held || !row.Orphan && s.Left.Expiries == 0 {
		return
	}
	t := *s
	t.Jobs[j].Lease = Expired
	if !row.Orphan {
		t.Left.Expiries--
	}
	for w := range int8(workers) {
		if t.Workers[w].Job == j && t.holds(w) {
			t.Workers[w].Late = true
		}
	}
	m.emit(EndLease, j, &t)
}

func (m *machine) endAttemptLease(s *State, a int8) {
	row := &s.Attempts[a]
	if row.Status != Pending || row.Lease != Held || !row.Orphan && s.Left.Expiries == 0 {
		return
	}
	t := *s
	t.Attempts[a].Lease = Expired
	if !row.Orphan {
		t.Left.Expiries--
	}
	for i := range t.Posters {
		if p := &t.Posters[i]; p.Phase >= PostClaimUnknown && p.Attempt == a && p.Claim == row.Claim {
			p.Late = true
		}
	}
	m.emit(EndLease, jobs+a, &t)
}

// owners change the cap and the endpoint.
func (m *machine) owners(s *State) {
	if s.Left.Caps > 0 {
		for k := range int8(rows) {
			m.changeCap(s, k, 1)
			if s.Cap > 0 {
				m.changeCap(s, k, -1)
			}
		}
	}
	if m.Posters == 0 {
		return
	}
	if s.Left.Patches > 0 {
		t := *s
		t.Left.Patches--
		t.Endpoint.URL ^= 1
		t.Endpoint.Since, t.Endpoint.Old = 0, false
		m.emit(PatchURL, 0, &t)
	}
	if s.Left.Switches > 0 {
		t := *s
		t.Left.Switches--
		t.Endpoint.Active = !s.Endpoint.Active
		if t.Endpoint.Active {
			t.Endpoint.Since, t.Endpoint.Old = 0, false
		}
		m.emit(SwitchEndpoint, 0, &t)
	}
}

// changeCap gives a row more or less of the cap, without a condition: a row can have
// fewer slots than none then, and all rows are sealed.
func (m *machine) changeCap(s *State, k, by int8) {
	t := *s
	t.Left.Caps--
	t.Cap += by
	t.Rows[k].Cap += by
	t.Rows[k].Slots += by
	if by < 0 && m.broken != LoweredWithoutSeal {
		for i := range t.Rows {
			t.Rows[i].Sealed = true
		}
	}
	m.emit(ChangeCap, k, &t)
}
