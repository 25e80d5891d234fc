package brandimage

import (
	"encoding/json"
	"net/url"
	"strings"

	"github.com/quarryapi/quarry/internal/read/page/dom"
)

// Manifest is what a web app manifest says of a brand.
type Manifest struct {
	Name            string
	ShortName       string
	ThemeColor      string
	BackgroundColor string
	Icons           []ManifestIcon
}

// ManifestIcon is one of its icons.
type ManifestIcon struct {
	URL     string // absolute
	Sizes   string
	Type    string
	Purpose string
}

// ParseManifest reads a manifest that was found at an address. Members of the wrong
// type are left out one by one; ok is false for what is no JSON object.
func ParseManifest(body []byte, at *url.URL) (m Manifest, ok bool) {
	var raw map[string]any
	if json.Unmarshal([]byte(strings.TrimPrefix(string(body), "\ufeff")), &raw) != nil || raw == nil {
		return Manifest{}, false
	}
	m = Manifest{
		Name: text(raw["name"]), ShortName: text(raw["short_name"]),
		ThemeColor: text(raw["theme_color"]), BackgroundColor: text(raw["background_color"]),
	}
	list, _ := raw["icons"].([]any)
	for _, v := range list[:min(len(list), maxIcons)] {
		member, _ := v.(map[string]any)
		if u := dom.Resolve(at, text(member["src"])); u != "" {
			m.Icons = append(m.Icons, ManifestIcon{URL: u, Sizes: text(member["sizes"]), Type: text(member["type"]), Purpose: text(member["purpose"])})
		}
	}
	return m, true
}

func text(v any) string {
	s, _ := v.(string)
	return strings.TrimSpace(s)
}
