package brandimage_test

import (
	"net/url"
	"reflect"
	"testing"

	"github.com/quarryapi/quarry/internal/read/brand/brandimage"
)

// FuzzParseManifest reads a web app manifest of a stranger.
func FuzzParseManifest(f *testing.F) {
	for _, seed := range []string{
		`{"name":"A","icons":[{"src":"/a.png","sizes":"192x192 any","purpose":"maskable"}],"theme_color":"#fff"}`,
		`{"icons":[{"src":"http://[::1","sizes":"99999999999999999999x1"}]}`,
		`[]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		m, ok := brandimage.ParseManifest(body, &url.URL{Scheme: "https", Host: "example.com"})
		if !ok && !reflect.DeepEqual(m, brandimage.Manifest{}) {
			t.Errorf("got %+v of what is none", m)
		}
	})
}
