package api

import (
	"cmp"
	"net/http"
	"runtime/debug"

	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

// health is the answer of a service that is up.
type health struct {
	Status string `json:"status" enum:"ok" doc:"Always ok."`
}

// health answers GET /healthz: the process is up and, where that is looked for, all that
// it needs serves. In AWS nothing is looked for, so that a check costs nothing.
func (s *Server) health(w http.ResponseWriter, c *call) error {
	if s.Health != nil {
		if err := s.Health(c.Context()); err != nil {
			return err
		}
	}
	write(w, http.StatusOK, "application/json", health{"ok"})
	return nil
}

// versionReport is the body of GET /version.
type versionReport struct {
	Version  string `json:"version" doc:"The version of the program: a tag, or one made of the commit and its time; (devel) where it was built without either."`
	Go       string `json:"go" doc:"The version of Go that it was built with."`
	Document string `json:"document" doc:"The version of the API's document."`
}

// version answers GET /version.
func (s *Server) version(w http.ResponseWriter, _ *call) error {
	report := versionReport{Version: "unknown", Document: openapi.Version}
	if built, ok := debug.ReadBuildInfo(); ok {
		report.Version, report.Go = built.Main.Version, built.GoVersion
	}
	report.Version = cmp.Or(s.Version, report.Version)
	write(w, http.StatusOK, "application/json", report)
	return nil
}
