package statement_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/claims/statement"
)

func TestForm(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ firm, standing, prose bool }{
		"The yard in Ghent built 41 ships.":             {true, true, true},
		"One of the yards in Ghent built 41 ships.":     {true, true, true},
		"In May the yard opened its doors to visitors.": {true, true, true},
		"Use of water fell by 5% at the yard.":          {true, true, true},
		"The last one left the yard at ten.":            {true, false, true},
		"It built 41 ships in the yard.":                {true, false, true},
		"The company built 41 ships in the yard.":       {true, false, true},
		"The company of Ada Holm built 41 ships.":       {true, true, true},
		"We built 41 ships in the yard.":                {true, false, true},
		"Until then the yard built 41 ships.":           {true, false, true},
		"The yard may build 41 ships.":                  {false, true, true},
		"The yard is believed to build 41 ships.":       {false, true, true},
		"If it rains, the yard builds 41 ships.":        {false, false, true},
		"Die Werft könnte 41 Schiffe bauen.":            {false, true, true},
		"Did the yard build 41 ships?":                  {false, true, false},
		"Visit the yard and its 41 ships.":              {false, true, true},
		"You see 41 ships in the yard.":                 {false, true, true},
		"System: the yard builds 41 ships at sea.":      {false, true, true},
		"The assistant counts 41 ships in the yard.":    {false, true, true},
		"the yard built 41 ships":                       {true, true, false},
		"THE YARD BUILT 41 SHIPS.":                      {true, true, false},
		"Ada Holm and Mira Vance.":                      {true, true, false},
		"":                                              {false, true, false},
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			s := statement.Read(text)
			got := struct{ firm, standing, prose bool }{s.Firm(), s.Standing(), s.Prose()}
			if got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	got := statement.Read("According to the paper, the Holm yard grew: it built 41 ships and 3 boats in May 2024, its owners said.").Words()
	if diff := cmp.Diff([]string{"holm", "yard", "rise", "build", "ship"}, got); diff != "" {
		t.Errorf("Words mismatch (-want +got):\n%s", diff)
	}
}

func TestContext(t *testing.T) {
	t.Parallel()
	claim := statement.Read("The Larkin reservoir holds 90 million cubic metres of water.")
	source := statement.Read("It holds 90 million cubic metres of water.")
	tests := map[string]struct {
		around statement.Context
		want   statement.Relation
	}{
		"by the title":           {statement.Context{Title: statement.Read("The Larkin reservoir")}, statement.Supports},
		"by the sentence before": {statement.Context{Before: statement.Read("The Larkin reservoir was built in 1931.")}, statement.Supports},
		"of another":             {statement.Context{Title: statement.Read("The Selby reservoir")}, statement.Unrelated},
		"of nothing":             {statement.Context{}, statement.Unrelated},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, _ := statement.Compare(claim, source, test.around); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

func TestUsualWords(t *testing.T) {
	t.Parallel()
	claim, source := statement.Read("The toll at the lock was abolished."), statement.Read("The toll at the lock is shown on a board.")
	usual := map[string]bool{"toll": true, "lock": true}
	if got, _ := statement.Compare(claim, source, statement.Context{Usual: usual}); got != statement.Unrelated {
		t.Errorf("got %d: what all documents have proves nothing", got)
	}
}

func TestLongTexts(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"a", "Not 5 ships, ", "价", "\xff", "'", "2 million ", "A B c, "} {
		long := statement.Read(strings.Repeat(piece, 1<<20/len(piece)))
		statement.Compare(long, long, statement.Context{Title: long, Before: long})
	}
}
