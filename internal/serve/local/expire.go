package local

import (
	"context"
	"path/filepath"
	"time"

	"github.com/quarryapi/quarry/internal/serve/local/blob"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// expireEvery is how often what has expired is removed; AWS does it within days.
const expireEvery = time.Hour

// expire removes rows and objects whose time is over. In AWS the tables and the bucket
// do it themselves.
func (e *engines) expire(ctx context.Context, now time.Time) {
	rows := 0
	for _, table := range []string{coreTable, edgeTable} {
		n, err := store.DeleteExpired(ctx, e.db, table, now)
		rows += n
		if err != nil && ctx.Err() == nil {
			e.log.ErrorContext(ctx, "expired rows are not removed", "table", table, "error", err)
		}
	}
	objects, err := blob.Sweep(filepath.Join(e.dir, blobsDir), now)
	if err != nil {
		e.log.ErrorContext(ctx, "expired objects are not removed", "error", err)
	}
	if rows+objects > 0 {
		e.log.InfoContext(ctx, "expired", "rows", rows, "objects", objects)
	}
}
