// Package internal_test holds the folders of this module to the direction in which they
// depend on each other. It must not know what any of them does.
package internal_test

import (
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/quarryapi/quarry/"

var (
	// serve is the service; the linter's depguard names the same folder.
	serve = []string{"./internal/serve"}
	// core is what everything may depend on.
	core = []string{"./internal/core"}
	// wiring are the folders that choose among all others.
	wiring = []string{"./functions", "./internal/cmd", "./internal/sim"}
	cloud  = []string{"github.com/aws/aws-sdk-go-v2", "github.com/aws/aws-lambda-go", "github.com/aws/smithy-go"}
)

// rule is who may not depend on what, neither directly nor through others. A folder
// stands for all that is below it.
type rule struct {
	name       string
	who        []string
	never, but []string
}

// rules in their order: the first that names a package's folder is the package's.
var rules = []rule{
	{"functions, which have AWS for engines", wiring[:1], []string{"./internal/serve/local", "modernc.org/sqlite"}, nil},
	{"what starts and wires", wiring[1:], nil, nil},
	{"what serves", serve, wiring, nil},
	{"the core", core, append([]string{"./internal"}, cloud...), core},
	{"what a kind is", []string{"./internal/kind"}, slices.Concat(cloud, wiring, serve, []string{"./internal/kinds"}), nil},
	{"kinds", []string{"./internal/kinds"}, slices.Concat(cloud, wiring, serve), nil},
	{"faces, which ask the API as any caller does", []string{"./internal/faces"}, slices.Concat(cloud, wiring, serve), nil},
	{"what reads, sources, the web", []string{"./internal"}, slices.Concat(cloud, wiring, serve, []string{"./internal/kind", "./internal/kinds"}), nil},
}

func TestDependencies(t *testing.T) {
	t.Parallel()
	// What a test opens decides whether its last result is taken again; go list is not seen.
	for _, tree := range []string{".", "../functions"} {
		if err := filepath.WalkDir(tree, func(_ string, _ fs.DirEntry, err error) error { return err }); err != nil {
			t.Fatalf("walking %s: got error %v", tree, err)
		}
	}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, module+"...").Output()
	if err != nil {
		t.Fatalf("go list: got error %v", err)
	}
	found := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(strings.ReplaceAll(line, module, "./"))
		for _, rule := range rules {
			if folder, ok := folderOf(paths[0], rule.who); ok {
				found[folder] = true
				if bad := rule.broken(paths[1:]); len(bad) > 0 {
					t.Errorf("%s (%s): got %d dependencies that it must not have, even through others, as %s", paths[0], rule.name, len(bad), bad[len(bad)-1])
				}
				break
			}
		}
	}
	for _, rule := range rules {
		for _, folder := range rule.who {
			if !found[folder] {
				t.Errorf("%s: got no package in %s, want some", rule.name, folder)
			}
		}
	}
}

// broken are the dependencies that a package of the rule must not have.
func (r rule) broken(deps []string) (bad []string) {
	for _, dep := range deps {
		_, denied := folderOf(dep, r.never)
		if _, allowed := folderOf(dep, r.but); denied && !allowed {
			bad = append(bad, dep)
		}
	}
	return bad
}

// folderOf is the first of the folders that a package lies in.
func folderOf(path string, folders []string) (string, bool) {
	i := slices.IndexFunc(folders, func(f string) bool { return path == f || strings.HasPrefix(path, f+"/") })
	if i < 0 {
		return "", false
	}
	return folders[i], true
}
