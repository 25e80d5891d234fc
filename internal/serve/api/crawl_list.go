package api

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/store"
)

type crawlsData struct {
	Items      []*crawlView `json:"items" doc:"The crawls, newest first."`
	NextCursor string       `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent on the last page. A page that is short or empty because of a filter can still have a next one."`
	Exhausted  bool         `json:"exhausted" doc:"True on the last page."`
}

// crawls answers GET /crawls: the organization's crawls, newest first.
func (s *Server) crawls(w http.ResponseWriter, c *call) (err error) {
	q := store.CrawlQuery{OrgID: c.principal.OrgID, Status: store.CrawlStatus(c.params.Get("status"))}
	if q.Limit, err = pageLimit(c.params); err != nil {
		return err
	}
	switch q.Status {
	case "", store.CrawlRunning, store.CrawlFinished, store.CrawlFailed, store.CrawlCancelled:
	default:
		return errs.Field(errs.InvalidRequest, "status", "must be running, finished, failed or cancelled")
	}
	sealed := "crawls\x00" + string(q.Status)
	if q.After, err = s.Cursors.Open(q.OrgID, sealed, c.params.Get("cursor")); err != nil {
		return err
	}
	list, next, err := s.Store.Crawls(c.Context(), q)
	if err != nil {
		return err
	}
	data := crawlsData{Items: make([]*crawlView, len(list)), NextCursor: s.Cursors.Seal(q.OrgID, sealed, next), Exhausted: next == ""}
	for i, found := range list {
		if data.Items[i], err = s.briefCrawl(c.Context(), found); err != nil {
			return err
		}
	}
	return writeData(w, http.StatusOK, data)
}
