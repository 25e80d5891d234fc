package result_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/quarryapi/quarry/internal/kinds/site"
	"github.com/quarryapi/quarry/internal/serve/result"
)

// A picture beyond what an answer may carry is left out of it, and the rest stays.
func TestCutLeavesOutAPicture(t *testing.T) {
	t.Parallel()
	whole, err := json.Marshal(site.Result{
		URL: "http://app.test/", BodyText: "words", SocialLinks: []string{}, JSONLD: []json.RawMessage{}, LogoCandidates: []string{},
		Screenshot: bytes.Repeat([]byte{0xff}, result.MaxInline), ScreenshotFormat: site.PNG, ScreenshotWidth: 9,
	})
	if err != nil {
		t.Fatal(err)
	}
	cut, err := result.Cut(whole, result.MaxInline)
	if err != nil || len(cut) > result.MaxInline {
		t.Fatalf("got %d bytes and error %v, want at most %d bytes", len(cut), err, result.MaxInline)
	}
	var got site.Result
	if err := json.Unmarshal(cut, &got); err != nil {
		t.Fatal(err)
	}
	if got.Screenshot != nil || got.ScreenshotFormat != site.PNG || got.ScreenshotWidth != 9 || got.BodyText != "words" {
		t.Errorf("got %+v, want all but the picture", got)
	}
}
