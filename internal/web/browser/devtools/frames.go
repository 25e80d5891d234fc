package devtools

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
)

// MaxMessage is the longest message that is taken, 64 MB: a screenshot of 48 MB.
const MaxMessage = 64 << 20

// ErrTooLarge is the error of a call whose answer is longer than MaxMessage.
var ErrTooLarge = errors.New("the browser's answer is too large")

// read takes messages until the pipe ends.
func (c *Conn) read(from io.Reader) error {
	in := bufio.NewReaderSize(from, 64<<10)
	var long []byte // what has come of a message that the buffer cannot hold
	for {
		part, err := in.ReadSlice(0)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if len(long) <= MaxMessage { // beyond it only the end is looked for
				long = append(long, part...)
			}
			continue
		case err != nil:
			return err
		}
		text := bytes.Clone(part[:len(part)-1])
		if long != nil {
			text, long = append(long, text...), nil
		}
		if len(text) > MaxMessage {
			c.answer(idOf(text), reply{err: ErrTooLarge})
			continue
		}
		c.dispatch(text)
	}
}

// idOf reads the ID of an answer that is not read as a whole. Chromium writes it
// first; 0 is an event's.
func idOf(text []byte) int {
	rest, ok := bytes.CutPrefix(text, []byte(`{"id":`))
	if !ok {
		return 0
	}
	digits := rest[:min(len(rest), 20)]
	if end := bytes.IndexAny(digits, ",}"); end >= 0 {
		digits = digits[:end]
	}
	id, _ := strconv.Atoi(string(digits)) // 0 when it is none
	return id
}
