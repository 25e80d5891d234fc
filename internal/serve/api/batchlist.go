package api

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/store"
)

type batchesData struct {
	Items      []BatchView `json:"items" doc:"The batches, newest first."`
	NextCursor string      `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent on the last page. A page that is short or empty because of a filter can still have a next one."`
	Exhausted  bool        `json:"exhausted" doc:"True on the last page."`
}

// batches answers GET /batches: the organization's batches, newest first.
func (s *Server) batches(w http.ResponseWriter, c *call) error {
	q, err := s.batchQuery(c, c.params)
	if err != nil {
		return err
	}
	sealed := strings.Join([]string{"batches", q.Kind, q.Action, string(q.Status), c.params.Get("since"), c.params.Get("until")}, "\x00")
	if q.After, err = s.Cursors.Open(q.OrgID, sealed, c.params.Get("cursor")); err != nil {
		return err
	}
	list, next, err := s.Store.Batches(c.Context(), q)
	if err != nil {
		return err
	}
	data := batchesData{Items: make([]BatchView, len(list)), NextCursor: s.Cursors.Seal(q.OrgID, sealed, next), Exhausted: next == ""}
	for i, b := range list {
		data.Items[i] = viewBatch(b)
	}
	return writeData(w, http.StatusOK, data)
}

// batchQuery reads the filters. Errors: invalid_request.
func (s *Server) batchQuery(c *call, params url.Values) (q store.BatchQuery, err error) {
	q = store.BatchQuery{
		OrgID: c.principal.OrgID, Kind: params.Get("kind"), Action: params.Get("action"), Status: store.BatchStatus(params.Get("status")),
	}
	if q.Limit, err = pageLimit(params); err != nil {
		return q, err
	}
	switch q.Status {
	case "", store.BatchQueued, store.BatchRunning, store.BatchFinished:
	default:
		return q, errs.Field(errs.InvalidRequest, "status", "must be queued, running or finished")
	}
	q.Since, q.Until, err = s.checkMade(q.Kind, q.Action, params)
	return q, err
}
