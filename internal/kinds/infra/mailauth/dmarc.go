package mailauth

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quarryapi/quarry/internal/kinds/infra"
)

// DMARC reads the DMARC record among the TXT records at a name; nil without one.
func DMARC(name string, texts []string) *infra.DMARC {
	records := Find(texts, "v=DMARC1")
	if len(records) == 0 {
		return nil
	}
	t := tags(records[0])
	d := &infra.DMARC{
		Record: records[0], Name: name, Policy: strings.ToLower(t["p"]), Percent: 100,
		DKIMAlignment: alignment(t["adkim"]), SPFAlignment: alignment(t["aspf"]),
		Reports: addresses(t["rua"]), FailureReports: addresses(t["ruf"]), Problems: []string{},
	}
	if len(records) > 1 {
		d.Problems = append(d.Problems, fmt.Sprintf("there are %d records; receivers then take none of them", len(records)))
	}
	if !isPolicy(d.Policy) {
		d.Problems = append(d.Problems, fmt.Sprintf("the policy %q is unknown; receivers treat it as none or ignore the record", t["p"]))
		d.Policy = "none"
	}
	d.SubdomainPolicy = cmp.Or(strings.ToLower(t["sp"]), d.Policy)
	if !isPolicy(d.SubdomainPolicy) {
		d.SubdomainPolicy = d.Policy
	}
	if pct, ok := t["pct"]; ok {
		n, err := strconv.Atoi(pct)
		if err != nil || n < 0 || n > 100 {
			d.Problems = append(d.Problems, fmt.Sprintf("pct=%s is no number from 0 to 100", pct))
		} else {
			d.Percent = n
		}
	}
	return d
}

func isPolicy(p string) bool { return slices.Contains([]string{"none", "quarantine", "reject"}, p) }

func alignment(v string) string {
	if strings.EqualFold(v, "s") {
		return "strict"
	}
	return "relaxed"
}
