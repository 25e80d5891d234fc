package admin

import (
	"context"
	"strings"
	"time"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/blob"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// Life is what an organization's end needs of the database.
type Life interface {
	CloseOrg(ctx context.Context, id string) (*store.Org, error)
	EraseOrg(ctx context.Context, id string) (store.Erasure, error)
	OrgRows(ctx context.Context, id, after string) (rows []map[string]any, next string, err error)
}

// Objects is the bucket.
type Objects interface {
	List(ctx context.Context, prefix, after string) ([]string, error)
	Delete(ctx context.Context, key string) error
	URL(ctx context.Context, key string, lifetime time.Duration) (string, error)
}

// Keeping returns the Service with the bucket, without which no organization is exported or deleted.
func (s *Service) Keeping(o Objects) *Service {
	other := *s
	other.objects = o
	return &other
}

const (
	// stragglers is how long calls can be under way that were authorized before an organization was closed.
	stragglers = time.Minute
	// linkLife is how long the links of an export work.
	linkLife = time.Hour
)

// Deletion is how far the deletion of an organization has come.
type Deletion struct {
	OrganizationID string `json:"organizationId"`
	Done           bool   `json:"done"` // nothing was left to do; otherwise the act is to be repeated
	Cancelled      int    `json:"jobsCancelled"`
	Running        int    `json:"jobsStopping"` // cancelled ones whose workers have not noticed yet
	Emptied        int    `json:"jobsEmptied"`
	Removed        int    `json:"rowsRemoved"`
	Objects        int    `json:"objectsRemoved"`
	DeletedAt      string `json:"deletedAt"`
	Kept           string `json:"kept"`
}

// kept says what a deletion leaves.
const kept = "the ledger, usage and balance without names and contents; jobs without contents, and lines of logs, for up to 30 days; backups of the tables for 35"

// deleteOrg performs org.delete: everything of an organization goes but its books. It ends nowhere for good: who
// repeats it goes on. Errors: not_found.
func (s *Service) deleteOrg(ctx context.Context, r Request) (any, error) {
	if s.objects == nil {
		return nil, errs.Newf(errs.InternalError, "There is no bucket.")
	}
	o, err := s.store.CloseOrg(ctx, r.Org)
	if err != nil {
		return nil, err
	}
	erased, err := s.store.EraseOrg(ctx, r.Org)
	if err != nil {
		return nil, err
	}
	objects := 0
	for _, prefix := range blob.Owned(r.Org) {
		n, err := s.clear(ctx, prefix)
		if objects += n; err != nil {
			return nil, err
		}
	}
	return &Deletion{
		OrganizationID: r.Org, Cancelled: erased.Cancelled, Running: erased.Running, Emptied: erased.Emptied, Removed: erased.Removed,
		Objects: objects, DeletedAt: moment(o.ClosedAt), Kept: kept,
		Done: erased.Nothing() && objects == 0 && s.now().Sub(o.ClosedAt) >= stragglers,
	}, nil
}

// clear removes the objects with a prefix.
func (s *Service) clear(ctx context.Context, prefix string) (removed int, err error) {
	for {
		keys, err := s.objects.List(ctx, prefix, "")
		if err != nil || len(keys) == 0 {
			return removed, err
		}
		for _, key := range keys {
			if err := s.objects.Delete(ctx, key); err != nil {
				return removed, err
			}
			removed++
		}
	}
}

// Export is a part of what an organization has.
type Export struct {
	Rows    []map[string]any `json:"rows"`    // columns as they are stored; bytes are packed
	Objects []Object         `json:"objects"` // of the bucket
	Next    string           `json:"next,omitempty"`
}

// Object is an object of the bucket and a link to it that works for an hour.
type Object struct {
	Key string `json:"key"`
	URL string `json:"url"`
}

// objectsFrom is what places in an export begin with once all rows are through: the prefix's number and a key follow.
const objectsFrom = "objects\n"

// exportOrg performs org.export: a page of rows, or of objects. Errors: not_found.
func (s *Service) exportOrg(ctx context.Context, r Request) (any, error) {
	if s.objects == nil {
		return nil, errs.Newf(errs.InternalError, "There is no bucket.")
	}
	if _, err := s.store.Org(ctx, r.Org); err != nil {
		return nil, err
	}
	if after, found := strings.CutPrefix(r.After, objectsFrom); found {
		return s.exportObjects(ctx, r.Org, after)
	}
	rows, next, err := s.store.OrgRows(ctx, r.Org, r.After)
	if next == "" {
		next = objectsFrom
	}
	return &Export{Rows: rows, Objects: []Object{}, Next: next}, err
}

func (s *Service) exportObjects(ctx context.Context, org, after string) (*Export, error) {
	e := &Export{Rows: []map[string]any{}, Objects: []Object{}}
	for _, prefix := range blob.Owned(org) {
		if after != "" && !strings.HasPrefix(after, prefix) {
			continue // a former one, which is through
		}
		keys, err := s.objects.List(ctx, prefix, after)
		if err != nil {
			return nil, err
		}
		for _, key := range keys {
			link, err := s.objects.URL(ctx, key, linkLife)
			if err != nil {
				return nil, err
			}
			e.Objects = append(e.Objects, Object{key, link})
		}
		if after = ""; len(keys) > 0 {
			e.Next = objectsFrom + keys[len(keys)-1]
			return e, nil
		}
	}
	return e, nil
}
