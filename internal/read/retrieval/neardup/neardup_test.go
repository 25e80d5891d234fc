package neardup_test

import (
	"hash/fnv"
	"math/bits"
	"strconv"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/retrieval/neardup"
	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

// sentences returns some sentences of a text.
func sentences(text string, keep func(i int) bool) string {
	var kept []string
	for i, s := range strings.Split(text, ". ") {
		if keep(i) {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, ". ")
}

// pair is two texts and whether they are nearly the same.
type pair struct {
	a, b string
	same bool
}

func pairs() map[string]pair {
	numbers := strings.NewReplacer("400", "380", "2.1", "2.3", "64", "71", "2026", "2027", "12,000", "9,500", "38", "36", "30", "28", "2019", "2018")
	words := strings.NewReplacer("approved", "passed", "dispute", "quarrel", "relief", "great relief", "fear", "worry", "builders", "building firms", "offered", "promised", "dropped", "given up")
	return map[string]pair{
		"the same":                          {harbour, harbour, true},
		"case, marks and spaces":            {harbour, "# " + strings.ToUpper(strings.Join(strings.Fields(harbour), "\n")), true},
		"with a frame":                      {harbour, frame + harbour + frame, true},
		"in two frames":                     {frame + harbour + frame, otherFrame + harbour + otherFrame, true},
		"changed numbers":                   {harbour, numbers.Replace(harbour), true},
		"changed words":                     {harbour, words.Replace(harbour), true},
		"changed numbers in two frames":     {frame + harbour, otherFrame + numbers.Replace(harbour), true},
		"every fifth sentence left out":     {harbour, sentences(harbour, func(i int) bool { return i%5 != 4 }), true},
		"shortened, in a frame":             {frame + harbour, otherFrame + sentences(harbour, func(i int) bool { return i < 9 }), true},
		"a teaser":                          {harbour, sentences(harbour, func(i int) bool { return i < 4 }), true},
		"other order":                       {harbour, sentences(harbour, func(i int) bool { return i > 5 }) + ". " + sentences(harbour, func(i int) bool { return i <= 5 }), true},
		"short, the same":                   {notice, strings.ToLower(notice), true},
		"another report of it":              {harbour, otherReport, false},
		"another report in the same frame":  {frame + harbour + frame, frame + otherReport + frame, false},
		"another article":                   {harbour, railway, false},
		"another article in the same frame": {frame + harbour, frame + railway, false},
		"one cites the other":               {otherReport, railway + " " + sentences(otherReport, func(i int) bool { return i == 2 }), false},
		"short, another number":             {notice, strings.Replace(notice, "311", "295", 1), false},
		"short, within an article":          {notice, "Harbour news. The sun shines. " + notice + " Ships are on their way. " + railway, false},
		"nothing":                           {"", "", false},
		"nothing and something":             {"", harbour, false},
		"one word":                          {"tide", "gauge", false},
	}
}

func TestSimilar(t *testing.T) {
	t.Parallel()
	for name, p := range pairs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, b := neardup.Of(p.a), neardup.Of(p.b)
			both, shorter := a.Likeness(b)
			t.Logf("%.2f %.2f", both, shorter)
			if got := a.Similar(b); got != p.same {
				t.Errorf("got %v with %.2f of both and %.2f of the shorter", got, both, shorter)
			}
			if a.Similar(b) != b.Similar(a) {
				t.Error("which is first matters")
			}
		})
	}
}

// simHash is the other way that was tried.
func simHash(text string) uint64 {
	words := tokens.All(text)
	var sums [64]int
	for i := range max(0, len(words)-4) {
		h := fnv.New64a()
		h.Write([]byte(strings.Join(words[i:i+5], " ")))
		for bit := range sums {
			sums[bit] += int(h.Sum64()>>bit&1)*2 - 1
		}
	}
	var sum64 uint64
	for bit, sum := range sums {
		if sum > 0 {
			sum64 |= 1 << bit
		}
	}
	return sum64
}

func TestBetterThanSimHash(t *testing.T) {
	t.Parallel()
	ours, theirs := 0, 0
	for _, p := range pairs() {
		if neardup.Of(p.a).Similar(neardup.Of(p.b)) == p.same {
			ours++
		}
		if (bits.OnesCount64(simHash(p.a)^simHash(p.b)) <= 3) == p.same {
			theirs++
		}
	}
	t.Logf("of %d pairs, sets of shingles are right in %d, SimHash with a distance of 3 in %d", len(pairs()), ours, theirs)
	if ours <= theirs {
		t.Error("SimHash would do")
	}
}

func TestLongTexts(t *testing.T) {
	t.Parallel()
	long := func(word string) string {
		var b strings.Builder
		for i := range 40_000 {
			b.WriteString(word + strconv.Itoa(i*i%99_991) + " ")
		}
		return b.String()
	}
	a, b := long("tide"), long("gauge")
	both, shorter := neardup.Of(a).Likeness(neardup.Of(a + b))
	if both < 0.45 || both > 0.55 || shorter < 0.95 {
		t.Errorf("half of it is common, and all of the shorter: got %.2f, %.2f", both, shorter)
	}
	if neardup.Of(a).Similar(neardup.Of(b)) {
		t.Error("nothing is common")
	}
}

func TestHostile(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"a", "a ", "\x00", "\xff", "价", "1,", "\u0301"} {
		p := neardup.Of(strings.Repeat(piece, 1<<19/len(piece)))
		if p.Similar(neardup.Of(harbour)) {
			t.Errorf("%q is similar to an article", piece)
		}
	}
}

// BenchmarkPrints makes the prints of 15 documents of about 20 kB and compares each with
// each.
func BenchmarkPrints(b *testing.B) {
	var texts []string
	for i := range 15 {
		texts = append(texts, strings.Repeat(harbour+otherReport+strconv.Itoa(i), 20<<10/(len(harbour)+len(otherReport))))
	}
	b.SetBytes(15 * int64(len(texts[0])))
	b.ReportAllocs()
	for b.Loop() {
		var prints []neardup.Print
		for _, text := range texts {
			p := neardup.Of(text)
			for _, other := range prints {
				p.Similar(other)
			}
			prints = append(prints, p)
		}
	}
}
