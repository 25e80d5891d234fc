package corpus

import "strings"

// Unseen is the group of pages of a set that is held out whose host models have not learned from. Pages whose address
// is not known are in no such group.
const Unseen = "hosts unseen"

// groupUnseen puts pages into that group.
func groupUnseen(folder string, pages []Page) error {
	seen := map[string]bool{host(Page{URL: address("")}): true}
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
			pages[i].Groups = append(p.Groups, Unseen)
		}
	}
	return nil
}

func host(p Page) string { return strings.TrimPrefix(strings.ToLower(p.URL.Host), "www.") }

// name is that of the page's file.
func (p Page) name() string { return p.file[strings.LastIndexByte(p.file, '/')+1:] }
