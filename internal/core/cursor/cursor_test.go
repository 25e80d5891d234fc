package cursor_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"io"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/cursor"
	"github.com/quarryapi/quarry/internal/core/errs"
)

func TestSealAndOpen(t *testing.T) {
	t.Parallel()
	s := cursor.NewSealer("key")
	for _, position := range []string{"", "p", "ünï\x00", strings.Repeat(`{"after":"t3_abc"}`, 200), strings.Repeat("x", 127)} {
		sealed := s.Seal("org_1", "kind q", position)
		if got, err := s.Open("org_1", "kind q", sealed); err != nil || got != position {
			t.Errorf("%.20q came back as %.20q, %v", position, got, err)
		}
		if len(sealed) > cursor.MaxLength {
			t.Errorf("%.20q: %d characters", position, len(sealed))
		}
	}
}

// A cursor shows nothing of its position, packed or not.
func TestSealShowsNothing(t *testing.T) {
	t.Parallel()
	for _, position := range []string{`{"k":"bcookie=abc"}`, strings.Repeat(`{"k":"bcookie=abc"}`, 50)} {
		sealed := cursor.NewSealer("key").Seal("org_1", "q", position)
		raw, err := base64.RawURLEncoding.DecodeString(sealed)
		if err != nil {
			t.Fatal(err)
		}
		for at := range raw {
			plain, _ := io.ReadAll(flate.NewReader(bytes.NewReader(raw[at:])))
			if bytes.Contains(raw, []byte("bcookie")) || bytes.Contains(plain, []byte("bcookie")) {
				t.Fatalf("got %q, want nothing of the position in it", raw)
			}
		}
		if longest := 40 + len(position)*4/3; len(sealed) > longest {
			t.Errorf("got %d characters, want at most %d", len(sealed), longest)
		}
	}
}

// Nothing of a cursor can be changed.
func TestTampering(t *testing.T) {
	t.Parallel()
	s := cursor.NewSealer("key")
	raw, err := base64.RawURLEncoding.DecodeString(s.Seal("org_1", "q", "position"))
	if err != nil {
		t.Fatal(err)
	}
	for at := range raw {
		changed := bytes.Clone(raw)
		changed[at] ^= 1
		if got, err := s.Open("org_1", "q", base64.RawURLEncoding.EncodeToString(changed)); !errs.Is(err, errs.InvalidCursor) {
			t.Errorf(`byte %d changed: got %q, error %v; want error "invalid_cursor"`, at, got, err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	s := cursor.NewSealer("key")
	good := s.Seal("org_1", "q", "position")
	last := byte('A')
	if good[len(good)-1] == last {
		last = 'B'
	}
	cases := map[string][3]string{
		"another organization": {"org_2", "q", good},
		"another query":        {"org_1", "r", good},
		"changed":              {"org_1", "q", good[:len(good)-2] + string(last) + good[len(good)-1:]},
		"cut":                  {"org_1", "q", good[:10]},
		"no base64":            {"org_1", "q", "?" + good},
		"another key":          {"org_1", "q", cursor.NewSealer("other").Seal("org_1", "q", "position")},
		"too long":             {"org_1", "q", strings.Repeat("A", cursor.MaxLength+4)},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := s.Open(c[0], c[1], c[2]); !errs.Is(err, errs.InvalidCursor) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

// FuzzOpen asserts that nothing but what was sealed for a query opens.
func FuzzOpen(f *testing.F) {
	s := cursor.NewSealer("key")
	f.Add(s.Seal("org_1", "q", "position"))
	f.Add(s.Seal("org_1", "q", strings.Repeat("long", 100)))
	f.Add("AAAA")
	f.Fuzz(func(t *testing.T, text string) {
		position, err := s.Open("org_1", "q", text)
		if err == nil && s.Seal("org_1", "q", position) != text {
			t.Fatalf("%q opened as %q, which is sealed otherwise", text, position)
		}
	})
}

// TestANewKeyOpensFormerCursors: lists that callers are reading go on when the key is changed.
func TestANewKeyOpensFormerCursors(t *testing.T) {
	t.Parallel()
	made := cursor.NewSealer("old").Seal("org_1", "q", "here")
	for name, c := range map[string]struct {
		sealer cursor.Sealer
		want   string
	}{
		"with the former": {cursor.NewSealer("new", "older", "old"), "here"},
		"alone":           {cursor.NewSealer("new"), ""},
	} {
		if got, err := c.sealer.Open("org_1", "q", made); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: got %q, error %v; want %q", name, got, err, c.want)
		}
	}
	if got, err := cursor.NewSealer("old").Open("org_1", "q", cursor.NewSealer("new", "old").Seal("org_1", "q", "here")); err == nil {
		t.Errorf("got %q of a cursor made since by the former key, want an error", got)
	}
}
