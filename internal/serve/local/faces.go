package local

import (
	"net/http"
	"time"

	"github.com/quarryapi/quarry/internal/faces"
	"github.com/quarryapi/quarry/internal/faces/firecrawl"
	"github.com/quarryapi/quarry/internal/faces/socket"
	"github.com/quarryapi/quarry/internal/serve/api/openapi"
)

// faceWait is the longest that a call in the form of another API waits for its job: nothing ends it sooner here.
const faceWait = 3 * time.Minute

// faced has the chosen faces answer what is theirs before the API does.
func faced(api http.Handler, names []string) http.Handler {
	sockets := firecrawl.Sockets{Asked: socket.Asked, Accept: func(w http.ResponseWriter, r *http.Request, protocol string) (firecrawl.Socket, error) {
		return socket.Accept(w, r, protocol)
	}}
	return faces.Before(api, func() http.Handler { return api }, names, faces.Options{Version: openapi.Version, Longest: faceWait, Sockets: sockets})
}
