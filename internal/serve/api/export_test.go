package api

import (
	"reflect"
	"strings"
)

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

// Means is the member that a name stands for in calls with these arguments.
func Means(args any, name string) string {
	return newSchema(jobBody(reflect.TypeOf(args))...).means(name)
}

// Streams counts places of streams, as a server does.
type Streams struct{ streams streams }

// Enter takes a place.
func (s *Streams) Enter(org string) (leave func(), err error) { return s.streams.enter(org) }

// Organizations are how many organizations are counted.
func (s *Streams) Organizations() int { return len(s.streams.byOrg) }
