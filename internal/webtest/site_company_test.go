package webtest_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/webtest"
)

// The company's site must be what a careful reader of sites expects: JSON-LD that is
// JSON, and no address within the site that leads nowhere.
func TestCompanyHoldsTogether(t *testing.T) {
	t.Parallel()
	c := client(webtest.Start(t))
	blocks := regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)
	addresses := regexp.MustCompile(`(?:href|src)="(/[^"]*)"`)
	locations := regexp.MustCompile(`<loc>http://company\.test([^<]*)</loc>`)

	queue, seen := []string{"/", "/sitemap.xml", "/feed.xml", "/robots.txt", "/.well-known/security.txt", "/assets/tokens.css"}, []string{}
	for len(queue) > 0 {
		path := strings.ReplaceAll(queue[0], "&amp;", "&")
		queue = queue[1:]
		if slices.Contains(seen, path) {
			continue
		}
		seen = append(seen, path)
		res := get(t, c, "http://company.test"+path)
		text := body(t, res)
		if res.StatusCode != http.StatusOK || text == "" || res.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: status %d, %d bytes, headers %v", path, res.StatusCode, len(text), res.Header)
		}
		mediaType := res.Header.Get("Content-Type")
		if strings.Contains(mediaType, "html") {
			for _, m := range blocks.FindAllStringSubmatch(text, -1) {
				if !json.Valid([]byte(m[1])) {
					t.Errorf("%s: this is no JSON:\n%s", path, m[1])
				}
			}
		}
		if strings.Contains(mediaType, "xml") {
			if err := xml.Unmarshal([]byte(text), &struct{}{}); err != nil {
				t.Errorf("%s: got error %v, want no error", path, err)
			}
		}
		for _, m := range slices.Concat(addresses.FindAllStringSubmatch(text, -1), locations.FindAllStringSubmatch(text, -1)) {
			queue = append(queue, m[1])
		}
	}
	if len(seen) < 30 || !slices.Contains(seen, "/blog/ten-years-on-one-battery") {
		t.Errorf("only %d addresses were met: %v", len(seen), seen)
	}
}

func TestCompanyIcons(t *testing.T) {
	t.Parallel()
	c := client(webtest.Start(t))
	icon := []byte(body(t, get(t, c, "http://company.test/favicon.ico")))
	if !bytes.HasPrefix(icon, []byte{0, 0, 1, 0, 1, 0, 32, 32}) {
		t.Errorf("no ICO file: % x", icon[:8])
	}
	if img, err := png.Decode(bytes.NewReader(icon[22:])); err != nil || img.Bounds().Dx() != 32 {
		t.Errorf("no PNG within: %v", err)
	}
	touch := body(t, get(t, c, "http://company.test/apple-touch-icon.png"))
	if img, err := png.Decode(strings.NewReader(touch)); err != nil || img.Bounds().Dx() != 180 {
		t.Errorf("no PNG: %v", err)
	}
}
