package dynamo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// ErrNotFound is wrapped by the error of Find when no engine is installed.
var ErrNotFound = errors.New("no DynamoDB engine found")

// installed is where `make engine` puts npm packages, below the repository.
const installed = "tools/engine/node_modules/@dynoxide"

// Find returns the path of the engine's binary. It looks, in this order, at the
// explicit path (the value of QUARRY_DYNOXIDE; nothing else is tried when it is
// set), at what `make engine` installed in one of the roots, the working
// directory, the executable's directory or any directory above them, beside the
// executable, and on the PATH. The error is one line that says what to do.
func Find(explicit string, roots ...string) (string, error) {
	if explicit != "" {
		if err := runnable(explicit); err != nil {
			return "", fmt.Errorf("QUARRY_DYNOXIDE=%s is not a program that can be run (%w); correct or unset it", explicit, err)
		}
		return explicit, nil
	}
	for _, path := range candidates(roots) {
		if runnable(path) == nil {
			return path, nil
		}
	}
	if path, err := exec.LookPath("dynoxide"); err == nil {
		return path, nil
	}
	return "", fmt.Errorf("%w for %s: run `make engine` (linux-x64), or set QUARRY_DYNOXIDE to a dynoxide binary, "+
		"or set AWS_ENDPOINT_URL_DYNAMODB to the address of any running DynamoDB engine", ErrNotFound, platform())
}

// candidates lists the places of an installed binary, nearest first.
func candidates(roots []string) []string {
	var paths []string
	if dir, err := os.Getwd(); err == nil {
		roots = append(roots, dir)
	}
	exe, err := os.Executable()
	if err == nil {
		roots = append(roots, filepath.Dir(exe))
	}
	for _, root := range roots {
		for dir := root; ; dir = filepath.Dir(dir) {
			paths = append(paths, filepath.Join(dir, installed, platform(), binaryName()))
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	if err == nil {
		paths = append(paths, filepath.Join(filepath.Dir(exe), binaryName()))
	}
	return paths
}

// runnable says why a path cannot be executed; nil when it can.
func runnable(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("no such file")
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("not a file")
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
		return errors.New("not executable")
	}
	return nil
}

// platform is the name npm gives this operating system and processor.
func platform() string {
	system, arch := runtime.GOOS, runtime.GOARCH
	if system == "windows" {
		system = "win32"
	}
	if arch == "amd64" {
		arch = "x64"
	}
	return system + "-" + arch
}

func binaryName() string {
	if runtime.GOOS == "windows" {
		return "dynoxide.exe"
	}
	return "dynoxide"
}
