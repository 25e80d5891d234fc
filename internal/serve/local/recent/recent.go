// Package recent keeps the last lines that a local service logged, so that an operator can read
// those of a job whatever the terminal shows. It must not know what the lines say.
package recent

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"github.com/quarryapi/quarry/internal/core/job"
)

// most is how many bytes of lines are kept.
const most = 8 << 20

// Log keeps lines. The zero Log is ready; it is safe for concurrent use.
type Log struct {
	mu    sync.Mutex
	lines [][]byte
	size  int
}

// Handler returns a handler that keeps lines from info on.
func (l *Log) Handler() slog.Handler {
	return slog.NewJSONHandler(l, &slog.HandlerOptions{Level: slog.LevelInfo})
}

// Write keeps a line in the place of the oldest ones. It never fails.
func (l *Log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, bytes.Clone(bytes.TrimSpace(line)))
	l.size += len(line)
	for l.size > most {
		l.size -= len(l.lines[0]) + 1
		l.lines = l.lines[1:]
	}
	return len(line), nil
}

// Of returns the lines that name a job, or the crawl that it is a page of, oldest first; those of an earlier start of the service are gone.
func (l *Log) Of(_ context.Context, j *job.Job, _ []time.Time) ([]json.RawMessage, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var found []json.RawMessage
	for _, line := range l.lines {
		if bytes.Contains(line, []byte(j.ID)) || j.Page != nil && bytes.Contains(line, []byte(`"crawl_id":"`+j.Page.CrawlID+`"`)) {
			found = append(found, json.RawMessage(line))
		}
	}
	return found, nil
}
