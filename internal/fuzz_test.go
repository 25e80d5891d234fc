package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fuzzedElsewhere are packages whose parser is fuzzed by another's target, or reads only bytes of ours.
var fuzzedElsewhere = map[string]string{
	"read/page/dom":          "reads by read/page/dom/htmltree",
	"read/page/htmlpage":     "reads by read/page/dom",
	"read/page/lookup":       "reads by read/page/dom",
	"read/page/score":        "the model that is built in",
	"read/page/wording":      "the weights that are built in",
	"sources/adlibrary/wire": "json.Unmarshal and a message; its types are its callers'",
}

// TestParsersAreFuzzed: whoever reads bytes by an exported function has a target for make fuzz.
func TestParsersAreFuzzed(t *testing.T) {
	t.Parallel()
	reads, fuzzed := map[string]string{}, map[string]bool{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(path))
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			switch {
			case !ok || f.Recv != nil:
			case strings.HasSuffix(path, "_test.go"):
				fuzzed[dir] = fuzzed[dir] || strings.HasPrefix(f.Name.Name, "Fuzz")
			case parses(f):
				reads[dir] = f.Name.Name
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir, name := range reads {
		if _, known := fuzzedElsewhere[dir]; !known && !fuzzed[dir] && !strings.HasSuffix(dir, "test") {
			t.Errorf("%s.%s reads bytes: got no Fuzz function in its tests, want one", dir, name)
		}
	}
	for dir := range fuzzedElsewhere {
		if reads[dir] == "" {
			t.Errorf("%s: got no function that reads bytes, want none to be excepted", dir)
		}
	}
}

var reader = regexp.MustCompile(`^(Parse|Read|Decode|Unpack|Unmarshal|Sniff|Extract|From|Of|Split|Verify)`)

// parses is true for an exported function that reads its first bytes.
func parses(f *ast.FuncDecl) bool {
	if !reader.MatchString(f.Name.Name) {
		return false
	}
	for _, p := range f.Type.Params.List {
		switch kind := p.Type.(type) {
		case *ast.ArrayType:
			if element, ok := kind.Elt.(*ast.Ident); ok && kind.Len == nil && element.Name == "byte" {
				return true
			}
		case *ast.SelectorExpr:
			if kind.Sel.Name == "RawMessage" {
				return true
			}
		}
	}
	return false
}
