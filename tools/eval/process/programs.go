package process

import (
	"path/filepath"
	"slices"
	"strings"
)

// Program is one that runs extractors.
type Program struct {
	Command []string // with its arguments
	names   []string // of its extractors, as they begin
}

// Programs are those of the folder of this module, whose packages MUST be installed, and which MUST be built.
func Programs(folder string) []Program {
	return []Program{
		{Command: []string{"node", "--expose-gc", filepath.Join(folder, "extract.mjs")}, names: []string{"Readability", "defuddle", "mdream"}},
		{Command: []string{filepath.Join(folder, ".venv", "bin", "python"), filepath.Join(folder, "extract.py")}, names: []string{"trafilatura (Python)", "PageSift"}},
		{Command: []string{filepath.Join(folder, "rust", "target", "release", "quarry-eval")}, names: []string{"rs-trafilatura"}},
	}
}

// May reports whether an extractor of the program may be meant by the beginning of a name.
func (p Program) May(begin string) bool {
	return slices.ContainsFunc(p.names, func(name string) bool {
		return begin != "" && (strings.HasPrefix(name, begin) || strings.HasPrefix(begin, name))
	})
}
