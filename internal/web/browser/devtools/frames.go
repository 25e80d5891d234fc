package devtools

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-rod/rod/lib/cdp"
)

// MaxMessage is the longest message that is taken, 64 MB: a screenshot of 48 MB.
const MaxMessage = 64 << 20

// ErrTooLarge is the error of a call whose answer is longer than MaxMessage. It has the
// form of a refusal, as that is what rod's client can be given for an answer.
var ErrTooLarge = &cdp.Error{Code: -32603, Message: "the browser's answer is too large"}

// frame reads one message, without the zero byte that ends it. Of one that is longer
// than MaxMessage only the beginning is kept.
func frame(in *bufio.Reader) ([]byte, error) {
	var long []byte // what has come of a message that the buffer cannot hold
	for {
		part, err := in.ReadSlice(0)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if len(long) <= MaxMessage { // beyond it only the end is looked for
				long = append(long, part...)
			}
		case err != nil:
			return nil, err
		case long == nil:
			return bytes.Clone(part[:len(part)-1]), nil
		default:
			return append(long, part[:len(part)-1]...), nil
		}
	}
}

// refusal is the answer in the place of one that is too large; nil for an event.
func refusal(id int) []byte {
	if id == 0 {
		return nil
	}
	return fmt.Appendf(nil, `{"id":%d,"error":{"code":%d,"message":%q}}`, id, ErrTooLarge.Code, ErrTooLarge.Message)
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
