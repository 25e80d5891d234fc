package legacy_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/legacy"
)

func TestText(t *testing.T) {
	t.Parallel()
	links := []legacy.Link{{Short: "https://t.co/a", Expanded: "https://example.com/?a=1&copy=2"}, {Short: "https://t.co/b"}, {Expanded: "c"}}
	media := []legacy.Media{{Short: "https://t.co/m"}, {}}
	for raw, want := range map[string]string{
		"a &amp; b &lt;c&gt; &amp;copy; 🚨":        "a & b <c> &copy; 🚨",
		"see https://t.co/a https://t.co/m":       "see https://example.com/?a=1&copy=2",
		"https://t.co/m":                          "",
		"kept https://t.co/b\n\nand a line":       "kept https://t.co/b\n\nand a line",
		"\u202bارتفاع الماء\u202c https://t.co/m": "\u202bارتفاع الماء\u202c",
	} {
		if got := legacy.Text(raw, links, media); got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

// X writes empty lists as {}, null or not at all, and cards in two forms.
func TestForms(t *testing.T) {
	t.Parallel()
	for _, entities := range []string{`{}`, `null`, `[]`, `""`, `{"urls":{},"media":null}`, `{"urls":[]}`} {
		var tweet legacy.Tweet
		if err := json.Unmarshal([]byte(`{"id_str":"9007199254740993","text":"a","entities":`+entities+`}`), &tweet); err != nil {
			t.Errorf("%s: got error %v, want no error", entities, err)
			continue
		}
		if item := tweet.Item(nil, "s"); item.Text != "a" || item.ExternalID != "9007199254740993" || item.Media != nil {
			t.Errorf(`%s: got item %+v, want Text "a", ExternalID "9007199254740993", Media nil`, entities, item)
		}
	}
	want := []social.PollOption{{Text: "Yes", Votes: new(int64(3))}, {Text: "No"}}
	for _, values := range []string{
		`{"choice1_label":{"string_value":"Yes"},"choice1_count":{"string_value":"3"},"choice2_label":{"string_value":"No"}}`,
		`[{"key":"choice2_label","value":{"string_value":"No"}},{"key":"choice1_label","value":{"string_value":"Yes"}},{"key":"choice1_count","value":{"string_value":"3"}}]`,
	} {
		var card legacy.Card
		if err := json.Unmarshal([]byte(`{"name":"poll2choice_text_only","binding_values":`+values+`}`), &card); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, card.Poll()); diff != "" {
			t.Errorf("Poll mismatch (-want +got):\n%s", diff)
		}
	}
	if none := (&legacy.Card{Name: "summary"}).Poll(); none != nil {
		t.Errorf("got none %+v, want nil", none)
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{"en": "en", "und": "", "qme": "", "zxx": "", "art": "", "zh-TW": "zh-TW", "": ""} {
		if got := legacy.Language(raw); got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

func TestVideos(t *testing.T) {
	t.Parallel()
	var tweet legacy.Tweet
	body := `{"id_str":"20","full_text":"a https://t.co/m","extended_entities":{"media":[
		{"type":"animated_gif","url":"https://t.co/m","media_url_https":"https://i/1.jpg","video_info":{"variants":[{"content_type":"video/mp4","bitrate":0,"url":"https://v/1.mp4"}]}},
		{"type":"video","url":"https://t.co/m","media_url_https":"https://i/2.jpg","video_info":{"duration_millis":1500,"variants":[{"content_type":"application/x-mpegURL","url":"https://v/2.m3u8"}]}},
		{"type":"photo","url":"https://t.co/m"}]}}`
	if err := json.Unmarshal([]byte(body), &tweet); err != nil {
		t.Fatal(err)
	}
	want := []social.Media{
		{Type: "gif", URL: "https://v/1.mp4", ThumbnailURL: "https://i/1.jpg"},
		{Type: "video", URL: "https://v/2.m3u8", ThumbnailURL: "https://i/2.jpg", DurationSeconds: new(int64(2))},
	}
	item := tweet.Item(nil, "s")
	if diff := cmp.Diff(want, item.Media); diff != "" || item.Text != "a" {
		t.Errorf("got item.Text %q, want \"a\"; item.Media mismatch (-want +got):\n%s", item.Text, diff)
	}
}
