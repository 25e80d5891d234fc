package api

import "strings"

// Routes tells of every route under the versioned path its method and path, and the
// scope and bucket that it asks for.
func (s *Server) Routes() map[string]string {
	routes := map[string]string{}
	for _, r := range s.routes {
		if path, ok := strings.CutPrefix(r.path, base); ok {
			routes[r.method+" "+path] = r.scope + " " + string(r.bucket)
		}
	}
	return routes
}
