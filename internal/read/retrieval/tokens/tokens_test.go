package tokens_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/retrieval/tokens"
)

func TestWords(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want string // words with a space between
	}{
		"case and stop words":    {"The Sea of Gauges", "sea gauges"},
		"accents":                {"Crème brûlée à Zürich", "creme brulee zurich"},
		"composed or not":        {"re\u0301sume\u0301 résumé", "resume resume"},
		"letters of their own":   {"Straße Øresund Łódź", "strasse oresund lodz"},
		"full width":             {"ＡＢＣ１２", "abc12"},
		"ligatures":              {"oﬃce ﬂow", "office flow"},
		"final sigma":            {"ΟΔΥΣΣΕΥΣ Οδυσσεύς", "οδυσσευσ οδυσσευσ"},
		"soft hyphen":            {"photo\u00advoltaic", "photovoltaic"},
		"numbers":                {"1,250.5 tons, 3.2% in 2024.", "1,250.5 tons 3.2% 2024"},
		"number and letters":     {"4x faster 5G, b2b", "4x faster 5g b2b"},
		"percent apart":          {"3 % more", "3"},
		"superscript":            {"10² kW²", "10 kw"},
		"names with signs":       {"C++ and C# are not abc#x", "c++ c# abc x"},
		"apostrophes":            {"Quarry’s l'homme can't", "quarry homme"},
		"hyphens":                {"state-of-the-art", "state art"},
		"German":                 {"Die Werft liegt nicht an der Elbe", "die werft liegt elbe"},
		"Russian":                {"Ёлка и завод", "елка завод"},
		"Chinese":                {"价格上涨", "价格 格上 上涨"},
		"one character":          {"价", "价"},
		"Japanese beside Latin":  {"カメラABC", "カメ メラ abc"},
		"Hindi keeps its vowels": {"किताब", "किताब"},
		"invalid bytes":          {"gau\xffge\x00dial", "gau ge dial"},
		"nothing":                {" \n—…", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(strings.Fields(test.want), tokens.Words(test.text)); diff != "" {
				t.Errorf("Words mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAllKeepsStopWords(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff([]string{"the", "sea", "is", "not", "flat"}, tokens.All("The sea is not flat.")); diff != "" {
		t.Errorf("All mismatch (-want +got):\n%s", diff)
	}
	if !tokens.IsStop("the") || tokens.IsStop("war") || tokens.IsStop("die") {
		t.Error("a word that means something in English is no stop word")
	}
}

func TestStems(t *testing.T) {
	t.Parallel()
	a, b := tokens.Stems("rising prices of turbines"), tokens.Stems("Rises price turbine")
	if diff := cmp.Diff(a, b[:len(a)]); diff != "" {
		t.Errorf("endings matter (-a +b):\n%s", diff)
	}
	for _, word := range []string{"1,250.5", "élan", "价格", "c++", strings.Repeat("abcing", 10)} {
		if got := tokens.Stem(word); got != word {
			t.Errorf("%q became %q", word, got)
		}
	}
}

func TestHostile(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"one long word":    strings.Repeat("a", 1<<20),
		"one long number":  strings.Repeat("1,", 1<<19),
		"accents only":     "a" + strings.Repeat("\u0301", 1<<19),
		"nulls":            strings.Repeat("\x00", 1<<20),
		"invalid":          strings.Repeat("\xff", 1<<20),
		"one long Chinese": strings.Repeat("价", 1<<18),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, word := range tokens.Stems(text) {
				if n := utf8.RuneCountInString(word); n == 0 || n > tokens.MaxRunes {
					t.Fatalf("a word of %d characters", n)
				}
			}
		})
	}
}
