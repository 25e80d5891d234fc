package main

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// gold is what a person wrote down of one page. A field that the person left empty is one
// that the page does not tell.
type gold struct {
	Set    string
	Path   string // of the stored page
	URL    string
	Title  string
	Author []string
	Date   string // YYYY-MM-DD
}

// half tells pages that may be looked at while tuning (0) from those that are only
// counted (1), by their file names.
func (g gold) half() int { return int(sha256.Sum256([]byte(filepath.Base(g.Path)))[31] & 1) }

// readSets reads the sets that a data folder holds: WCXB (its development part, and its
// test part when that is asked for) and trafilatura's evaluation data.
func readSets(data string, test bool) ([]gold, error) {
	all, err := readWCXB(filepath.Join(data, "wcxb", "dev"), "wcxb-dev")
	if err != nil {
		return nil, err
	}
	if test {
		more, err := readWCXB(filepath.Join(data, "wcxb", "test"), "wcxb-test")
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	traf, err := readTrafilatura(filepath.Join(data, "traf", "tests"))
	return append(all, traf...), err
}

// readWCXB reads files of one page each.
func readWCXB(dir, set string) ([]gold, error) {
	files, err := filepath.Glob(filepath.Join(dir, "ground-truth", "*.json"))
	if err != nil {
		return nil, err
	}
	all := make([]gold, 0, len(files))
	for _, file := range files {
		body, err := os.ReadFile(file) //nolint:gosec // of the folder that the user names
		if err != nil {
			return nil, err
		}
		var page struct {
			URL    string `json:"url"`
			ID     string `json:"file_id"`
			Ground struct {
				Title  string `json:"title"`
				Author string `json:"author"`
				Date   string `json:"publish_date"`
			} `json:"ground_truth"`
		}
		if err := json.Unmarshal(body, &page); err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(file), ".json") + ".html.gz"
		all = append(all, gold{
			Set: set, Path: filepath.Join(dir, "html", name), URL: page.URL,
			Title: page.Ground.Title, Author: people(page.Ground.Author), Date: page.Ground.Date[:min(10, len(page.Ground.Date))],
		})
	}
	return all, nil
}

// readTrafilatura reads one file for all pages. Pages without annotated metadata, and
// those where all of it is blank, are left out.
func readTrafilatura(dir string) ([]gold, error) {
	body, err := os.ReadFile(filepath.Join(dir, "evaldata.json")) //nolint:gosec // of the folder that the user names
	if err != nil {
		return nil, err
	}
	var pages map[string]struct {
		File   string `json:"file"`
		Title  string `json:"title"`
		Author any    `json:"author"`
		Date   string `json:"date"`
	}
	if err := json.Unmarshal(body, &pages); err != nil {
		return nil, err
	}
	var all []gold
	for address, p := range pages {
		if p.Title == "" {
			continue
		}
		path := filepath.Join(dir, "cache", p.File)
		if _, err := os.Stat(path); err != nil {
			path = filepath.Join(dir, "eval", p.File)
		}
		all = append(all, gold{Set: "trafilatura", Path: path, URL: address, Title: p.Title, Author: authorsOf(p.Author), Date: day(p.Date)})
	}
	slices.SortFunc(all, func(a, b gold) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

// authorsOf reads a name or a list of names.
func authorsOf(v any) []string {
	switch v := v.(type) {
	case string:
		return people(v)
	case []any:
		var names []string
		for _, one := range v {
			if s, ok := one.(string); ok {
				names = append(names, s)
			}
		}
		return people(strings.Join(names, ","))
	}
	return nil
}

// day mends the few dates of another form: days without a zero, and a month that stands
// behind its day although there are only twelve.
func day(s string) string {
	if len(s) == len("2006-01-2") {
		return s[:8] + "0" + s[8:]
	}
	if len(s) == len("2006-01-02") && s[5:7] > "12" {
		return s[:5] + s[8:] + "-" + s[5:7]
	}
	return s
}
