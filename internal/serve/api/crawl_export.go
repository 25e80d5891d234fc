package api

import (
	"net/http"
	"strconv"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/serve/store"
)

// crawlPart is a file of a crawl's export.
type crawlPart struct {
	First int64  `json:"first" minimum:"1" doc:"Number of its first page."`
	Last  int64  `json:"last" minimum:"1" doc:"Number of its last page."`
	Bytes int64  `json:"bytes" minimum:"0" doc:"Size of the file, which is packed by gzip."`
	URL   string `json:"url" doc:"A link to the file, valid for one hour; curl needs --compressed."`
}

// crawlParts is a page of a crawl's export.
type crawlParts struct {
	Items      []crawlPart `json:"items" doc:"Files of JSON lines, by the numbers of their pages."`
	NextCursor string      `json:"nextCursor,omitempty" doc:"Cursor for the next page; absent on the last page. While the crawl runs, more files can follow: ask again with the same cursor."`
	Exhausted  bool        `json:"exhausted" doc:"True on the last page, when all pages are in files."`
}

// crawlExport answers GET /crawl/{crawlId}/export.
func (s *Server) crawlExport(w http.ResponseWriter, c *call) error {
	limit, err := pageLimit(c.params)
	if err != nil {
		return err
	}
	found, err := s.findCrawl(c)
	if err != nil {
		return err
	}
	if !found.State.Export {
		return errs.Newf(errs.InvalidRequest, "The crawl is not exported; send POST %s/export first.", crawlURL(found.ID))
	}
	sealed := "export\x00" + found.ID + "\x00" + strconv.Itoa(found.State.Run)
	after, err := s.Cursors.Open(found.OrgID, sealed, c.params.Get("cursor"))
	if err != nil {
		return err
	}
	at, _ := strconv.ParseInt(after, 10, 64) // what Seal wrote, or nothing
	parts, err := s.Store.Parts(c.Context(), found, at+1, limit)
	if err != nil {
		return err
	}
	data := crawlParts{Items: make([]crawlPart, len(parts))}
	for i, p := range parts {
		link, err := s.Results.URL(c.Context(), &job.ResultRef{Key: p.Key(found)})
		if err != nil {
			return err
		}
		data.Items[i], at = crawlPart{p.First, p.Last, p.Bytes, link}, p.Last
	}
	if data.Exhausted = found.State.Done() && at >= found.State.Exported; !data.Exhausted {
		data.NextCursor = s.Cursors.Seal(found.OrgID, sealed, strconv.FormatInt(at, 10))
	}
	return writeData(w, http.StatusOK, data)
}

// exportCrawl answers POST /crawl/{crawlId}/export: the pages of a crawl that was made without are written to files, too.
func (s *Server) exportCrawl(w http.ResponseWriter, c *call) error {
	found, err := s.changeCrawl(c, func(_ *store.Crawl, at *store.CrawlState) (bool, error) {
		changes := !at.Export
		at.Export = true
		return changes, nil
	})
	if err != nil {
		return err
	}
	if !found.State.Done() {
		s.sendCrawl(c, found)
	}
	return s.answerCrawl(w, c, found)
}
