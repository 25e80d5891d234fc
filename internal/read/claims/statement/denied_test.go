package statement_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/claims/statement"
)

func TestNumbersThatAreDenied(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"The gate cost 210 million euros and not 184 million euros.":        1,
		"The gate cost 210 million euros rather than 184 million euros.":    1,
		"The gate cost 210 million euros instead of 184 million euros.":     1,
		"Das Tor kostete 210 Millionen Euro und nicht 184 Millionen Euro.":  1,
		"Das Tor kostete 210 Millionen Euro statt 184 Millionen Euro.":      1,
		"The gate cost 210 million euros more than 184 million euros then.": 2,
		"The gate cost 210 million euros and then 184 million euros.":       2,
	} {
		if got := statement.Read(text).Quantities; len(got) != want || got[0].Low != 210e6 {
			t.Errorf("%s: got %+v, want %d quantities, the first of 210 million", text, got, want)
		}
	}
}
