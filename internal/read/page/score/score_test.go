package score_test

import (
	"encoding/binary"
	"os"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/score"
)

func packed(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile("model.bin")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestModel(t *testing.T) { //nolint:paralleltest // it counts allocations
	m := score.Default()
	if !strings.Contains(m.About, "CC BY 4.0") || !strings.Contains(m.About, "WCXB") {
		t.Errorf("it does not say what it is made of: %q", m.About)
	}
	if size := len(packed(t)); size > 1<<20 {
		t.Errorf("it has %d bytes", size)
	}
	row := make([]float32, m.Width())
	if s := m.Of(row); s <= 0 || s >= 1 {
		t.Errorf("an empty block scores %v", s)
	}
	if n := testing.AllocsPerRun(100, func() { m.Of(row) }); n != 0 {
		t.Errorf("judging a block allocates %v times", n)
	}
}

func TestBrokenModels(t *testing.T) {
	t.Parallel()
	whole := packed(t)
	head := strings.Index(string(whole), "\n") + 1
	for name, b := range map[string][]byte{
		"empty":           nil,
		"another form":    append([]byte("x"), whole...),
		"cut in its text": whole[:head+20],
		"cut in its head": whole[:head+6],
		"cut in a tree":   whole[:len(whole)-1],
		"a long text":     binary.LittleEndian.AppendUint32(whole[:head:head], 1<<30),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if m, err := score.Read(b); err == nil {
				t.Errorf("read as %+v", m.About)
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	raw, err := os.ReadFile("model.bin")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := score.Read(raw); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	m := score.Default()
	row := make([]float32, m.Width())
	for b.Loop() {
		m.Of(row)
	}
}
