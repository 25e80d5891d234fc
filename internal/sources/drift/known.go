package drift

import (
	"embed"
	"encoding/json"
	"net/url"
	"path"
)

// Surface is one of the things that an upstream is asked for.
type Surface struct {
	// Request is how calls for it look: a path below the base URL, in which * stands for
	// anything within a segment, and what they have in the query: "/items/*",
	// "/w/api.php?action=wbgetentities".
	Request string `json:"request"`
	Shape   *Shape `json:"shape"`
}

//go:embed shapes
var shapes embed.FS

// Known returns what is known of the answers of an upstream; nil for nothing.
func Known(upstream string) []Surface {
	raw, err := shapes.ReadFile("shapes/" + upstream + ".json")
	if err != nil {
		return nil
	}
	var all []Surface
	if err := json.Unmarshal(raw, &all); err != nil {
		panic("drift: the shapes of " + upstream + " are broken: " + err.Error()) // they are part of the program
	}
	return all
}

// Answers reports whether a surface is what a call asked for, by its path below the base
// URL and its query.
func (s Surface) Answers(at string, query url.Values) bool {
	want, err := url.Parse(s.Request)
	if err != nil {
		return false
	}
	if ok, err := path.Match(want.Path, at); err != nil || !ok {
		return false
	}
	for name, values := range want.Query() {
		if query.Get(name) != values[0] {
			return false
		}
	}
	return true
}
