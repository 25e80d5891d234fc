package segment_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/dom"
	"github.com/quarryapi/quarry/internal/read/page/segment"
)

func cut(page string) *segment.Page {
	return segment.Cut(dom.Body(dom.Parse([]byte(page))))
}

// texts are the blocks of a page as a reader sees them.
func texts(p *segment.Page) []string {
	all := []string{}
	for _, b := range p.Blocks {
		var s strings.Builder
		for _, n := range p.Texts[b.Text:b.Until] {
			s.WriteString(n.Data)
		}
		all = append(all, strings.Join(strings.Fields(s.String()), " "))
	}
	return all
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   string
		want []string
	}{
		"nothing":                {"", []string{}},
		"paragraphs":             {"<p>a b</p><p>c</p>", []string{"a b", "c"}},
		"inline elements":        {"<p>a <b>b </b><a href=x>c</a></p>", []string{"a b c"}},
		"text beside blocks":     {"a<div>b</div>c", []string{"a", "b", "c"}},
		"a block within a link":  {"<a href=x>a<div>b</div>c</a>", []string{"a", "b", "c"}},
		"one break":              {"<p>a<br>b</p>", []string{"ab"}},
		"two breaks":             {"<p>a<br> <br>b</p>", []string{"a", "b"}},
		"what is never shown":    {"<p>a<script>x</script><style>y</style><select><option>z</select></p>", []string{"a"}},
		"cells":                  {"<table><tr><td>a<td>b<tr><td>c<td> </table>", []string{"a", "b", "c"}},
		"spaces of all kinds":    {"<p> \u00a0\u200b\n</p><p>a</p>", []string{"a"}},
		"an element of no name":  {"<x-card>a<x-part>b</x-part></x-card>", []string{"ab"}},
		"a list within an item":  {"<ul><li>a<ul><li>b</ul><li>c</ul>", []string{"a", "b", "c"}},
		"code":                   {"<p>a<pre><code><div>b <br></div><br><br><span>c </span><p>d</p></code></pre>e", []string{"a", "b c d", "e"}},
		"drawings and templates": {"<svg><text>x</text></svg><template>y</template>a", []string{"a"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, texts(cut(c.in))); diff != "" {
				t.Errorf("texts mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMeasures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in   string
		want func(segment.Block) bool
	}{
		"words":  {"<p>The tide, of course, is high. 1998 IS LATE", func(b segment.Block) bool { return b.Own.Words == 9 && b.Own.Commas == 2 && b.Own.Sentences == 1 }},
		"prose":  {"<p>The tide is in the harbour and it is high", func(b segment.Block) bool { return b.Own.Stops == 7 }},
		"links":  {"<p>one <a href=x>two three</a>", func(b segment.Block) bool { return b.Own.LinkWords == 2 && b.Own.Words == 3 }},
		"hidden": {`<p style="display: none">one two`, func(b segment.Block) bool { return b.Own.HiddenWords == 2 }},
		"numbers": {"<p>42 1998 £7 | next »", func(b segment.Block) bool {
			return b.Own.Numbers == 3 && b.Own.Years == 1 && b.Own.Prices == 1 && b.Own.Marks == 2
		}},
		"capitals":    {"<p>SOLD OUT Today", func(b segment.Block) bool { return b.Own.Shouts == 2 && b.Own.Capitals == 3 }},
		"umlauts":     {"<p>Übermäßig große Öfen", func(b segment.Block) bool { return b.Own.Words == 3 && b.Own.Capitals == 2 }},
		"no spaces":   {"<p>港の潮位は高い。", func(b segment.Block) bool { return b.Own.Words >= 3 && b.Own.Sentences == 1 }},
		"its topic":   {"<p>Share on Facebook", func(b segment.Block) bool { return b.Topics[0] == 2 }},
		"bytes alone": {"<p>\xff\xfe\x80", func(b segment.Block) bool { return b.Own.Words == 0 }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if p := cut(c.in); len(p.Blocks) != 1 && name != "bytes alone" || len(p.Blocks) > 0 && !c.want(p.Blocks[0]) {
				t.Errorf("got %+v", p.Blocks)
			}
		})
	}
}

func TestElements(t *testing.T) {
	t.Parallel()
	p := cut(`<div class="comment-list x12"><div class="comment c1"><p>one two</div><div class="comment c2"><p>three</div></div><p>four`)
	list := p.Elements[1]
	if list.Hints&segment.NamedComment == 0 || list.Hints&segment.NamedList == 0 || list.Sum.Words != 3 || list.Blocks != 2 {
		t.Errorf("got %+v", list)
	}
	first := p.Elements[2]
	if first.Same != 2 || first.Nth != 0 || p.Elements[4].Nth != 1 {
		t.Errorf("comments of one template are told apart: %+v", first)
	}
	if from, until := p.Span(1); from != 0 || until != 2 {
		t.Errorf("its blocks are %d to %d", from, until)
	}
	if p.Common(3, 5) != 1 {
		t.Errorf("both are in %d", p.Common(3, 5))
	}
	if p.Nests(1) != true || p.Nests(2) {
		t.Error("a div with divs, and one without")
	}
}

func TestLeads(t *testing.T) {
	t.Parallel()
	p := cut(`<h2><a href=x>a</a></h2><p>b<dl><dt><b>c</b><dd>d</dl><h3><p>e</h3>`)
	got := []bool{}
	for i := range p.Blocks {
		got = append(got, p.Leads(i))
	}
	if diff := cmp.Diff([]bool{true, false, true, false, false}, got); diff != "" {
		t.Errorf("leads mismatch (-want +got):\n%s", diff)
	}
}

func TestHostilePages(t *testing.T) {
	t.Parallel()
	for name, page := range map[string]string{
		"deep":             strings.Repeat("<div>", 100_000) + "a",
		"many elements":    strings.Repeat("<p>a", 200_000),
		"one long word":    strings.Repeat("x", 5<<20),
		"long class names": `<p class="` + strings.Repeat("share-", 1<<20) + `">a`,
		"broken bytes":     strings.Repeat("\xe6\xb8", 1<<20) + "a",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if p := cut(page); len(p.Blocks) == 0 || p.Elements[0].Sum.Words == 0 {
				t.Error("nothing was found")
			}
		})
	}
}
