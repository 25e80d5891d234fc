package clean

// names are classes or ids. Nearly all that are asked for are not among them, which bits of their
// hashes say for less than a map would.
type names struct {
	all  map[string]bool
	bits [4]uint64
}

func (s *names) add(name string) {
	if s.all == nil {
		s.all = map[string]bool{}
	}
	s.all[name] = true
	h := hashOf(name)
	s.bits[h>>6] |= 1 << (h & 63)
}

func (s *names) has(name string) bool {
	h := hashOf(name)
	return s.bits[h>>6]>>(h&63)&1 != 0 && s.all[name]
}

func (s *names) remove(name string) {
	if s.has(name) {
		delete(s.all, name)
	}
}

// hashOf is a number below 256 for a name, which is not empty.
func hashOf(name string) uint8 {
	last := len(name) - 1
	return uint8(last)*37 ^ name[0]*7 ^ name[last]*13 ^ name[last/2]*101 //nolint:gosec // some bits of it
}
