package devtools

import (
	"errors"
	"io"
	"sync"
)

// mostQueued is how many messages may wait to be written, 16 MB of them at most. A
// browser that takes none for so long is as good as dead.
const (
	mostQueued      = 10_000
	mostQueuedBytes = 16 << 20
)

var errDeaf = errors.New("the browser reads nothing")

// outbox keeps what is to be written, so that nobody who asks waits for a browser
// that does not read.
type outbox struct {
	mu     sync.Mutex
	filled *sync.Cond
	queue  [][]byte
	bytes  int
	closed bool
}

func newOutbox() *outbox {
	b := &outbox{}
	b.filled = sync.NewCond(&b.mu)
	return b
}

func (b *outbox) put(text []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) >= mostQueued || b.bytes+len(text) > mostQueuedBytes {
		return errDeaf
	}
	b.queue = append(b.queue, text)
	b.bytes += len(text)
	b.filled.Signal()
	return nil
}

// deliver writes what is put until the pipe or the outbox is closed.
func (b *outbox) deliver(to io.Writer) error {
	for {
		texts, ok := b.take()
		if !ok {
			return io.ErrClosedPipe
		}
		for _, text := range texts {
			if _, err := to.Write(text); err != nil {
				return err
			}
		}
	}
}

func (b *outbox) take() (texts [][]byte, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.queue) == 0 && !b.closed {
		b.filled.Wait()
	}
	texts, b.queue, b.bytes = b.queue, nil, 0
	return texts, !b.closed
}

func (b *outbox) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.filled.Signal()
}
