package option

import (
	"slices"
	"strings"
)

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

// elsewhere are names, as plain has them, that other services or the words of people have for fields of ours.
var elsewhere = map[string][]string{
	"maxpages": {"limit"}, "pages": {"limit"}, "company": {"domain", "companyName"},
}

// Likely are the names that a caller probably meant by one that is unknown: one that is the same but for case and marks, those
// that the name has here, one that is near, or those that bound what it names.
func Likely(given string, names []string) []string {
	near, bounding := Meant(given, names), Bounding(given, names)
	ours := slices.DeleteFunc(slices.Clone(elsewhere[plain(given)]), func(name string) bool { return !slices.Contains(names, name) })
	switch {
	case near != "" && plain(near) == plain(given):
		return []string{near}
	case len(ours) > 0 && len(bounding) == 0:
		return ours
	case near != "":
		return []string{near}
	}
	return bounding
}

// Bounding are the names that say of the given one what is in, what is out or how much, in the singular or the plural:
// "includeDomains" and "excludeDomains" of "domain", "maxResults" of "results".
func Bounding(given string, names []string) (all []string) {
	word := strings.TrimSuffix(plain(given), "s")
	for _, name := range names {
		for _, bound := range []string{"include", "exclude", "max", "min"} {
			if of, ok := strings.CutPrefix(name, bound); ok && word != "" && strings.TrimSuffix(plain(of), "s") == word {
				all = append(all, name)
			}
		}
	}
	return all
}

// plain is a name without what people write differently.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
}

// distance is how many letters are added, removed, replaced or swapped with the next between two names.
func distance(a, b string) int {
	last, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			replaced := row[j]
			if a[i] != b[j] {
				replaced++
			}
			next[j+1] = min(replaced, next[j]+1, row[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], last[j-1]+1)
			}
		}
		last, row, next = row, next, last
	}
	return row[len(b)]
}
