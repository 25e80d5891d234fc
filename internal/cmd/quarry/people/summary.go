package people

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// shown is how many things of a list a summary has.
const shown = 10

// Summary prints what a person wants to know first of results that are too long to be read whole, and reports
// whether it did: on a terminal, for the kinds that have one. Pipes and files get all of it.
func (p Page) Summary(kind string, result Object) bool {
	summaries := map[string]func(Object){"company": p.company, "research": p.research, "ads": p.ads}
	give, ok := summaries[kind]
	if !ok || !p.Looked {
		return false
	}
	give(result)
	fmt.Fprintln(p.Out, p.Style.Dim("A summary; --json has all of it."))
	return true
}

// company prints the facts of a profile, each on a line, and whoever and whatever belongs to it.
func (p Page) company(result Object) {
	fmt.Fprintf(p.Out, "%s %s\n", p.Style.Bold(p.line(first(fact(result["name"]), pick(result, "domain")))), p.Style.Cyan(p.line(pick(result, "url"))))
	for _, name := range []string{"slogan", "description"} {
		if text := fact(result[name]); text != "" {
			fmt.Fprintf(p.Out, "    %s\n", p.line(text))
		}
	}
	fmt.Fprintln(p.Out)
	for _, name := range slices.Sorted(maps.Keys(result)) {
		if text := fact(result[name]); text != "" && !slices.Contains([]string{"name", "slogan", "description"}, name) {
			p.named(name, text)
		}
	}
	p.each(result["people"], "people", "name", "role")
	p.each(result["places"], "places", "kind", "street", "locality", "country")
	p.each(result["socialLinks"], "profiles", "network", "url")
	p.each(result["identifiers"], "ids", "scheme", "value")
	for _, part := range objects(result["parts"]) {
		if status := pick(part, "status"); status != "ok" {
			p.named(pick(part, "name"), first(pick(part, "reason"), status))
		}
	}
}

// research prints what was found out, and where.
func (p Page) research(result Object) {
	about, _ := result["summary"].(Object)
	fmt.Fprintf(p.Out, "%s\n\n", p.line(fmt.Sprintf("%v documents read, %v passages, %v statements", about["documentsFetched"], about["currentRunEvidenceCount"], about["acceptedClaimCount"])))
	claims := objects(result["claimEvidence"])
	for n, claim := range claims[:min(shown, len(claims))] {
		fmt.Fprintf(p.Out, "%s %s\n", p.Style.Dim(fmt.Sprintf("%2d.", n+1)), p.line(pick(claim, "claim")))
		fmt.Fprintf(p.Out, "    %s %s\n", p.Style.Cyan(p.line(pick(claim, "url"))), p.Style.Dim(p.line(pick(claim, "verificationStatus"))))
	}
	p.beyond(len(claims), "statement")
	fmt.Fprintln(p.Out, p.Style.Bold("sources"))
	seen := map[string]bool{}
	for _, passage := range objects(result["retrievedEvidence"]) {
		if url := pick(passage, "url"); !seen[url] && len(seen) < shown {
			seen[url] = true
			fmt.Fprintf(p.Out, "    %s\n    %s\n", p.line(pick(passage, "title")), p.Style.Cyan(p.line(url)))
		}
	}
}

// ads prints the ads, then what each archive has.
func (p Page) ads(result Object) {
	for _, name := range []string{"creatives", "advertisers", "candidates"} {
		if list := objects(result[name]); len(list) > 0 {
			p.entries(list[:min(shown, len(list))])
			p.beyond(len(list), "entry")
		}
	}
	for _, archive := range objects(result["archives"]) {
		text := pick(archive, "status")
		if n, ok := archive["creatives"]; ok {
			text += fmt.Sprintf(", %v ads", n)
		}
		p.named(pick(archive, "archive"), strings.TrimPrefix(text+". "+pick(archive, "reason"), ", "))
	}
}

// fact is the value of a fact: of a member that says where it is from.
func fact(v any) string {
	o, _ := v.(Object)
	value, ok := o["value"]
	if !ok || value == nil {
		return ""
	}
	return strings.TrimSpace(fmt.Sprint(value))
}

// each prints some members of the objects of a list, a line for each.
func (p Page) each(list any, name string, members ...string) {
	for _, o := range objects(list) {
		var words []string
		for _, member := range members {
			if word := pick(o, member); word != "" {
				words = append(words, word)
			}
		}
		p.named(name, strings.Join(words, ", "))
		name = ""
	}
}

// named prints a name and a text.
func (p Page) named(name, text string) {
	fmt.Fprintf(p.Out, "%s %s\n", p.Style.Dim(fmt.Sprintf("%-14s", p.name(name))), p.line(text))
}

// beyond says how much of a list is not shown.
func (p Page) beyond(n int, thing string) {
	if n > shown {
		fmt.Fprintf(p.Out, "    %s\n", p.Style.Dim(fmt.Sprintf("and %d more of %d; each %s is in --json", n-shown, n, thing)))
	}
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}
