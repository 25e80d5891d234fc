package deployed_test

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// run runs a command as a principal, below the repository's root, and returns what it wrote to
// standard output.
func (p principal) run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), name, args...)
	cmd.Dir = filepath.Join("..", "..", dir)
	cmd.Env = p.environment()
	var said tail
	cmd.Stderr = writer{&said}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: got error %v, want none; it wrote:\n%s\n%s", name, args, err, out, &said)
	}
	return string(out)
}

// lacks holds what the account lacks, as quarry says to a principal, to what it is to lack.
func (p principal) lacks(t *testing.T, want string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), *quarry, "admin", "doctor")
	cmd.Env = p.environment()
	out, err := cmd.CombinedOutput()
	if (err != nil) != (want != "") || strings.Contains(string(out), "make bootstrap") != (want != "") || !strings.Contains(string(out), want) {
		t.Errorf("got error %v, want one only of what is lacking: %q; it wrote:\n%s", err, want, out)
	}
}

type writer struct{ *tail }

func (w writer) Write(b []byte) (int, error) {
	w.add(string(b))
	return len(b), nil
}

// cdk runs the pinned CDK in infra/, as the make targets do.
func (p principal) cdk(t *testing.T, args ...string) {
	t.Helper()
	p.run(t, "infra", "node_modules/.bin/cdk", append(args, "--ci")...)
}

// synthesize makes what is deployed with some settings and returns its folder. It needs no
// account, but Go and its caches.
func synthesize(t *testing.T, settings map[string]string) string {
	t.Helper()
	out := t.TempDir()
	args := []string{"synth", "--quiet", "--output", out}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, "--context", name+"="+settings[name])
	}
	cmd := exec.CommandContext(t.Context(), "node_modules/.bin/cdk", args...)
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), "JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=20")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("synthesizing: got error %v, want none\n%s", err, said)
	}
	return out
}

// deploy deploys what was synthesized and returns the stack's outputs.
func (p principal) deploy(t *testing.T, assembly string) map[string]string {
	t.Helper()
	return p.deployAs(t, "quarry", assembly)
}

// deployAs is the same of a stack of another name.
func (p principal) deployAs(t *testing.T, stack, assembly string) map[string]string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "outputs.json")
	p.cdk(t, "deploy", "--app", assembly, "--import-existing-resources", "--require-approval=never", "--outputs-file", file)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var outputs map[string]map[string]string
	if err := json.Unmarshal(data, &outputs); err != nil {
		t.Fatal(err)
	}
	return outputs[stack]
}
