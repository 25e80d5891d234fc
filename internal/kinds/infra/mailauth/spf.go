package mailauth

import (
	"fmt"
	"strings"

	"github.com/quarryapi/quarry/internal/kinds/infra"
)

// maxLookups is how many DNS queries a check may take (RFC 7208, section 4.6.4).
const maxLookups = 10

// SPF reads the SPF record among the TXT records of a domain; nil without one.
func SPF(texts []string) *infra.SPF {
	records := Find(texts, "v=spf1")
	if len(records) == 0 {
		return nil
	}
	s := &infra.SPF{
		Record: records[0], All: "none", Includes: []string{}, Networks: []string{}, Mechanisms: []string{}, Problems: []string{},
	}
	if len(records) > 1 {
		s.Problems = append(s.Problems, fmt.Sprintf("there are %d records; receivers then take none of them", len(records)))
	}
	terms := strings.Fields(records[0])[1:]
	for i, term := range terms {
		readTerm(s, term, i == len(terms)-1)
	}
	switch {
	case s.Lookups > maxLookups:
		s.Problems = append(s.Problems, fmt.Sprintf("needs %d DNS queries; at most %d are allowed", s.Lookups, maxLookups))
	case s.All == "pass":
		s.Problems = append(s.Problems, "+all lets every server send")
	case s.All == "none" && s.Redirect == "":
		s.Problems = append(s.Problems, "has no rule for other servers; end it with -all or ~all")
	}
	return s
}

var qualifiers = map[byte]string{'+': "pass", '-': "fail", '~': "softfail", '?': "neutral"}

// readTerm reads a mechanism, such as "-include:a.example", or a modifier, such as
// "redirect=a.example".
func readTerm(s *infra.SPF, term string, isLast bool) {
	qualifier, bare := "pass", term
	if q, ok := qualifiers[term[0]]; ok {
		qualifier, bare = q, term[1:]
	}
	name, value := split(bare)
	switch name {
	case "all":
		s.All = qualifier
		if !isLast {
			s.Problems = append(s.Problems, "what stands after "+term+" is not read")
		}
	case "include":
		s.Lookups++
		s.Includes = append(s.Includes, strings.ToLower(value))
	case "redirect":
		s.Lookups++
		s.Redirect = strings.ToLower(value)
	case "ip4", "ip6":
		s.Networks = append(s.Networks, value)
	case "a", "mx", "ptr", "exists":
		s.Lookups++
		s.Mechanisms = append(s.Mechanisms, term)
	case "exp":
		s.Mechanisms = append(s.Mechanisms, term)
	default:
		if !strings.Contains(bare, "=") { // modifiers that are not known are to be ignored
			s.Problems = append(s.Problems, fmt.Sprintf("%q is no mechanism", term))
		}
	}
}

// split parts the name of a term from its value: "ip4:192.0.2.0/24", "a/24", "exp=b".
func split(term string) (name, value string) {
	i := strings.IndexAny(term, ":=/")
	if i < 0 {
		return strings.ToLower(term), ""
	}
	name, value = strings.ToLower(term[:i]), term[i+1:]
	if term[i] == '/' {
		value = term[i:]
	}
	return name, value
}
