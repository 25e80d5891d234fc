package store

import (
	"context"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/blob"
)

// MaxKeptItem is the most bytes of a packed value that a row keeps; see MaxResultItem.
const MaxKeptItem = 8 << 10

// ProgressLife is how long the progress of a run is kept: longer than any job can be
// queued and run.
const ProgressLife = 48 * time.Hour

type keptItem struct {
	PK       string `dynamodbav:"pk"`
	SK       string `dynamodbav:"sk"`
	Entity   string `dynamodbav:"entity"`
	Body     []byte `dynamodbav:"body,omitempty"`
	Key      string `dynamodbav:"key,omitempty"`
	StoredAt int64  `dynamodbav:"storedAt"`
	TTL      int64  `dynamodbav:"ttl"`
}

func newKept(k key, entity string, p blob.Parcel, now time.Time, life time.Duration) keptItem {
	return keptItem{
		PK: k.pk, SK: k.sk, Entity: entity, Body: p.Body, Key: p.Key,
		StoredAt: millis(now), TTL: now.Add(life).Unix(),
	}
}

// PutProgress keeps what a claimed job's run has so far. It reports false when the
// claim is not the newest any more, or the job has ended, and then writes nothing.
func (s *Store) PutProgress(ctx context.Context, j *job.Job, p blob.Parcel) (bool, error) {
	row, err := putAction(s.core, newKept(progressKey(j.OrgID, j.ID), "progress", p, s.now(), ProgressLife), "", nil)
	if err != nil {
		return false, err
	}
	const mine = "#status = :running AND #fence = :fence"
	check := checkAction(s.core, jobKey(j.OrgID, j.ID), mine, values{":running": string(job.Running), ":fence": j.Fence})
	err = s.transact(ctx, []types.TransactWriteItem{check, row})
	if _, ok := errors.AsType[*cancelled](err); ok {
		return false, nil
	}
	return err == nil, err
}

// Progress reads what the runs of a job kept last.
func (s *Store) Progress(ctx context.Context, j *job.Job) (p blob.Parcel, found bool, err error) {
	var row keptItem
	found, err = s.get(ctx, progressKey(j.OrgID, j.ID), &row)
	return blob.Parcel{Body: row.Body, Key: row.Key}, found, err
}

// PutDocument keeps a document of an organization's under a name for so long.
func (s *Store) PutDocument(ctx context.Context, org, name string, p blob.Parcel, life time.Duration) error {
	_, err := s.put(ctx, newKept(documentKey(org, name), "document", p, s.now(), life), "")
	return err
}

// Document reads an organization's document; found is false when there is none that is
// as young as maxAge.
func (s *Store) Document(ctx context.Context, org, name string, maxAge time.Duration) (p blob.Parcel, found bool, err error) {
	var row keptItem
	found, err = s.get(ctx, documentKey(org, name), &row)
	if err != nil || !found || s.now().Sub(fromMillis(row.StoredAt)) > maxAge {
		return blob.Parcel{}, false, err
	}
	return blob.Parcel{Body: row.Body, Key: row.Key}, true, nil
}
