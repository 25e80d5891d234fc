package youtube_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// generated is the channel of the answers in testdata/generated.
const generated = "UCtidewaters------------"

// A channel that YouTube puts together out of others' videos has none of its own: it is
// neither complete with nothing nor another channel, and its tabs are not read as its lists.
func TestGeneratedChannels(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"carousel", "carousel_with_metadata", "game", "bare"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, err := os.ReadFile("testdata/generated/" + name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			page, err := setup(t, webclient.Answer(200, string(body))).Channel(t.Context(), generated, "", 20)
			if err != nil {
				t.Fatal(err)
			}
			if page.Coverage.Complete || page.Coverage.Reason == "" || page.Next != "" || len(page.Items) != 0 || page.Items == nil {
				t.Errorf("got coverage %+v, %d items, next %q; want a reason, no items and no next page", page.Coverage, len(page.Items), page.Next)
			}
			golden.JSON(t, "testdata/golden/generated_"+name+".json", page)

			other := bytes.ReplaceAll(body, []byte(generated), []byte("UCanother---------------"))
			if got, err := setup(t, webclient.Answer(200, string(other))).Channel(t.Context(), generated, "", 20); !errs.Is(err, errs.ParseFailed) {
				t.Errorf(`got page %+v, error %v of another channel's page; want error "parse_failed"`, got, err)
			}
		})
	}
}
