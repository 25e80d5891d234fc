package trial_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/tools/mutants/mutate"
	"github.com/quarryapi/quarry/tools/mutants/trial"
)

const source = `package m

func Sum(n int) (sum int) {
	for i := 0; i < n; i++ {
		sum += i
	}
	return sum
}

func Unseen() bool { return true }

func Elsewhere() bool { return true }
`

// module has a package with tests, one whose tests use it, and one without tests.
func module(t *testing.T, test string) *trial.Bench {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26\n", "m.go": source, "m_test.go": test,
		"user/user.go": "package user\n", "user/user_test.go": "package user\n\nimport (\n\"testing\"\n\"m\"\n)\n\nfunc TestUse(t *testing.T) {\nif !m.Elsewhere() {\nt.Error(\"got false, want true\")\n}\n}\n",
		"bare/bare.go": "package bare\n\nvar X = 1\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &trial.Bench{Dir: dir, Temp: t.TempDir(), Memory: 16, Now: time.Now}
}

const test = "package m\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\nUnseen()\nif got := Sum(4); got != 6 {\nt.Errorf(\"got %d, want 6\", got)\n}\n}\n"

func TestVerdicts(t *testing.T) {
	t.Parallel()
	b := module(t, test)
	all, err := mutate.Packages(b.Dir, "./...")
	if err != nil {
		t.Fatal(err)
	}
	packages, err := b.Packages(t.Context(), "./...")
	if err != nil {
		t.Fatal(err)
	}
	own := packages["m"]
	got := map[string]trial.Verdict{}
	for _, m := range all {
		verdict, err := b.Try(t.Context(), &m, map[string]trial.Package{"m": own, "m/bare": packages["m/bare"]}[m.Package])
		if err != nil {
			t.Fatal(err)
		}
		got[filepath.Base(m.File)+" "+m.What] = verdict
		if m.What == "true becomes false" && verdict == trial.Survived && m.Line == 12 {
			if verdict, err := b.Try(t.Context(), &m, own, packages["m/user"]); err != nil || verdict != trial.Killed {
				t.Errorf("got %s, error %v of a mutant that another package's test notices; want %s", verdict, err, trial.Killed)
			}
		}
	}
	want := map[string]trial.Verdict{
		"bare.go 1 becomes 2":                       trial.Survived,
		"m.go 0 becomes 1":                          trial.Survived, // adds nothing
		"m.go < becomes <= in i < n":                trial.Killed,
		"m.go the condition turned round: !(i < n)": trial.Killed,
		"m.go ++ becomes --":                        trial.TimedOut,
		"m.go left out: sum += i":                   trial.Killed,
		"m.go returns 0 for sum":                    trial.Killed,
		"m.go true becomes false":                   trial.Survived,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("verdicts mismatch (-want +got):\n%s", diff)
	}
	if src, err := os.ReadFile(filepath.Join(b.Dir, "m.go")); err != nil || string(src) != source {
		t.Errorf("got error %v, source %s; want no error and the source as it was", err, src)
	}
}

func TestMutantThatDoesNotBuild(t *testing.T) {
	t.Parallel()
	b := module(t, test)
	all, err := mutate.Packages(b.Dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	packages, err := b.Packages(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	if verdict, err := b.Try(t.Context(), &all[1], packages["m"]); err != nil || verdict == trial.DoesNotBuild {
		t.Fatalf("got %s, error %v of the source as it was; want a verdict by its tests", verdict, err)
	}
	// What is changed on the disk since makes nonsense of the change.
	if err := os.WriteFile(all[0].File, []byte(source[:100]), 0o600); err != nil {
		t.Fatal(err)
	}
	if verdict, err := b.Try(t.Context(), &all[0], packages["m"]); err != nil || verdict != trial.DoesNotBuild {
		t.Errorf("got %s, error %v; want %s, no error", verdict, err, trial.DoesNotBuild)
	}
}

func TestTestsThatFailAsTheyAre(t *testing.T) {
	t.Parallel()
	for name, src := range map[string]string{
		"failing":      "package m\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) { t.Fatal(\"x\") }\n",
		"not building": "package m\n\nvar x int = \"\"\n",
	} {
		b := module(t, src)
		packages, err1 := b.Packages(t.Context(), ".")
		all, err2 := mutate.Packages(b.Dir, ".")
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2, "of the packages")
		}
		if verdict, err := b.Try(t.Context(), &all[0], packages["m"]); err == nil {
			t.Errorf("%s: got %q and no error, want an error", name, verdict)
		}
	}
	if packages, err := module(t, test).Packages(t.Context(), "./nowhere"); err == nil {
		t.Errorf("got %v and no error, want an error", packages)
	}
}
