package permalink_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/hackernews/permalink"
)

func TestIDOf(t *testing.T) {
	t.Parallel()
	cases := map[string]string{ // the id, or empty for none
		"https://news.ycombinator.com/item?id=8863":                   "8863",
		"http://News.YCombinator.com/item/?p=2&id=8863#8870":          "8863",
		"https://news.ycombinator.com/reply?id=8870&goto=item":        "8870",
		"https://hn.algolia.com/api/v1/items/8863":                    "8863",
		"https://hacker-news.firebaseio.com/v0/item/8863.json":        "8863",
		"https://news.ycombinator.com/item?id=900719925474099312":     "900719925474099312",
		"https://news.ycombinator.com/item?id=9007199254740993120":    "",
		"https://news.ycombinator.com/user?id=8863":                   "",
		"https://news.ycombinator.com/item?id=":                       "",
		"https://news.ycombinator.com/item?id=08863":                  "",
		"https://news.ycombinator.com/item?id=-8863":                  "",
		"https://news.ycombinator.com/item?id=٣":                      "",
		"https://news.ycombinator.com.example.com/item?id=8863":       "",
		"https://example.com/item?id=8863":                            "",
		"https://hn.algolia.com/?query=8863":                          "",
		"https://hacker-news.firebaseio.com/v0/item/8863.json/a.json": "",
	}
	for address, want := range cases {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := permalink.IDOf(u); ok != (want != "") || ok && got != want {
			t.Errorf("%s: got value %q, ok %t; want ok %t, (%q if ok)", address, got, ok, want != "", want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(permalink.Item("8863"))
	if err != nil {
		t.Fatal(err)
	}
	if id, ok := permalink.IDOf(u); id != "8863" || !ok {
		t.Errorf("%s names %q", u, id)
	}
	if got := permalink.User("a b&c"); !strings.HasSuffix(got, "/user?id=a+b%26c") {
		t.Errorf(`got %q, want ending with "/user?id=a+b%%26c"`, got)
	}
}
