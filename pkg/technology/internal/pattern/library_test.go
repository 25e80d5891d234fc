package pattern_test

import (
	"regexp"
	"strings"
	"testing"

	wappalyzer "github.com/projectdiscovery/wappalyzergo"

	"github.com/quarryapi/quarry/pkg/technology/internal/fingerprint"
	"github.com/quarryapi/quarry/pkg/technology/internal/pattern"
	"github.com/quarryapi/quarry/pkg/technology/internal/patterntest"
)

// TestSameAsLibrary holds every expression to what the library makes of it, with texts
// that it matches or nearly matches, alone and among others.
func TestSameAsLibrary(t *testing.T) {
	t.Parallel()
	set, err := fingerprint.Read()
	if err != nil {
		t.Fatal(err)
	}
	write := patterntest.New(7)
	matched, versions := 0, 0
	for _, of := range set.Patterns {
		_, expression := pattern.Notes(of.Source)
		theirs, err := wappalyzer.ParsePattern(of.Source)
		if expression == "" {
			continue
		}
		ours, oursErr := pattern.Compile(of.Source)
		if (err == nil) != (oursErr == nil) {
			t.Errorf("%s compiles with %v, the library's with %v", of.Source, oursErr, err)
		}
		if err != nil || oursErr != nil {
			continue
		}
		words := pattern.Words(expression)
		for _, text := range []string{
			write.Text(expression), "<p " + write.Text(expression) + " x", write.Text(expression) + write.Text(expression), write.Near(expression),
		} {
			text = pattern.Lower(text)
			want, wantVersion := theirs.Evaluate(text)
			if wantVersion == `\1` {
				wantVersion = "" // of a group that is not there
			}
			version, got, _ := ours.Match(text)
			if got != want || version != wantVersion {
				t.Errorf("%s with %q: %v %q, the library says %v %q", of.Source, text, got, version, want, wantVersion)
			}
			if !want {
				continue
			}
			matched++
			if version != "" {
				versions++
			}
			if words != nil && !strings.Contains(text, words[0]) && !containsAny(text, words) {
				t.Errorf("%s matches %q, which has none of %q", of.Source, text, words)
			}
		}
	}
	if matched < 15_000 || versions < 1000 {
		t.Errorf("only %d matches and %d versions were compared", matched, versions)
	}
}

func containsAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// TestWindows: a match lies in the window of each of its words, however much is around.
func TestWindows(t *testing.T) {
	t.Parallel()
	set, err := fingerprint.Read()
	if err != nil {
		t.Fatal(err)
	}
	write := patterntest.New(11)
	compared := 0
	for _, of := range set.Patterns {
		_, expression := pattern.Notes(of.Source)
		words := pattern.Words(expression)
		p, err := pattern.Compile(of.Source)
		if err != nil || p.Word != "" || words == nil || of.Field == fingerprint.Header {
			continue
		}
		text := pattern.Lower(strings.Repeat("<p> é ", 300) + write.Text(expression) + strings.Repeat(" é </p>", 300))
		strict := regexp.MustCompile(pattern.Strict(p))
		match := strict.FindStringIndex(text)
		if match == nil {
			continue
		}
		for _, w := range words {
			at := strings.Index(text[match[0]:match[1]], w)
			if at < 0 {
				continue
			}
			compared++
			begin, end, ok := p.Window(text, match[0]+at, 4)
			if !ok || begin > match[0] || end < match[1] {
				t.Errorf("%s: the window of %q is %d to %d (%v), the match %v", of.Source, w, begin, end, ok, match)
			}
		}
	}
	if compared < 1000 {
		t.Errorf("only %d windows were compared", compared)
	}
}
