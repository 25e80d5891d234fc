//nolint:misspell // lines in several languages
package byline_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/byline"
)

func TestNames(t *testing.T) {
	t.Parallel()
	cases := map[string][]string{
		"By Ada Lane and Bo Reed | 7 October 2020": {"Ada Lane", "Bo Reed"},
		"Von Max Müller und Eva Groß":              {"Max Müller", "Eva Groß"},
		"par Loïc Le Clerc":                        {"Loïc Le Clerc"},
		"Written by: Ada Lane, Staff Writer":       {"Ada Lane"},
		"ByAda Lane Friday, October 7, 2020":       {"Ada Lane"},
		"Veröffentlicht vonAda Lane":               {"Ada Lane"},
		"Ada Lane Jul 7th":                         {"Ada Lane"},
		"Ada Lane, PhD, Bo Reed, Jr.":              {"Ada Lane, PhD", "Bo Reed, Jr."},
		"posted by ada in Gardening":               {"ada"},
		"Autor: Ada Lane (ala)":                    {"Ada Lane"},
		"Ada Lane <ada@site.example>":              {"Ada Lane"},
		"Ada Lane ada@site.example":                {"Ada Lane"},
		"@ada_lane":                                nil,
		"Joe S.":                                   {"Joe S."},
		"T. V. Raman.":                             {"T. V. Raman"},
		"Byron Bay":                                {"Byron Bay"},
		"Dianne Gray":                              {"Dianne Gray"},
		"&amp;nbsp;Ada&#32;Lane":                   {"Ada Lane"},
		"Ada\u200b Lane\u00a0":                     {"Ada Lane"},
		"作者：焦鹏":                                    {"焦鹏"},
		"Ada Lane, Ada Lane":                       {"Ada Lane"},
		"Christoph Hein Chefredakteur":             {"Christoph Hein"},
		"Redaktion":                                {"Redaktion"},
		"Interview: Ada Lane":                      {"Ada Lane"},
		"© Ada Lane":                               nil,
		"admin":                                    nil,
		"Posted on September 7":                    nil,
		"6 de mayo de":                             nil,
		"https://site.example/ada":                 nil,
		"{{author.name}}":                          nil,
		"12":                                       nil,
		"":                                         nil,
	}
	for line, want := range cases {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(want, byline.Names(line)); diff != "" {
				t.Errorf("Names mismatch (-want +got):\n%s", diff)
			}
		})
	}
}
