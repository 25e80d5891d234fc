package score_test

import (
	"encoding/binary"
	"math"
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

// rows are of blocks that are all alike.
type rows []float32

func (r rows) Round(int, int) []float32 { return r }

func TestModel(t *testing.T) { //nolint:paralleltest // it counts allocations
	m := score.Default()
	if !strings.Contains(m.About, "CC BY 4.0") || !strings.Contains(m.About, "WCXB") {
		t.Errorf("it does not say what it is made of: %q", m.About)
	}
	if size := len(packed(t)); size > 1<<20 {
		t.Errorf("it has %d bytes", size)
	}
	var row score.Rows = rows(make([]float32, m.Width(), 512))
	if s := m.Of(row, 0); s <= 0 || s >= 1 {
		t.Errorf("an empty block scores %v", s)
	}
	if n := testing.AllocsPerRun(100, func() { m.Of(row, 0) }); n != 0 {
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
	var row score.Rows = rows(make([]float32, m.Width(), 512))
	for b.Loop() {
		m.Of(row, 0)
	}
}

// demanding has no features but those that were asked for in rounds so far, and notes how many there were.
type demanding struct {
	asked [][]bool
	row   []float32
	round int
}

func (d *demanding) Round(_, round int) []float32 {
	d.round = round
	for at, is := range d.asked[round] {
		if is {
			d.row[at] = 0
		}
	}
	return d.row
}

// TestAsked: what a model does not ask for in a round changes nothing, and no feature is asked for twice.
func TestAsked(t *testing.T) {
	t.Parallel()
	m := score.Default()
	asked := m.Asked()
	d := &demanding{asked: asked, row: make([]float32, m.Width())}
	for at := range d.row {
		d.row[at] = 1e9
		n := 0
		for _, round := range asked {
			if round[at] {
				n++
			}
		}
		if n > 1 {
			t.Errorf("got feature %d asked for %d times, want at most once", at, n)
		}
	}
	got, want := m.Of(d, 0), m.Of(rows(make([]float32, m.Width())), 0)
	if got != want {
		t.Errorf("got %v with the features that were asked for alone, want %v", got, want)
	}
}

// TestSplit: what a model says of a row is what its parts say, and the one before the place does not change with what stands behind it.
func TestSplit(t *testing.T) {
	t.Parallel()
	m := score.Floor()
	from := m.Width() - 2
	before, behind := m.Split(from)
	row := make([]float32, m.Width())
	usual, varied := before.Sum(row), false
	for _, asked := range []float32{0, 0.2, 0.5, 0.9} {
		row[from], row[from+1] = asked, asked-0.4
		if got := before.Sum(row); got != usual {
			t.Errorf("got %v before the place with %v behind it, want %v", got, asked, usual)
		}
		got, want := before.Sum(row)+behind.Sum(row), m.Sum(row)
		if math.Abs(float64(got-want)) > 1e-5 {
			t.Errorf("got %v of both parts with %v, want %v", got, asked, want)
		}
		varied = varied || behind.Sum(row) != 0
	}
	if !varied {
		t.Error("got nothing from the part behind the place, want it to say something")
	}
}

func BenchmarkFloor(b *testing.B) {
	m := score.Floor()
	row := make([]float32, m.Width())
	for b.Loop() {
		m.Sum(row)
	}
}
