package shape_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

func TestTime(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"Tue Mar 21 20:50:14 +0000 2006": "2006-03-21T20:50:14.000Z", "2025-03-21T17:53:02.000Z": "2025-03-21T17:53:02.000Z",
		"2025-03-21T17:53:02+02:00": "2025-03-21T15:53:02.000Z", "": "", "yesterday": "", "Thu Jan 01 00:00:00 +0000 1970": "",
	} {
		if got := shape.Time(raw); got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

func TestPosted(t *testing.T) {
	t.Parallel()
	if got := shape.Posted("1903142823316049977").Format("2006-01-02T15:04:05.000Z"); got != "2025-03-21T17:53:02.419Z" {
		t.Errorf(`got %q, want "2025-03-21T17:53:02.419Z"`, got)
	}
	for _, id := range []string{"20", "", "abc", "9999999999"} {
		if at := shape.Posted(id); !at.IsZero() {
			t.Errorf("%s: got time %s, want IsZero() true", id, at)
		}
	}
}

func TestAvatar(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"https://pbs.twimg.com/profile_images/1/a_normal.jpg":     "https://pbs.twimg.com/profile_images/1/a_400x400.jpg",
		"https://pbs.twimg.com/profile_images/1/a_b_200x200.webp": "https://pbs.twimg.com/profile_images/1/a_b_400x400.webp",
		"https://pbs.twimg.com/profile_images/1/a.jpg":            "https://pbs.twimg.com/profile_images/1/a.jpg",
		"https://example.com/a_normal.jpg":                        "https://example.com/a_normal.jpg", "": "",
	} {
		if got := shape.Avatar(raw); got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

// X shortens texts with an ellipsis and a link to the post itself, written out or not, and
// only so. The link goes, and the mark comes.
func TestTextsThatAreCut(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"The beginning… https://x.com/i/web/status/20": "The beginning…", "The beginning… https://twitter.com/a/status/20": "The beginning…",
		"The beginning… https://t.co/aB3xY": "The beginning…", "Wait… https://x.com/a and more… https://t.co/aB3xY": "Wait… https://x.com/a and more…",
		"See… https://x.com/a/status/21": "", "See… https://x.com/a/status/20 there": "", "And so on…": "", "": "",
		"See https://t.co/aB3xY": "", "See… https://t.co/aB3xY there": "", "… https://t.co/aB3xY": "",
	} {
		item := social.Item{ExternalID: "20", Text: text}
		shape.Settle(&item)
		truncated := item.TextTruncatedAtSource != nil && *item.TextTruncatedAtSource
		if cut := want != ""; truncated != cut || cut && item.Text != want || !cut && item.Text != text {
			t.Errorf("%q: got %q, truncated %t; want %q, truncated %t", text, item.Text, truncated, want, cut)
		}
	}
	known := social.Item{ExternalID: "20", Text: "All of it… https://t.co/aB3xY", TextTruncatedAtSource: new(false)}
	if shape.Settle(&known); *known.TextTruncatedAtSource || known.Text != "All of it… https://t.co/aB3xY" {
		t.Errorf("got %q, truncated %t of a text that is known to be whole, want it as it is", known.Text, *known.TextTruncatedAtSource)
	}
}
