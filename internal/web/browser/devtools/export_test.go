package devtools

import (
	"bufio"
	"io"
)

// Fill puts messages of a size into an outbox that nobody empties, and returns how many
// it took before the error.
func Fill(size int) (taken int, err error) {
	b := newOutbox()
	text := make([]byte, size)
	for {
		if err := b.put(text); err != nil {
			return taken, err
		}
		taken++
	}
}

// Kept is how many bytes are kept of the first message.
func Kept(r io.Reader) (int, error) {
	text, err := frame(bufio.NewReader(r))
	return len(text), err
}
