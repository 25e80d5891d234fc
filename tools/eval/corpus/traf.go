package corpus

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// OddHalf is the group of those of trafilatura's pages that training has not seen.
const OddHalf = "odd half"

// loadTraf reads trafilatura's evaluation data, whose pages lie in two folders; the
// copy in the first one counts.
func loadTraf(folder string) (Set, error) {
	folder = filepath.Join(folder, "traf", "tests")
	raw, err := os.ReadFile(filepath.Join(folder, "evaldata.json"))
	if err != nil {
		return Set{}, err
	}
	var truths map[string]struct {
		File    string   `json:"file"`
		With    []string `json:"with"`
		Without []string `json:"without"`
	}
	if err := json.Unmarshal(raw, &truths); err != nil {
		return Set{}, fmt.Errorf("evaldata.json: %w", err)
	}
	set := Set{Name: Traf, Title: "trafilatura's set", Measure: Snippets}
	for where, t := range truths {
		file := filepath.Join(folder, "cache", t.File)
		if _, err := os.Stat(file); err != nil {
			file = filepath.Join(folder, "eval", t.File)
		}
		half := OddHalf
		if isEven(t.File) {
			half = "even half"
		}
		set.Pages = append(set.Pages, Page{ID: where, Groups: []string{half}, URL: address(where), Truth: Truth{With: t.With, Without: t.Without}, file: file})
	}
	sortPages(set.Pages)
	return set, nil
}
