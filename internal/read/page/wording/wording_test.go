package wording_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/wording"
)

const slots = 1 << 16

// packed is a table in which one slot of words and one of names has a weight.
func packed(t *testing.T, word, name uint16) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("quarry wording 1\n")
	for _, one := range []struct {
		unit   float32
		slot   uint16
		weight int8
	}{{0.5, word, 3}, {0.25, name, -4}} {
		var of [slots]int8
		of[one.slot] = one.weight
		for _, part := range []any{one.unit, of} {
			if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b.Bytes()
}

func TestRead(t *testing.T) {
	t.Parallel()
	whole := packed(t, 7, 9)
	table, err := wording.Read(whole)
	if err != nil {
		t.Fatalf("got error %v, want a table", err)
	}
	for name, c := range map[string]struct {
		of     *wording.Weights
		slots  []uint16
		tokens int32
		sum    int32
		want   float32
	}{
		"a word":           {table.Words(), []uint16{7}, 1, 3, 1.5},
		"twice among four": {table.Words(), []uint16{7, 8, 9, 7}, 4, 6, 1.5},
		"a name":           {table.Names(), []uint16{7, 8, 9, 10}, 4, -4, -0.5},
		"nothing":          {table.Names(), nil, 0, 0, 0},
	} {
		sum := c.of.Sum(c.slots)
		if got := c.of.Lean(sum, c.tokens); sum != c.sum || math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("%s: got the sum %d and the lean %v, want %d and %v", name, sum, got, c.sum, c.want)
		}
	}
	for name, b := range map[string][]byte{"empty": nil, "cut off": whole[:len(whole)-1], "longer": append(whole, 0), "another form": append([]byte("quarry wording 2\n"), whole[17:]...)} {
		if _, err := wording.Read(b); err == nil {
			t.Errorf("%s: got a table, want an error", name)
		}
	}
}

func TestDefault(t *testing.T) {
	t.Parallel()
	used := 0
	for slot := range slots {
		if wording.Default().Names().Of(uint16(slot)) != 0 {
			used++
		}
	}
	if used < 1000 {
		t.Errorf("got %d weights of names, want those that were learned (make train)", used)
	}
}

func TestOfText(t *testing.T) {
	t.Parallel()
	many := make([]uint32, 64)
	for i := range many {
		many[i] = uint32(i) * 77
	}
	if got := len(wording.OfText(nil, many, 64, 5)); got != 40+3+12 {
		t.Errorf("got %d slots of a long text, want those of 40 words, 3 first ones and 12 pairs", got)
	}
	if got := len(wording.OfText(nil, many[:5], 5, 5)); got > wording.MostWords || got != 5+3+4+1 {
		t.Errorf("got %d slots of five words, want 13", got)
	}
	a, b := wording.OfText(nil, []uint32{1, 2}, 2, 9), wording.OfText(nil, []uint32{2, 1}, 2, 8)
	if cmp.Equal(a, b) {
		t.Errorf("got the slots %v of both orders of two words, want others", a)
	}
}
