package chromium

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"sync"
)

// pipes are made together, and closed together when one cannot be made.
type pipes struct {
	all    []*os.File
	theirs []*os.File
	err    error
}

func (p *pipes) pipe() (r, w *os.File) {
	r, w, err := os.Pipe()
	if err != nil {
		p.err = errors.Join(p.err, err)
		return nil, nil
	}
	p.all = append(p.all, r, w)
	return r, w
}

// closeTheirs closes the ends that the child has got its own descriptors of.
func (p *pipes) closeTheirs() {
	for _, f := range p.theirs {
		_ = f.Close()
	}
}

func (p *pipes) closeAll() error {
	p.theirs = nil
	var problems []error
	for _, f := range p.all {
		problems = append(problems, f.Close())
	}
	return errors.Join(problems...)
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(b []byte) (int, error) {
	const most = 2 << 10
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if extra := len(t.text) - most; extra > 0 {
		t.text = bytes.Clone(t.text[extra:])
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(strings.TrimSpace(string(t.text)), "")
}
