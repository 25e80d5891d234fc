// Package notes keeps on this machine what the service has no list of: which crawls the command line
// has made, and with which options its runs of batches were begun. It must not know how a service is
// called, and keeps no token, URL of a batch, header or cookie.
package notes

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// Crawl is a crawl that was made here.
type Crawl struct {
	ID      string    `json:"crawlId"`
	URL     string    `json:"url"`
	Service string    `json:"service"` // its address
	At      time.Time `json:"createdAt"`
}

// kept is how many notes there are of a sort: the newest.
const kept = 200

var validID = regexp.MustCompile(`^[a-z]+_[a-z0-9]{1,40}$`)

// folder is where notes of a sort are, each a file, so that commands at the same time need no lock.
func folder(sort string) (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for settings: %w", err)
	}
	dir = filepath.Join(dir, "quarry", "notes", sort)
	return dir, os.MkdirAll(dir, 0o700)
}

// AddCrawl notes a crawl, and forgets the oldest where there are many.
func AddCrawl(c Crawl) error {
	if !validID.MatchString(c.ID) {
		return fmt.Errorf("%q is no id of a crawl", c.ID)
	}
	dir, err := folder("crawls")
	if err != nil {
		return err
	}
	content, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return write(dir, c.ID+".json", content)
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

// Crawls are the crawls of a service that are noted, newest first.
func Crawls(service string) ([]Crawl, error) {
	dir, err := folder("crawls")
	if err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	var all []Crawl
	for _, name := range names {
		content, err := os.ReadFile(name) //nolint:gosec // the user's own folder
		var c Crawl
		if err == nil && json.Unmarshal(content, &c) == nil && c.Service == service {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b Crawl) int { return b.At.Compare(a.At) })
	return all, err
}

// Run notes the options of a service's run, by what stands for them, and reports whether they are those
// that it was begun with.
func Run(service, name, options string) (same bool, err error) {
	dir, err := folder("runs")
	if err != nil {
		return true, err
	}
	digest := sha256.Sum256([]byte(service + "\x00" + name))
	file := hex.EncodeToString(digest[:12])
	before, err := os.ReadFile(filepath.Join(dir, file)) //nolint:gosec // the user's own folder
	if errors.Is(err, fs.ErrNotExist) {
		return true, write(dir, file, []byte(options))
	}
	return err != nil || string(before) == options, err
}
