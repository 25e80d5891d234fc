package shape_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/social"
	"github.com/quarryapi/quarry/internal/sources/x/shape"
)

func TestTime(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"Tue Mar 21 20:50:14 +0000 2006": "2006-03-21T20:50:14Z", "2025-03-21T17:53:02.000Z": "2025-03-21T17:53:02Z",
		"2025-03-21T17:53:02+02:00": "2025-03-21T15:53:02Z", "": "", "yesterday": "", "Thu Jan 01 00:00:00 +0000 1970": "",
	} {
		if got := shape.Time(raw); got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

func TestPosted(t *testing.T) {
	t.Parallel()
	if got := shape.Posted("1903142823316049977").Format("2006-01-02T15:04:05Z"); got != "2025-03-21T17:53:02Z" {
		t.Errorf(`got %q, want "2025-03-21T17:53:02Z"`, got)
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

// X shortens texts with an ellipsis and a link to the post itself, and only so.
func TestTextsThatAreCut(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"The beginning… https://x.com/i/web/status/20": true, "The beginning… https://twitter.com/a/status/20": true,
		"See… https://x.com/a/status/21": false, "See… https://x.com/a/status/20 there": false, "And so on…": false, "": false,
	} {
		item := social.Item{ExternalID: "20", Text: text}
		shape.Settle(&item)
		if got := item.TextTruncatedAtSource != nil && *item.TextTruncatedAtSource; got != want {
			t.Errorf("%q: got %t, want %t", text, got, want)
		}
	}
}
