package answerrun_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/kind/kindtest"
	searchkind "github.com/quarryapi/quarry/internal/kinds/search"
	"github.com/quarryapi/quarry/internal/kinds/search/answerrun"
	"github.com/quarryapi/quarry/internal/kinds/search/searchrun"
	"github.com/quarryapi/quarry/internal/read/reader"
	"github.com/quarryapi/quarry/internal/webtest"
	"github.com/quarryapi/quarry/internal/webtest/webclient"
)

// Each result has its page or the reason why not, and what was charged for pages that were not
// read goes back.
func TestContents(t *testing.T) {
	t.Parallel()
	sample := webclient.Start(t)
	worker := answerrun.NewContents(searchrun.New(sample.Upstreams(t, webtest.New().Keys())), reader.New(sample.Web, reader.Config{}))
	runs := kindtest.Runs[searchkind.Args, searchkind.Result]{Call: searchkind.Results(), Worker: worker}
	out, err := runs.Output(t.Context(), t, `{"q":"Skerwick tide barrier","maxResults":20,"contents":true}`)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, item := range out.Result.Results {
		switch p := item.Page; {
		case p == nil:
			t.Errorf("%s: got no page, want one or why not", item.URL)
		case p.Status == searchkind.Fetched:
			read++
			if p.Markdown == "" || p.FinalURL == "" {
				t.Errorf("%s: got page %+v, want its text", item.URL, p)
			}
		case p.Markdown != "":
			t.Errorf("%s: got text of a page that was not read: %+v", item.URL, p)
		}
	}
	if read < 3 || out.Refund != int64(20-read) {
		t.Errorf("got %d pages and refund %d, want at least 3 and the refund of the others of 20", read, out.Refund)
	}
}
