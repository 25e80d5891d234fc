package devtools_test

import (
	"io"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/web/browser/devtools"
)

// What waits for a browser that does not read is bounded by number and by bytes.
func TestOutboxIsBounded(t *testing.T) {
	t.Parallel()
	for size, want := range map[int]int{0: 10_000, 1: 10_000, 1 << 20: 16, 16 << 20: 1, 16<<20 + 1: 0} {
		if got, err := devtools.Fill(size); got != want || err == nil {
			t.Errorf("messages of %d bytes: got %d taken and error %v, want %d and an error", size, got, err, want)
		}
	}
}

// letters are as many as are read.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// A message without end is not kept without end.
func TestFrameIsBounded(t *testing.T) {
	t.Parallel()
	const more, buffer = 32 << 20, 64 << 10
	message := io.MultiReader(io.LimitReader(letters{}, devtools.MaxMessage+more), strings.NewReader("\x00"))
	got, err := devtools.Kept(message)
	if err != nil || got <= devtools.MaxMessage || got > devtools.MaxMessage+buffer {
		t.Errorf("got %d bytes kept and error %v, want little more than %d", got, err, devtools.MaxMessage)
	}
}
