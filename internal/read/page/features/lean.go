package features

import (
	"fmt"

	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// leanReach is how many blocks before and behind one it is described by what their words and names say.
const leanReach = 2

// beyond is what is said of blocks that are not there.
const beyond = -12

func leanNames() []string {
	names := []string{"words", "names"}
	for k := 1; k <= leanReach; k++ {
		for _, side := range [...]string{"before", "behind"} {
			names = append(names, fmt.Sprintf("words.%s%d", side, k), fmt.Sprintf("names.%s%d", side, k))
		}
	}
	return names
}

// leans writes what the words of a block, and the names around it, say for or against it, and those of its neighbours.
func (v *view) leans(to []float32) {
	write := func(to []float32, l segment.Lean) { to[0], to[1] = l.Words, l.Names }
	write(to, v.b.Lean)
	for k := 1; k <= leanReach; k++ {
		for _, j := range [...]int{v.i - k, v.i + k} {
			to = to[2:]
			if j < 0 || j >= len(v.page.Blocks) {
				write(to, segment.Lean{Words: beyond, Names: beyond})
			} else {
				write(to, v.page.Blocks[j].Lean)
			}
		}
	}
}
