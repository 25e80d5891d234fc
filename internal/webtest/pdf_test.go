package webtest_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/quarryapi/quarry/internal/webtest"
)

// TestPDF follows the table of offsets as a reader does: what it names must be there,
// and each stream must be as long as it says.
func TestPDF(t *testing.T) {
	t.Parallel()
	file := body(t, get(t, client(webtest.Start(t)), "http://pdf.test/report.pdf"))

	end := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindStringSubmatch(file)
	if end == nil {
		t.Fatal("no startxref at the end")
	}
	table, err := strconv.Atoi(end[1])
	if err != nil || !strings.HasPrefix(file[table:], "xref\n0 ") {
		t.Fatalf("no table at %s", end[1])
	}
	offsets := regexp.MustCompile(`(?m)^(\d{10}) 00000 n $`).FindAllStringSubmatch(file[table:], -1)
	for i, m := range offsets {
		at, err := strconv.Atoi(m[1])
		if err != nil || !strings.HasPrefix(file[at:], fmt.Sprintf("%d 0 obj\n", i+1)) {
			t.Errorf("object %d is not at %s", i+1, m[1])
		}
	}
	streams := regexp.MustCompile(`(?s)/Length (\d+) >>\nstream\n(.*?)\nendstream`).FindAllStringSubmatch(file, -1)
	if len(streams) != 2 {
		t.Errorf("%d pages, want 2", len(streams))
	}
	for _, m := range streams {
		if m[1] != strconv.Itoa(len(m[2])) {
			t.Errorf("a stream of %d bytes says %s", len(m[2]), m[1])
		}
	}
	if !strings.Contains(file, `\(see page 2\)`) {
		t.Error("parentheses are not escaped")
	}
}
