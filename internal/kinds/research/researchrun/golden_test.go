package researchrun_test

import (
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/golden"
	"github.com/quarryapi/quarry/internal/kinds/research"
)

// world asks for the sample web's topic in all ways that there are.
const world = `{"topic":{"title":"Skerwick tide barrier","keyMessages":[{"title":"The barrier cost 184 million pounds","url":"http://skerwick-herald.test/2019/09/20/first-sketches"}]},` +
	`"targetKeywords":["cost","gates"],"researchProfile":"complex","seedUrls":["http://skerwick-barrier.test/facts"],` +
	`"trustedCandidates":["coastal-agency.test","http://ledger-daily.test/2026/10/control-room"]`

// The result over the sample web, by rules alone. The texts of documents are the sites',
// and claims are held to files where they are made.
func TestGolden(t *testing.T) {
	t.Parallel()
	r := setup(t, nil).runs.Must(t, world+`,"options":{"maxDocuments":10,"finalTopK":12}}`)
	r.Claims, r.Summary.Accepted = nil, 0
	for i := range r.Documents {
		r.Documents[i].Preview, r.Documents[i].Text = "", ""
	}
	golden.JSON(t, "testdata/golden/complex.json", r)
}

// Every claim has the words that make it, literally, and what is contradicted says so.
func TestClaims(t *testing.T) {
	t.Parallel()
	r := setup(t, nil).runs.Must(t, world+`}`)
	documents := map[string]research.Document{}
	for _, d := range r.Documents {
		documents[d.ID] = d
	}
	accepted := 0
	statuses := map[string]int{}
	for _, c := range r.Claims {
		statuses[c.Status]++
		if c.Status == "supported" || c.Status == "single_source" {
			accepted++
		}
		sources := append([]research.ClaimSource{{URL: c.URL, Domain: c.Domain, Snippet: c.Snippet, DocumentID: c.DocumentID}}, c.Others...)
		owners := map[string]bool{}
		for _, s := range sources {
			d := documents[s.DocumentID]
			if s.Snippet == "" || !strings.Contains(d.Text, s.Snippet) || s.URL != d.URL || s.Domain != d.Domain || d.Duplicate != "" {
				t.Errorf("%q is not in %s: %+v", s.Snippet, s.URL, s)
			}
			owners[s.Domain] = true
		}
		if c.Status == "supported" && len(owners) < 2 {
			t.Errorf("one owner supports %+v", c)
		}
		if c.Status == "conflicting" && !strings.Contains(pretty(t, c.Others), `"contradicts"`) {
			t.Errorf("nobody contradicts %+v", c)
		}
	}
	if r.Claims[0].Claim != "The barrier cost 184 million pounds" || r.Summary.Accepted != accepted || statuses["supported"] == 0 || statuses["conflicting"] == 0 {
		t.Errorf(`got statuses %v, Claims[0] %+v; want Claim "The barrier cost 184 million pounds", Summary.Accepted %v, supported other than 0, conflicting other than 0`, statuses, r.Claims[0], accepted)
	}
}
