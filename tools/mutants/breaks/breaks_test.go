package breaks_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/tools/mutants/breaks"
)

func written(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatalf("writing %s: got error %v", name, err)
	}
	return file
}

const list = `# for people

No second
in a.go
after func two
- first()
- 	second()
+ first()
by other/one other/two

No third
in a.go
- third()
+ _ = 3
survives third does nothing
`

func TestRead(t *testing.T) {
	t.Parallel()
	all, err := breaks.Read(written(t, "list.txt", list))
	if err != nil || len(all) != 2 {
		t.Fatalf("got %d breaks, error %v; want 2, no error", len(all), err)
	}
	if diff := cmp.Diff([]string{"other/one", "other/two"}, all[0].By); diff != "" || all[0].Name != "No second" || all[1].Number != 2 || all[1].Why != "third does nothing" {
		t.Errorf("got %+v, want the list's (-want +got):\n%s", all, diff)
	}
	source := written(t, "a.go", "func one() {\n\tfirst()\n\tsecond()\n}\n\nfunc two() {\n\tfirst()\n\tsecond()\n}\n")
	m, err := all[0].Mutant(filepath.Dir(source), "example.test")
	if err != nil || m.Line != 7 || m.Package != "example.test" {
		t.Fatalf("got mutant %+v, error %v; want line 7 of example.test", m, err)
	}
	raw, err := os.ReadFile(source)
	if err != nil {
		t.Fatalf("reading the source: got error %v", err)
	}
	want := "func one() {\n\tfirst()\n\tsecond()\n}\n\nfunc two() {\n\tfirst()\n}\n"
	if diff := cmp.Diff(want, string(m.Apply(raw))); diff != "" {
		t.Errorf("changed source (-want +got):\n%s", diff)
	}
	if _, err := all[1].Mutant(filepath.Dir(source), "example.test"); err == nil || !strings.Contains(err.Error(), `no text "third()"`) {
		t.Errorf("got error %v of a text that is not there, want one that names it", err)
	}
}

func TestBadLists(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"another line":   "A break\nin a.go\nwith x\n",
		"no file":        "A break\n- x\n+ y\n",
		"no replacement": "A break\nin a.go\n- x\n",
	} {
		if _, err := breaks.Read(written(t, "list.txt", text)); err == nil {
			t.Errorf("%s: got no error, want one", name)
		}
	}
	if _, err := breaks.Read(filepath.Join(t.TempDir(), "none.txt")); err == nil {
		t.Error("got no error of a list that is not there, want one")
	}
}
