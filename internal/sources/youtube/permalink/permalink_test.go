package permalink_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/sources/youtube/permalink"
)

const id = "UCabcdefghijklmnopqrstuv"

func TestHandle(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		id: id, "@tidewatch": "@tidewatch", "tidewatch": "@tidewatch", "Tide.Watch-1_2": "@Tide.Watch-1_2",
		"@شاطئ": "@شاطئ", "@潮の記録": "@潮の記録", "@हिन्दी": "@हिन्दी", "@l·l": "@l·l",
		"c/Tide": "c/Tide", "user/tide": "user/tide", "/tide": "/tide", "channel/" + id: id,
		"UCshort": "@UCshort",
	} {
		got, ok := permalink.Handle(raw)
		if spaced, _ := permalink.Handle(" " + raw + "\n"); !ok || got != want || spaced != want {
			t.Errorf("%q: got value %q, ok %t; want ok true, %q, spaced %q", raw, got, ok, want, want)
		}
		if again, ok := permalink.Handle(got); !ok || again != got {
			t.Errorf("%q is not its own: %q", got, again)
		}
	}
	for _, raw := range []string{"", "@", "@a b", "@tide🌊", "channel/UCx", "x/tide", "/watch", "/", "a/b/c", "@a@b", "c/", strings.Repeat("a", 65), "@a\u202eb"} {
		if got, ok := permalink.Handle(raw); ok {
			t.Errorf("%q passes as %q", raw, got)
		}
	}
}

func TestChannelOf(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://www.youtube.com/channel/" + id:               id,
		"https://m.youtube.com/channel/" + id + "/videos":     id,
		"https://youtube.com/@tidewatch":                      "@tidewatch",
		"https://www.youtube.com/@tidewatch/shorts?view=0":    "@tidewatch",
		"https://www.youtube.com/@%E6%BD%AE":                  "@潮",
		"https://YouTube.com/c/Tide/about":                    "c/Tide",
		"https://www.youtube.com/user/tide":                   "user/tide",
		"https://www.youtube.com/tide":                        "/tide",
		"https://www.youtube.com/tide/videos":                 "/tide",
		"https://www.youtube.com/":                            "",
		"https://www.youtube.com/watch?v=abcdefghijk":         "",
		"https://www.youtube.com/shorts/abcdefghijk":          "",
		"https://www.youtube.com/playlist?list=PLx":           "",
		"https://www.youtube.com/feeds/videos.xml":            "",
		"https://www.youtube.com/tide/else":                   "",
		"https://www.youtube.com/channel/tide":                "",
		"https://youtu.be/abcdefghijk":                        "",
		"https://www.youtube.com.example.com/@tidewatch":      "",
		"https://notyoutube.com/@tidewatch":                   "",
		"https://www.youtube.com/@tide%20watch":               "",
		"https://www.youtube.com/@" + strings.Repeat("a", 80): "",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := permalink.ChannelOf(u); ok != (want != "") || ok && got != want {
			t.Errorf("%s: got value %q, ok %t; want ok %t, (%q if ok)", address, got, ok, want != "", want)
		}
	}
}

func TestWriting(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		permalink.Channel(id):           "https://www.youtube.com/channel/" + id,
		permalink.Channel("@tidewatch"): "https://www.youtube.com/@tidewatch",
		permalink.Channel("@潮"):         "https://www.youtube.com/@%E6%BD%AE",
		permalink.Channel("user/tide"):  "https://www.youtube.com/user/tide",
		permalink.Channel("/tide"):      "https://www.youtube.com/tide",
		permalink.Video("a-_defghijk"):  "https://www.youtube.com/watch?v=a-_defghijk",
		permalink.Short("a-_defghijk"):  "https://www.youtube.com/shorts/a-_defghijk",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if !permalink.VideoID("a-_defghijk") || permalink.VideoID("short") || permalink.Host("example.com") || !permalink.Host("youtu.be") {
		t.Error("ids or hosts")
	}
}
