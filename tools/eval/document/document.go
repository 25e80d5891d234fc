// Package document keeps what was measured in a document between two marks, so that its tables are those of a run
// and not copied by hand. It must not know what the tables say.
package document

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// part begins with a mark that names sets, and ends with the next closing one.
var part = regexp.MustCompile(`(?s)(<!-- measured: ([a-z -]+?) -->\n).*?(<!-- /measured -->)`)

// Fill replaces each marked part of a file by what table returns for its sets. A part whose table is empty, as
// its sets were not measured, stays as it is. It fails where no part was replaced.
func Fill(file string, table func(sets []string) string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	filled, count := replace(string(text), table)
	if count == 0 {
		return fmt.Errorf("%s: no part between <!-- measured: … --> and <!-- /measured --> is of the sets that were measured", file)
	}
	return os.WriteFile(file, []byte(filled), 0o644) //nolint:gosec // a document, which all may read
}

// Sets returns the sets that each marked part of a text names.
func Sets(text string) [][]string {
	var all [][]string
	for _, m := range part.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.Fields(m[2]))
	}
	return all
}

func replace(text string, table func(sets []string) string) (filled string, count int) {
	filled = part.ReplaceAllStringFunc(text, func(old string) string {
		m := part.FindStringSubmatch(old)
		now := table(strings.Fields(m[2]))
		if now == "" {
			return old
		}
		count++
		return m[1] + "\n" + now + m[3]
	})
	return filled, count
}
