package blob

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Lifetimes are how many days objects live, by what their keys begin with, as the rules
// of the stack's bucket have it.
func Lifetimes() map[string]int {
	return map[string]int{"results/": 38, "events/": 31, "progress/": 2, "documents/": 8, "pages/": 1}
}

// Sweep removes the objects below dir whose lifetime is over. It returns how many; a
// file that cannot be read is left and reported.
func Sweep(dir string, now time.Time) (removed int, err error) {
	lifetimes := Lifetimes()
	var problems []error
	err = walk(dir, func(path string, entry fs.DirEntry) error {
		over, err := expired(path, entry, now, lifetimes)
		if over {
			err = os.Remove(path)
			removed++
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			problems = append(problems, err)
		}
		return nil
	})
	return removed, errors.Join(append(problems, err)...)
}

// walk calls each for the file of every object below dir.
func walk(dir string, each func(path string, entry fs.DirEntry) error) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == partsDir:
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		return each(path, entry)
	})
}

// expired reads of an object's file whether its lifetime is over. Most are younger than
// the shortest, and are not opened.
func expired(path string, entry fs.DirEntry, now time.Time, lifetimes map[string]int) (bool, error) {
	info, err := entry.Info()
	if err != nil {
		return false, err
	}
	days := int(now.Sub(info.ModTime()) / (24 * time.Hour))
	if days < 1 {
		return false, nil
	}
	file, err := os.Open(path) //nolint:gosec // below the operator's own folder
	if err != nil {
		return false, err
	}
	defer file.Close()
	h, err := readHead(file)
	if err != nil {
		return false, err
	}
	for prefix, most := range lifetimes {
		if strings.HasPrefix(h.Key, prefix) {
			return days >= most, nil
		}
	}
	return false, nil
}
