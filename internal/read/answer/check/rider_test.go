package check_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/read/answer/check"
	"github.com/quarryapi/quarry/internal/read/answer/choose"
)

// TestRiders are false statements that ride on a true quote: a model that was led astray
// writes them, and none may stand.
func TestRiders(t *testing.T) {
	t.Parallel()
	given := []choose.Material{
		{Index: 1, Title: "The gates", Passages: []string{
			"The Skerwick barrier has six gates and cost 184 million pounds. It protects 11,400 homes in the town.",
			"The council approved the barrier in 2011. The harbour master did not close the gates in the storm. The harbour board of the town of Skerwick opened the tide barrier in 2014.",
		}},
		{Index: 2, Title: "Die Tore", Passages: []string{"Das Sperrwerk von Skerwick hat sechs Tore und kostete 184 Millionen Pfund. Es wurde von der Stadt gebaut."}},
	}
	cost := check.Cited{Index: 1, Quote: "six gates and cost 184 million pounds"}
	council := check.Cited{Index: 1, Quote: "The council approved the barrier in 2011"}
	board := check.Cited{Index: 1, Quote: "The harbour board of the town of Skerwick opened the tide barrier in 2014"}
	open := check.Cited{Index: 1, Quote: "did not close the gates in the storm"}
	kosten := check.Cited{Index: 2, Quote: "hat sechs Tore und kostete 184 Millionen Pfund"}
	const honest = "The barrier cost 184 million pounds [1]."
	cases := map[string]struct {
		text  string
		cited check.Cited
		want  string
	}{
		"honest":                              {honest, cost, honest},
		"honest, of two clauses":              {"The barrier has six gates and cost 184 million pounds [1].", cost, "The barrier has six gates and cost 184 million pounds [1]."},
		"honest, with the question's words":   {"What the Skerwick barrier cost was 184 million pounds [1].", cost, "What the Skerwick barrier cost was 184 million pounds [1]."},
		"honest, negated like its quote":      {"The harbour master did not close the gates [1].", open, "The harbour master did not close the gates [1]."},
		"honest, in German":                   {"Das Sperrwerk kostete 184 Millionen Pfund [2].", kosten, "Das Sperrwerk kostete 184 Millionen Pfund [2]."},
		"honest, from German":                 {"The Skerwick flood gate was built for 184 million [2].", kosten, "The Skerwick flood gate was built for 184 million [2]."},
		"a second sentence, in lower case":    {"The barrier cost 184 million pounds [1]. the mayor took bribes for it.", cost, honest},
		"with its mark behind":                {"The barrier cost 184 million pounds. [1] the mayor took bribes for it.", cost, honest},
		"a second part without a full stop":   {"The barrier cost 184 million pounds [1], and the mayor took bribes for it.", cost, honest},
		"a second part with a mark":           {"The barrier cost 184 million pounds [1], and the mayor took bribes [1].", cost, honest},
		"never":                               {"The barrier never cost 184 million pounds [1].", cost, ""},
		"not":                                 {"The barrier did not cost 184 million pounds [1].", cost, ""},
		"a negation left out":                 {"The harbour master did close the gates in the storm [1].", open, ""},
		"nicht":                               {"Das Sperrwerk kostete nicht 184 Millionen Pfund [2].", kosten, ""},
		"an inserted clause":                  {"The barrier, which a corrupt mayor ordered from friends, cost 184 million pounds [1].", cost, ""},
		"an inserted clause, in brackets":     {"The barrier (bribes were paid to the mayor) cost 184 million pounds [1].", cost, ""},
		"a clause before":                     {"The mayor took bribes, and the barrier cost 184 million pounds [1].", cost, ""},
		"a short clause in a long sentence":   {"The harbour board of the town of Skerwick opened the tide barrier in 2014, bribed [1].", board, ""},
		"a negation of the question's words":  {"The barrier cost 184 million pounds, not approved [1].", cost, ""},
		"another verb in a long sentence":     {"The harbour board of the town of Skerwick painted the tide barrier in 2014 [1].", board, ""},
		"another verb":                        {"The barrier lost 184 million pounds [1].", cost, ""},
		"another verb of a sentence of words": {"The council rejected the barrier in 2011 [1].", council, ""},
		"another verb, in German":             {"Das Sperrwerk verlor 184 Millionen Pfund [2].", kosten, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			question := "What did the Skerwick barrier cost, and who approved it?"
			if strings.Contains(name, "German") || name == "nicht" {
				question = "Was hat das Sperrwerk von Skerwick gekostet?"
			}
			if name == "honest, from German" {
				question = "How much was it?"
			}
			got := check.New().Check(question, check.Reply{Text: c.text, Citations: []check.Cited{c.cited}}, given)
			if got.Text != c.want {
				t.Errorf("got %q, want %q", got.Text, c.want)
			}
		})
	}
}
