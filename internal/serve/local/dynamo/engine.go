// Package dynamo is the DynamoDB engine of a local installation: it speaks DynamoDB's protocol over tables in memory or
// on the disk, to the SDK's clients in this process without a socket, and to others as an http.Handler; Direct has no protocol. It
// knows no rows and asks for no key; who may call is decided before it.
package dynamo

import (
	"context"
	"fmt"
	"time"

	"github.com/quarryapi/quarry/internal/serve/local/dynamo/disk"
	"github.com/quarryapi/quarry/internal/serve/local/dynamo/tables"
)

// Options say what to open.
type Options struct {
	// Path is the file that holds the tables; its directory must exist. Empty keeps everything in memory.
	Path string
	// Identity is written into a file that is made: 8 bytes as hexadecimal digits, by
	// which Inspect distinguishes it from others. Empty is none.
	Identity string
	// Check reads the whole file and refuses one that the disk has damaged.
	Check bool
	// Now is the engine's clock; nil is time.Now.
	Now func() time.Time
	// Layer is the name of SQLite's file layer to write through; empty is the system's.
	Layer string
}

// ErrDamaged is wrapped by the errors of a file that has not what was written to it.
var ErrDamaged = disk.ErrDamaged

// Engine is an open engine. It is safe for concurrent use.
type Engine struct {
	db    *tables.DB
	calls map[string]handler
	disk  *disk.Storage // nil in memory
}

// Open opens the engine. A file that cannot be opened stays as it is, with its log. Errors are one line each: ErrDamaged,
// and those of the system.
func Open(ctx context.Context, o Options) (*Engine, error) {
	if o.Path == "" {
		return newEngine(tables.New(o.Now), nil), nil
	}
	storage, err := disk.Open(ctx, disk.Options{Path: o.Path, Identity: o.Identity, Layer: o.Layer})
	if err != nil {
		return nil, fmt.Errorf("the tables cannot be opened: %w", err)
	}
	if o.Check {
		err = storage.Check(ctx)
	}
	var db *tables.DB
	if err == nil {
		db, err = tables.Open(storage, o.Now)
	}
	if err != nil {
		_ = storage.Leave()
		return nil, fmt.Errorf("the tables cannot be read: %w", err)
	}
	return newEngine(db, storage), nil
}

// Close ends the engine; what was acknowledged is kept either way. It may be called again.
func (e *Engine) Close() error {
	if e.disk == nil {
		return nil
	}
	return e.disk.Close()
}

// Leave ends the engine as Close does, but its log stays.
func (e *Engine) Leave() error {
	if e.disk == nil {
		return nil
	}
	return e.disk.Leave()
}

// Done is closed when nothing can be written any more; nil for one in memory.
func (e *Engine) Done() <-chan struct{} {
	if e.disk == nil {
		return nil
	}
	return e.disk.Failed()
}

// Err is why nothing can be written any more; nil as long as it can.
func (e *Engine) Err() error {
	if e.disk == nil {
		return nil
	}
	return e.disk.Err()
}
