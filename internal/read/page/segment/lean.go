package segment

import "github.com/quarryapi/quarry/internal/read/page/wording"

// Lean is what the words of a block, and the names of the elements around it, say for or against it
// by what was learned of other pages: 0 for nothing.
type Lean struct{ Words, Names float32 }

// near is how many of the innermost named elements around a block have their names weighed by their place.
const near = 3

// around is the place of names of all elements around a block.
const around wording.Place = near

// token is a word of a name, or a name as a whole.
type token struct {
	hash uint32
	part bool // a word
}

// weighed is what the tokens of an element's names weigh: in each of the nearest places, and as those of any element around.
type weighed struct {
	near   [near]int32
	any    int32
	tokens int32 // of near
	parts  int32 // of any
}

func (w *weighed) add(o *weighed) {
	for k := range w.near {
		w.near[k] += o.near[k]
	}
	w.any += o.any
	w.tokens += o.tokens
	w.parts += o.parts
}

// weigh looks the weights of tokens up.
func weigh(tokens []token, names *wording.Weights) (w weighed) {
	for _, t := range tokens {
		for k := range w.near {
			w.near[k] += names.Of(wording.Slot(t.hash, wording.Place(k)))
		}
		w.tokens++
		if t.part {
			w.any += names.Of(wording.Slot(t.hash, around))
			w.parts++
		}
	}
	return w
}

// path is what the names of an element and of those around it weigh together.
type path struct {
	sums, tokens [near]int32 // of the nearest named elements, when the nearest is in that place
	any, parts   int32
}

// within is the path of an element with names of its own below another one.
func (p path) within(w *weighed) path {
	if w.tokens == 0 {
		return p
	}
	for k := range near - 1 {
		p.sums[k], p.tokens[k] = w.near[k]+p.sums[k+1], w.tokens+p.tokens[k+1]
	}
	p.sums[near-1], p.tokens[near-1] = w.near[near-1], w.tokens
	p.any += w.any
	p.parts += w.parts
	return p
}

// lean weighs a block.
func (w *walker) lean(b *Block) {
	var room [wording.MostWords]uint16
	slots := wording.OfText(room[:0], b.Words, b.Own.Words, b.Hash)
	words, names := w.wording.Words(), w.wording.Names()
	p := &w.paths[b.Element]
	b.Lean = Lean{words.Lean(words.Sum(slots), small(len(slots))), names.Lean(p.sums[0]+p.any, p.tokens[0]+p.parts)}
}

// Slots are those of a block in a table of weights, from which these are learned.
func (p *Page) Slots(block int) (words, names []uint16) {
	b := &p.Blocks[block]
	words = wording.OfText(nil, b.Words, b.Own.Words, b.Hash)
	w := walker{hints: hints()}
	place := wording.Place(0)
	for at := b.Element; at >= 0; at = p.Elements[at].Parent {
		w.tokens = w.tokens[:0]
		for i := range p.Elements[at].Node.Attr {
			if a := &p.Elements[at].Node.Attr[i]; isNaming(a.Key) && a.Val != "" {
				w.read(a.Val[:min(len(a.Val), maxName)])
			}
		}
		for _, t := range w.tokens {
			if place < near {
				names = append(names, wording.Slot(t.hash, place))
			}
			if t.part {
				names = append(names, wording.Slot(t.hash, around))
			}
		}
		if len(w.tokens) > 0 {
			place++
		}
	}
	return words, names
}

// isNaming reports whether an attribute holds names.
func isNaming(key string) bool {
	switch key {
	case "class", "id", "role", "itemprop", "data-testid", "data-component":
		return true
	}
	return false
}
