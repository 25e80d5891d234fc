package corpus

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// loadAEB reads one half of the article-extraction-benchmark.
func loadAEB(folder, name string) (Set, error) {
	folder = filepath.Join(folder, "aeb")
	raw, err := os.ReadFile(filepath.Join(folder, "ground-truth.json"))
	if err != nil {
		return Set{}, err
	}
	var truths map[string]struct {
		Text string `json:"articleBody"`
		URL  string `json:"url"`
	}
	if err := json.Unmarshal(raw, &truths); err != nil {
		return Set{}, fmt.Errorf("ground truth of AEB: %w", err)
	}
	set := Set{Name: name, Title: "AEB, " + name + " half", Measure: Shingles, HeldOut: name == Odd}
	for id, t := range truths {
		file := id + ".html.gz"
		if isEven(file) == (name == Even) {
			set.Pages = append(set.Pages, Page{ID: id, URL: address(t.URL), Truth: Truth{Text: t.Text}, file: filepath.Join(folder, "html", file)})
		}
	}
	sortPages(set.Pages)
	return set, nil
}

// isEven determines the half by the last bit of the SHA-256 of the file's name, so that
// nobody chose which page is where.
func isEven(file string) bool {
	sum := sha256.Sum256([]byte(file))
	return sum[len(sum)-1]%2 == 0
}
