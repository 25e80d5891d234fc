package fetch

import (
	"errors"
	"io"
	"time"
)

// Throughput is so many bytes in a time.
type Throughput struct {
	Bytes  int64
	Window time.Duration
}

// errTrickles ends an attempt whose body brings too little.
var errTrickles = errors.New("the response came too slowly")

// steady has a body bring its bytes in time, so that who sends one a second does not keep a
// worker busy for as long as its time limit. Only waiting counts: a reader that takes
// its time is not the sender's fault.
type steady struct {
	r     io.Reader
	least Throughput
	now   func() time.Time
	timer *time.Timer // ends the attempt

	got  int64         // in this window
	left time.Duration // of it
}

// newSteady calls stop when the body came too slowly. A read that waits MUST end then.
func newSteady(r io.Reader, least Throughput, now func() time.Time, stop func()) *steady {
	timer := time.AfterFunc(least.Window, stop)
	timer.Stop()
	return &steady{r: r, least: least, now: now, timer: timer, left: least.Window}
}

// Read implements io.Reader.
func (s *steady) Read(p []byte) (int, error) {
	start := s.now()
	s.timer.Reset(s.left)
	n, err := s.r.Read(p)
	s.timer.Stop()
	s.left = max(time.Nanosecond, s.left-s.now().Sub(start))
	if s.got += int64(n); s.got >= s.least.Bytes {
		s.got, s.left = 0, s.least.Window
	}
	return n, err
}
