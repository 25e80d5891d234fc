package corpus

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Unseen is the group of pages of a set that is held out whose host models have not learned from. Pages whose address
// is not known are in no such group.
const Unseen = "hosts unseen"

// groupUnseen puts pages into that group.
func groupUnseen(folder string, pages []Page) error {
	seen, err := readabilityHosts(folder)
	if err != nil {
		return err
	}
	seen[host(Page{URL: address("")})] = true
	for _, name := range []string{Even, Dev, Traf, CleanEval} {
		set, err := load(folder, name)
		if err != nil {
			return err
		}
		for _, p := range set.Pages {
			if name != Traf || isEven(p.name()) {
				seen[host(p)] = true
			}
		}
	}
	for i, p := range pages {
		if !seen[host(p)] {
			pages[i].Groups = append(pages[i].Groups, Unseen)
		}
	}
	return nil
}

var canonical = regexp.MustCompile(`rel="canonical" href="(https?://[^"]+)`)

// readabilityHosts are the hosts of Readability's test pages as far as these name them: models learn from them, and
// no set here has them. Of the other pages that models learn from and no set has, none is of a host of a set that is held out.
func readabilityHosts(folder string) (map[string]bool, error) {
	files, err := filepath.Glob(filepath.Join(folder, "merged", "readability", "input", "*.html"))
	if err != nil {
		return nil, err
	}
	hosts := make(map[string]bool, len(files))
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if m := canonical.FindSubmatch(body); m != nil {
			hosts[host(Page{URL: address(string(m[1]))})] = true
		}
	}
	return hosts, nil
}

func host(p Page) string { return strings.TrimPrefix(strings.ToLower(p.URL.Host), "www.") }

// name is that of the page's file.
func (p Page) name() string { return p.file[strings.LastIndexByte(p.file, '/')+1:] }
