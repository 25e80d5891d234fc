package quote_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/read/retrieval/quote"
)

func TestFind(t *testing.T) {
	t.Parallel()
	const document = "# The yard\n\nNorthwind’s **yard** in [Ostend](https://a.test/x) built 41 ships\nin 2024 – “more than ever”, said Vance.[3]\n\n" +
		"- It employs\u00a01,250 people\n- It is oﬃcially clo\u00adsed on Sundays\n\nA loss of -5 million was told, and 1.5 million ships; by 5% it fell.\n\n```\nx := *p_q // the pointer\n```\n价格上涨了很多。"
	tests := map[string]struct {
		quote string
		exact string // "" when it must not be found
	}{
		"as it is":              {"Vance.[3]\n\n- It employs", "Vance.[3]\n\n- It employs"},
		"through marks":         {"yard in Ostend built 41 ships in 2024", "yard** in [Ostend](https://a.test/x) built 41 ships\nin 2024"},
		"marks in the quote":    {"**yard** in [Ostend](https://b.test/)", "yard** in [Ostend"},
		"typography":            {"Northwind's yard in Ostend", "Northwind’s **yard** in [Ostend"},
		"quotation marks":       {"“in 2024 - \"more than ever\", said Vance.”", "in 2024 – “more than ever”, said Vance."},
		"dots of an omission":   {"... built 41 ships …", "built 41 ships"},
		"spaces":                {"It  employs 1,250\npeople", "It employs\u00a01,250 people"},
		"ligature, soft hyphen": {"It is officially closed", "It is oﬃcially clo\u00adsed"},
		"across items":          {"1,250 people It is officially", "1,250 people\n- It is oﬃcially"},
		"code":                  {"x := *p_q // the pointer", "x := *p_q // the pointer"},
		"Chinese":               {"价格上涨了很多", "价格上涨了很多"},
		"a whole number":        {"1.5 million ships", "1.5 million ships"},
		"another word":          {"Northwind's yard in Antwerp", ""},
		"another number":        {"built 42 ships in 2024", ""},
		"another case":          {"northwind's yard in Ostend", ""},
		"words left out":        {"yard built 41 ships", ""},
		"cut from a word":       {"wind's yard in Ostend", ""},
		"cut at a word's end":   {"yard in Ostend bu", ""},
		"cut from a number":     {"5 million ships", ""},
		"cut from a group":      {"250 people It is", ""},
		"without its sign":      {"5 million was told", ""},
		"without its unit":      {"million ships; by 5", ""},
		"two words":             {"41 ships", ""},
		"few letters":           {"by 5% it", ""},
		"short Chinese":         {"价格上", ""},
		"nothing":               {"", ""},
		"marks only":            {"** [](x) ** `` **", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := quote.Find(document, test.quote)
			if got != test.exact || ok != (test.exact != "") {
				t.Errorf("got %q %v, want %q", got, ok, test.exact)
			}
			if ok && !strings.Contains(document, got) {
				t.Errorf("%q is not of the document", got)
			}
		})
	}
}

func TestLaterPlace(t *testing.T) {
	t.Parallel()
	start, end, ok := quote.Read("11.5 million ships, and 1.5 million ships").Locate("1.5 million ships")
	if !ok || start != 24 || end != 41 {
		t.Errorf("got %d to %d, %v", start, end, ok)
	}
}

func TestHostile(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"one letter":    strings.Repeat("a", 1<<17),
		"one word":      strings.Repeat("a ", 1<<16),
		"brackets":      strings.Repeat("[](", 1<<15),
		"nulls":         strings.Repeat("\x00", 1<<17),
		"invalid":       strings.Repeat("\xff", 1<<17),
		"accents":       strings.Repeat("\u0301", 1<<16),
		"almost there":  strings.Repeat("a b c d e f g h ", 1<<13),
		"itself a mark": strings.Repeat("**_`", 1<<15),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			d := quote.Read(text)
			for _, q := range []string{text, text[:1<<13] + "b", strings.Repeat("a b c d e f g h ", 1<<10) + "z", "a a a a a a a a a a b"} {
				if exact, ok := d.Find(q); ok && !strings.Contains(text, exact) {
					t.Error("found what is not there")
				}
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %s", took)
			}
		})
	}
}

func BenchmarkFind(b *testing.B) {
	text := strings.Repeat("The [yard](https://a.test/) in **Ostend** built 41 ships in 2024. ", 1600) + "It employs 1,250 people."
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := quote.Find(text, "It employs 1,250 people."); !ok {
			b.Fatal("not found")
		}
	}
}
