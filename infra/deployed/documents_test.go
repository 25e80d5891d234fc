package deployed_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/webtest"
)

// archive is a site with a PDF that is too large for a call of a function: 5 MB, most of which nobody sees.
var archive = webtest.Site{Host: "archive.test", Rest: func(w http.ResponseWriter, _ *http.Request) {
	const text = "BT /F 12 Tf 50 750 Td (The ledger of the lock, 1911.) Tj ET"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(text), text), "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", 5<<20, strings.Repeat("silt", 5<<18)),
	}
	document, table := "%PDF-1.4\n", fmt.Sprintf("xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for i, o := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", len(document))
		document += fmt.Sprintf("%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	w.Header().Set("Content-Type", "application/pdf")
	_, _ = fmt.Fprintf(w, "%s%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", document, table, len(objects)+1, len(document))
}}

// documents has PDFs read through the function that does: with the call, and by a link to the bucket; and one that is none.
func (c caller) documents(t *testing.T) {
	t.Helper()
	for url, want := range map[string]string{
		"http://pdf.test/report.pdf":     "one hundred and twelve metres",
		"http://archive.test/ledger.pdf": "The ledger of the lock, 1911.",
	} {
		j := c.finish(t, "/scrape", `{"url":"`+url+`","format":"text"}`)
		if j.Status != "succeeded" || j.Charged == 0 {
			t.Errorf("%s: got status %q, error %+v, %d credits; want one that succeeded and was charged", url, j.Status, j.Error, j.Charged)
			continue
		}
		if got := read[struct{ Text, Extraction string }](t, json.RawMessage(j.Result)); !strings.Contains(got.Text, want) || got.Extraction != "pdf" {
			t.Errorf("%s: got %.300s by %q, want %q of a PDF", url, got.Text, got.Extraction, want)
		}
	}
	j := c.finish(t, "/scrape", `{"url":"http://broken.test/","format":"text"}`)
	if j.Status != "failed" || j.Error == nil || j.Error.Code != "parse_failed" || j.Refunded != j.Charged {
		t.Errorf("got status %q, error %+v, %d of %d credits refunded of a broken PDF; want parse_failed and all of them", j.Status, j.Error, j.Refunded, j.Charged)
	}
}

// torn is a site with a PDF that has only its mark.
var torn = webtest.Site{Host: "broken.test", Rest: func(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/pdf")
	_, _ = fmt.Fprint(w, "%PDF-1.7\n")
}}
