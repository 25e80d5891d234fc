package clean_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarryapi/quarry/internal/read/page/clean"
)

// What clickable reads, as expressions say it, which take a fifth of a page's time.
var (
	pointing = regexp.MustCompile(`([^{}]+)\{[^{}]*cursor\s*:\s*pointer[^{}]*\}`)
	clicking = regexp.MustCompile("[\"'`](?:[a-z0-9]+)?([.#][A-Za-z_][\\w-]*)(?:\\s[^\"'`]*)?[\"'`]")
)

var clicks = []string{
	"",
	".a{cursor:pointer}.b{cursor:default}",
	".a{color:red;cursor : pointer;margin:0}",
	".a{cursor:default;cursor:pointer}",
	".a{x:cursor}.b{cursor:\n\tpointer",
	"@media screen{.a{cursor:pointer}.b{top:0}.c{cursor:pointer}}",
	".a{cursor:pointer;.b{top:0}}",
	"cursor:pointer}.a{cursor:pointer}",
	".a{}cursor:pointer{}.b,.c d,#e{cursor:pointer}",
	`click(".a"); on('b.c-d e > f'); x("#9"); y("x.y/z"); ".k`,
	"click `#a` \".b'.c\" '.d\t\"'.e'",
	`click '..a' "a1.b2" "A.b" ".é" "._"`,
	`click "a" ".b" c ".d"".e"`,
	`click ".a b" ".c\nd" ".e` + "\n" + `f"`,
}

func FuzzClickable(f *testing.F) {
	for _, text := range clicks {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want []string
		for _, rule := range pointing.FindAllStringSubmatch(text, -1) {
			want = append(want, rule[1])
		}
		got := slices.DeleteFunc(clean.Pointed(text), func(s string) bool { return s == "" })
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("the sheet %q: got other selectors than the expression finds (-want +got):\n%s", text, diff)
		}
		if !strings.Contains(text, "click") || strings.Contains(text, "<") {
			return
		}
		names := map[string]bool{}
		for _, name := range clicking.FindAllStringSubmatch(text, -1) {
			names[name[1]] = true
		}
		if diff := cmp.Diff(names, clean.Clickable([]byte("<script>"+text+"</script>"))); diff != "" {
			t.Errorf("the script %q: got other names than the expression finds (-want +got):\n%s", text, diff)
		}
	})
}

func TestClickable(t *testing.T) {
	t.Parallel()
	got := clean.Clickable([]byte(`<style>.a{cursor:default;cursor : pointer}.b{top:0}.c,p.d{cursor:pointer}.e{x:0}</style><script>hover(".f")</script><script>click("li.g > a")</script>`))
	if diff := cmp.Diff(map[string]bool{".a": true, ".c": true, ".d": true, ".g": true}, got); diff != "" {
		t.Errorf("got other names for clicks than want (-want +got):\n%s", diff)
	}
}
