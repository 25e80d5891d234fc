package content_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"github.com/quarryapi/quarry/internal/read/page/content"
	"github.com/quarryapi/quarry/internal/read/page/features"
	"github.com/quarryapi/quarry/internal/read/page/score"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// asking is a model of one tree, which says so much of what is asked above a floor, and nothing of lower ones.
func asking(t *testing.T, above, gain float32) *score.Model {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("quarry block model 2\n")
	b.Write(make([]byte, 4+16)) // no text, no hash
	asked := uint16(features.SummaryWidth() - 2)
	never := float32(math.Inf(1))
	var values [64]int16
	values[1] = 1
	for _, part := range []any{
		uint32(features.SummaryWidth()), uint32(1), float32(0), gain,
		[6]uint16{asked},
		[6]float32{above, never, never, never, never, never},
		values,
	} {
		if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	m, err := score.Read(b.Bytes())
	if err != nil {
		t.Fatalf("got error %v reading a model, want none", err)
	}
	return m
}

func TestFloor(t *testing.T) {
	t.Parallel()
	page := &segment.Page{Blocks: []segment.Block{{Own: segment.Stats{Words: 100}}, {Own: segment.Stats{Words: 50}}, {Own: segment.Stats{Words: 5}}}}
	for name, c := range map[string]struct {
		above, gain float32
		scores      []float32
		want        float32
	}{
		"a stricter one promises more":            {0.72, 0.02, []float32{0.8, 0.5, 0.9}, 0.75},
		"it promises hardly more":                 {0.72, 0.008, []float32{0.8, 0.5, 0.9}, 0.4},
		"it promises less":                        {0.72, -0.01, []float32{0.8, 0.5, 0.9}, 0.4},
		"it would leave nearly nothing of a page": {0.72, 0.02, []float32{0.7, 0.5, 0.9}, 0.4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := content.FloorOf(asking(t, c.above, c.gain), page, c.scores, features.Outlook{Floor: 0.4})
			if got != c.want {
				t.Errorf("got the floor %v, want %v", got, c.want)
			}
		})
	}
}
