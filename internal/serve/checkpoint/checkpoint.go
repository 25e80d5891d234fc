// Package checkpoint keeps what long runs have got so far, so that a job whose worker
// was lost is not begun anew. It knows the rules of size and ownership and nothing of
// kinds.
package checkpoint

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// Prefix is what the keys of its objects begin with; the bucket expires them by it.
const Prefix = "progress/"

// Table is the part of the store that holds progress.
type Table interface {
	PutProgress(ctx context.Context, j *job.Job, p blob.Parcel) (bool, error)
	Progress(ctx context.Context, j *job.Job) (blob.Parcel, bool, error)
}

// Keeper keeps the progress of jobs. It is safe for concurrent use.
type Keeper struct {
	table   Table
	objects blob.Objects
}

// New returns a Keeper over a table and objects.
func New(table Table, objects blob.Objects) *Keeper {
	return &Keeper{table: table, objects: objects}
}

// Of returns the progress of a claimed job's run.
func (k *Keeper) Of(j *job.Job) kind.Checkpoint { return &of{k, j} }

type of struct {
	*Keeper
	job *job.Job
}

// Load implements kind.Checkpoint.
func (o *of) Load(ctx context.Context) (json.RawMessage, error) {
	if o.job.Attempts <= 1 {
		return nil, nil // nobody ran before
	}
	p, found, err := o.table.Progress(ctx, o.job)
	if err != nil || !found {
		return nil, err
	}
	return blob.Unwrap(ctx, o.objects, p)
}

// Save implements kind.Checkpoint. Each claim writes objects of its own, so that a worker
// that was taken for lost cannot change what its successor goes by.
func (o *of) Save(ctx context.Context, state json.RawMessage) error {
	key := Prefix + o.job.OrgID + "/" + o.job.ID + "/" + strconv.FormatInt(o.job.Fence, 10)
	p, err := blob.Wrap(ctx, o.objects, key, store.MaxKeptItem, state)
	if err != nil {
		return err
	}
	mine, err := o.table.PutProgress(ctx, o.job, p)
	if err == nil && !mine {
		return errs.Of(errs.Cancelled)
	}
	return err
}
