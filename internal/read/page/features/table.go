package features

import (
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"sync"

	"github.com/quarryapi/quarry/internal/read/page/segment"
)

// feature is one number that describes a T. Model and features are tied by its name: where
// two of them change places, the hash is another.
type feature[T any] struct {
	name   string
	of     func(T) float32
	absent float32 // where there is no T
}

// family is a part of a row: the names of its numbers, and what writes them.
type family struct {
	names []string
	fill  func(v *view, to []float32)
	// part returns what fills in those of its numbers that are asked for; nil where they are only
	// found together.
	part func(asked []bool) func(v *view, to []float32)
}

// table is all that describes a block, in the order of a row. Blocks differ in the families
// of block, and have those of page in common.
type table struct {
	block, page []family
	names       []string
	ofBlock     int // how many of names are of block
}

// all is made at the first page, and not at the start of every program.
var all = sync.OnceValue(func() *table {
	t := &table{
		block: []family{
			single("own", own),
			list("topic", topicNames(segment.Topics), (*view).topics),
			single("place", place),
			list("above", askedNames(), (*view).tagsAbove),
			list("named", hintNames(), (*view).namesAbove),
			surroundings(),
			several([]string{"item"}, item, (*view).item),
			single("cluster", cluster),
			several([]string{"heading"}, section, (*view).section),
			list("heading.topic", topicNames(headingTopics), (*view).headingTopics),
			around("beside", besideReach, beside, func(d *describer) []float32 { return d.besides }),
			around("said", saidReach, said, func(d *describer) []float32 { return d.saids }),
			several(coreNames(), core, (*view).coreOf),
			list("since", labelNames(), (*view).sinceLabels),
			several([]string{"candidate"}, candidate, (*view).candidate),
			several([]string{"body"}, body, (*view).body),
			single("flow", flow),
			single("comments", commented),
			list("lean", leanNames(), (*view).leans),
		},
		page: []family{single("page", wholePage), single("page", elections), list("page.data", types[:], (*view).declared)},
	}
	for _, f := range t.block {
		t.names = append(t.names, f.names...)
	}
	t.ofBlock = len(t.names)
	for _, f := range t.page {
		t.names = append(t.names, f.names...)
	}
	return t
})

// Width is how many numbers describe a block.
func Width() int { return len(all().names) }

// Names are the names of the numbers of a row, in order.
func Names() []string { return all().names }

// Hash is that of all that a model must have been trained with to be of use: the names of
// the features in order, and the tags, words and names that segment measures by. It finds
// slips, not attacks, for which 128 bits of FNV-1a are enough.
func Hash() string {
	h := fnv.New128a()
	for i, name := range Names() {
		fmt.Fprintf(h, "feature %d %s\n", i, name)
	}
	fmt.Fprint(h, segment.Vocabulary())
	return hex.EncodeToString(h.Sum(nil))
}

// fill writes what families say, one behind the other.
func fill(v *view, families []family, to []float32) {
	for i := range families {
		n := len(families[i].names)
		families[i].fill(v, to[:n:n])
		to = to[n:]
	}
}

// single is a family of features of the block itself.
func single(name string, features []feature[*view]) family {
	fill := func(v *view, to []float32) {
		for i := range features {
			to[i] = features[i].of(v)
		}
	}
	return family{prefixed(name, namesOf(features)), fill, func(asked []bool) func(*view, []float32) {
		which := indicesOf(asked)
		return func(v *view, to []float32) {
			for _, i := range which {
				to[i] = features[i].of(v)
			}
		}
	}}
}

// list is a family of numbers that are counted together.
func list(name string, names []string, fill func(*view, []float32)) family {
	return family{names: prefixed(name, names), fill: fill}
}

// several is a family of the same features of several things that a block may have.
func several[T any](things []string, features []feature[T], pick func(*view, int) (T, bool)) family {
	f := family{}
	for _, thing := range things {
		f.names = append(f.names, prefixed(thing, namesOf(features))...)
	}
	f.fill = func(v *view, to []float32) {
		for k := range things {
			part := to[k*len(features) : (k+1)*len(features)]
			x, there := pick(v, k)
			describe(features, x, there, part)
		}
	}
	f.part = func(asked []bool) func(*view, []float32) { return partOf(features, pick, asked) }
	return f
}

// partOf is several's fill for the numbers that are asked for.
func partOf[T any](features []feature[T], pick func(*view, int) (T, bool), asked []bool) func(*view, []float32) {
	n := len(features)
	which := make([][]int, len(asked)/n) // of the features, for each thing
	for k := range which {
		which[k] = indicesOf(asked[k*n : (k+1)*n])
	}
	return func(v *view, to []float32) {
		for k, indices := range which {
			if len(indices) == 0 {
				continue
			}
			x, there := pick(v, k)
			for _, i := range indices {
				if there {
					to[k*n+i] = features[i].of(x)
				} else {
					to[k*n+i] = features[i].absent
				}
			}
		}
	}
}

func indicesOf(asked []bool) (indices []int) {
	for i, is := range asked {
		if is {
			indices = append(indices, i)
		}
	}
	return indices
}

// around is a family of the same features of the blocks before and behind one, in turn, as
// far as reach. They are worked out once for a page, since every block has many neighbours.
func around(name string, reach int, features []feature[neighbour], known func(*describer) []float32) family {
	f, n := family{}, len(features)
	for k := 1; k <= reach; k++ {
		for _, side := range [...]string{"before", "behind"} {
			f.names = append(f.names, prefixed(fmt.Sprintf("%s.%s%d", name, side, k), namesOf(features))...)
		}
	}
	f.fill = func(v *view, to []float32) {
		rows := known(v.describer)
		for k := 1; k <= reach; k++ {
			for _, j := range [...]int{v.i - k, v.i + k} {
				if j < 0 || j >= len(v.page.Blocks) {
					missing(features, to)
				} else {
					copy(to, rows[j*n:(j+1)*n])
				}
				to = to[n:]
			}
		}
	}
	return f
}

// neighboursOf are the rows of all blocks of a page for around.
func neighboursOf(p *segment.Page, features []feature[neighbour], counts func(*segment.Block) bool) []float32 {
	rows, n := make([]float32, len(p.Blocks)*len(features)), len(features)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		describe(features, neighbour{b, p.Elements[b.Element].Tag}, counts(b), rows[i*n:(i+1)*n])
	}
	return rows
}

// describe writes what features say of x, or of its absence.
func describe[T any](features []feature[T], x T, there bool, to []float32) {
	if !there {
		missing(features, to)
		return
	}
	for i := range features {
		to[i] = features[i].of(x)
	}
}

func missing[T any](features []feature[T], to []float32) {
	for i := range features {
		to[i] = features[i].absent
	}
}

func namesOf[T any](features []feature[T]) []string {
	names := make([]string, len(features))
	for i := range features {
		names[i] = features[i].name
	}
	return names
}

func prefixed(prefix string, names []string) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = prefix + "." + name
	}
	return all
}
