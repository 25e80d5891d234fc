package way_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/tools/eval/way"
)

func article() way.Page {
	const words = "<p>The keeper wrote down the height of the tide at noon, and the next one did, too, because the book was there and the pen was in it.</p>"
	return way.Page{
		Body: []byte("<title>Tides</title><nav><a href=/>Harbour office</a></nav><article><h1>Tides</h1>" + strings.Repeat(words, 8) + "<p>The last line&nbsp;has a_mark &amp; *stars*.</p></article><footer>Closed on Mondays</footer>"),
		URL:  &url.URL{Scheme: "https", Host: "site.example", Path: "/tides"},
	}
}

// Every way finds the article of a page that is easy, as text and as markdown.
func TestWaysFindAnArticle(t *testing.T) {
	t.Parallel()
	ways := way.Go()
	if ways[0].Name != way.Quarry {
		t.Errorf("the first way is %s", ways[0].Name)
	}
	for _, w := range ways {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			for form, read := range map[string]way.Func{"text": w.Text, "markdown": w.Markdown} {
				if read == nil {
					continue
				}
				got, err := read.Safely(t.Context(), article())
				if err != nil {
					t.Fatal(err)
				}
				if whole := strings.HasSuffix(w.Name, "the whole page"); !strings.Contains(got, "because the book was there") || !strings.Contains(got, "The last line") || strings.Contains(got, "Mondays") != whole {
					t.Errorf(`%s: got %s, want with "because the book was there", with "The last line", with "Mondays" only of the whole page`, form, got)
				}
			}
		})
	}
}

// What is judged of markdown is what it shows.
func TestMarkdownIsJudgedByWhatItShows(t *testing.T) {
	t.Parallel()
	for _, w := range way.Go() {
		if w.Markdown != nil || w.Text == nil {
			continue
		}
		got, err := w.Text(t.Context(), article())
		if err != nil || !strings.Contains(got, "The last line has a_mark & *stars*.") || strings.Contains(got, "#") {
			t.Errorf(`%s: got error %v, value %s; want no error, with "The last line has a_mark & *stars*.", without "#"`, w.Name, err, got)
		}
	}
}

func TestAPageThatBreaksAWay(t *testing.T) {
	t.Parallel()
	broken := way.Func(func(context.Context, way.Page) (string, error) { panic("at the disco") })
	if text, err := broken.Safely(t.Context(), way.Page{}); text != "" || err == nil || !strings.Contains(err.Error(), "disco") {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestFloor(t *testing.T) {
	t.Parallel()
	if _, err := way.Floor().Markdown(t.Context(), article()); err != nil {
		t.Error(err)
	}
}
