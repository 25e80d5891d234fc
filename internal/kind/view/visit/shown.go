package visit

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/quarryapi/quarry/internal/web/shown"
)

//go:embed shown.js
var shownScript string

//go:embed nodes.js
var nodesScript string

//go:embed paint.js
var paintScript string

//go:embed reach.js
var reachScript string

// shownName is the script's name among those of a visit.
const shownName = "shown"

// ShownScripts are the scripts that a visit needs for Shown. They take no longer than is left of timeout.
func ShownScripts(timeout time.Duration) map[string]string {
	bound := fmt.Sprintf("const timeout = %d; // milliseconds\n", timeout.Milliseconds())
	return map[string]string{shownName: "(async () => {\n" + bound + nodesScript + paintScript + reachScript + shownScript + "})()"}
}

// Shown is the document without what its reader cannot see: a road for orders to machines that
// people do not notice. A page whose body is not shown at all, or that is too large to be looked through, is
// returned as it is, and false.
func Shown(p *shown.Page) (document string, looked bool) {
	var seen struct {
		HTML   string `json:"html"`
		Looked bool   `json:"looked"`
	}
	if json.Unmarshal(p.Values[shownName], &seen) != nil || !seen.Looked {
		return p.HTML, false
	}
	return seen.HTML, true
}
