package reading_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/quarryapi/quarry/internal/read/page/pdf"
	"github.com/quarryapi/quarry/internal/read/page/pdf/pdfium"
	"github.com/quarryapi/quarry/internal/serve/invoke"
	"github.com/quarryapi/quarry/internal/serve/lambdahost/alone"
	"github.com/quarryapi/quarry/internal/serve/reading"
)

// stuckVariable makes this binary a function whose engine never ends a document.
const stuckVariable = "READING_TEST_STUCK"

func TestMain(m *testing.M) {
	if os.Getenv(stuckVariable) != "" {
		alone.Invoke(func(log *slog.Logger) (func(context.Context, reading.Request) (invoke.Answer, error), error) {
			return reading.NewHandler(stuckEngine{}, log).Handle, nil
		})
		return
	}
	os.Exit(m.Run())
}

// stuckEngine abandons every document.
type stuckEngine struct{}

func (stuckEngine) Read(ctx context.Context, _ []byte) (pdf.Document, error) {
	<-ctx.Done()
	return pdf.Document{}, ctx.Err()
}

func (stuckEngine) Settle(ctx context.Context) bool {
	<-ctx.Done()
	return false
}

// TestAStuckDocumentEndsTheProcess: a document that goes on after its time would have the processor of later ones. The
// function says what it was, and Lambda begins another process for the next.
func TestAStuckDocumentEndsTheProcess(t *testing.T) {
	t.Parallel()
	given, answered := false, make(chan string, 1)
	runtime := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/next") {
			if given {
				t.Error("got a process that asks for another document, want its end")
			}
			given = true
			w.Header().Set("Lambda-Runtime-Aws-Request-Id", "req-1")
			w.Header().Set("Lambda-Runtime-Deadline-Ms", "4102444800000") // 2100
			_, _ = io.WriteString(w, `{"body":"JVBERg==","left":1000000}`)
			return
		}
		body, _ := io.ReadAll(r.Body)
		w.WriteHeader(http.StatusAccepted)
		answered <- r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:] + " " + string(body)
	}))
	defer runtime.Close()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary)
	cmd.Env = []string{stuckVariable + "=1", "AWS_LAMBDA_RUNTIME_API=" + strings.TrimPrefix(runtime.URL, "http://"), "AWS_LAMBDA_FUNCTION_NAME=pdf"}
	if err := cmd.Run(); err == nil || ctx.Err() != nil {
		t.Errorf("got end %v of the process, %v; want one by itself with an error", err, ctx.Err())
	}
	if got := <-answered; !strings.HasPrefix(got, `error {"errorMessage":"a page of the document does not end","errorType":"DocumentStuck"`) {
		t.Errorf("got %s, want an error that says what it was", got)
	}
}

// document is a PDF of objects, of which the first is the catalog.
func document(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	table := fmt.Sprintf("xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for i, o := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", table, len(objects)+1, start)
	return b.Bytes()
}

// onePage is a document of a page with a content.
func onePage(content string, more ...string) []byte {
	return document(append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> >>",
		content, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}, more...)...)
}

func stream(dictionary, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dictionary, len(data), data)
}

// forms are a page that draws a form ten times, each of which draws the next ten times, 10^10 in all.
func forms() []byte {
	const ten = "/X Do /X Do /X Do /X Do /X Do /X Do /X Do /X Do /X Do /X Do"
	var below []string
	for i := range 10 {
		below = append(below, stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /XObject << /X %d 0 R >> >>", 7+i), ten))
	}
	return onePage(stream("", ten), append(below, stream("/Type /XObject /Subtype /Form /BBox [0 0 600 800]", "0 0 1 1 re f"))...)
}

// bomb is a page of so many megabytes of text in some kilobytes.
func bomb(megabytes int) []byte {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	line := []byte("(Lorem ipsum dolor sit amet consectetur adipiscing) Tj T* ")
	_, _ = io.WriteString(w, "BT /F 12 Tf 50 750 Td ")
	for n := 0; n < megabytes<<20; n += len(line) {
		_, _ = w.Write(line)
	}
	_, _ = io.WriteString(w, "ET")
	_ = w.Close()
	return onePage(stream("/Filter /FlateDecode", packed.String()))
}

// TestDocuments: real ones by the real engine, hostile ones among them, through the function. One that takes all of the
// engine's memory is unusable, never one without text, and those after it are read.
func TestDocuments(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	c := setup(t, pdfium.New(1))
	good := onePage(stream("", "BT /F 12 Tf 50 750 Td (All is well.) Tj ET"))
	for _, d := range []struct {
		name string
		body []byte
		want error
	}{
		{"a good one", good, nil},
		{"forms of forms", forms(), pdf.ErrUnusable},
		{"a bomb of 20 MB", bomb(20), pdf.ErrUnusable},
		{"a bomb of 200 MB", bomb(200), pdf.ErrUnusable},
		{"pages that are their own", document("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 100000 >>"), pdf.ErrUnusable},
		{"only the mark", []byte("%PDF-1.7\n"), pdf.ErrUnusable},
		{"a good one after them", good, nil},
	} {
		began := time.Now()
		got, err := c.Read(ctx, d.body)
		t.Logf("%s of %d bytes: %d of %d pages, error %v, %s", d.name, len(d.body), len(got.Pages), got.Total, err, time.Since(began).Round(time.Millisecond))
		if !errors.Is(err, d.want) || d.want == nil && (err != nil || got.Text() != "All is well.") {
			t.Errorf("%s: got %d of %d pages, error %v; want %v", d.name, len(got.Pages), got.Total, err, d.want)
		}
	}
}
