package needle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarryapi/quarry/pkg/technology/internal/needle"
)

// places lists what is found as "word@place", sorted.
func places(words []string, text string) []string {
	list := []string{}
	needle.New(words).Each(text, func(word, at int) {
		list = append(list, fmt.Sprintf("%s@%06d", words[word], at))
	})
	slices.Sort(list)
	return list
}

func TestEach(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		words []string
		text  string
		want  []string
	}{
		"no words":       {nil, "wp-content", []string{}},
		"no text":        {[]string{"abc"}, "", []string{}},
		"too short":      {[]string{"abc"}, "ab", []string{}},
		"whole":          {[]string{"abc"}, "abc", []string{"abc@000000"}},
		"at both ends":   {[]string{"abc", "xyz!"}, "abc-xyz!", []string{"abc@000000", "xyz!@000004"}},
		"overlapping":    {[]string{"aaa"}, "aaaaa", []string{"aaa@000000", "aaa@000001", "aaa@000002"}},
		"within another": {[]string{"jquery", "jquery-ui", "query"}, "/jquery-ui.js", []string{"jquery-ui@000001", "jquery@000001", "query@000002"}},
		"cut off":        {[]string{"jquery-ui"}, "jquery-u", []string{}},
		"before the text": {
			[]string{"unusual-xqz"}, "al-xqz", []string{},
		},
		"other than ASCII": {[]string{"über", "日本"}, "日本 über 日", []string{"über@000007", "日本@000000"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, places(c.words, c.text)); diff != "" {
				t.Errorf("places mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestEachFindsAll: what is found is what a search for each word finds.
func TestEachFindsAll(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfNDistinct(rapid.StringMatching(`[ab./-]{3,8}`), 1, 40, rapid.ID).Draw(t, "words")
		text := rapid.StringMatching(`[ab./-]{0,200}`).Draw(t, "text")
		want := []string{}
		for _, w := range words {
			for at := range text {
				if strings.HasPrefix(text[at:], w) {
					want = append(want, fmt.Sprintf("%s@%06d", w, at))
				}
			}
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, places(words, text)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestOrder: a word is found in the order of the text.
func TestOrder(t *testing.T) {
	t.Parallel()
	last := -1
	needle.New([]string{"reed", "reeds"}).Each(strings.Repeat("reeds ", 100), func(word, at int) {
		if word == 0 {
			if at <= last {
				t.Fatalf("%d after %d", at, last)
			}
			last = at
		}
	})
	if last != 99*6 {
		t.Errorf("the last is at %d", last)
	}
}

func BenchmarkEach(b *testing.B) {
	var words []string
	for i := range 4000 {
		words = append(words, fmt.Sprintf("vendor-%d.test/", i))
	}
	f, text := needle.New(words), strings.Repeat(`<div class="reed"><a href="https://vendor.test/x">y</a></div>`, 2000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		f.Each(text, func(int, int) { b.Fatal("there is none") })
	}
}
