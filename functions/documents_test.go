package functions_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/core/job"
	"github.com/quarryapi/quarry/internal/kind"
	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/serve/invoke"
	"github.com/quarryapi/quarry/internal/serve/reading"
)

// documents has a worker read a PDF by the function that does, and that function one that takes all of its engine's
// memory: it says so, and has half of its own to spare.
func (s *stack) documents(t *testing.T) {
	const megabytes = 1769 // as the stack has it
	event, err := os.ReadFile("../events/api-submit.json")
	if err != nil {
		t.Fatal(err)
	}
	got := s.give(t, "api-submit", []byte(strings.ReplaceAll(string(event), "http://article.test/", "http://pdf.test/report.pdf")))
	id := regexp.MustCompile(`job_[0-9a-z]{26}`).FindString(got)
	if event, err = os.ReadFile("../events/worker-url.json"); err != nil || id == "" {
		t.Fatalf("got %s, error %v; want a job", got, err)
	}
	s.give(t, "worker-url", []byte(strings.ReplaceAll(string(event), sampleJob, id)))
	j, err := s.Job(t.Context(), sampleOrg, id)
	if err != nil || j.Status != job.Succeeded {
		t.Fatalf("got job %+v, error %v; want one that succeeded", j, err)
	}
	t.Logf("worker-url had %d MB at most with a PDF, pdf %d", s.peak("worker-url")>>10, s.peak(kind.PDFFunction)>>10)
	answer := s.give(t, kind.PDFFunction, hostile(t), fmt.Sprintf("GOMEMLIMIT=%dMiB", megabytes*85/100))
	var response invoke.Answer
	if err := json.Unmarshal([]byte(strings.TrimPrefix(answer, "response ")), &response); err != nil {
		t.Fatalf("got %.300s, error %v; want an answer", answer, err)
	}
	if doc, err := reading.Decode(response.Packed); !errors.Is(err, pdf.ErrUnusable) {
		t.Errorf("got %d pages, error %v of a hostile document; want %v", len(doc.Pages), err, pdf.ErrUnusable)
	}
	kilobytes := s.peak(kind.PDFFunction)
	t.Logf("pdf had %d MB at most with a hostile document", kilobytes>>10)
	if kilobytes > megabytes<<10/2 {
		t.Errorf("got %d kB at most, want half of %d MB to spare", kilobytes, megabytes)
	}
}

// hostile is a call with a page that draws a form ten times, each of which draws the next ten times, 10^10 in all.
func hostile(t *testing.T) []byte {
	t.Helper()
	const ten = "/X Do /X Do /X Do /X Do /X Do /X Do /X Do /X Do /X Do /X Do"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(ten), ten),
	}
	for i := range 10 {
		objects = append(objects, fmt.Sprintf("<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X %d 0 R >> >> /Length %d >>\nstream\n%s\nendstream", 6+i, len(ten), ten))
	}
	objects = append(objects, "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 12 >>\nstream\n0 0 1 1 re f\nendstream")
	text, table := "%PDF-1.4\n", fmt.Sprintf("xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for i, o := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", len(text))
		text += fmt.Sprintf("%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	text += fmt.Sprintf("%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", table, len(objects)+1, len(text))
	call, err := json.Marshal(reading.Request{Body: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return call
}
