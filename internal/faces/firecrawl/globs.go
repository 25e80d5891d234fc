package firecrawl

// Globs are the globs that match the paths which expressions match, for other faces that have such expressions, too. It
// returns the index of one that there is no glob for, otherwise -1.
func Globs(expressions []string) (all []string, bad int) {
	for i, e := range expressions {
		list, ok := globsOf(e)
		if !ok {
			return nil, i
		}
		all = append(all, list...)
	}
	return all, -1
}
