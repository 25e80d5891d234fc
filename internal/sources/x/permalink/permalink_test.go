package permalink_test

import (
	"net/url"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/x/permalink"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ handle, id string }{
		"https://x.com/harborlight":                                        {"harborlight", ""},
		"http://WWW.Twitter.com/HarborLight/?lang=de":                      {"HarborLight", ""},
		"https://mobile.twitter.com/harborlight/with_replies":              {"harborlight", ""},
		"https://x.com/harborlight/status/1903142823316049977":             {"harborlight", "1903142823316049977"},
		"https://x.com/harborlight/status/1903142823316049977/photo/1?s=2": {"harborlight", "1903142823316049977"},
		"https://twitter.com/harborlight/statuses/20":                      {"harborlight", "20"},
		"https://x.com/i/status/20":                                        {"", "20"},
		"https://x.com/i/web/status/20":                                    {"", "20"},
		"https://x.com/harborlight/article/1903142823316049977":            {"harborlight", "1903142823316049977"},
		"https://fxtwitter.com/harborlight/status/20":                      {"harborlight", "20"},
		"https://x.com/intent/user?screen_name=harborlight":                {"harborlight", ""},
		"https://x.com/search?q=a":                                         {"", ""},
		"https://x.com/home":                                               {"", ""},
		"https://x.com/":                                                   {"", ""},
		"https://x.com/%F0%9F%9A%A2":                                       {"", ""},
		"https://x.com/harborlight/status/0020":                            {"harborlight", ""},
		"https://x.com/harborlight/status/20a":                             {"harborlight", ""},
		"https://x.com/harborlight/status/19031428233160499771":            {"harborlight", ""},
		"https://x.com/harborlight/lists/20":                               {"harborlight", ""},
		"https://x.com.example.com/harborlight/status/20":                  {"", ""},
		"https://example.com/harborlight":                                  {"", ""},
	}
	for address, want := range cases {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := permalink.HandleOf(u); ok != (want.handle != "") || ok && got != want.handle {
			t.Errorf("%s: handle %q, %t", address, got, ok)
		}
		if got, ok := permalink.IDOf(u); ok != (want.id != "") || ok && got != want.id {
			t.Errorf("%s: id %q, %t", address, got, ok)
		}
	}
}

func TestHandles(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{" @HarborLight ": "HarborLight", "_": "_", "a_1": "a_1", "": "", "@": "", "a b": "", "a-b": "", "منارة": "", "🚢": "", "i": "", "Search": "", "abcdefghijklmnopqrstu": ""} {
		if got, ok := permalink.Handle(raw); ok != (want != "") || ok && got != want {
			t.Errorf("%q: got value %q, ok %t; want ok %t, (%q if ok)", raw, got, ok, want != "", want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, address := range []string{permalink.Post("harborlight", "20"), permalink.Post("", "20")} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if id, ok := permalink.IDOf(u); id != "20" || !ok {
			t.Errorf("%s names %q", address, id)
		}
	}
	if permalink.User("a") != "https://x.com/a" || permalink.UserID("12") != "https://x.com/i/user/12" {
		t.Errorf("got %q, %q; want the addresses of an account by name and by id", permalink.User("a"), permalink.UserID("12"))
	}
}
