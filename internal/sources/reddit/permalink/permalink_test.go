package permalink_test

import (
	"net/url"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/reddit/permalink"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]permalink.Place{
		"https://www.reddit.com/user/Tide_Watcher/":                        {User: "Tide_Watcher"},
		"https://reddit.com/u/a-b?sort=new":                                {User: "a-b"},
		"https://old.reddit.com/user/a/submitted/":                         {User: "a"},
		"https://www.reddit.com/user/a/.rss":                               {User: "a"},
		"https://www.reddit.com/r/u_halyard/":                              {User: "halyard"},
		"https://www.reddit.com/r/tides":                                   {Subreddit: "tides"},
		"https://www.reddit.com/r/tides.rss":                               {Subreddit: "tides"},
		"https://www.reddit.com/r/tides/new/":                              {Subreddit: "tides"},
		"https://www.reddit.com/r/tides/comments/1AbC/some_title/":         {Subreddit: "tides", Post: "1abc"},
		"https://www.reddit.com/r/tides/comments/1abc/some_title/k9z/?a=b": {Subreddit: "tides", Post: "1abc", Comment: "k9z"},
		"https://www.reddit.com/user/a/comments/1abc/title/":               {Post: "1abc"},
		"https://www.reddit.com/comments/1abc":                             {Post: "1abc"},
		"https://www.reddit.com/gallery/1abc":                              {Post: "1abc"},
		"https://redd.it/1abc":                                             {Post: "1abc"},
		"https://www.reddit.com/r/tides/s/AbCdEf":                          {},
		"https://www.reddit.com/":                                          {},
		"https://www.reddit.com/comments/":                                 {},
		"https://redd.it/":                                                 {},
		"https://www.reddit.com/r/a!b/":                                    {},
		"https://www.reddit.com/user/%D7%90":                               {},
		"https://reddit.com.example.com/user/a":                            {},
		"https://notreddit.com/user/a":                                     {},
		"https://www.reddit.com/search?q=a":                                {},
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := permalink.Parse(u); ok != (want != permalink.Place{}) || ok && got != want {
			t.Errorf("%s: got place %+v, ok %t; want ok %t, (%+v if ok)", address, got, ok, want != permalink.Place{}, want)
		}
	}
}

func TestHandle(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]permalink.Place{
		"tide": {User: "tide"}, " u/tide ": {User: "tide"}, "/u/tide/": {User: "tide"}, "@tide": {User: "tide"}, "U/Tide": {User: "Tide"},
		"r/tides": {Subreddit: "tides"}, "/r/u_tide": {User: "tide"}, "user/tide": {User: "tide"},
		"": {}, "[deleted]": {}, "x/y": {}, "a b": {}, "twenty_one_characters": {}, "אבג": {}, "tide🌊": {}, "u/a/b": {},
	} {
		if got, ok := permalink.Handle(raw); ok != (want != permalink.Place{}) || ok && got != want {
			t.Errorf("%q: got place %+v, ok %t; want ok %t, (%+v if ok)", raw, got, ok, want != permalink.Place{}, want)
		}
	}
}

func TestWriting(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		permalink.User("a-b"):                    "https://www.reddit.com/user/a-b/",
		permalink.Subreddit("tides"):             "https://www.reddit.com/r/tides/",
		permalink.Comment("1abc", "k9"):          "https://www.reddit.com/comments/1abc/_/k9/",
		permalink.At("/r/a/comments/1/x/?ref=s"): "https://www.reddit.com/r/a/comments/1/x/",
		permalink.At("/r/a/comments/1/た/"):       "https://www.reddit.com/r/a/comments/1/%E3%81%9F/",
		permalink.At(""):                         "",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for name, want := range map[string]bool{"t3_1abc": true, "t1_k": true, "t2_a": false, "1abc": false, "t3_": false, "t3_A": false} {
		if permalink.FullName(name) != want {
			t.Errorf("got name %q, want permalink.FullName(name) %t", name, want)
		}
	}
}
