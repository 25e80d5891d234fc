package siterun_test

import (
	"strings"
	"testing"
)

// What the browser hides is neither in the markdown nor in the text, by whichever of thirty ways; what only looks
// as if it were hidden is.
func TestHiddenText(t *testing.T) {
	t.Parallel()
	needsChromium(t)
	for _, mode := range []string{"full", "text"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			got, err := render(t, setup(t), `{"url":"http://unseen.test/","mode":"`+mode+`"}`)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(got.Markdown + "\n" + got.BodyText) {
				if strings.Contains(line, "ORDER") || strings.Contains(line, "HIDDEN") {
					t.Errorf("got %q in the markdown or the text, want it left out", line)
				}
			}
			for _, want := range []string{
				"carries twelve people", "bread on Saturdays", "When does it not go?", "not go in fog", "chapel's bell", "nine minutes", "last boat goes at dusk",
				"fare is two coins", "write to the ferryman", "older than the mill", "swans nest",
			} {
				if !strings.Contains(got.Markdown, want) {
					t.Errorf("got no %q in the markdown, want it: %s", want, got.Markdown)
				}
				if !strings.Contains(got.BodyText, want) {
					t.Errorf("got no %q in the text, want it: %s", want, got.BodyText)
				}
			}
			if want := "http://unseen.test/dark.svg"; !strings.Contains(got.Markdown, want) {
				t.Errorf("got no %q in the markdown, want it: %s", want, got.Markdown)
			}
		})
	}
}
