package quantity_test

import "testing"

func TestYearsAndQuarters(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"It was built in 2199 by them": "@2199", "It was built in 1400 by them": "@1400",
		"It was built on 2199-12-31 by them": "@2199-12-31",
		"It grew in Q1 2024 by far":          "@2024q1", "It grew in Q4 2024 by far": "@2024q4",
		"It grew in the first quarter of 2024":   "@2024q1",
		"Es wuchs im zweiten Quartal 2024":       "@2024q2",
		"Il a grandi au deuxième trimestre 2024": "@2024q2",
	} {
		if got := shown(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
