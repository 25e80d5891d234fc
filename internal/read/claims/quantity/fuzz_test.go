package quantity_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/claims/quantity"
)

// FuzzRead reads numbers of sentences of strangers.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`It rose by 3.5 % to €1,234.56 million in Q3 2025.`,
		`between 10 and 12 km`,
		`1.000.000,5 $`,
		`½ of 1e999`,
		`−7 °C`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, sentence string) {
		_ = quantity.Read(sentence)
	})
}
