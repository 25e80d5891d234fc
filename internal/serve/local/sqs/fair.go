package sqs

// groups are the messages of a queue by their group, for the service's fair queues: the next
// message is one of the group that has the fewest in flight, so that a group with many, or
// with slow ones, does not keep the others waiting. Among equals the oldest comes first.
type groups map[string]*group

type group struct {
	inFlight int
	waiting  []*message // visible, in the order of sending
	places   []int      // of the waiting ones in the queue
}

func (g groups) of(m *message) *group {
	one := g[m.entry.MessageGroupID]
	if one == nil {
		one = &group{}
		g[m.entry.MessageGroupID] = one
	}
	return one
}

// hold counts a message that is not visible. One that was never received is held back, and
// not in flight.
func (g groups) hold(m *message) {
	if m.receivedHere > 0 {
		g.of(m).inFlight++
	}
}

func (g groups) add(m *message, place int) {
	one := g.of(m)
	one.waiting, one.places = append(one.waiting, m), append(one.places, place)
}

// next takes the message to give, nil when none is visible of a group that may have more in
// flight. Of the capacity a group may have so much in a hundred as the others leave free, rounded
// up: however few the groups that fill it, there is room for another's. It may always have
// one, since who asks can handle it. A capacity of 0 bounds nothing.
func (g groups) next(capacity, percent int) *message {
	var best *group
	all := 0
	for _, one := range g {
		all += one.inFlight
	}
	for _, one := range g {
		left := capacity - (all - one.inFlight)
		if len(one.waiting) == 0 || capacity > 0 && one.inFlight >= max(1, (left*percent+99)/100) {
			continue
		}
		if best == nil || one.inFlight < best.inFlight || one.inFlight == best.inFlight && one.places[0] < best.places[0] {
			best = one
		}
	}
	if best == nil {
		return nil
	}
	m := best.waiting[0]
	best.waiting, best.places = best.waiting[1:], best.places[1:]
	best.inFlight++
	return m
}
