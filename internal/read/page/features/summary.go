package features

import (
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
)

// Scores from which on a block is surely content, and from which on that is at least in doubt.
const (
	surely  = 0.7
	doubted = 0.1
)

// Features of which a summary has the mean of the blocks that are sure, and of those in doubt.
var (
	ofSure = []string{
		"own.words", "own.links", "around0.words_a_block", "item.same", "core50.from_core", "core75.from_core", "candidate.points",
	}
	ofDoubt = []string{
		"own.words", "own.repeats", "topic.latest", "above.p", "above.footer", "named.footer", "named.title", "around2.links", "cluster.words", "cluster.stops",
		"cluster.reach", "heading.topic.comments", "beside.before2.stops", "beside.behind4.stops", "since.subscribe", "flow.main_form",
	}
)

// Shares are the scores of which a summary tells how many words reach them, as a multiple of the words of
// content that are expected.
var Shares = [...]float32{0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9}

// Outlook is what the scores of a page's blocks promise.
type Outlook struct {
	Reach    [len(Shares)]float64 // words that score so much
	Floor    float32              // the score from which on the F1 to be expected is greatest
	F1       float64              // that F1
	Expected float64              // words of content
	Words    float64              // of the page
}

// absentMean stands for the mean of no blocks.
const absentMean = -2

// summaryTable is where a summary's means stand in a row, and the names of its numbers.
type summaryTable struct {
	sure, doubt []int
	names       []string
}

var summaries = sync.OnceValue(func() *summaryTable {
	t := &summaryTable{}
	for _, s := range Shares {
		t.names = append(t.names, fmt.Sprintf("reach.%v", s))
	}
	t.names = append(t.names, "floor", "f1", "expected", "expected_of_page", "sure.blocks", "doubt.blocks")
	t.names = append(t.names, all().names[all().ofBlock:]...)
	t.sure, t.doubt = placesOf(ofSure), placesOf(ofDoubt)
	t.names = append(t.names, prefixed("sure", ofSure)...)
	t.names = append(t.names, prefixed("doubt", ofDoubt)...)
	t.names = append(t.names, "asked", "asked_above_floor")
	return t
})

func placesOf(names []string) []int {
	places := make([]int, len(names))
	for i, name := range names {
		places[i] = slices.Index(all().names, name)
		if places[i] < 0 {
			panic("features: a summary of " + name + ", which there is not") // a test makes a summary
		}
	}
	return places
}

// SummaryWidth is how many numbers summarize a page.
func SummaryWidth() int { return len(summaries().names) }

// SummaryHash is Hash for summaries.
func SummaryHash() string {
	h := fnv.New128a()
	fmt.Fprintln(h, Hash())
	for i, name := range summaries().names {
		fmt.Fprintf(h, "summary %d %s\n", i, name)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Summarized is what a model asks for in rounds and what a summary has to know, too: of blocks that are sure at once, as
// they may be accepted after the first round, and of those in doubt, which are asked to the end, at last.
func Summarized(asked [][]bool) [][]bool {
	t, rounds := summaries(), make([][]bool, len(asked))
	for r := range asked {
		rounds[r] = slices.Clone(asked[r])
	}
	for _, at := range t.sure {
		askIn(rounds, 0, at)
	}
	for _, at := range t.doubt {
		askIn(rounds, len(rounds)-1, at)
	}
	return rounds
}

// askIn asks for a feature in a round, unless it is known by then.
func askIn(rounds [][]bool, round, at int) {
	for r := range rounds {
		if r <= round && rounds[r][at] {
			return
		}
		rounds[r][at] = r == round
	}
}

// Summary describes a page by what its blocks score, to the model that says how strict to be with it. It is for
// one goroutine.
type Summary struct {
	sure, doubt mean
	page        []float32
}

// mean is that of some features of some blocks, by their words.
type mean struct {
	sums          []float64
	words, blocks float64
}

// NewSummary returns a summary of no blocks yet.
func NewSummary() *Summary {
	t := summaries()
	return &Summary{sure: mean{sums: make([]float64, len(t.sure))}, doubt: mean{sums: make([]float64, len(t.doubt))}}
}

// Add adds a block: its row, how many words it has, what it scores.
func (s *Summary) Add(row []float32, words int32, score float32) {
	t := summaries()
	if s.page == nil {
		s.page = slices.Clone(row[all().ofBlock:])
	}
	switch {
	case score >= surely:
		s.sure.add(row, t.sure, words)
	case score >= doubted:
		s.doubt.add(row, t.doubt, words)
	}
}

// add does not depend on whether a machine multiplies and adds in one step: the products are exact.
func (m *mean) add(row []float32, places []int, words int32) {
	w := float64(words)
	m.blocks++
	m.words += w
	for i, at := range places {
		m.sums[i] += float64(row[at]) * w
	}
}

func (m *mean) write(to []float32) {
	for i, sum := range m.sums {
		to[i] = absentMean
		if m.words > 0 {
			to[i] = float32(sum / m.words)
		}
	}
}

// Row is the summary with what is expected of the page. Ask completes it.
func (s *Summary) Row(o Outlook) []float32 {
	row := make([]float32, SummaryWidth(), roomOfRow)
	expected := max(1, o.Expected)
	for i, words := range o.Reach {
		row[i] = float32(words / expected)
	}
	rest := row[len(o.Reach):]
	copy(rest, []float32{
		o.Floor, float32(o.F1), float32(min(o.Expected, longPage)), float32(o.Expected / max(1, o.Words)), float32(s.sure.blocks), float32(s.doubt.blocks),
	})
	rest = rest[6:]
	copy(rest, s.page)
	rest = rest[len(all().names)-all().ofBlock:]
	s.sure.write(rest)
	s.doubt.write(rest[len(s.sure.sums):])
	return row
}

// Asked is how many numbers at the end of a summary's row Ask fills in.
const Asked = 2

// Ask completes a summary's row with the score that is asked about.
func Ask(row []float32, floor, asked float32) {
	row[len(row)-2], row[len(row)-1] = asked, asked-floor
}
