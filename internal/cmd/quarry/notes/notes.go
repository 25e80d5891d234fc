// Package notes keeps on this machine what the service does not know: with which options runs of batches were
// begun. It must not know how a service is called, and keeps no token, URL, header or cookie.
package notes

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// kept is how many notes there are of a sort: the newest.
const kept = 200

// folder is where notes of a sort are, each a file, so that commands at the same time need no lock.
func folder(sort string) (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for settings: %w", err)
	}
	dir = filepath.Join(dir, "quarry", "notes", sort)
	return dir, os.MkdirAll(dir, 0o700)
}

// write notes something, and forgets the oldest where there is much.
func write(dir, name string, content []byte) error {
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) <= kept {
		return err
	}
	age := map[string]time.Time{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			age[e.Name()] = info.ModTime()
		}
	}
	oldest := slices.SortedFunc(maps.Keys(age), func(a, b string) int { return age[a].Compare(age[b]) })
	for _, name := range oldest[:max(0, len(oldest)-kept)] {
		err = errors.Join(err, os.Remove(filepath.Join(dir, name)))
	}
	return err
}

// Run notes the options of a service's run, by what stands for them, and reports whether they are those
// that it was begun with. With known, a run of which there is no note is none.
func Run(service, name, options string, known bool) (same bool, err error) {
	dir, err := folder("runs")
	if err != nil {
		return true, err
	}
	digest := sha256.Sum256([]byte(service + "\x00" + name))
	file := hex.EncodeToString(digest[:12])
	before, err := os.ReadFile(filepath.Join(dir, file)) //nolint:gosec // the user's own folder
	if errors.Is(err, fs.ErrNotExist) {
		if known {
			return false, fs.ErrNotExist
		}
		return true, write(dir, file, []byte(options))
	}
	return err != nil || string(before) == options, err
}
