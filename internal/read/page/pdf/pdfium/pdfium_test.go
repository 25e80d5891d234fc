package pdfium_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/read/page/pdf/pdfium"
)

// makePDF writes a PDF with a page for each text; lines are apart by \n.
func makePDF(info string, pages ...string) []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(offsets), fmt.Sprintf(format, args...))
	}
	b.WriteString("%PDF-1.4\n")
	var kids strings.Builder
	for i := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 5+2*i)
	}
	object("<< /Type /Catalog /Pages 2 0 R >>")
	object("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(pages))
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	object("<< %s >>", info)
	for i, text := range pages {
		object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents %d 0 R /Resources << /Font << /F 3 0 R >> >> >>", 6+2*i)
		var s strings.Builder
		s.WriteString("BT /F 12 Tf 50 750 Td 14 TL ")
		for line := range strings.SplitSeq(text, "\n") {
			fmt.Fprintf(&s, "(%s) Tj T* ", line)
		}
		s.WriteString("ET")
		object("<< /Length %d >>\nstream\n%s\nendstream", s.Len(), s.String())
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R /Info 4 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return b.Bytes()
}

// One test, as the engine takes more than a second to start.
func TestRead(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r := pdfium.New(2)

	doc, err := r.Read(ctx, makePDF("/Title (A short  report) /Author (Ada) /CreationDate (D:20240309073000+01'00')", "First line\nsecond line", "Page two"))
	if err != nil {
		t.Fatal(err)
	}
	want := pdf.Document{Title: "A short report", Author: "Ada", Created: "2024-03-09T07:30:00+01:00", Pages: []string{"First line\nsecond line", "Page two"}, Total: 2, Read: 2}
	if diff := cmp.Diff(want, doc); diff != "" {
		t.Errorf("doc mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("# A short report\n\nFirst line\nsecond line\n\n---\n\nPage two\n", doc.Markdown()); diff != "" {
		t.Errorf("Markdown mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("First line\nsecond line\n\nPage two", doc.Text()); diff != "" {
		t.Errorf("Text mismatch (-want +got):\n%s", diff)
	}

	whole := makePDF("", "text")
	broken := map[string][]byte{
		"only the mark": []byte("%PDF-1.7\n"),
		"no PDF":        []byte("hello"),
		"cut":           whole[:200],
	}
	for name, body := range broken {
		if _, err := r.Read(ctx, body); !errors.Is(err, pdf.ErrUnusable) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	encrypted := bytes.Replace(whole, []byte("/Info 4 0 R"), []byte("/Encrypt << /Filter /Standard /V 1 /R 2 /O (12345678901234567890123456789012) /U (12345678901234567890123456789012) /P -4 >> /ID [(a) (b)]"), 1)
	if _, err := r.Read(ctx, encrypted); !errors.Is(err, pdf.ErrEncrypted) {
		t.Errorf("encrypted: got %v", err)
	}

	many, err := r.Read(ctx, makePDF("", make([]string, 1000+20)...))
	if err != nil || len(many.Pages) != 1000 || many.Read != 1000 || many.Total != 1000+20 {
		t.Errorf("many pages: got error %v, %d pages, %d read of %d; want 1000 of 1020", err, len(many.Pages), many.Read, many.Total)
	}

	torn, err := r.Read(ctx, bytes.Replace(makePDF("", "One", "Two", "Three"), []byte("7 0 R"), []byte("99 0 R"), 1)) // the second page is none
	if err != nil || torn.Text() != "One\n\n\n\nThree" || torn.Read != 2 || torn.Total != 3 {
		t.Errorf("a page that cannot be read: got %q, %d of %d, error %v; want the other two", torn.Text(), torn.Read, torn.Total, err)
	}

	ended, cancelNow := context.WithCancel(ctx)
	cancelNow()
	if _, err := r.Read(ended, whole); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}
