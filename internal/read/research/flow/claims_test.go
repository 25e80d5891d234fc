package flow_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/claims"
	"github.com/quarryapi/quarry/internal/read/research"
	"github.com/quarryapi/quarry/internal/read/research/flow"
)

func TestOrigin(t *testing.T) {
	t.Parallel()
	ev := func(stance claims.Stance, quote string) claims.Evidence {
		return claims.Evidence{Stance: stance, Quote: quote}
	}
	cases := map[string]struct {
		evidence []claims.Evidence
		want     int
	}{
		"nobody":           {nil, -1},
		"against only":     {[]claims.Evidence{ev(claims.Contradicts, "It cost 210.")}, -1},
		"the first":        {[]claims.Evidence{ev(claims.Contradicts, "x"), ev(claims.Supports, "It has cost 184."), ev(claims.Supports, "Its cost: 184")}, 1},
		"of its own words": {[]claims.Evidence{ev(claims.Supports, "It has cost 184."), ev(claims.Supports, "It **cost** 184.")}, 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := flow.Origin(claims.Claim{Text: "It cost 184.", Evidence: c.evidence}); got != c.want {
				t.Errorf("got %d", got)
			}
		})
	}
}

// The caller's own statements come first, each once, with what nobody says among them.
func TestKeyMessages(t *testing.T) {
	t.Parallel()
	r := run(research.Auto, 8, &kept{})
	r.Topic.Messages = []research.Message{{Title: "The Skerwick tide barrier cost 184 million pounds"}, {Snippet: "no statement"}, {Title: "The moon is made of 7 cheeses"}}
	o := must(t, flowOf(barrier(), nil, today), r)
	var texts []string
	supported := map[claims.Evidence]int{}
	for _, c := range o.Claims {
		texts = append(texts, c.Text)
		if i := flow.Origin(c); i >= 0 {
			supported[c.Evidence[i]]++
		}
	}
	if diff := cmp.Diff([]string{r.Topic.Messages[0].Title, r.Topic.Messages[2].Title}, texts[:2]); diff != "" {
		t.Errorf("texts mismatch (-want +got):\n%s", diff)
	}
	if flow.Origin(o.Claims[0]) < 0 || o.Claims[1].Status != claims.Unverified || len(o.Claims[1].Evidence) != 0 {
		t.Errorf(`got %+v, want flow.Origin(o.Claims[0]) at least 0, Claims[1].Status "unverified", no Claims[1].Evidence`, o.Claims[:2])
	}
	for e, times := range supported {
		if times > 1 {
			t.Errorf("%q is a claim %d times", e.Quote, times)
		}
	}
}
