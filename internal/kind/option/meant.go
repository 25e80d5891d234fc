package option

import "strings"

// Meant is the name that a caller probably meant by one that is unknown, and empty when no name
// is near: one that differs by case and marks alone, by at most a third of its letters, or that
// the given one begins or that begins with it.
func Meant(given string, names []string) string {
	const longest = 64
	if given = plain(given); given == "" || len(given) > longest {
		return ""
	}
	best, least := "", len(given)
	for _, name := range names {
		known := plain(name)
		steps := distance(given, known)
		if strings.HasPrefix(known, given) || strings.HasPrefix(given, known) {
			steps = min(steps, 1)
		}
		if steps <= max(1, len(known)/3) && steps < least {
			best, least = name, steps
		}
	}
	return best
}

// plain is a name without what people write differently.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
}

// distance is how many letters are added, removed or replaced between two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := before
			if a[i] != b[j] {
				replaced++
			}
			before = row[j+1]
			row[j+1] = min(replaced, row[j]+1, before+1)
		}
	}
	return row[len(b)]
}
