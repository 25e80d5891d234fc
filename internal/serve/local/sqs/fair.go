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

// next takes the message to give, nil when none is visible of a group with less than its share
// in flight; a share of 0 is any.
func (g groups) next(share int) *message {
	var best *group
	for _, one := range g {
		if len(one.waiting) == 0 || share > 0 && one.inFlight >= share {
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
