package dynamo

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
)

// listening is in the line that the engine prints once it does.
const listening = "listening on"

// output takes the engine's lines: it passes them on to the log, reports when the
// engine reports that it listens, and remembers the last one for errors.
type output struct {
	logger    *slog.Logger
	listening chan struct{}

	mu     sync.Mutex
	rest   []byte // of a line that has not ended
	latest string
	ready  bool
}

func newOutput(logger *slog.Logger) *output {
	return &output{logger: logger, listening: make(chan struct{})}
}

// Write never fails: a full log must not stop the engine.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.rest = append(o.rest, p...)
	for {
		line, rest, found := bytes.Cut(o.rest, []byte("\n"))
		if !found {
			return len(p), nil
		}
		o.rest = rest
		o.line(strings.TrimSpace(string(line)))
	}
}

func (o *output) line(line string) {
	if line == "" {
		return
	}
	o.latest = line
	o.logger.Debug("engine output", slog.String("line", line))
	// The engine prints this after it has bound its port, which a probe of the
	// port cannot distinguish from a stranger that listens there.
	if !o.ready && strings.Contains(line, listening) {
		o.ready = true
		close(o.listening)
	}
}

func (o *output) last() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.latest
}
