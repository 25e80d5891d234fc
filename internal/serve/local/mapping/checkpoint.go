package mapping

import (
	"encoding/json"
	"os"
	"sync"
)

// checkpoint is a file that reports how far each shard of a stream was handled.
type checkpoint struct {
	path string
	Position
}

// Position is a checkpoint's content: for each shard the sequence number up to
// which every record was handled.
type Position struct {
	StreamARN string            `json:"streamArn"`
	Shards    map[string]string `json:"shards"`
}

// load reads the file. One that is missing, broken or of another stream, for the
// table may have been made anew, is an empty checkpoint: everything is read.
func load(path, streamARN string) *checkpoint {
	c := &checkpoint{path: path}
	if path != "" {
		raw, err := os.ReadFile(path) //nolint:gosec // the caller's own data folder
		if err != nil || json.Unmarshal(raw, &c.Position) != nil {
			c.Position = Position{}
		}
	}
	if c.StreamARN != streamARN || c.Shards == nil {
		c.Position = Position{StreamARN: streamARN, Shards: map[string]string{}}
	}
	return c
}

// save replaces the file at once, so that a kill leaves the old one or the new.
func (c *checkpoint) save() error {
	if c.path == "" {
		return nil
	}
	raw, err := json.Marshal(c.Position)
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.path+".part", raw, 0o600); err != nil {
		return err
	}
	return os.Rename(c.path+".part", c.path)
}

// tracker knows which records of a shard are being handled, in the order in which
// they were read. Lanes finish them in any order.
type tracker struct {
	mu      sync.Mutex
	pending []*pending
	handled string // sequence number up to which all are finished
}

type pending struct {
	sequence string
	finished bool
}

func (t *tracker) begin(sequence string) *pending {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := &pending{sequence: sequence}
	t.pending = append(t.pending, p)
	return p
}

func (t *tracker) finish(p *pending) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p.finished = true
	n := 0
	for n < len(t.pending) && t.pending[n].finished {
		t.handled = t.pending[n].sequence
		n++
	}
	t.pending = t.pending[n:]
}

// position returns how far the shard was handled, and whether that is all that
// was read.
func (t *tracker) position() (sequence string, all bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.handled, len(t.pending) == 0
}
