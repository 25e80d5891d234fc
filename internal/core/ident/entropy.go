package ident

import (
	"crypto/rand"
	"encoding/binary"
	"sync"

	"github.com/oklog/ulid/v2"
)

// growing makes ULIDs of crypto/rand, and within a millisecond ones that grow. ULID's own
// source takes math/rand and reads ahead, so that a run of it cannot be repeated.
type growing struct {
	clock func() uint64 // milliseconds since 1970
	mu    sync.Mutex
	last  ulid.ULID
}

func (g *growing) next() ulid.ULID {
	g.mu.Lock()
	defer g.mu.Unlock()
	id, ms := ulid.ULID{}, g.clock() // read in turn, or one who read it later could come first
	_ = id.SetTime(ms)               // fits until the year 10889
	if ms == g.last.Time() {
		low := binary.BigEndian.Uint64(g.last[8:])
		var step [4]byte
		_, _ = rand.Read(step[:]) // never fails
		more := low + uint64(binary.BigEndian.Uint32(step[:])) + 1
		high := binary.BigEndian.Uint16(g.last[6:8])
		if more < low {
			high++ // 2^80 ids a millisecond are not used up
		}
		binary.BigEndian.PutUint16(id[6:8], high)
		binary.BigEndian.PutUint64(id[8:], more)
	} else {
		_, _ = rand.Read(id[6:]) // never fails
		id[6] &= 0x7f            // room to grow
	}
	g.last = id
	return id
}
