package a

import (
	"errors"
	"fmt"
	"testing"
)

const named = "%s: %v"

func Mute(t *testing.T, tb testing.TB, b *testing.B) {
	got, err, diff := 1, errors.New("x"), "-a +b"
	t.Errorf("%v, %+v", got, err)                     // want `without words`
	t.Errorf("%s:\n%-6.3f|%[1]q|%*d", diff, 1., 2, 3) // want `without words`
	t.Fatalf(`%d%%`, got)                             // want `without words`
	t.Errorf(named, "a", got)                         // want `without words`
	tb.Errorf("%d", got)                              // want `without words`
	b.Fatalf("%d", got)                               // want `without words`
	t.Error(got)                                      // want `without words`
	t.Error(diff)                                     // want `without words`
	t.Error(got, err)                                 // want `without words`
	t.Fatal(fmt.Sprint(": ", got))                    // want `without words`
	t.Error(": ", map[string]int{"a": 1}["a"])        // want `without words`
}

func Legend(t *testing.T) {
	diff := "-a +b"
	t.Errorf("(-want +got):\n%s", diff) // want `without words`
	t.Errorf("names mismatch (-want +got):\n%s", diff)
}

func Spoken(t *testing.T, tb testing.TB) {
	got, err := 1, errors.New("x")
	t.Errorf("got %v, want 2", got)
	t.Errorf("%s: Größe %d", "a", got)
	t.Error(err)
	tb.Fatal(err)
	t.Error("no error")
	t.Error("got", got)
	t.Error("got " + err.Error())
	t.Fatal(fmt.Sprint("got", got))
	t.Log(got)
	_ = fmt.Errorf("%d: %w", got, err)
	other{}.Errorf("%d", got)
}

type other struct{}

func (other) Errorf(string, ...any) {}
