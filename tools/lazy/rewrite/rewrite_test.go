package rewrite_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/tools/lazy/rewrite"
)

// module says what it makes as it makes it, and what it reads.
var module = map[string]string{
	"go.mod": "module example.test/some\n\ngo 1.21\n",
	"some/some.go": `package some

import "regexp"

var word, Plain = regexp.MustCompile("^a+$"), 1

// digits are what a number is made of.
var digits = say("digits", regexp.MustCompile("^[0-9]+$"))

var (
	pairs = map[string]int{"a": one("pairs")} // by letter
	names map[string]int
	Known = make(map[string]bool)
)

func init() {
	println("made names")
	names = map[string]int{"x": len(pairs)}
	Known["x"] = true
}

func say(what string, re *regexp.Regexp) *regexp.Regexp { println("made", what); return re }
func one(what string) int                               { println("made", what); return 1 }
`,
	"some/use.go": `package some

type box struct{ names int }

func Read() int {
	pairs := pairs["a"]
	if word.MatchString("aa") && digits.MatchString("7") && Known["x"] {
		return names["x"] + pairs + box{names: 3}.names
	}
	return 0
}
`,
	"main.go": `package main

import "example.test/some/some"

func main() {
	println("main")
	println(some.Read(), some.Read())
}
`,
}

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func run(t *testing.T, dir string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "run", ".")
	cmd.Dir = dir
	said, err := cmd.CombinedOutput()
	return strings.Join(strings.Fields(string(said)), " "), err
}

// TestPackage: what is rewritten does the same, and makes each thing at its first use and once.
func TestPackage(t *testing.T) {
	t.Parallel()
	variables := []rewrite.Variable{
		{Name: "digits", Type: "*regexp.Regexp"},
		{Name: "pairs"},
		{Name: "names", Filled: true},
		{Name: "Known", Filled: true},
	}
	for name, tt := range map[string]struct {
		rewritten []rewrite.Variable
		want      string
	}{
		"as it was": {nil, "made digits made pairs made names main 5 5"},
		"rewritten": {variables, "main made pairs made digits made names 5 5"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, module)
			if err := rewrite.Package(filepath.Join(dir, "some"), tt.rewritten); err != nil {
				t.Fatal(err)
			}
			if got, err := run(t, dir); err != nil || got != tt.want {
				t.Errorf("got %q, error %v; want %q", got, err, tt.want)
			}
		})
	}
}

// TestUseOutside: a variable that another package reads does not change under it unnoticed.
func TestUseOutside(t *testing.T) {
	t.Parallel()
	files := map[string]string{"go.mod": module["go.mod"], "some/some.go": module["some/some.go"], "main.go": "package main\n\nimport \"example.test/some/some\"\n\nfunc main() { println(some.Known[\"x\"]) }\n"}
	dir := write(t, files)
	if err := rewrite.Package(filepath.Join(dir, "some"), []rewrite.Variable{{Name: "Known", Filled: true}}); err != nil {
		t.Fatal(err)
	}
	if got, err := run(t, dir); err == nil || !strings.Contains(got, "some.Known") {
		t.Errorf("got %q, error %v; want an error of the compiler", got, err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		variable rewrite.Variable
		want     string
	}{
		"none of the name": {rewrite.Variable{Name: "absent"}, "has none of this name"},
		"with another":     {rewrite.Variable{Name: "word"}, "together with others"},
		"no type":          {rewrite.Variable{Name: "digits"}, "type cannot be read"},
		"no value":         {rewrite.Variable{Name: "names"}, "has no value"},
		"a function":       {rewrite.Variable{Name: "Read"}, "together with others"},
		"nothing fills it": {rewrite.Variable{Name: "limit", Filled: true}, "0 functions init"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, map[string]string{"some.go": module["some/some.go"], "use.go": module["some/use.go"], "limit.go": "package some\n\nvar limit int\n"})
			if err := rewrite.Package(dir, []rewrite.Variable{tt.variable}); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got error %v, want one with %q", err, tt.want)
			}
		})
	}
}
