// Command lazy copies modules of others with variables that are made at their first use instead of at each start, and has
// a module file take the copies. It changes nothing else in them: a variable that it does not find stops it, and a
// use that it missed does not compile.
//
//	lazy -modfile dist/lambda.mod -into dist/lazy
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/version"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarryapi/quarry/tools/lazy/rewrite"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "lazy: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("lazy", flag.ContinueOnError)
	modfile := flags.String("modfile", "", "the module file that gets the replacements, and has the versions")
	into := flags.String("into", "", "the folder of the copies, below the module's root, which is written anew")
	if err := flags.Parse(args); err != nil {
		return err
	}
	made, err := os.MkdirTemp(filepath.Dir(*into), "lazy-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(made) }()
	edits := []string{"mod", "edit"}
	for _, lib := range libraries() {
		if err := lib.write(ctx, *modfile, filepath.Join(made, lib.module)); err != nil {
			return fmt.Errorf("%s: %w", lib.module, err)
		}
		edits = append(edits, "-replace="+lib.module+"=./"+filepath.ToSlash(filepath.Join(*into, lib.module)))
	}
	if err := os.RemoveAll(*into); err != nil {
		return err
	}
	if err := os.Rename(made, *into); err != nil {
		return err
	}
	_, err = output(ctx, append(edits, *modfile)...)
	return err
}

// write copies the module in the version that the module file has, and rewrites its packages.
func (lib library) write(ctx context.Context, modfile, to string) error {
	said, err := output(ctx, "mod", "download", "-modfile="+modfile, "-json", lib.module)
	if err != nil {
		return err
	}
	var found struct {
		Dir string `json:"Dir"`
	}
	if err := json.Unmarshal([]byte(said), &found); err != nil {
		return err
	}
	if err := copyModule(found.Dir, to); err != nil {
		return err
	}
	if err := language(ctx, filepath.Join(to, "go.mod")); err != nil {
		return err
	}
	for _, folder := range slices.Sorted(maps.Keys(lib.packages)) {
		if err := rewrite.Package(filepath.Join(to, folder), lib.packages[folder]); err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
	}
	return nil
}

// copyModule copies all files but those of tests and of other modules within.
func copyModule(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		at, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); at != "." && err == nil || entry.Name() == "testdata" {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, at), 0o750)
		}
		if !entry.Type().IsRegular() || strings.HasSuffix(at, "_test.go") {
			return nil
		}
		content, err := os.ReadFile(path) //nolint:gosec // a module as it was downloaded
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, at), content, 0o600) //nolint:gosec // below the folder that is given
	})
}

// language raises the version of Go of a module file: before 1.18 there are no type parameters, by which lazy values are made.
// It gets the last version before loops changed their meaning.
func language(ctx context.Context, modfile string) error {
	said, err := output(ctx, "mod", "edit", "-json", modfile)
	if err != nil {
		return err
	}
	var about struct {
		Go string `json:"Go"`
	}
	if err := json.Unmarshal([]byte(said), &about); err != nil {
		return err
	}
	if version.Compare("go"+about.Go, "go1.21") < 0 {
		_, err = output(ctx, "mod", "edit", "-go=1.21", modfile)
	}
	return err
}

func output(ctx context.Context, args ...string) (string, error) {
	var complaint strings.Builder
	cmd := exec.CommandContext(ctx, "go", args...) //nolint:gosec // our own arguments
	cmd.Stderr = &complaint
	said, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, complaint.String())
	}
	return string(said), nil
}
