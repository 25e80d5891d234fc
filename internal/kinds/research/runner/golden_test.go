package runner_test

import (
	"testing"

	"github.com/quarryapi/quarry/internal/golden"
)

// The whole result over the sample web, by rules alone. Of documents only the preview is
// held, as their texts are the sites'.
func TestGolden(t *testing.T) {
	t.Parallel()
	const body = `{"topic":{"title":"Skerwick tide barrier","keyMessages":[{"title":"The barrier cost 184 million pounds","url":"http://skerwick-herald.test/2019/09/20/first-sketches"}]},` +
		`"targetKeywords":["cost","gates"],"researchProfile":"complex","seedUrls":["http://skerwick-barrier.test/facts"],` +
		`"trustedCandidates":["coastal-agency.test","http://ledger-daily.test/2026/10/control-room"],"options":{"maxDocuments":10,"finalTopK":12}}`
	b := setup(t, nil)
	r := b.runs.Must(t, body)
	for i := range r.Documents {
		r.Documents[i].Preview, r.Documents[i].Text = "", ""
	}
	golden.JSON(t, "testdata/golden/complex.json", r)
}
