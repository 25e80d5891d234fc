package api

import (
	"net/http"

	"github.com/quarryapi/quarry/internal/core/errs"
)

// reference answers with one of the pages that describe the API.
func (s *Server) reference(w http.ResponseWriter, c *call) error {
	if s.Reference == nil {
		return errs.Of(errs.NotFound)
	}
	return s.Reference.Serve(w, c.Request, s.Describe)
}

// console answers with the console, or with a file of it.
func (s *Server) console(w http.ResponseWriter, c *call) error {
	if s.Console == nil {
		return errs.Of(errs.NotFound)
	}
	return s.Console.Serve(w, c.Request)
}

// shareWithPages lets pages of any origin ask before they read what describes the
// API. Nothing else is shared: a browser has no business with somebody's token.
func shareWithPages(w http.ResponseWriter, path string) {
	switch path {
	case "/", "/openapi.json", "/openapi.client.json", "/docs", "/llms.txt", "/llms-full.txt":
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Methods", "GET, HEAD")
		w.Header().Set("Access-Control-Allow-Headers", "If-None-Match")
		w.Header().Set("Access-Control-Max-Age", "86400")
	}
}

// consoleToken is the answer that signs the console in.
type consoleToken struct {
	Token string `json:"token" doc:"The token of the local service."`
}
