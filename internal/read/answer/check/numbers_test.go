package check_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/read/answer/check"
	"github.com/quarryapi/quarry/internal/read/answer/choose"
)

// TestRidersOfNumbers have the words and numbers of a true quote, and say something else of them.
func TestRidersOfNumbers(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ source, honest, rider string }{
		"a year as a sum":    {"Acme acquired Borealis in 2019 for 1850 million dollars, and Borealis kept its name.", "In 2019 Acme acquired Borealis for 1850 million dollars", "Acme acquired Borealis in 1850 for 2019 million dollars"},
		"another currency":   {"Acme acquired Borealis in 2019 for 1850 million dollars, and Borealis kept its name.", "Acme acquired Borealis for 1850 million dollars", "Acme acquired Borealis in 2019 for 1850 million pounds"},
		"feet":               {"The tower is 320 metres tall and was opened by Queen Maud in 1987.", "The tower is 320 metres tall", "The tower is 320 feet tall and was opened by Queen Maud in 1987"},
		"a year as a height": {"The tower is 320 metres tall and was opened by Queen Maud in 1987.", "Queen Maud opened the tower in 1987", "The tower is 1987 metres tall and was opened by Queen Maud"},
		"a share as a sum":   {"Revenue rose from 12 million euros in 2020 to 15 million euros in 2021, while profit fell by 3 percent.", "Profit fell by 3 percent", "Profit fell by 3 million euros"},
		"from and to":        {"Revenue rose from 12 million euros in 2020 to 15 million euros in 2021, while profit fell by 3 percent.", "Revenue rose to 15 million euros in 2021 from 12 million euros in 2020", "Revenue rose from 15 million euros in 2020 to 12 million euros in 2021"},
		"a score turned":     {"Smith beat Jones in the final, 3 to 1, in front of 2000 spectators.", "Smith beat Jones in the final, 3 to 1", "Smith beat Jones in the final, 1 to 3"},
		"at most":            {"At least 40 people were injured and two died when the bridge collapsed.", "At least 40 people were injured", "At most 40 people were injured and two died when the bridge collapsed"},
		"under":              {"The drug may reduce headaches in some adults over 60, but it was not tested on children.", "The drug may reduce headaches in some adults over 60", "The drug may reduce headaches in some adults under 60"},
		"a year as a count":  {"The company plans to close its Leeds plant by 2027 and will move 400 jobs to Hull.", "The company will move 400 jobs to Hull", "The company plans to close its Leeds plant by 2027 and will move 2027 jobs to Hull"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			given := []choose.Material{{Index: 1, Title: "T", Passages: []string{c.source}}}
			for said, want := range map[string]string{c.honest: c.honest + " [1].", c.rider: ""} {
				reply := check.Reply{Text: said + " [1].", Citations: []check.Cited{{Index: 1, Quote: c.source}}}
				if got := check.New().Check("What is known?", reply, given); got.Text != want {
					t.Errorf("%q of %q: got %q, want %q", said, c.source, got.Text, want)
				}
			}
		})
	}
}
