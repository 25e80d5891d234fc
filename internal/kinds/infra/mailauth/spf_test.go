package mailauth_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/kinds/infra/mailauth"
)

// TestSPFTerms has every term of RFC 7208 with what it costs in queries.
func TestSPFTerms(t *testing.T) {
	t.Parallel()
	for term, c := range map[string]struct {
		lookups                        int
		all                            string
		includes, networks, mechanisms []string
		redirect                       string
	}{
		"-all": {all: "fail"}, "~all": {all: "softfail"}, "?all": {all: "neutral"}, "ALL": {all: "pass"},
		"include:_spf.A.test":   {lookups: 1, includes: []string{"_spf.a.test"}},
		"redirect=_spf.A.test":  {lookups: 1, redirect: "_spf.a.test"},
		"ip4:192.0.2.0/24":      {networks: []string{"192.0.2.0/24"}},
		"ip6:2001:db8::/32":     {networks: []string{"2001:db8::/32"}},
		"a":                     {lookups: 1, mechanisms: []string{"a"}},
		"mx:a.test":             {lookups: 1, mechanisms: []string{"mx:a.test"}},
		"ptr":                   {lookups: 1, mechanisms: []string{"ptr"}},
		"exists:%{i}.a.test":    {lookups: 1, mechanisms: []string{"exists:%{i}.a.test"}},
		"exp=why.a.test":        {mechanisms: []string{"exp=why.a.test"}},
		"unknown=of-no-meaning": {},
	} {
		s := mailauth.SPF([]string{"v=spf1 " + term})
		if s == nil {
			t.Errorf("%s: got no record, want one", term)
			continue
		}
		if c.all == "" {
			c.all = "none"
		}
		got := []any{s.Lookups, s.All, strings.Join(s.Includes, " "), strings.Join(s.Networks, " "), strings.Join(s.Mechanisms, " "), s.Redirect}
		want := []any{c.lookups, c.all, strings.Join(c.includes, " "), strings.Join(c.networks, " "), strings.Join(c.mechanisms, " "), c.redirect}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: lookups, all, includes, networks, mechanisms, redirect mismatch (-want +got):\n%s", term, diff)
		}
	}
}

func TestSPFQueriesAreBounded(t *testing.T) {
	t.Parallel()
	for n, want := range map[int][]string{10: {}, 11: {"needs 11 DNS queries; at most 10 are allowed"}} {
		s := mailauth.SPF([]string{"v=spf1 " + strings.Repeat("a ", n) + "-all"})
		if diff := cmp.Diff(want, s.Problems); diff != "" {
			t.Errorf("%d queries: problems mismatch (-want +got):\n%s", n, diff)
		}
	}
}
