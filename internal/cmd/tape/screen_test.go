package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// TestSVG: what was shown is there as text, in its colours, without what was written over.
func TestSVG(t *testing.T) {
	t.Parallel()
	var s Screen
	s.Add("quarry scrape x", []byte("\r\x1b[K\x1b[36m⠙\x1b[0m scrape\r\x1b[K\x1b[32m✓\x1b[0m url.page\r\n<b> & more\r\nthird\r\n"), 2, time.Second)
	got := string(s.SVG())
	for _, want := range []string{`<tspan class="g">✓</tspan>`, "&lt;b&gt; &amp; more", "…", "quarry scrape x"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %s in it", got, want)
		}
	}
	for _, other := range []string{"⠙", "third", "\x1b"} {
		if strings.Contains(got, other) {
			t.Errorf("got %s, want it without %q", got, other)
		}
	}
	wellFormed(t, got)
}

// TestTheRecordedTape is one, small and without anything of the machine that recorded it.
func TestTheRecordedTape(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../../docs/images/terminal.svg")
	if err != nil {
		t.Fatalf("the tape: got error %v, want none", err)
	}
	wellFormed(t, string(content))
	for _, scene := range session {
		if want := strings.NewReplacer("'", "&#39;").Replace(scene.line); !strings.Contains(string(content), want) {
			t.Errorf("got no %s in the tape, want it; run make tape", want)
		}
	}
	if len(content) > 200_000 || strings.Contains(string(content), "/tmp") || strings.Contains(string(content), "satk_") {
		t.Errorf("got %d bytes, want at most 200000 and neither a folder nor a token", len(content))
	}
}

func wellFormed(t *testing.T, svg string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("got error %v, want XML", err)
		}
	}
}
