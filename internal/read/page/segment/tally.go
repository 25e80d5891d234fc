package segment

// tally counts by key, open-addressed: a map of the language takes a tenth of the time
// of a whole page for it.
type tally struct {
	keys   []uint64 // 0 where there is none
	counts []int32
	used   int
}

// newTally has room for so many, which is a power of two, and grows.
func newTally(room int) *tally {
	return &tally{keys: make([]uint64, room), counts: make([]int32, room)}
}

// siblings is the key of the children of one form that an element has. It is never 0.
func siblings(parent int32, form uint32) uint64 {
	return uint64(parent+1)<<32 | uint64(form) //nolint:gosec // an index
}

// add counts one more and returns how many there were.
func (t *tally) add(key uint64) int32 {
	if t.used*2 >= len(t.keys) {
		t.grow()
	}
	i := t.slot(key)
	if t.keys[i] == 0 {
		t.keys[i] = key
		t.used++
	}
	t.counts[i]++
	return t.counts[i] - 1
}

// of is how many there are.
func (t *tally) of(key uint64) int32 { return t.counts[t.slot(key)] }

// clear makes it empty.
func (t *tally) clear() {
	clear(t.keys)
	clear(t.counts)
	t.used = 0
}

// slot is where a key is, or would be.
func (t *tally) slot(key uint64) int {
	mask := len(t.keys) - 1
	i := int(key*0x9e3779b97f4a7c15>>32) & mask
	for t.keys[i] != 0 && t.keys[i] != key {
		i = (i + 1) & mask
	}
	return i
}

func (t *tally) grow() {
	larger := newTally(2 * len(t.keys))
	for i, key := range t.keys {
		if key != 0 {
			at := larger.slot(key)
			larger.keys[at], larger.counts[at] = key, t.counts[i]
		}
	}
	larger.used = t.used
	*t = *larger
}
