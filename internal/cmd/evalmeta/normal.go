package main

import (
	"html"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// typography writes signs as a typewriter has them.
var typography = strings.NewReplacer(
	"’", "'", "‘", "'", "‚", "'", "`", "'", "´", "'", "“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "''", `"`,
	"–", "-", "—", "-", "‐", "-", "‑", "-", "−", "-", "…", "...", "\u00ad", "", "\u200b", "", "\ufeff", "",
)

// plain makes texts comparable: what is left of case, white space, typography and
// escapes is no difference between two titles.
func plain(s string) string {
	s = norm.NFKC.String(html.UnescapeString(s))
	return strings.ToLower(strings.Join(strings.Fields(typography.Replace(s)), " "))
}

// degrees stand behind names in some annotations and not in others.
const degrees = " phd ph.d md m.d rd ms msc ma mba mph rn rdn ldn jr dvm dacvb vmd "

// people cuts a line of names at what joins them, and leaves out degrees.
func people(s string) []string {
	s = plain(s)
	for _, joint := range []string{" und ", " and ", " & ", " et ", " y ", ";", " / "} {
		s = strings.ReplaceAll(s, joint, ",")
	}
	var all []string
	for name := range strings.SplitSeq(s, ",") {
		if name = strings.TrimSuffix(strings.TrimSpace(name), "."); name != "" && !strings.Contains(degrees, " "+name+" ") && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}
