package webtest

import (
	"bytes"
	"fmt"
	"strings"
)

// pdf is a document of plain pages: lines of ASCII text in Helvetica on A4.
type pdf struct {
	title, author string
	pages         [][]string // the first line of a page is its heading
}

// bytes writes the document as PDF 1.4 without compression, so that a reader of
// this file can read the other one, too.
func (p pdf) bytes() []byte {
	const font, bold, info, first = 3, 4, 5, 6 // object numbers; two objects follow for each page
	var kids strings.Builder
	for i := range p.pages {
		fmt.Fprintf(&kids, "%d 0 R ", first+2*i)
	}
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>",
		fmt.Sprintf("<< /Type /Pages /Kids [ %s] /Count %d >>", kids.String(), len(p.pages)),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
		fmt.Sprintf("<< /Title %s /Author %s /CreationDate (D:20250601060000Z) >>", pdfString(p.title), pdfString(p.author)),
	}
	for i, lines := range p.pages {
		stream := pdfContent(lines)
		objects = append(objects,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"+
				" /Resources << /Font << /F1 %d 0 R /F2 %d 0 R >> >> >>", first+2*i+1, font, bold),
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(stream), stream))
	}
	return pdfFile(objects, info)
}

// pdfFile numbers the objects from 1 and adds the table of their offsets.
func pdfFile(objects []string, info int) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n") // four high bytes: this is not text
	offsets := make([]int, 0, len(objects))
	for i, object := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, info, table)
	return b.Bytes()
}

// pdfContent draws a heading and the lines below it, 16 points apart.
func pdfContent(lines []string) string {
	var b strings.Builder
	b.WriteString("BT\n/F2 20 Tf\n16 TL\n72 770 Td\n")
	for i, line := range lines {
		switch i {
		case 0:
			fmt.Fprintf(&b, "%s Tj\n/F1 11 Tf\n0 -36 Td\n", pdfString(line))
		default:
			fmt.Fprintf(&b, "%s Tj\nT*\n", pdfString(line))
		}
	}
	b.WriteString("ET")
	return b.String()
}

// pdfString is a text as a literal string of PDF.
func pdfString(s string) string {
	return "(" + strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(s) + ")"
}
