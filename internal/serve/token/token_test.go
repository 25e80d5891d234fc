package token_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/core/errs"
	"github.com/quarryapi/quarry/internal/serve/token"
)

func TestNewParses(t *testing.T) {
	t.Parallel()
	seen := map[token.Token]bool{}
	for range 200 {
		tok := token.New()
		if len(tok) != 41 || seen[tok] {
			t.Fatalf("%q has the wrong length or came twice", tok)
		}
		seen[tok] = true
		got, err := token.Parse("Bearer " + string(tok))
		if err != nil || got != tok {
			t.Fatalf("Parse = %q, %v", got, err)
		}
		if len(got.Hash()) != 64 {
			t.Fatalf("hash %q", got.Hash())
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	good := string(token.New())
	flip := "A"
	if good[10] == 'A' {
		flip = "B"
	}
	misspelt := good[:10] + flip + good[11:]
	for _, c := range []struct {
		name, header string
		want         errs.Code
	}{
		{"nothing", "", errs.MissingToken},
		{"scheme alone", "Bearer", errs.MissingToken},
		{"another scheme", "Basic " + good, errs.MissingToken},
		{"token without a scheme", good, errs.MissingToken},
		{"a test token", "Bearer satk_test_abc", errs.TestTokensRetired},
		{"another prefix", "Bearer sk_" + good[5:], errs.InvalidToken},
		{"one letter changed", "Bearer " + misspelt, errs.InvalidToken},
		{"one letter short", "Bearer " + good[:40], errs.InvalidToken},
		{"one letter more", "Bearer " + good + "0", errs.InvalidToken},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if _, err := token.Parse(c.header); !errs.Is(err, c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestParseTakesAnyCaseOfTheScheme(t *testing.T) {
	t.Parallel()
	if _, err := token.Parse("bearer  " + string(token.New())); err != nil {
		t.Error(err)
	}
}
