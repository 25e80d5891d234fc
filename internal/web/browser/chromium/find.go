package chromium

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// ErrNotFound is wrapped by the error of Find when there is no Chromium.
var ErrNotFound = errors.New("no Chromium found")

const (
	// layer is where the Lambda layer puts the binary.
	layer = "/opt/bin/chromium"
	// unpacked is where `make chromium` puts it, below the repository.
	unpacked = "tools/chromium/dist/bin/chromium"
)

// Find returns the path of a Chromium. It looks, in this order, at the explicit path
// (the value of QUARRY_CHROMIUM; nothing else is tried when it is set), at the Lambda
// layer, at what `make chromium` unpacked in the working directory, the executable's
// directory or any directory above them, at the usual places of macOS and on the
// PATH. The error is one line that says what to do.
func Find(explicit string) (string, error) {
	if runtime.GOOS == "windows" {
		return "", fmt.Errorf("%w: pages are shown on Linux and macOS only", ErrNotFound)
	}
	if explicit != "" {
		if err := runnable(explicit); err != nil {
			return "", fmt.Errorf("%w: QUARRY_CHROMIUM=%s is not a program that can be run (%w); correct or unset it", ErrNotFound, explicit, err)
		}
		return filepath.Abs(explicit)
	}
	for _, path := range candidates() {
		if runnable(path) == nil {
			return path, nil
		}
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return filepath.Abs(path)
		}
	}
	return "", fmt.Errorf("%w: install Chromium or Google Chrome, run `make chromium` (Linux on x86_64), or set QUARRY_CHROMIUM to a Chromium binary", ErrNotFound)
}

// candidates lists the places of an installed binary in the order of trying.
func candidates() []string {
	paths := []string{layer}
	var roots []string
	if dir, err := os.Getwd(); err == nil {
		roots = append(roots, dir)
	}
	if exe, err := os.Executable(); err == nil {
		roots = append(roots, filepath.Dir(exe))
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		roots = nil // for which alone it is unpacked
	}
	for _, root := range roots {
		for dir := root; ; dir = filepath.Dir(dir) {
			paths = append(paths, filepath.Join(dir, unpacked))
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return append(paths,
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium")
}

// runnable says why a path cannot be executed; nil when it can.
func runnable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("not a file")
	case info.Mode().Perm()&0o111 == 0:
		return errors.New("not executable")
	}
	return nil
}
