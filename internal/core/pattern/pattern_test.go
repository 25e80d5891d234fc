package pattern_test

import (
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/core/pattern"
)

// TestIsTheExpression holds every method to that of package regexp.
func TestIsTheExpression(t *testing.T) {
	t.Parallel()
	const expression = `(?i)(a+)(b?)`
	p, want := pattern.Of(expression), regexp.MustCompile(expression)
	for _, s := range []string{"", "x", "aab", "AaB ab", "xaayab"} {
		for name, pair := range map[string][2]any{
			"MatchString":                {p.MatchString(s), want.MatchString(s)},
			"Match":                      {p.Match([]byte(s)), want.MatchString(s)},
			"FindString":                 {p.FindString(s), want.FindString(s)},
			"FindStringIndex":            {p.FindStringIndex(s), want.FindStringIndex(s)},
			"FindSubmatch":               {p.FindSubmatch([]byte(s)), want.FindSubmatch([]byte(s))},
			"FindStringSubmatch":         {p.FindStringSubmatch(s), want.FindStringSubmatch(s)},
			"FindStringSubmatchIndex":    {p.FindStringSubmatchIndex(s), want.FindStringSubmatchIndex(s)},
			"FindAllString":              {p.FindAllString(s, -1), want.FindAllString(s, -1)},
			"FindAllStringIndex":         {p.FindAllStringIndex(s, 1), want.FindAllStringIndex(s, 1)},
			"FindAllStringSubmatch":      {p.FindAllStringSubmatch(s, -1), want.FindAllStringSubmatch(s, -1)},
			"FindAllStringSubmatchIndex": {p.FindAllStringSubmatchIndex(s, -1), want.FindAllStringSubmatchIndex(s, -1)},
			"ReplaceAllString":           {p.ReplaceAllString(s, "<$1>"), want.ReplaceAllString(s, "<$1>")},
			"ReplaceAllStringFunc":       {p.ReplaceAllStringFunc(s, strings.ToUpper), want.ReplaceAllStringFunc(s, strings.ToUpper)},
			"Split":                      {p.Split(s, -1), want.Split(s, -1)},
		} {
			if diff := cmp.Diff(pair[1], pair[0]); diff != "" {
				t.Errorf("%s of %q mismatch (-want +got):\n%s", name, s, diff)
			}
		}
	}
}

func TestSeveralMayBeginAtOnce(t *testing.T) {
	t.Parallel()
	p := pattern.Of(`^a$`)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if !p.MatchString("a") {
				t.Error("got no match of a, want one")
			}
		})
	}
	all.Wait()
}

func TestCompilesAtItsFirstUse(t *testing.T) {
	t.Parallel()
	p := pattern.Of(`(`)
	defer func() {
		if recover() == nil {
			t.Error("got no panic at the first use of what is no expression, want one")
		}
	}()
	p.MatchString("")
}
